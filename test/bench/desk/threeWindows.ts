/** The figures of a desk on three screens, twelve ladders and nine charts among them, while the market is wild. */

import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { mainThreadMeter, pageHeap } from '../page/servedTerminal.ts'
import { rounded, type Group } from '../figures.ts'
import { RATE } from '../stream/stream.ts'
import { openBenchDesk } from './openDesk.ts'

const WINDOWS = 3
/** That the venue lists, and that each quote board shows. */
const INSTRUMENTS = 100
/** Of the Watch wall's six ladders, four charts, one quote board and one time and sales. */
const TOO_MANY = ['Ladder 6', 'Ladder 5', 'Chart 4']
const SETTLE_MS = 5_000
/** Ms between two frames of the screen. */
const FRAME = 1_000 / 60
const MB = 1e6

export interface DeskLoad {
  /** Of all frames of a window, those that came more than two frames after the one before, ‰; by window. */
  readonly late: readonly number[]
  /** Of each page's main thread, %. */
  readonly busy: readonly number[]
  /** Of the core's loop, ms. */
  readonly lagP99: number
  /** Heaps of all pages, garbage collected, bytes. */
  readonly heaps: number
  /** Messages a second that came meanwhile. */
  readonly perSecond: number
  /** By kind, in all windows together. */
  readonly panels: Readonly<Record<'ladders' | 'charts' | 'quoteBoards' | 'sales', number>>
}

/** Ms between frames of a page, while it is looked at. */
async function frameGaps(page: Page, seconds: number): Promise<number[]> {
  return page.evaluate(
    (ms) =>
      new Promise<number[]>((done) => {
        const gaps: number[] = []
        const began = performance.now()
        let last = began
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          if (now - began < ms) requestAnimationFrame(frame)
          else done(gaps.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    seconds * 1_000,
  )
}

async function countPanels(pages: readonly Page[]): Promise<DeskLoad['panels']> {
  const count = async (name: RegExp) => {
    const counts = await Promise.all(pages.map((page) => page.getByRole('region', { name }).count()))
    return counts.reduce((sum, one) => sum + one, 0)
  }
  return {
    ladders: await count(/^Ladder(?: \d+)?$/),
    charts: await count(/^Chart(?: \d+)?$/),
    quoteBoards: await count(/^Quote board(?: \d+)?$/),
    sales: await count(/^Time and sales(?: \d+)?$/),
  }
}

async function focusPanel(page: Page, name: string): Promise<Locator> {
  const panel = page.getByRole('region', { name, exact: true })
  await panel.locator('[tabindex="0"]').first().focus()
  return panel
}

/** Four ladders, three charts, two time and sales and, where `quotes`, a quote board. */
async function arrange(page: Page, quotes: boolean): Promise<void> {
  await page.keyboard.press('Control+2')
  await page.getByRole('region', { name: 'Ladder 4' }).waitFor()
  for (const name of quotes ? TOO_MANY : [...TOO_MANY, 'Quote board']) {
    const panel = await focusPanel(page, name)
    await page.keyboard.press('Control+Shift+X')
    await panel.waitFor({ state: 'detached' })
  }
  await focusPanel(page, 'Time and sales')
  await page.keyboard.press('Control+Shift+D')
  await page.getByRole('region', { name: 'Time and sales 2' }).waitFor()
  await page.keyboard.press('Control+\\')
  await page.getByRole('region', { name: 'Time and sales', exact: true }).waitFor()
}

export async function measureThreeWindows(seconds: number, say: (line: string) => void): Promise<DeskLoad> {
  const desk = await openBenchDesk(say, INSTRUMENTS)
  try {
    const pages = [desk.first]
    while (pages.length < WINDOWS) pages.push(await desk.openWindow())
    for (const [n, page] of pages.entries()) await arrange(page, n > 0)
    const panels = await countPanels(pages)
    const meters = await Promise.all(pages.map((page) => mainThreadMeter(page)))
    await desk.venue.pace(RATE)
    await wait(SETTLE_MS)
    await desk.costs()
    const from = await desk.venue.pace(RATE)
    const began = performance.now()
    const before = await Promise.all(meters.map((meter) => meter()))
    const gaps = await Promise.all(pages.map((page) => frameGaps(page, seconds)))
    const took = performance.now() - began
    const after = await Promise.all(meters.map((meter) => meter()))
    const { lagSinceP99: lagP99 } = await desk.costs()
    const to = await desk.venue.pace(0)
    const tools = await Promise.all(pages.map((page) => page.context().newCDPSession(page)))
    const heaps = await Promise.all(tools.map((tool) => pageHeap(tool)))
    return {
      late: gaps.map((all) => (1_000 * all.filter((gap) => gap > 2.5 * FRAME).length) / all.length),
      busy: after.map((ms, n) => (100 * (ms - (before[n] ?? 0))) / took),
      lagP99,
      heaps: heaps.reduce((sum, heap) => sum + heap, 0),
      perSecond: ((to.sent - from.sent) * 1_000) / took,
      panels,
    }
  } finally {
    await desk.close()
  }
}

export const threeWindows: Group = {
  keys: [
    'desk.threeWindows.lateFrames',
    'desk.threeWindows.pagePercent',
    'desk.threeWindows.loopLagP99ms',
    'desk.threeWindows.pagesMB',
  ],
  async measure({ quick, say }) {
    const seconds = quick ? 5 : 30
    const { late, busy, lagP99, heaps, perSecond, panels } = await measureThreeWindows(seconds, say)
    const { ladders, charts, quoteBoards, sales } = panels
    const how = `three windows of 1920 × 1080 with together ${ladders} ladders, ${charts} charts, ${quoteBoards} quote boards of ${INSTRUMENTS} instruments and ${sales} time and sales, at ${Math.round(perSecond)} messages/s for ${seconds} s, headless without a graphics card`
    const each = (values: readonly number[]) => values.map((value) => rounded(value)).join(', ')
    return {
      'desk.threeWindows.lateFrames': {
        value: rounded(Math.max(...late)),
        unit: '‰ later than two frames, worst window',
        peer: null,
        note: `${how}; by window ${each(late)}`,
      },
      'desk.threeWindows.pagePercent': {
        value: rounded(Math.max(...busy)),
        unit: '% of a main thread, busiest window',
        peer: null,
        note: `${how}; processor time of the main thread, by window ${each(busy)}`,
      },
      'desk.threeWindows.loopLagP99ms': {
        value: rounded(lagP99),
        unit: 'ms',
        peer: null,
        note: `lag of the core's loop; ${how}`,
      },
      'desk.threeWindows.pagesMB': {
        value: rounded(heaps / MB),
        unit: 'MB heap',
        peer: null,
        note: `heaps of the three pages together, garbage collected, behind ${how}`,
      },
    }
  },
}
