/**
 * The figures of painting: what nine ladders and two charts at 5,000 changes a second cost the page's thread and the paint worker, in a real
 * browser. Peers, in the same run: the same paint desk on the page's own thread, and the same rows as React elements.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { findOrInstallBrowser } from '../../support/findBrowser.ts'
import { serveBenchPage } from './benchPage.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import type { PaintTimes } from './paintPage/timedLadders.ts'

const SCREEN = { width: 1920, height: 1080 }
/** High enough for nine ladders with nine charts below them. */
const HIGH_SCREEN = { width: 1920, height: 1840 }
/** Ms of a frame of that screen. */
const FRAME = 1_000 / 60

const CHARTS = 'ladders=0&charts=2&on=worker'
export const WORKER = 'ladders=9&charts=2&on=worker'
const PAGE = 'ladders=9&charts=2&on=page'
export const REACT = 'ladders=9&charts=2&on=react'
/** The page also sorts and draws a blotter of 100,000 rows twice a second. */
export const BUSY = 'ladders=9&charts=0&on=worker&rows=100000'
/** The same without that blotter. */
export const LADDERS = 'ladders=9&charts=0&on=worker'
/** Nine charts with three indicators each, with nine ladders and alone. */
export const NINE_AND_NINE = 'ladders=9&charts=9&indicators=3&on=worker'
export const NINE_CHARTS = 'ladders=0&charts=9&indicators=3&on=worker'
const SCENES = [CHARTS, WORKER, PAGE, REACT, BUSY] as const

/** What one scene cost over one stretch of time. */
interface Sample {
  /** Thread time of the page's main thread, so that a busy machine does not count. */
  readonly pageMsPerFrame: number
  readonly pageMsPerSecond: number
  /** The same by frames in which ladders were drawn. */
  readonly pageMsPerLadderFrame: number
  /** Processor time of the paint worker; null where the system does not tell. */
  readonly workerMsPerFrame: number | null
  readonly pageFps: number
  readonly paintFps: number
  readonly paintP99: number
  /** Of 1,000 frames of the screen those in which ladders were not drawn. */
  readonly dropped: number
  /** Frames in which ladders were drawn more than two frames of the screen after those before. */
  readonly late: number
  readonly waitP50: number
  readonly waitP99: number
}

/** Ms that the busiest worker of the browser's pages has had a processor, from Linux's own books; null elsewhere. */
async function workerCpu(browser: Browser): Promise<ReadonlyMap<string, number>> {
  const tool = await browser.newBrowserCDPSession()
  const { processInfo } = await tool.send('SystemInfo.getProcessInfo')
  await tool.detach()
  const threads = processInfo
    .map(({ id }) => `/proc/${id}/task`)
    .filter((tasks) => existsSync(tasks))
    .flatMap((tasks) => readdirSync(tasks).map((task) => join(tasks, task)))
    .filter((task) => readFileSync(join(task, 'comm'), 'utf8').startsWith('DedicatedWorker'))
  return new Map(
    threads.map((task) => [task, Number(readFileSync(join(task, 'schedstat'), 'utf8').split(' ')[0]) / 1e6]),
  )
}

async function measureScene(browser: Browser, url: string, scene: string, seconds: number): Promise<Sample> {
  const page = await browser.newPage({
    viewport: scene.includes('charts=9') ? HIGH_SCREEN : SCREEN,
  })
  const faults: Error[] = []
  page.on('pageerror', (error) => faults.push(error))
  await page.goto(`${url}?${scene}`)
  await page.evaluate(() => (window as unknown as { settled(): Promise<void> }).settled())
  const tool = await page.context().newCDPSession(page)
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await tool.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const [before, cpuBefore] = [await busy(), await workerCpu(browser)]
  const { gaps, frames, waits } = await page.evaluate(
    (ms) =>
      (window as unknown as { measure(ms: number): Promise<PaintTimes & { gaps: number[] }> }).measure(ms),
    seconds * 1_000,
  )
  const [spent, cpu] = [(await busy()) - before, await workerCpu(browser)]
  await page.close()
  if (faults[0]) throw faults[0]
  const between = frames.slice(1).map(({ at }, n) => at - (frames[n]?.at ?? at))
  const shown = between.map((gap) => Math.max(1, Math.round(gap / FRAME)))
  const due = shown.reduce((sum, count) => sum + count, 0)
  const worked = [...cpu].map(([task, ms]) => ms - (cpuBefore.get(task) ?? 0))
  return {
    pageMsPerFrame: spent / gaps.length,
    pageMsPerSecond: spent / seconds,
    pageMsPerLadderFrame: spent / frames.length,
    workerMsPerFrame: worked.length === 0 ? null : Math.max(...worked) / frames.length,
    pageFps: gaps.length / seconds,
    paintFps: frames.length / seconds,
    paintP99: quantile(
      frames.map(({ took }) => took),
      0.99,
    ),
    dropped: due === 0 ? 0 : (1_000 * (due - between.length)) / due,
    late: shown.filter((count) => count > 2).length,
    waitP50: quantile(waits, 0.5),
    waitP99: quantile(waits, 0.99),
  }
}

/** The scenes in turn, so many rounds; of each scene the median of every figure. */
export async function measurePaint(
  rounds: number,
  seconds: number,
  say: (line: string) => void,
  scenes: readonly string[] = SCENES,
): Promise<ReadonlyMap<string, Sample>> {
  const executablePath = findOrInstallBrowser()
  if (executablePath === null)
    throw new Error('No browser: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.')
  const page = await serveBenchPage('paintPage')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const samples = new Map<string, Sample[]>(scenes.map((scene) => [scene, []]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const scene of scenes) {
        const sample = await measureScene(browser, page.url, scene, seconds)
        samples.get(scene)?.push(sample)
        say(
          `${scene.padEnd(42)} page ${rounded(sample.pageMsPerFrame)} ms/frame, ${rounded(sample.pageFps)} fps · ladders ${rounded(sample.paintFps)} fps, p99 ${rounded(sample.paintP99)} ms, CPU ${rounded(sample.workerMsPerFrame ?? Number.NaN)} ms · ${rounded(sample.dropped)} ‰ dropped, ${sample.late} late · change to pixel ${sample.waitP50}/${sample.waitP99} ms`,
        )
      }
  } finally {
    await browser.close()
    await page.close()
  }
  return new Map([...samples].map(([scene, list]) => [scene, medianOf(list)]))
}

function medianOf(samples: readonly Sample[]): Sample {
  const read = (name: Exclude<keyof Sample, 'workerMsPerFrame'>) => median(samples.map((one) => one[name]))
  const cpu = samples.map((one) => one.workerMsPerFrame).filter((one) => one !== null)
  return {
    pageMsPerFrame: read('pageMsPerFrame'),
    pageMsPerSecond: read('pageMsPerSecond'),
    pageMsPerLadderFrame: read('pageMsPerLadderFrame'),
    workerMsPerFrame: cpu.length === 0 ? null : median(cpu),
    pageFps: read('pageFps'),
    paintFps: read('paintFps'),
    paintP99: read('paintP99'),
    dropped: read('dropped'),
    late: read('late'),
    waitP50: read('waitP50'),
    waitP99: read('waitP99'),
  }
}

/** The charts' share is taken off by the page's frames; the rest is divided by the frames in which ladders were drawn. */
export const ladderShare = (sample: Sample, charts: Sample): number =>
  (sample.pageMsPerSecond - charts.pageMsPerFrame * sample.pageFps) / sample.paintFps

export const paint: Group = {
  keys: [
    'paint.nineLadders.pageMsPerFrame',
    'paint.nineLadders.workerP99ms',
    'paint.nineLadders.droppedFrames',
    'paint.nineLadders.overReactRows',
    'wireToPixel.p99ms',
  ],
  async measure({ quick, say }) {
    const samples = await measurePaint(quick ? 1 : 5, quick ? 2 : 6, say)
    const [charts, worker, page, rows, busy] = SCENES.map((scene) => samples.get(scene))
    if (!charts || !worker || !page || !rows || !busy) throw new Error('A scene was not measured.')
    const scene =
      'nine ladders of 213 × 640 px and two charts at 5,000 changes a second, headless without a graphics card'
    return {
      'paint.nineLadders.pageMsPerFrame': {
        value: rounded(worker.pageMsPerFrame),
        unit: 'ms',
        peer: rounded(page.pageMsPerFrame),
        note: `${scene}: own time of the page's main thread a frame, ${rounded(worker.pageFps)} fps, of it the ladders ${rounded(ladderShare(worker, charts))} ms; peer: the same painting on the page's thread, ${rounded(page.pageFps)} fps, ladders ${rounded(ladderShare(page, charts))} ms`,
      },
      'paint.nineLadders.workerP99ms': {
        value: rounded(worker.paintP99),
        unit: 'ms',
        peer: rounded(page.paintP99),
        note: `${scene}: script of one frame of all nine by the clock on the wall, so other load counts; the worker's own processor time a frame, drawing included, is ${rounded(worker.workerMsPerFrame ?? Number.NaN)} ms; peer: the same on the page's thread`,
      },
      'paint.nineLadders.droppedFrames': {
        value: rounded(worker.dropped),
        unit: '‰',
        peer: rounded(page.dropped),
        note: `${scene}: frames of the screen without the ladders' news; while the page sorts and draws 100,000 rows twice a second ${rounded(busy.dropped)} ‰ (its own frames: ${rounded(busy.pageFps)} a second, the ladders' ${rounded(busy.paintFps)}); peer: painting on the page's thread`,
      },
      'paint.nineLadders.overReactRows': {
        value: rounded(worker.pageMsPerLadderFrame / rows.pageMsPerLadderFrame),
        unit: '×',
        peer: null,
        note: `${scene}: page's main thread for each frame of the ladders, ${rounded(worker.pageMsPerLadderFrame)} ms, over the same rows as memoised React elements, ${rounded(rows.pageMsPerLadderFrame)} ms at ${rounded(rows.paintFps)} frames a second`,
      },
      'wireToPixel.p99ms': {
        value: rounded(worker.waitP99),
        unit: 'ms',
        peer: rounded(page.waitP99),
        note: `${scene}: from a change of a book in the core's thread to the end of the frame that drew it, every change counted (median ${rounded(worker.waitP50)} ms), the screen's own time left out; the socket and the decoding of the wire are measured by themselves; peer: painting on the page's thread`,
      },
    }
  },
}
