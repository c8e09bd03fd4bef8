/** Reads a program as electron-builder unpacks it on each system: its folder of resources, its archive and its bill of materials. Writes nothing. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Bill } from './billOfMaterials.ts'
import { billFaults, contentFaults, type Archive } from './packedContents.ts'

// Of electron-builder's own dependencies: no dependency of ours.
const require = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))
const asar = require('@electron/asar') as {
  listPackage(file: string, options: { isPack: boolean }): string[]
  extractFile(file: string, path: string): Buffer
}

/** The folder of resources in a folder of `release/`, such as `win-unpacked` or `mac-arm64`. `system`: as `process.platform`. */
export const resourcesIn = (unpacked: string, system: string): string =>
  system === 'darwin' ? join(unpacked, 'Openpit.app/Contents/Resources') : join(unpacked, 'resources')

/** The archive of a folder of resources. Its paths have `/` on every system. Throws where there is none. */
export function archiveIn(resources: string): Archive {
  const file = join(resources, 'app.asar')
  return {
    entries: asar.listPackage(file, { isPack: false }).map((path) => path.replaceAll('\\', '/')),
    read: (path) => asar.extractFile(file, join(...path.slice(1).split('/'))).toString('utf8'),
  }
}

/** What the bill beside the archive names, as `name@version`. */
export function billedIn(resources: string): readonly string[] {
  const { components } = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')) as Bill
  return components.map(({ name, version }) => `${name}@${version}`)
}

export interface PackageToCheck {
  readonly resources: string
  readonly system: string
  /** Gives name and version of everything that the package holds. */
  readonly held: (archive: Archive) => readonly string[]
}

/** Why a package must not be handed out, one sentence each: its contents, the manual and the bill of materials. */
export function packageFaults({ resources, system, held }: PackageToCheck): readonly string[] {
  if (!existsSync(join(resources, 'app.asar'))) return [`no archive in ${resources}`]
  const archive = archiveIn(resources)
  const beside = readdirSync(resources)
  return [
    ...contentFaults(archive.entries, beside, system),
    ...(existsSync(join(resources, 'docs/manual/README.md'))
      ? []
      : ['the manual is missing beside the archive']),
    ...(beside.includes('sbom.cdx.json') ? billFaults(billedIn(resources), held(archive)) : []),
  ]
}
