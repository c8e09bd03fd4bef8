/**
 * The figures of painting: what nine ladders and two charts at 5,000 changes a second cost the page's thread, in a real browser. The peer, in the
 * same run, is the same rows as React elements.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser } from 'playwright'
import { build, preview } from 'vite'
import { findOrInstallBrowser } from '../tools/findBrowser.ts'
import { median, quantile, rounded, type Group } from './figures.ts'
import type { PaintTimes } from './paintPage/timedBooks.ts'

const SCREEN = { width: 1920, height: 1080 }
/** Ms of a frame of that screen. */
const FRAME = 1_000 / 60
const SETTLE_MS = 2_000

const CHARTS = 'ladders=0&charts=2'
const CANVAS = 'ladders=9&charts=2'
const REACT = 'ladders=9&charts=2&on=react'
const SCENES = [CHARTS, CANVAS, REACT] as const

/** What one scene cost over one stretch of time. */
interface Sample {
  /** Thread time of the page's main thread, so that a busy machine does not count. */
  readonly pageMsPerFrame: number
  readonly pageMsPerSecond: number
  /** The same by frames in which ladders were drawn. */
  readonly pageMsPerLadderFrame: number
  readonly pageFps: number
  readonly paintFps: number
  /** Of 1,000 frames of the screen those in which ladders were not drawn. */
  readonly dropped: number
  readonly waitP50: number
  readonly waitP99: number
}

async function measureScene(browser: Browser, url: string, scene: string, seconds: number): Promise<Sample> {
  const page = await browser.newPage({ viewport: SCREEN })
  const faults: Error[] = []
  page.on('pageerror', (error) => faults.push(error))
  await page.goto(`${url}?${scene}`)
  await page.waitForTimeout(SETTLE_MS)
  const tool = await page.context().newCDPSession(page)
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await tool.send('Performance.getMetrics')
    return (metrics.find((of) => of.name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const before = await busy()
  const { gaps, frames, waits } = await page.evaluate(
    (ms) =>
      (window as unknown as { measure(ms: number): Promise<PaintTimes & { gaps: number[] }> }).measure(ms),
    seconds * 1_000,
  )
  const spent = (await busy()) - before
  await page.close()
  if (faults[0]) throw faults[0]
  const between = frames.slice(1).map((at, n) => at - (frames[n] ?? at))
  const shown = between.map((gap) => Math.max(1, Math.round(gap / FRAME)))
  const due = shown.reduce((sum, of) => sum + of, 0)
  return {
    pageMsPerFrame: spent / gaps.length,
    pageMsPerSecond: spent / seconds,
    pageMsPerLadderFrame: spent / frames.length,
    pageFps: gaps.length / seconds,
    paintFps: frames.length / seconds,
    dropped: due === 0 ? 0 : (1_000 * (due - between.length)) / due,
    waitP50: quantile(waits, 0.5),
    waitP99: quantile(waits, 0.99),
  }
}

/** The page of ladders and charts, built and served on a free port. */
async function servePage() {
  const outDir = mkdtempSync(join(tmpdir(), 'openpit-paint-'))
  const common = {
    configFile: false,
    root: join(import.meta.dirname, 'paintPage'),
    logLevel: 'error',
  } as const
  await build({
    ...common,
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 4_000,
    },
  })
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}

/** The scenes in turn, so many rounds; of each scene the median of every figure. */
export async function measurePaint(
  rounds: number,
  seconds: number,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, Sample>> {
  const executablePath = findOrInstallBrowser()
  if (executablePath === null)
    throw new Error('No browser: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.')
  const page = await servePage()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const samples = new Map<string, Sample[]>(SCENES.map((scene) => [scene, []]))
  try {
    for (let round = 0; round < rounds; round++)
      for (const scene of SCENES) {
        const sample = await measureScene(browser, page.url, scene, seconds)
        samples.get(scene)?.push(sample)
        say(
          `${scene.padEnd(32)} page ${rounded(sample.pageMsPerFrame)} ms/frame, ${rounded(sample.pageFps)} fps · ladders ${rounded(sample.paintFps)} fps, ${rounded(sample.dropped)} ‰ dropped · change to pixel ${sample.waitP50}/${sample.waitP99} ms`,
        )
      }
  } finally {
    await browser.close()
    await page.close()
  }
  return new Map([...samples].map(([scene, of]) => [scene, medianOf(of)]))
}

function medianOf(samples: readonly Sample[]): Sample {
  const of = (name: keyof Sample) => median(samples.map((one) => one[name]))
  return {
    pageMsPerFrame: of('pageMsPerFrame'),
    pageMsPerSecond: of('pageMsPerSecond'),
    pageMsPerLadderFrame: of('pageMsPerLadderFrame'),
    pageFps: of('pageFps'),
    paintFps: of('paintFps'),
    dropped: of('dropped'),
    waitP50: of('waitP50'),
    waitP99: of('waitP99'),
  }
}

/** The charts' share is taken off by the page's frames; what is left is told by the frames in which ladders were drawn. */
const ladderShare = (of: Sample, charts: Sample): number =>
  (of.pageMsPerSecond - charts.pageMsPerFrame * of.pageFps) / of.paintFps

export const paint: Group = {
  keys: [
    'paint.nineLadders.pageMsPerFrame',
    'paint.nineLadders.droppedFrames',
    'paint.nineLadders.overReactRows',
    'wireToPixel.p99ms',
  ],
  async measure({ quick, say }) {
    const samples = await measurePaint(quick ? 1 : 5, quick ? 2 : 6, say)
    const [charts, canvas, rows] = SCENES.map((scene) => samples.get(scene))
    if (!charts || !canvas || !rows) throw new Error('A scene was not measured.')
    const scene =
      'nine ladders of 213 × 640 px and two charts at 5,000 changes a second, headless without a graphics card'
    return {
      'paint.nineLadders.pageMsPerFrame': {
        value: rounded(canvas.pageMsPerFrame),
        unit: 'ms',
        peer: rounded(rows.pageMsPerFrame),
        note: `${scene}: own time of the page's main thread a frame, ${rounded(canvas.pageFps)} fps, of it the ladders ${rounded(ladderShare(canvas, charts))} ms; peer: the same rows as memoised React elements, ${rounded(rows.pageFps)} fps`,
      },
      'paint.nineLadders.droppedFrames': {
        value: rounded(canvas.dropped),
        unit: '‰',
        peer: rounded(rows.dropped),
        note: `${scene}: frames of the screen without the ladders' news; peer: React elements`,
      },
      'paint.nineLadders.overReactRows': {
        value: rounded(canvas.pageMsPerLadderFrame / rows.pageMsPerLadderFrame),
        unit: '×',
        peer: null,
        note: `${scene}: page's main thread for each frame of the ladders, ${rounded(canvas.pageMsPerLadderFrame)} ms, over the same rows as memoised React elements, ${rounded(rows.pageMsPerLadderFrame)} ms at ${rounded(rows.paintFps)} frames a second`,
      },
      'wireToPixel.p99ms': {
        value: rounded(canvas.waitP99),
        unit: 'ms',
        peer: rounded(rows.waitP99),
        note: `${scene}: from a change of a book in the core's thread until it was drawn, every change counted (median ${rounded(canvas.waitP50)} ms), the screen's own time left out; the socket and the decoding of the wire are measured by themselves; peer: React elements`,
      },
    }
  },
}
