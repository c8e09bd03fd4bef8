/** Packs the application around an empty stand-in for Electron's own files and says what would ship; fails on anything that should not. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
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
writeFileSync(join(stub, 'electron'), '#!/bin/sh\n', { mode: 0o755 })

// Fuses are flipped in the real binary; the stand-in has none.
const config = join(work, 'electron-builder.yml')
writeFileSync(
  config,
  readFileSync(join(root, 'electron-builder.yml'), 'utf8').replace(/^electronFuses:\n(?: .*\n)*/m, ''),
)
const packed = spawnSync(
  join(root, 'node_modules/.bin/electron-builder'),
  [
    '--linux',
    'dir',
    '--publish',
    'never',
    `-c.electronDist=${stub}`,
    `-c.directories.output=${join(work, 'out')}`,
    '--config',
    config,
  ],
  { cwd: root, encoding: 'utf8' },
)
const asar = createRequire(require.resolve('app-builder-lib'))('@electron/asar') as {
  listPackage(file: string, options: { isPack: boolean }): string[]
}
try {
  if (packed.status !== 0) throw new Error(`electron-builder failed:\n${packed.stdout}\n${packed.stderr}`)
  const shipped = asar.listPackage(join(work, 'out/linux-unpacked/resources/app.asar'), { isPack: false })
  const wanted = [
    '/dist/electron/main.js',
    '/dist/electron/preload.cjs',
    '/dist/electron/market/worker.js',
    '/dist/electron/paper/main.js',
    '/dist/renderer/index.html',
    '/node_modules/keytar/package.json',
  ]
  const missing = wanted.filter((path) => !shipped.includes(path))
  const strange = shipped.filter(
    (path) => path.startsWith('/node_modules/') && !/^\/node_modules\/(keytar|@napi-rs)(\/|$)/.test(path),
  )
  if (missing.length > 0) throw new Error(`missing from the package: ${missing.join(', ')}`)
  if (strange.length > 0) throw new Error(`should not ship: ${strange.slice(0, 20).join(', ')}`)
  console.log(`The package holds ${shipped.length} entries, all of them expected.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
