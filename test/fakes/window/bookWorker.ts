/** A core in a worker of its own: books and candles that change at their own pace, whatever the page does. Give it a port; it serves the contract there. */

import '../../../renderer/live/jitless.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { TopicSink, TopicSources } from '../../../shared/contract/ports.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import { serveContract } from '../../../shared/contract/server/server.ts'
import { bidAt, HEADER, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import { fakeCore } from '../../contract/fakeCore.ts'
import { candlesOf } from '../../renderer/panels/chart/candles.ts'
import { frameOf } from '../../renderer/panels/ladder/scenes.ts'
import { CHANGES, STEP } from './bookSteps.ts'

const LEVELS = 200
const BARS = 1_000

const clock = clockOf(globalThis)
const random = seededRandom(7)

interface Fed {
  step(): void
}
const fed = new Set<Fed>()

const whole = (below: number) => Math.floor(random.next() * below)
const amount = () => 1 + whole(20_000)

function startBook(levels: number): BookFrame {
  return frameOf({
    bids: Array.from({ length: levels }, (_, n) => [621_490 - 5 * n, amount()] as const),
    asks: Array.from({ length: levels }, (_, n) => [621_500 + 5 * n, amount()] as const),
    last: [621_495, amount(), 1],
    receivedAt: clock.now(),
  })
}

/** Seven of ten changes fall within the best twenty levels; of the others some lie beyond the rows that were asked for. */
function change(frame: BookFrame, levels: number): void {
  const level = whole(10) < 7 ? whole(20) : whole(LEVELS)
  if (level < levels) frame[bidAt(level + (whole(2) === 0 ? 0 : levels)) + 1] = amount()
  if (whole(20) === 0) frame[HEADER.lastAmount] = amount()
  frame[HEADER.version] = (frame[HEADER.version] ?? 0) + 1
  frame[HEADER.receivedAt] = clock.now()
  if (frame[HEADER.changedAt] === 0) frame[HEADER.changedAt] = clock.now()
}

const book: TopicSources['book'] = ({ rows }, sink: TopicSink<'book'>) => {
  const levels = Math.min(rows, LEVELS)
  const frame = startBook(levels)
  let ready = false
  sink.snapshot(frame.slice())
  const one: Fed = {
    step() {
      for (let n = 0; n < CHANGES / Math.max(1, fed.size); n++) change(frame, levels)
      if (!ready) return
      ready = false
      const sent = frame.slice()
      sent[HEADER.foldedIn] = sent[HEADER.waitedFor] = 1
      sent[HEADER.sentAt] = clock.now()
      sink.delta(sent)
      frame[HEADER.changedAt] = 0
    },
  }
  fed.add(one)
  return { close: () => void fed.delete(one), ready: () => void (ready = true) }
}

const candles: TopicSources['candles'] = (_key, sink) => {
  const bars = candlesOf(BARS)
  const last = bars.at(-1)
  sink.snapshot({ candles: bars, gaps: [] })
  let moves = 0
  const send = () => {
    if (!last) return
    const away = Number(last.close) < Number(last.open) ? last.low : last.high
    sink.delta({ candles: [moves++ % 2 === 0 ? { ...last, close: away } : last], gaps: [] })
  }
  return { close() {}, ready: () => void clock.after(STEP, send) }
}

clock.every(STEP, () => {
  for (const one of fed) one.step()
})

addEventListener('message', ({ data }: MessageEvent<MessagePort>) => {
  const { handlers, sources, report } = fakeCore()
  serveContract(portTransport(data), {
    handlers,
    sources: { ...sources, book, candles },
    caller: { windowId: 'test', allows: (scope) => scope === 'read' },
    clock,
    report,
  })
})
