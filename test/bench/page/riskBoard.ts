/** The figures of the risk board: frames a second and share of the page's main thread with 200 customers in 20 live instruments, and what a move of the shock costs. */

import { setTimeout as wait } from 'node:timers/promises'
import { serveBenchPage } from './benchPage.ts'
import { median, rounded, type Group } from '../figures.ts'
import { mainThreadMeter, openBrowser } from './servedTerminal.ts'
import { measureRun, type WindowCost } from './windowCost.ts'

const WARM_MS = 3_000
/** Customers with a position in each of two instruments: the points of the curve. */
const CUSTOMERS = [10, 100, 1_000, 10_000]
/** The bound that `board.200x20.pagePercent` has. */
const MOST_PERCENT = 25

export interface RiskCost extends WindowCost {
  /** Ms of script of each move of the slider, by the clock. */
  readonly moves: readonly number[]
  /** Ms of the page's main thread for one move, in its own time, with the prices that arrive meanwhile. */
  readonly threadMsOfMove: number
}

export async function measureRiskBoard(
  customers: number,
  instruments: number,
  seconds: number,
): Promise<RiskCost> {
  const served = await serveBenchPage('windowPage')
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.goto(`${served.url}?scene=riskBoard&customers=${customers}&instruments=${instruments}`)
    await page.getByRole('grid', { name: 'Watchlist' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('risk')
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Risk board' }).waitFor()
    await wait(WARM_MS)
    const busy = await mainThreadMeter(page)
    const cost = await measureRun(page, busy, seconds)
    const before = await busy()
    const moves = await page.evaluate(() =>
      (window as unknown as { shock(): Promise<readonly number[]> }).shock(),
    )
    return { ...cost, moves, threadMsOfMove: ((await busy()) - before) / moves.length }
  } finally {
    await browser.close()
    await served.close()
  }
}

export const riskBoard: Group = {
  keys: ['board.200x20.fps', 'board.200x20.pagePercent', 'board.200x20.shockMs'],
  async measure({ quick }) {
    const [customers, instruments] = quick ? [50, 20] : [200, 20]
    const cost = await measureRiskBoard(customers, instruments, quick ? 4 : 15)
    const scene = `the whole window with the risk board, ladders and charts left out, ${customers} customers with a position in each of ${instruments} instruments (${cost.rows} rows), ${rounded((cost.updates * 1_000) / cost.ms)} prices a second`
    return {
      'board.200x20.fps': {
        value: rounded(cost.fps),
        unit: 'frames/s',
        peer: 60,
        note: `${scene}; peer: the screen`,
      },
      'board.200x20.pagePercent': {
        value: rounded(100 * cost.share),
        unit: '%',
        peer: MOST_PERCENT,
        note: `of the page's main thread, same run; peer: the bound`,
      },
      'board.200x20.shockMs': {
        value: rounded(cost.threadMsOfMove),
        unit: 'ms',
        peer: 16.7,
        note: `of the page's main thread in its own time, a mean of ${cost.moves.length} moves of the slider from 0 to -20 % with all that is drawn; by the clock the middle one ${rounded(median(cost.moves))} ms, the slowest ${rounded(Math.max(...cost.moves))} ms; peer: a frame`,
      },
    }
  },
}

export const riskBoardGrowth: Group = {
  keys: ['growth.riskBoard'],
  async measure({ quick, say }) {
    const counts = quick ? CUSTOMERS.slice(0, 2) : CUSTOMERS
    const points: { readonly count: number; readonly cost: RiskCost }[] = []
    for (const count of counts) {
      // oxlint-disable-next-line no-await-in-loop -- Two at once would share the processor.
      points.push({ count, cost: await measureRiskBoard(count, 2, quick ? 3 : 8) })
      say(`risk board: ${count} customers`)
    }
    const [least, most] = [points[0], points.at(-1)]
    const curve = points.map(
      ({ count, cost }) =>
        `${count}: ${rounded(cost.fps)} frames/s, ${rounded(100 * cost.share)} %, ${rounded(cost.threadMsOfMove)} ms`,
    )
    return {
      'growth.riskBoard': {
        value: rounded((most?.cost.share ?? Number.NaN) / (least?.cost.share ?? Number.NaN)),
        unit: `× ${least?.count} customers, with ${most?.count}`,
        peer: (most?.count ?? 0) / (least?.count ?? 1),
        note: `share of the page's main thread with the risk board of customers with a position in each of two live instruments; frames a second, that share, and its ms for a move of the shock: ${curve.join('; ')}; peer: growth in proportion`,
      },
    }
  },
}
