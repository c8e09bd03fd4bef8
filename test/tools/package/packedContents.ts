/** What the archive of an installed program may hold, and what it holds. Reads the archive, writes nothing. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages, packageOfModule } from './bundledPackages.ts'

/** An archive of electron-builder, by the functions of `@electron/asar`. Paths begin with `/`. */
export interface Archive {
  readonly entries: readonly string[]
  readonly read: (path: string) => string
}

/** Packages that lie in the archive as they are; all others are bundled. `path`: as in the lock file. */
export const isPackedWhole = (path: string): boolean =>
  /^node_modules\/(?:keytar|@napi-rs\/[^/]+|dejavu-fonts-ttf)$/.test(path)

const nameAndVersion = (packageJson: string): string => {
  const { name, version } = JSON.parse(packageJson) as { name: string; version: string }
  return `${name}@${version}`
}

/** Name and version of every package in the program: those of the archive, and those that the build took in. Sorted. */
export function packagesHeld(root: string, archive: Archive): readonly string[] {
  const whole = archive.entries
    .filter((path) => /^\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => nameAndVersion(archive.read(path)))
  const bundled = bundledPackages(root)
  // The source maps say it a second time, for the half of the program that has them.
  const mapped = globSync('dist/electron/**/*.map', { cwd: root }).flatMap((file) =>
    (JSON.parse(readFileSync(join(root, file), 'utf8')) as { sources: readonly string[] }).sources.flatMap(
      (source) => packageOfModule(source) ?? [],
    ),
  )
  const unlisted = mapped.filter((path) => !bundled.includes(path))
  if (mapped.length === 0 || unlisted.length > 0)
    throw new Error(`packages of the source maps that the build did not list: ${unlisted.join() || 'no map'}`)
  const read = bundled.map((path) => nameAndVersion(readFileSync(join(root, path, 'package.json'), 'utf8')))
  return [...new Set([...whole, ...read])].toSorted()
}
