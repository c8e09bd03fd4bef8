/** The figure of a further window: until its ladder shows a book, beside a blank window that is opened in the same way. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { duplicateTab } from '../../e2e/story.ts'
import { median, rounded, type Group } from '../figures.ts'
import { SYMBOLS } from '../venue/words.ts'
import { openBenchDesk } from './openDesk.ts'

const showsBook = (): boolean =>
  document.querySelector('[aria-label^="Depth ladder"] [role=gridcell]') !== null

/** Ms of each further window and of each blank one, by turns. The first of each is left out. */
export async function measureNextWindow(
  turns: number,
  say: (line: string) => void,
): Promise<{ readonly own: readonly number[]; readonly blank: readonly number[] }> {
  const desk = await openBenchDesk(say, SYMBOLS.length)
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Blank</title><p>blank'),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const blankUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    const { first } = desk
    const [own, blank]: [number[], number[]] = [[], []]
    for (let turn = 0; turn <= turns; turn++) {
      const began = performance.now()
      const mine = await duplicateTab(first)
      // Asked at each frame: an assertion that polls would add up to 250 ms of its own.
      await mine.waitForFunction(showsBook, undefined, { polling: 'raf' })
      const between = performance.now()
      await mine.close()
      const start = performance.now()
      const [theirs] = await Promise.all([
        first.waitForEvent('popup'),
        first.evaluate((url) => void window.open(url), blankUrl),
      ])
      await theirs.getByText('blank').waitFor()
      const end = performance.now()
      await theirs.close()
      if (turn === 0) continue
      own.push(between - began)
      blank.push(end - start)
    }
    return { own, blank }
  } finally {
    server.close()
    await desk.close()
  }
}

export const nextWindow: Group = {
  keys: ['desk.nextWindow.overBlank'],
  async measure({ quick, say }) {
    const { own, blank } = await measureNextWindow(quick ? 2 : 7, say)
    return {
      'desk.nextWindow.overBlank': {
        value: rounded(median(own) / median(blank)),
        unit: '× blank window',
        peer: 1,
        note: `a further tab of a desk that is signed in, until its ladder shows a book (median ${Math.round(median(own))} ms of ${own.length}), over a tab with one line of text (${Math.round(median(blank))} ms), by turns in one run`,
      },
    }
  },
}
