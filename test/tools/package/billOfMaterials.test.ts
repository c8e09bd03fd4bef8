/** The bill of materials from a lock file: exact versions, resolved dependencies, nothing invented about Electron's parts. */

import { describe, expect, it } from 'vitest'
import { billOfMaterials, type Lock } from './billOfMaterials.ts'
import { packageOfModule } from './bundledPackages.ts'
import type { ShippedPackage } from './licences.ts'

const LOCK: Lock = {
  '': { version: '0.1.0', dependencies: { a: '1.0.0', keytar: 'npm:@other/keyring@2.0.0' } },
  'node_modules/electron': { version: '45.3.4', integrity: `sha512-${btoa('electron')}` },
  'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0', c: '^1.0.0' } },
  'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '^1.0.0' } },
  'node_modules/b': { version: '2.0.0' },
  'node_modules/c': { version: '1.1.0' },
  'node_modules/keytar': { name: '@other/keyring', version: '2.0.0', peerDependencies: { b: '*' } },
}
const shipped = (path: string, licence = 'MIT'): ShippedPackage => ({
  path,
  name: path.replace(/^.*node_modules\//, ''),
  version: LOCK[path]?.version ?? '',
  licence,
  texts: [],
  isInstalled: true,
})
const ELECTRON = { abi: '150', checksums: { 'electron-v45.3.4-linux-x64.zip': 'ab12' } }
const billOf = (...packages: readonly ShippedPackage[]) =>
  billOfMaterials({ lock: LOCK, packages, electron: ELECTRON, system: 'linux-x64' })

describe('the bill of materials', () => {
  it('names Electron by its exact version, and its parts without one that the package does not name', () => {
    const [electron] = billOf().components
    expect(electron).toMatchObject({
      name: 'electron',
      version: '45.3.4',
      purl: 'pkg:npm/electron@45.3.4',
      hashes: [{ alg: 'SHA-512', content: Buffer.from('electron').toString('hex') }],
      properties: [
        { name: 'openpit:electron:node-module-version', value: '150' },
        { name: 'openpit:electron:sha256:electron-v45.3.4-linux-x64.zip', value: 'ab12' },
      ],
    })
    expect(electron?.components?.map(({ name, version }) => [name, version])).toEqual([
      ['chromium', undefined],
      ['node', undefined],
    ])
  })

  it('is refused for a system that Electron has no download for', () => {
    expect(() =>
      billOfMaterials({ lock: LOCK, packages: [], electron: ELECTRON, system: 'plan9-x64' }),
    ).toThrow('the package electron names no checksum of electron-v45.3.4-plan9-x64.zip')
  })

  it('names the packages that it is given and no others, an alias by its name in the registry', () => {
    const { components } = billOf(
      shipped('node_modules/b', '(MIT OR CC0-1.0)'),
      shipped('node_modules/keytar'),
    )
    expect(components.slice(1).map(({ purl, licenses }) => [purl, licenses])).toEqual([
      ['pkg:npm/b@2.0.0', [{ expression: '(MIT OR CC0-1.0)' }]],
      ['pkg:npm/%40other/keyring@2.0.0', [{ license: { id: 'MIT' } }]],
    ])
  })

  it('resolves each dependency as Node does, and leaves out what does not ship', () => {
    const { dependencies } = billOf(
      shipped('node_modules/a'),
      shipped('node_modules/a/node_modules/b'),
      shipped('node_modules/b'),
      shipped('node_modules/keytar'),
    )
    expect(dependencies).toEqual([
      { ref: 'openpit@0.1.0', dependsOn: ['electron@45.3.4', '@other/keyring@2.0.0', 'a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['b@1.5.0'] },
      { ref: 'b@1.5.0', dependsOn: [] },
      { ref: 'b@2.0.0', dependsOn: [] },
      { ref: '@other/keyring@2.0.0', dependsOn: ['b@2.0.0'] },
    ])
  })
})

it.each([
  ['/p/node_modules/a/dist/x.js', 'node_modules/a'],
  ['../node_modules/@s/a/x.js?url', 'node_modules/@s/a'],
  ['C:\\p\\node_modules\\a\\node_modules\\b\\x.js', 'node_modules/a/node_modules/b'],
  ['\0/p/node_modules/a/x.js?commonjs-module', 'node_modules/a'],
  ['/p/renderer/main.tsx', null],
  ['\0rolldown/runtime.js', null],
])('the package of the module %j is %s', (id, expected) => {
  expect(packageOfModule(id)).toBe(expected)
})
