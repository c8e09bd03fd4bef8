/** Packages of each system, made of small files: a whole one passes, and one with a fault is refused by name. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEEDED } from './packedContents.ts'
import { packageFaults, resourcesIn } from './unpackedProgram.ts'

const require = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))
const { createPackage } = require('@electron/asar') as {
  createPackage: (source: string, target: string) => Promise<void>
}

/** What electron-builder and Electron leave beside the archive on each system. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  linux: [],
  win32: ['elevate.exe'],
  darwin: ['icon.icns', 'en.lproj', 'zh_CN.lproj'],
}
const HELD = ['electron@1.0.0', 'zod@4.0.0']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-unpacked-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

interface Change {
  readonly archive?: readonly string[]
  readonly beside?: readonly string[]
  readonly without?: string
  readonly billed?: readonly string[]
}

/** Packs a program of `system`, and gives what the check finds. */
async function faultsOf(system: string, change: Change = {}): Promise<readonly string[]> {
  const source = join(folder, 'app')
  for (const path of [...NEEDED, ...(change.archive ?? [])])
    if (path !== change.without) write(join(source, path))
  const resources = resourcesIn(join(folder, 'unpacked'), system)
  const billed = (change.billed ?? HELD).map((each) => {
    const [name, version] = each.split('@')
    return { name, version }
  })
  const beside: Readonly<Record<string, string>> = {
    'THIRD_PARTY_NOTICES.txt': 'x',
    'app-update.yml': 'x',
    'app.asar.unpacked/keytar.node': 'x',
    'docs/manual/README.md': 'x',
    'sbom.cdx.json': JSON.stringify({ components: billed }),
    ...Object.fromEntries([...(OWN[system] ?? []), ...(change.beside ?? [])].map((name) => [name, 'x'])),
  }
  for (const [name, text] of Object.entries(beside))
    if (name !== change.without) write(join(resources, name), text)
  await createPackage(source, join(resources, 'app.asar'))
  return packageFaults({ resources, system, held: () => HELD })
}

describe.each(['linux', 'win32', 'darwin'])('a package of %s', (system) => {
  it('has no fault where it is whole', async () => {
    expect(await faultsOf(system)).toEqual([])
  })

  it('is refused for a file that should not ship, in the archive and beside it', async () => {
    expect(await faultsOf(system, { archive: ['/dist/electron/own.key'], beside: ['notes.txt'] })).toEqual([
      'should not ship: /dist/electron/own.key',
      'should not lie beside the archive: notes.txt',
    ])
  })

  it.each([
    ['/dist/electron/paper/main.mjs', 'missing from the package: /dist/electron/paper/main.mjs'],
    ['sbom.cdx.json', 'missing from the package: sbom.cdx.json'],
  ])('is refused without %s', async (without, fault) => {
    expect(await faultsOf(system, { without })).toEqual([fault])
  })

  it('is refused without the manual', async () => {
    expect(await faultsOf(system, { without: 'docs/manual/README.md', beside: ['docs/other.txt'] })).toEqual([
      'the manual is missing beside the archive',
    ])
  })

  it('is refused where its bill of materials names another set of packages', async () => {
    expect(await faultsOf(system, { billed: ['electron@1.0.0', 'zod@3.0.0'] })).toEqual([
      'missing from the bill of materials: zod@4.0.0',
      'in the bill of materials, not in the package: zod@3.0.0',
    ])
  })
})

it('what lies beside the archive on one system is refused on another', async () => {
  expect(await faultsOf('linux', { beside: ['elevate.exe', 'en.lproj'] })).toEqual([
    'should not lie beside the archive: elevate.exe, en.lproj',
  ])
})

it('a folder without an archive is refused', () => {
  expect(packageFaults({ resources: folder, system: 'win32', held: () => HELD })).toEqual([
    `no archive in ${folder}`,
  ])
})
