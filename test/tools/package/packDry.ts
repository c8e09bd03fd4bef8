/** Packs the application around an empty stand-in for Electron's own files and says what would ship; fails on anything that should not. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentList, packagesHeld, type Archive } from './packedContents.ts'
import { archiveIn, packageFaults, resourcesIn } from './unpackedProgram.ts'

const root = resolve(import.meta.dirname, '../../..')
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
try {
  if (noticed.status !== 0) throw new Error(`the notices could not be written:\n${noticed.stderr}`)
  if (packed.status !== 0) throw new Error(`electron-builder failed:\n${packed.stdout}\n${packed.stderr}`)
  const resources = resourcesIn(join(work, 'out/linux-unpacked'), 'linux')
  const held = (archive: Archive) => [`electron@${version}`, ...packagesHeld(root, archive)]
  const faults = packageFaults({ resources, system: 'linux', held })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const archive = archiveIn(resources)
  console.log(contentList(archive.entries).join('\n'))
  console.log(`Beside the archive: ${readdirSync(resources).join(', ')}`)
  console.log(
    `The bill of materials names Electron and ${held(archive).length - 1} packages, as the package holds.`,
  )
  const binary = readFileSync(join(work, 'out/linux-unpacked/openpit'), 'latin1')
  const fuses = binary.slice(binary.indexOf(FUSES.slice(0, 34)) + 34).slice(0, 9)
  // runAsNode 0, cookies 1, NODE_OPTIONS 0, --inspect 0, archive checked 1, only the archive 1, own snapshot 0, file:// 0; the last is Electron's own.
  if (!fuses.startsWith('01001100')) throw new Error(`the fuses are ${fuses}`)
  console.log(`The package holds ${archive.entries.length} entries, all of them expected.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
