/** The figures of a long table: frames a second of the real window while 100,000 orders are on it and fifty a second change, and what a sort costs. */

import { setTimeout as wait } from 'node:timers/promises'
import { serveBenchPage } from './benchPage.ts'
import { BUSY, LADDERS, measurePaint } from './paint.ts'
import { rounded, type Group } from '../figures.ts'
import { mainThreadMeter, openBrowser } from './servedTerminal.ts'
import { measureRun, type WindowCost } from './windowCost.ts'

const UPDATES = 50
const WARM_MS = 2_000

export interface BlotterCost extends WindowCost {
  /** Ms of script of each press that sorts all rows by another column. */
  readonly resorts: readonly number[]
}

/** A day's orders: most are over. */
const LIVE_EVERY = 200

/** One run of the window for each number of orders, in one browser; of `liveEvery` orders one is live. */
export async function measureBlotter(
  sizes: readonly number[],
  updates: number,
  seconds: number,
  liveEvery = LIVE_EVERY,
): Promise<readonly BlotterCost[]> {
  const served = await serveBenchPage('windowPage')
  const browser = await openBrowser()
  try {
    const costs: BlotterCost[] = []
    for (const orders of sizes) {
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
      await page.goto(
        `${served.url}?scene=blotter&orders=${orders}&updates=${updates}&liveEvery=${liveEvery}`,
      )
      const grid = page.getByRole('grid', { name: 'Orders' })
      await page.getByRole('grid', { name: 'Watchlist' }).waitFor()
      await page.keyboard.press('F7')
      await grid.waitFor()
      await wait(WARM_MS)
      const busy = await mainThreadMeter(page)
      const cost = await measureRun(page, busy, seconds)
      const resorts = await page.evaluate(() =>
        (window as unknown as { resort(): Promise<readonly number[]> }).resort(),
      )
      costs.push({ ...cost, resorts })
      await page.close()
    }
    return costs
  } finally {
    await browser.close()
    await served.close()
  }
}

export const blotter: Group = {
  keys: ['blotter.100kRows.fps', 'blotter.100kRows.resort', 'blotter.100kRows.lateLadderFrames'],
  async measure({ quick, say }) {
    const [sizes, seconds] = quick ? [[20_000], 4] : [[100_000], 15]
    const [cost] = await measureBlotter(sizes, UPDATES, seconds)
    const [allLive] = await measureBlotter(sizes, UPDATES, seconds, 1)
    const scenes = await measurePaint(quick ? 1 : 3, quick ? 2 : 10, say, [LADDERS, BUSY])
    const [still, busy] = [scenes.get(LADDERS), scenes.get(BUSY)]
    if (!cost || !allLive || !still || !busy) throw new Error('Nothing was measured.')
    return {
      'blotter.100kRows.fps': {
        value: rounded(cost.fps),
        unit: 'frames/s',
        peer: 60,
        note: `the whole window, ladders and charts left out, ${quick ? '20,000' : '100,000'} orders of which one in ${LIVE_EVERY} is live, ${rounded((cost.updates * 1_000) / cost.ms)} updates a second, seven in ten on the screen (${cost.rows - 1} rows drawn); ${rounded(100 * cost.share)} % of the page's main thread (${rounded((cost.share * 1_000) / cost.fps)} ms a frame); were every one live, ${rounded(allLive.fps)} frames/s and ${rounded(100 * allLive.share)} %; peer: the screen`,
      },
      'blotter.100kRows.resort': {
        value: rounded(Math.max(...cost.resorts)),
        unit: 'ms',
        peer: 50,
        note: `the slowest of ${cost.resorts.length} presses of S on ${quick ? '20,000' : '100,000'} orders, script until the new order is drawn; the middle one ${rounded(cost.resorts.toSorted((a, b) => a - b)[Math.floor(cost.resorts.length / 2)] ?? 0)} ms; peer: the bound`,
      },
      'blotter.100kRows.lateLadderFrames': {
        value: busy.late,
        unit: 'frames',
        peer: still.late,
        note: `of nine ladders at 5,000 changes a second, more than two frames of the screen after the frame before, in ${quick ? 2 : 10} s while the page sorts 100,000 rows by the next column twice a second and draws them; ${rounded(busy.dropped)} ‰ of the screen's frames without the ladders' news, the page's own frames ${rounded(busy.pageFps)} a second; peer: the same ladders without that table, ${rounded(still.dropped)} ‰`,
      },
    }
  },
}
