/** Packs the application around an empty stand-in for Electron's own files and says what would ship; fails on anything that should not. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Bill } from './billOfMaterials.ts'
import { contentFaults, contentList, packagesHeld, type Archive } from './packedContents.ts'

const root = resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
  version: string
}
const work = mkdtempSync(join(tmpdir(), 'openpit-pack-'))
const stub = join(work, 'electron')
mkdirSync(join(stub, 'resources'), { recursive: true })
mkdirSync(join(stub, 'locales'))
for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'resources.pak'])
  writeFileSync(join(stub, name), '')
writeFileSync(join(stub, 'version'), `v${version}`)
/** Where a binary keeps its fuses: a mark, the version of the layout, their number, and a digit for each (`@electron/fuses`). */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009100111111'
writeFileSync(join(stub, 'electron'), `#!/bin/sh\n${FUSES}\n`, { mode: 0o755 })
const noticed = spawnSync(process.execPath, [join(import.meta.dirname, 'writeNotices.ts')], {
  encoding: 'utf8',
})
const packed = spawnSync(
  join(root, 'node_modules/.bin/electron-builder'),
  [
    '--linux',
    'dir',
    '--publish',
    'never',
    `-c.electronDist=${stub}`,
    `-c.directories.output=${join(work, 'out')}`,
  ],
  { cwd: root, encoding: 'utf8' },
)
const asar = createRequire(require.resolve('app-builder-lib'))('@electron/asar') as {
  listPackage(file: string, options: { isPack: boolean }): string[]
  extractFile(file: string, path: string): Buffer
}

/** The bill of materials names exactly what the package holds: Electron and the packages, with their versions. */
function checkBill(archive: Archive): void {
  const { components } = JSON.parse(
    readFileSync(join(work, 'out/linux-unpacked/resources/sbom.cdx.json'), 'utf8'),
  ) as Bill
  const billed = components.map((each) => `${each.name}@${each.version}`)
  const held = [`electron@${version}`, ...packagesHeld(root, archive)]
  const unbilled = held.filter((name) => !billed.includes(name))
  const unheld = billed.filter((name) => !held.includes(name))
  if (unbilled.length > 0) throw new Error(`missing from the bill of materials: ${unbilled.join(', ')}`)
  if (unheld.length > 0) throw new Error(`in the bill of materials, not in the package: ${unheld.join(', ')}`)
  console.log(`The bill of materials names Electron and ${held.length - 1} packages, as the package holds.`)
}

try {
  if (noticed.status !== 0) throw new Error(`the notices could not be written:\n${noticed.stderr}`)
  if (packed.status !== 0) throw new Error(`electron-builder failed:\n${packed.stdout}\n${packed.stderr}`)
  const file = join(work, 'out/linux-unpacked/resources/app.asar')
  const shipped = asar.listPackage(file, { isPack: false })
  const beside = readdirSync(join(work, 'out/linux-unpacked/resources'))
  const faults = contentFaults(shipped, beside)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const manual = join(work, 'out/linux-unpacked/resources/docs/manual/README.md')
  if (!existsSync(manual)) throw new Error('the manual is missing beside the archive')
  console.log(contentList(shipped).join('\n'))
  console.log(`Beside the archive: ${beside.join(', ')}`)
  checkBill({ entries: shipped, read: (path) => asar.extractFile(file, path.slice(1)).toString('utf8') })
  const binary = readFileSync(join(work, 'out/linux-unpacked/openpit'), 'latin1')
  const fuses = binary.slice(binary.indexOf(FUSES.slice(0, 34)) + 34).slice(0, 9)
  // runAsNode 0, cookies 1, NODE_OPTIONS 0, --inspect 0, archive checked 1, only the archive 1, own snapshot 0, file:// 0; the last is Electron's own.
  if (!fuses.startsWith('01001100')) throw new Error(`the fuses are ${fuses}`)
  console.log(`The package holds ${shipped.length} entries, all of them expected.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
