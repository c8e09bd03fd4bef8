/** The figures of memory: core, market worker and page after a minute of market at ten times its speed, garbage collected. */

import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../../e2e/story.ts'
import { rounded, type Group } from '../figures.ts'
import { openBrowser, pageHeap, serveTerminal } from './servedTerminal.ts'

const SPEED = 10
const MB = 1e6

/** Bytes, garbage collected; of the desk's process as the system counts it, and of the heaps in it and in the page. */
export interface Memory {
  readonly resident: number
  readonly core: number
  readonly worker: number
  readonly page: number
}

/** After so many seconds of market with one window open. */
export async function measureMemory(seconds: number, say: (line: string) => void): Promise<Memory> {
  const desk = await serveTerminal(say, { speed: SPEED })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.goto(desk.url)
    await signIn(page)
    await wait(seconds * 1_000)
    const tool = await page.context().newCDPSession(page)
    const inPage = await pageHeap(tool)
    const { resident, heap, workerHeap } = await desk.costs()
    return { resident, core: heap, worker: workerHeap, page: inPage }
  } finally {
    await browser.close()
    await desk.close()
  }
}

export const memory: Group = {
  keys: ['memory.main.MB', 'memory.worker.MB', 'memory.page.MB'],
  async measure({ quick, say }) {
    const seconds = quick ? 15 : 60
    const { resident, core, worker, page } = await measureMemory(seconds, say)
    const after = `after ${seconds} s of the built-in broker's market at ${SPEED} × its speed, with one window open`
    return {
      'memory.main.MB': {
        value: rounded(resident / MB),
        unit: 'MB resident',
        peer: null,
        note: `the whole process of core and worker thread, as the system counts it, ${after}; of it ${rounded(core / MB)} MB are the core's own heap`,
      },
      'memory.worker.MB': {
        value: rounded(worker / MB),
        unit: 'MB heap',
        peer: null,
        note: `heap and external memory of the market worker's own V8, ${after}`,
      },
      'memory.page.MB': {
        value: rounded(page / MB),
        unit: 'MB heap',
        peer: 33,
        note: `heap of the page, ${after}; peer: one lightweight-charts chart of 5,000 bars alone, published figure of docs/performance.md`,
      },
    }
  },
}
