/** The figure of the page's size: everything that a window may load, compressed as a server would. */

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import { rounded, type Group } from '../figures.ts'

const root = resolve(import.meta.dirname, '../../..')

export const bundle: Group = {
  keys: ['bundle.renderer.gzipKB'],
  async measure({ say }) {
    await buildWhenStale(root, 'page', say)
    const page = join(root, 'dist/renderer')
    const files = globSync('**/*.{html,js,css}', { cwd: page })
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(page, file))).length, 0)
    return {
      'bundle.renderer.gzipKB': {
        value: rounded(bytes / 1_000),
        unit: 'kB',
        peer: null,
        note: `all ${files.length} scripts, styles and markup of the built page, panels that load later and workers included, fonts left out; each file gzipped`,
      },
    }
  },
}
