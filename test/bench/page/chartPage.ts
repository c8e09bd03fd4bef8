/** What the bench of charts runs in the page: nine charts of ours, nine of the library alone, or nine that hold everything. Measures nothing. */

import { NO_SAMPLES } from '../../../renderer/panels/chart/indicators/sampled.ts'
import { openStudies } from '../../../renderer/panels/chart/additions/studies.ts'
import { chartTurns, LiveChart } from '../../../renderer/panels/chart/canvas/liveChart.ts'
import type { Theme } from '../../../renderer/style/theme.ts'
import { ok } from '../../../shared/base/result.ts'
import type { ContractClient, TopicListener } from '../../../shared/contract/ports.ts'
import type { Candle, CandlePage } from '../../../shared/domain/candles/candle.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { A_BAR, candleAt, candlesUpTo, MINUTE, START, tenth, UPDATES } from './chartCandles.ts'
import { drawBare, drawWhole } from './libraryCharts.ts'

const CHARTS = 9
/** Ms between two screens of the chart that is paged back. */
const PAGE_EVERY = 400

/** Of each of our charts: two lines over the candles, and one in a pane of its own. */
const INDICATORS = [
  { kind: 'ema', numbers: [21] },
  { kind: 'boll', numbers: [20, 2] },
  { kind: 'rsi', numbers: [14] },
]

const theme: Theme = {
  background: '#090c11',
  panel: '#0d1117',
  raised: '#161b22',
  line: '#21262d',
  lineStrong: '#30363d',
  lastGround: '#30363d',
  text: '#e6edf3',
  muted: '#8b949e',
  faint: '#484f58',
  bid: '#3b82f6',
  bidText: '#79b8ff',
  bidFill: 'rgba(59,130,246,.35)',
  ask: '#ef4f5f',
  askText: '#ff8f98',
  askFill: 'rgba(239,79,95,.35)',
  ok: '#35c48d',
  own: '#ffb020',
  studies: ['#c9a8ff', '#7fd6c2', '#e9a6d8'],
  armed: '#ff5030',
  focus: '#ffd166',
  fontWords: 'sans-serif',
  fontNumbers: 'monospace',
  sizeWords: 12,
  sizeNumbers: 12,
  rowLadder: 18,
}

function grid(): HTMLElement[] {
  document.body.replaceChildren()
  document.body.style.cssText =
    'margin:0;display:grid;grid-template-columns:repeat(3,1fr);grid-template-rows:repeat(3,33vh);background:#090c11'
  return Array.from({ length: CHARTS }, () => {
    const at = document.createElement('div')
    at.style.cssText = 'position:relative;min-width:0;overflow:hidden'
    document.body.append(at)
    return at
  })
}

/** A core with `count` candles. `tell` sends the newest to each chart, with the missed ones, once the chart granted the next (C4). */
function history(count: number) {
  const held = candlesUpTo(count)
  let newest = count - 1
  let updates = 0
  const senders = new Set<() => void>()
  const page = (before: number, after: number | null, size: number): CandlePage => {
    const end = Math.min(count, Math.ceil((before - START) / MINUTE))
    const from = after === null ? Math.max(0, end - size) : Math.floor((after - START) / MINUTE) + 1
    const to = after === null ? end : Math.min(count, from + size)
    return {
      candles: held.slice(from, Math.max(from, to)),
      gaps: [],
      more: after === null ? from > 0 : to < count,
    }
  }
  const client = {
    open(_: string, __: unknown, listener: TopicListener<'candles'>) {
      const pending = new Map<number, Candle>()
      let granted = true
      const send = () => {
        const candle = candleAt(newest, (updates % 7) - 3)
        pending.set(candle.openTime, candle)
        deliver()
      }
      const deliver = () => {
        if (!granted || pending.size === 0) return
        granted = false
        const candles = [...pending.values()]
        pending.clear()
        listener.delta({ candles, gaps: [] })
      }
      senders.add(send)
      listener.snapshot({ candles: page(Infinity, null, 1_000).candles, gaps: [] })
      return {
        painted() {
          updatesDrawn++
          granted = true
          deliver()
        },
        close: () => senders.delete(send),
      }
    },
    call: (_: string, request: { before: number; after: number | null; count: number }) =>
      Promise.resolve(ok(page(request.before, request.after, request.count))),
    onLink: () => () => {},
    close() {},
  } as unknown as ContractClient
  const tell = () => {
    updates++
    if (updates % A_BAR === 0) newest++
    for (const send of senders) send()
  }
  return { client, tell }
}

const frameScheduler = {
  request: (run: (timeMs: number) => void) => requestAnimationFrame(run),
  cancel: (id: number) => cancelAnimationFrame(id),
}

let stop = () => {}
/** The updates that our charts drew so far. */
let updatesDrawn = 0

/** Nine charts that can reach `count` candles; the first is paged back through them all the while. Answers the bars it came past. */
export function ours(count: number): void {
  stop()
  const { client, tell } = history(count)
  const nextTurn = chartTurns(frameScheduler)
  const charts = grid().map((at, n) => {
    const chart = new LiveChart(at, {
      client,
      instrument: { symbol: `S${n}` as Symbol, tickSize: tenth(0.1), lotSize: tenth(0.1) },
      interval: '1m',
      theme,
      scheduler: frameScheduler,
      turn: nextTurn(),
      onError: (error) => {
        throw error
      },
      onOld() {},
      onBar() {},
      onAway() {},
      onGaps() {},
      onUnread() {},
      onReading() {},
    })
    chart.resize(at.clientWidth, at.clientHeight)
    chart.add((surface) =>
      openStudies(
        surface,
        { theme, places: 1, length: 60_000, legend: document.createElement('p'), samples: NO_SAMPLES },
        INDICATORS,
      ),
    )
    return chart
  })
  const telling = setInterval(tell, 1_000 / UPDATES)
  const paging = setInterval(() => charts[0]?.move('page-left'), PAGE_EVERY)
  stop = () => {
    clearInterval(telling)
    clearInterval(paging)
    for (const chart of charts) chart.close()
  }
}

/** The floor: nine charts of the library alone with as many bars and lines as ours, which take the same turns. */
export function bare(count: number): void {
  stop()
  stop = drawBare(grid(), candlesUpTo(count), chartTurns(frameScheduler), () => updatesDrawn++)
}

/** The peer: nine charts that hold all of `count` candles. */
export function whole(count: number): void {
  stop()
  stop = drawWhole(grid(), candlesUpTo(count))
}

/** Frames drawn in so many ms, how long that took, and the updates that our charts drew meanwhile. */
export function frames(ms: number): Promise<{ frames: number; ms: number; slow: number; updates: number }> {
  return new Promise((done) => {
    let began = -1
    let last = 0
    let count = 0
    let slow = 0
    const before = updatesDrawn
    const run = (now: number) => {
      if (began < 0) began = now
      else {
        count++
        if (now - last > 20) slow++
      }
      last = now
      if (now - began >= ms) done({ frames: count, ms: now - began, slow, updates: updatesDrawn - before })
      else requestAnimationFrame(run)
    }
    requestAnimationFrame(run)
  })
}
