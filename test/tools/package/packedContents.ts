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

/** Everything that the archive may hold, by path. A folder is allowed where something within it is. */
const ALLOWED: readonly RegExp[] = [
  /^\/package\.json$/,
  /^\/dist\/electron\/(?:main|serve|market\/worker|storage\/history\/worker|print\/worker|paper\/main|replay\/main)\.mjs$/,
  /^\/dist\/electron\/preload\.cjs$/,
  // `.mjs` alone: inside the archive no package.json is asked what kind of module a file is.
  /^\/dist\/electron\/shared\/[\w-]+-[\w-]{8}\.mjs$/,
  /^\/dist\/renderer\/index\.html$/,
  /^\/dist\/renderer\/assets\/(?:paint\.js|[\w.-]+-[\w-]{8}\.(?:js|css|woff2))$/,
  /^\/node_modules\/(?:keytar|@napi-rs\/[^/]+)\/.+$/,
  /^\/node_modules\/dejavu-fonts-ttf\/(?!ttf\/).+$/,
  // Its other fonts are 9 MB that nothing draws with.
  /^\/node_modules\/dejavu-fonts-ttf\/ttf\/DejaVuSansCondensed(?:-Bold)?\.ttf$/,
]

/** What the program cannot run without. */
export const NEEDED: readonly string[] = [
  '/package.json',
  '/dist/electron/main.mjs',
  '/dist/electron/replay/main.mjs',
  '/dist/electron/storage/history/worker.mjs',
  '/dist/electron/preload.cjs',
  '/dist/electron/market/worker.mjs',
  '/dist/electron/paper/main.mjs',
  '/dist/electron/print/worker.mjs',
  '/dist/renderer/index.html',
  '/dist/renderer/assets/paint.js',
  '/node_modules/keytar/package.json',
  '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  '/node_modules/dejavu-fonts-ttf/LICENSE',
]

/** What lies beside the archive: the pages of the manual, and the files that electron-builder and `writeNotices.ts` write. */
const BESIDE: readonly string[] = [
  'THIRD_PARTY_NOTICES.txt',
  'app-update.yml',
  'app.asar',
  'app.asar.unpacked',
  'docs',
  'sbom.cdx.json',
]

/** What electron-builder and Electron also put beside the archive on one system. None of it is needed for the check to pass. */
const BESIDE_ON: Readonly<Record<string, RegExp>> = {
  win32: /^elevate\.exe$/,
  darwin: /^(?:[\w-]+\.lproj|[\w-]+\.icns|Assets\.car)$/,
}

const filesOf = (entries: readonly string[]): readonly string[] => {
  const folders = new Set(entries.map((path) => path.slice(0, path.lastIndexOf('/'))))
  return entries.filter((path) => !folders.has(path))
}

/** Why the contents are not those of a release, one sentence each. `beside`: names in the folder of the archive. `system`: as `process.platform`. */
export function contentFaults(
  entries: readonly string[],
  beside: readonly string[],
  system: string = 'linux',
): readonly string[] {
  const strange = filesOf(entries).filter((path) => !ALLOWED.some((allowed) => allowed.test(path)))
  const strangeBeside = beside.filter(
    (name) => !BESIDE.includes(name) && BESIDE_ON[system]?.test(name) !== true,
  )
  const missing = [
    ...NEEDED.filter((path) => !entries.includes(path)),
    ...BESIDE.filter((name) => !beside.includes(name)),
  ]
  return [
    ...(missing.length > 0 ? [`missing from the package: ${missing.join(', ')}`] : []),
    ...(strange.length > 0 ? [`should not ship: ${strange.slice(0, 20).join(', ')}`] : []),
    ...(strangeBeside.length > 0
      ? [`should not lie beside the archive: ${strangeBeside.slice(0, 20).join(', ')}`]
      : []),
  ]
}

/** One line for each folder of the archive with files of its own: its path, their number and their endings. */
export function contentList(entries: readonly string[]): readonly string[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
  const folders = Object.entries(Object.groupBy(filesOf(entries), folderOf))
  return folders
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, files = []]) => {
      const names = files.map((path) => path.slice(folder.length)).toSorted()
      const endings = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))].toSorted()
      return `${folder}  ${names.length <= 4 ? names.join(', ') : `${names.length} files (${endings.join(', ')})`}`
    })
}

const nameAndVersion = (packageJson: string): string => {
  const { name, version } = JSON.parse(packageJson) as { name: string; version: string }
  return `${name}@${version}`
}

/** Why the bill of materials is not that of the package, one sentence each. `held`: name and version of everything in the package. */
export function billFaults(billed: readonly string[], held: readonly string[]): readonly string[] {
  const unbilled = held.filter((name) => !billed.includes(name))
  const unheld = billed.filter((name) => !held.includes(name))
  return [
    ...(unbilled.length > 0 ? [`missing from the bill of materials: ${unbilled.join(', ')}`] : []),
    ...(unheld.length > 0 ? [`in the bill of materials, not in the package: ${unheld.join(', ')}`] : []),
  ]
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
