/**
 * Ladders and charts as the terminal draws them, fed by a core in a worker. `?ladders=9&charts=2&on=worker`; `on=page` runs the same paint desk
 * on the page's thread, `on=react` shows the same rows as React elements; `rows=100000` adds a blotter that is drawn again all the time; `indicators=3` gives each chart so many.
 */

import '../../../../renderer/style/tokens.css'
import '../../../../renderer/style/base.css'
import '../../../../renderer/style/grid.css'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { DEFAULT_CHART } from '../../../../renderer/state/stores/chartChoices.ts'
import { PriceChart } from '../../../../renderer/panels/chart/PriceChart.tsx'
import { connectPaint } from '../../../../renderer/live/connect.ts'
import { Ladder } from '../../../../renderer/panels/ladder/Ladder.tsx'
import { FULL_LADDER } from '../../../../renderer/paint/ladder/ladderLayout.ts'
import { openPainter, type PaintWorker } from '../../../../renderer/paint/painter.ts'
import type { FromPaint } from '../../../../renderer/paint/paintWords.ts'
import { createEnterWatch } from '../../../../renderer/state/presses/enterWatch.ts'
import { theme } from '../../../../renderer/style/theme.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { invariant } from '../../../../shared/base/result.ts'
import { connectContract } from '../../../../shared/contract/client/client.ts'
import { portTransport } from '../../../../shared/contract/portTransport.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { instrument, longOne, orderOf, text } from '../../../renderer/panels/ladder/scenes.ts'
import { frames, ReactRows } from './reactRows.tsx'
import { timeBooks } from './timedBooks.ts'
import { openTimedLadders, type PaintTimes } from './timedLadders.ts'
import { WildBlotter } from './wildBlotter.tsx'

const NO_MARKS: readonly [] = []
const NO_DAY = { change: null, turnover: null }
const asked = new URLSearchParams(location.search)
const count = (name: string) => Number(asked.get(name) ?? 0)
const clock = clockOf(globalThis)
const core = new Worker(new URL('../../../fakes/window/bookWorker.ts', import.meta.url), { type: 'module' })

function askPort(): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel()
  core.postMessage(port1, [port1])
  return Promise.resolve(port2)
}

const pageFonts = () =>
  Promise.all(
    [
      "400 12px 'JetBrains Mono Variable'",
      "700 12px 'JetBrains Mono Variable'",
      "400 12px 'Inter Variable'",
    ].map((word) => document.fonts.load(word)),
  )

type Take = () => Promise<PaintTimes>

/** The paint desk on this thread, in the shape of a worker: the peer to measure against. */
function onPage(): { worker: PaintWorker; figures: Take } {
  const hear = new Set<(event: MessageEvent<FromPaint>) => void>()
  const { desk, take } = openTimedLadders(pageFonts(), connectPaint, (data) =>
    queueMicrotask(() => hear.forEach((tell) => tell(new MessageEvent('message', { data })))),
  )
  const worker: PaintWorker = {
    postMessage: (message) => queueMicrotask(() => desk.hear(message)),
    addEventListener(type: string, listener: unknown) {
      if (type === 'message') hear.add(listener as (event: MessageEvent<FromPaint>) => void)
    },
    terminate() {},
  }
  return { worker, figures: () => Promise.resolve(take()) }
}

function inWorker(): { worker: PaintWorker; figures: Take } {
  const worker = new Worker(new URL('./paintWorker.ts', import.meta.url), { type: 'module' })
  const figures = () =>
    new Promise<PaintTimes>((resolve) => {
      const hear = ({ data }: MessageEvent<{ kind: string; times: PaintTimes }>) => {
        if (data.kind !== 'figures') return
        worker.removeEventListener('message', hear)
        resolve(data.times)
      }
      worker.addEventListener('message', hear)
      worker.postMessage({ kind: 'figures' }, [])
    })
  return { worker, figures }
}

const on = asked.get('on')
const { worker, figures: painted } = on === 'worker' ? inWorker() : onPage()
const painter = openPainter({
  worker,
  theme: theme(),
  transport: { kind: 'ports', ask: askPort },
  onError: reportError,
})
const client = connectContract({ openTransport: async () => portTransport(await askPort()), clock })
const books = timeBooks(client)
const figures: Take = () =>
  on === 'react' ? Promise.resolve({ frames: frames.splice(0), waits: books.take() }) : painted()
const orders = [orderOf('buy', '62147.5'), orderOf('sell', '62153'), orderOf('buy', '62140')]
const enters = createEnterWatch(
  clockOf(globalThis),
  () => 0,
  (run) => run(),
)
const sizes = ['0.1', '0.5', '1', '2.5', '5', '10'].map(text)

/** Nine stand beside each other on a screen of 1920 px; about thirty rows fit. */
const LADDER = { width: 213, height: 640 }
/** Two stand beside each other, or three of the smaller ones. */
const CHART = count('charts') > 2 ? { width: 640, height: 400 } : { width: 958, height: 420 }
const CHOICES = {
  ...DEFAULT_CHART,
  indicators: [
    { kind: 'ema', numbers: [21] },
    { kind: 'boll', numbers: [20, 2] },
    { kind: 'rsi', numbers: [14] },
  ].slice(0, count('indicators')),
}

function OneLadder({ symbol }: { readonly symbol: string }) {
  const [armed, arm] = useState(false)
  if (on === 'react')
    return (
      <div style={LADDER}>
        <ReactRows client={books.client} symbol={symbol as Symbol} orders={orders} onDrawn={books.drawn} />
      </div>
    )
  return (
    <div style={LADDER}>
      <Ladder
        painter={painter}
        clock={clock}
        enters={enters}
        instrument={{ ...instrument, symbol: symbol as Symbol }}
        customer={{ code: 'C1042', name: 'Acme Pension', closed: null }}
        armed={armed}
        orders={orders}
        position={longOne}
        unrealised="+747.00"
        sizes={sizes}
        sizeIndex={3}
        grouping={1}
        shape={FULL_LADDER}
        day={NO_DAY}
        proposal={null}
        spot={null}
        ghost={null}
        marks={NO_MARKS}
        movedKeys={new Map()}
        mouseProfile="tt"
        express={false}
        onToggleExpress={() => {}}
        recentres={0}
        onRecentreAll={() => {}}
        onSizes={() => {}}
        onGrouping={() => {}}
        onShape={() => {}}
        onRequest={() => {}}
        onSend={() => {}}
        onDrop={() => {}}
        onToggleArmed={() => arm(!armed)}
        onBook={() => {}}
        onBookState={() => {}}
      />
    </div>
  )
}

function OneChart() {
  return (
    <div style={CHART}>
      <PriceChart
        client={client}
        instrument={instrument}
        interval="5m"
        orders={orders}
        position={longOne}
        unrealised="+747.00"
        choices={CHOICES}
        onInterval={() => {}}
        onChoices={() => {}}
      />
    </div>
  )
}

const names = (word: string, many: number) => Array.from({ length: many }, (_, n) => `${word}${n}_PERP`)
const root = document.getElementById('root')
invariant(root, 'index.html has no #root')
createRoot(root).render(
  <div style={{ display: 'flex', flexWrap: 'wrap', width: 1920 }}>
    {names('C', count('ladders')).map((symbol) => (
      <OneLadder key={symbol} symbol={symbol} />
    ))}
    {names('P', count('charts')).map((name) => (
      <OneChart key={name} />
    ))}
    {count('rows') > 0 && <WildBlotter rows={count('rows')} />}
  </div>,
)

/** The page's own frames over so many ms, and the ladders' meanwhile. */
async function measure(ms: number): Promise<PaintTimes & { gaps: number[] }> {
  await figures()
  const gaps: number[] = []
  const end = performance.now() + ms
  for (let last = performance.now(); last < end;) {
    const now = await new Promise<number>(requestAnimationFrame)
    gaps.push(now - last)
    last = now
  }
  return { gaps, ...(await figures()) }
}

/** Frames that the page draws before anything is measured. */
const SETTLING_FRAMES = 120

/** Resolves when the fonts are there, the ladders were drawn, and the page has drawn its settling frames since. */
async function settled(): Promise<void> {
  await document.fonts.ready
  while (count('ladders') > 0 && (await figures()).frames.length === 0)
    await new Promise(requestAnimationFrame)
  for (let n = 0; n < SETTLING_FRAMES; n++) await new Promise(requestAnimationFrame)
}
Object.assign(window, { measure, settled })
