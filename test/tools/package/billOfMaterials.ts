/** The bill of materials (CycloneDX 1.5) of the packages in an installed program. Pure: reads and writes no file. */

import type { ShippedPackage } from './licences.ts'

export interface LockedPackage {
  /** The name in the registry, where the lock file's key has an alias. */
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
/** `packages` of `package-lock.json`, by path. */
export type Lock = Readonly<Record<string, LockedPackage>>

/** What the package `electron` says of its binary. It names neither the version of Chromium nor that of Node. */
export interface ElectronFacts {
  /** The content of its file `abi_version`: NODE_MODULE_VERSION of the Node inside. */
  readonly abi: string
  /** SHA-256 in hex by the name of the download, from `checksums.json`. */
  readonly checksums: Readonly<Record<string, string>>
}

export interface Component {
  readonly 'bom-ref': string
  readonly type: 'application' | 'framework' | 'library'
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly components?: readonly Component[]
}

export interface Bill {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.5'
  readonly version: 1
  readonly metadata: object
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const ELECTRON = 'node_modules/electron'

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** A digest of the lock file (`sha512-` and base64) as CycloneDX writes it. */
function hashesOf(integrity: string | undefined): Pick<Component, 'hashes'> {
  const [, bits, base64] = /^sha(256|384|512)-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '') ?? []
  if (bits === undefined || base64 === undefined) return {}
  return { hashes: [{ alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') }] }
}

const licencesOf = (licence: string): readonly object[] =>
  licence.startsWith('(') ? [{ expression: licence }] : [{ license: { id: licence } }]

/** Where `path` finds its dependency `name`: beside itself, or in a folder above it. */
function resolve(lock: Lock, path: string, name: string): string | null {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (lock[found]) return found
    if (at === '') return null
  }
}

/** Electron with its exact version. Chromium and Node are parts without a version, because the package names none. */
function electronComponent(lock: Lock, facts: ElectronFacts, system: string): Component {
  const { version = '', integrity } = lock[ELECTRON] ?? {}
  const download = `electron-v${version}-${system}.zip`
  const sha256 = facts.checksums[download]
  if (sha256 === undefined) throw new Error(`the package electron names no checksum of ${download}`)
  const part = (name: string): Component => ({
    'bom-ref': `electron@${version}/${name}`,
    type: 'library',
    name,
    description: `The one inside Electron ${version}. The package electron does not name its version.`,
  })
  return {
    'bom-ref': `electron@${version}`,
    type: 'framework',
    name: 'electron',
    version,
    purl: purlOf('electron', version),
    ...hashesOf(integrity),
    licenses: licencesOf('MIT'),
    properties: [
      { name: 'openpit:electron:node-module-version', value: facts.abi },
      { name: `openpit:electron:sha256:${download}`, value: sha256 },
    ],
    components: [part('chromium'), part('node')],
  }
}

/** `system`: as in the names of Electron's downloads, such as `linux-x64`. The same input gives the same bill: no number and no time of a run. */
export function billOfMaterials(options: {
  readonly lock: Lock
  readonly packages: readonly ShippedPackage[]
  readonly electron: ElectronFacts
  readonly system: string
}): Bill {
  const { lock, packages, electron, system } = options
  const registryName = ({ path, name }: ShippedPackage): string => lock[path]?.name ?? name
  const refOf = (each: ShippedPackage): string => `${registryName(each)}@${each.version}`
  const refs = new Map(packages.map((each) => [each.path, refOf(each)]))
  const dependsOn = (path: string): readonly string[] => {
    const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {}
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    return names.flatMap((name) => refs.get(resolve(lock, path, name) ?? '') ?? []).toSorted()
  }
  const framework = electronComponent(lock, electron, system)
  const { version = '' } = lock[''] ?? {}
  const program = `openpit@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': program,
        type: 'application',
        name: 'openpit',
        version,
        purl: purlOf('openpit', version),
        licenses: licencesOf('MIT'),
      },
    },
    components: [
      framework,
      ...packages.map((each): Component => {
        const name = registryName(each)
        return {
          'bom-ref': refOf(each),
          type: 'library',
          name,
          version: each.version,
          purl: purlOf(name, each.version),
          ...hashesOf(lock[each.path]?.integrity),
          licenses: licencesOf(each.licence),
        }
      }),
    ],
    dependencies: [
      { ref: program, dependsOn: [framework['bom-ref'], ...dependsOn('')] },
      ...packages.map((each) => ({ ref: refOf(each), dependsOn: dependsOn(each.path) })),
    ],
  }
}
