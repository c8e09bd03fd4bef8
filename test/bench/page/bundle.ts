/** The figures of the page's size, compressed as a server would: what a window loads before its first panel, and all that a window may ever load. */

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import { rounded, type Figure, type Group } from '../figures.ts'

const root = resolve(import.meta.dirname, '../../..')
const PAINT_WORKER = 'assets/paint.js'

export const bundle: Group = {
  keys: ['bundle.start.gzipKB', 'bundle.renderer.gzipKB'],
  async measure({ say }) {
    await buildWhenStale(root, 'page', say)
    const page = join(root, 'dist/renderer')
    const files = globSync('**/*.{html,js,css}', { cwd: page })
    const markup = readFileSync(join(page, 'index.html'), 'utf8')
    // The markup names every script and style that the page loads before it draws; the paint worker starts with the first ladder.
    const first = files.filter(
      (file) => file === 'index.html' || file === PAINT_WORKER || markup.includes(file),
    )
    const figure = (loaded: readonly string[], note: string): Figure => {
      const bytes = loaded.reduce((sum, file) => sum + gzipSync(readFileSync(join(page, file))).length, 0)
      return {
        value: rounded(bytes / 1_000),
        unit: 'kB',
        peer: null,
        note: `${note}, fonts left out; each file gzipped`,
      }
    }
    return {
      'bundle.start.gzipKB': figure(
        first,
        `the ${first.length} scripts, styles and markup that a window loads at its start, the paint worker included`,
      ),
      'bundle.renderer.gzipKB': figure(
        files,
        `all ${files.length} scripts, styles and markup of the built page, panels that load later and workers included`,
      ),
    }
  },
}
