/** The figures of memory: core, market worker and page after a minute of market at ten times its speed, garbage collected. */

import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../e2e/story.ts'
import { rounded, type Group } from './figures.ts'
import { openBrowser, pageHeap, serveDesk } from './servedDesk.ts'

const SPEED = 10
const MB = 1e6

export const memory: Group = {
  keys: ['memory.main.MB', 'memory.worker.MB', 'memory.page.MB'],
  async measure({ quick, say }) {
    const seconds = quick ? 15 : 60
    const desk = await serveDesk(say, { speed: SPEED })
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
      await page.goto(desk.url)
      await signIn(page)
      await wait(seconds * 1_000)
      const tool = await page.context().newCDPSession(page)
      const inPage = await pageHeap(tool)
      const { resident, heap, workerHeap } = await desk.costs()
      const after = `after ${seconds} s of the built-in broker's market at ${SPEED} × its speed, with one window open`
      return {
        'memory.main.MB': {
          value: rounded(resident / MB),
          unit: 'MB resident',
          peer: null,
          note: `the whole process of core and worker thread, as the system counts it, ${after}; of it ${rounded(heap / MB)} MB are the core's own heap`,
        },
        'memory.worker.MB': {
          value: rounded(workerHeap / MB),
          unit: 'MB heap',
          peer: null,
          note: `heap and external memory of the market worker's own V8, ${after}`,
        },
        'memory.page.MB': {
          value: rounded(inPage / MB),
          unit: 'MB heap',
          peer: 33,
          note: `heap of the page, ${after}; peer: one lightweight-charts chart of 5,000 bars alone, published figure of docs/performance.md`,
        },
      }
    } finally {
      await browser.close()
      await desk.close()
    }
  },
}
