/** The figure of charts: frames a second of nine of them with a hundred thousand candles in reach, beside the library alone and charts that hold them all. */

import { resolve } from 'node:path'
import { chromium, type CDPSession, type Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import { findOrInstallBrowser } from '../../support/findBrowser.ts'
import { rounded, type Group } from '../figures.ts'

const CANDLES = 100_000

export interface ChartCost {
  /** Frames a second. */
  readonly fps: number
  /** Processor time of the page's main thread, ms a frame. */
  readonly pageMs: number
  /** The same by updates that charts drew; NaN for charts that draw all in every frame. */
  readonly pageMsPerUpdate: number
  readonly updatesPerSecond: number
  /** Frames that came later than 20 ms after the one before, of a hundred. */
  readonly slowPercent: number
}

/** Nine charts for so many seconds each way: ours under twenty updates a second each, the library's with the same bars and turns, and the library's with everything in them. */
export async function measureCharts(
  seconds: number,
  candles: number,
): Promise<{ readonly ours: ChartCost; readonly bare: ChartCost; readonly whole: ChartCost }> {
  const executablePath = findOrInstallBrowser()
  if (executablePath === null) throw new Error('No browser to measure charts in.')
  const script = await pageScript()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1_800, height: 1_000 } })
    await page.addScriptTag({ content: script })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const ours = await costOf(page, devtools, 'ours', seconds, candles)
    const bare = await costOf(page, devtools, 'bare', seconds, candles)
    const whole = await costOf(page, devtools, 'whole', seconds, candles)
    return { ours, bare, whole }
  } finally {
    await browser.close()
  }
}

async function costOf(
  page: Page,
  devtools: CDPSession,
  kind: 'ours' | 'bare' | 'whole',
  seconds: number,
  candles: number,
): Promise<ChartCost> {
  await page.evaluate(`charts.${kind}(${candles})`)
  await page.evaluate('charts.frames(1000)')
  const before = await busySeconds(devtools)
  const drawn = (await page.evaluate(`charts.frames(${seconds * 1_000})`)) as {
    frames: number
    ms: number
    slow: number
    updates: number
  }
  const busy = (await busySeconds(devtools)) - before
  return {
    fps: rounded((drawn.frames * 1_000) / drawn.ms),
    pageMs: rounded((busy * 1_000) / drawn.frames),
    pageMsPerUpdate: drawn.updates === 0 ? Number.NaN : rounded((busy * 1_000) / drawn.updates),
    updatesPerSecond: rounded((drawn.updates * 1_000) / drawn.ms),
    slowPercent: rounded((100 * drawn.slow) / drawn.frames),
  }
}

async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** `chartPage.ts` and all that it imports as one script that leaves its functions in `charts`. */
async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'chrome140',
      lib: { entry: resolve(import.meta.dirname, 'chartPage.ts'), formats: ['iife'], name: 'charts' },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  const code = output?.output.find((item) => item.type === 'chunk')?.code
  if (code === undefined) throw new Error('The page of the charts could not be built.')
  return code
}

export const chart: Group = {
  keys: ['chart.100kCandles.fps'],
  async measure({ quick }) {
    const { ours, bare, whole } = await measureCharts(quick ? 3 : 15, CANDLES)
    return {
      'chart.100kCandles.fps': {
        value: ours.fps,
        unit: 'fps',
        peer: whole.fps,
        note:
          `nine charts with three indicators each, 20 updates a second each, drawn by turns, ${ours.updatesPerSecond} updates a second of all nine, ${CANDLES} candles in reach and one chart paged back through them: ${ours.pageMs} ms of the page a frame, ` +
          `${ours.pageMsPerUpdate} ms an update, ${ours.slowPercent} % of frames late; floor: the library alone with ${bare.updatesPerSecond} updates a second of as many bars and lines, ${bare.pageMs} ms a frame, ${bare.pageMsPerUpdate} ms an update; peer: the same library with setData of all ${CANDLES} and update: ${whole.pageMs} ms, ${whole.slowPercent} % late; Chromium without a window`,
      },
    }
  },
}
