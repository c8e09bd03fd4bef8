/**
 * Makes `test/fixtures/own-market.jsonl.gz`: a minute of the simulated BTC market in the line format of real recordings.
 * `node test/tools/generate/makeRecording.ts`; the same code gives the same file.
 */

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BookChange, Level } from '../../../electron/paper/exchange/exchange.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { ownRecording } from '../../fixtures/recording.ts'

const SYMBOL = 'BTCUSDC_PERP' as Symbol
const SECONDS = 60
const SNAPSHOT_AT_MS = 300
/** A pair of levels that the market does not know, deleted now and then as real venues do. */
const UNKNOWN_EVERY = 25

const price = (ticks: number) => `${Math.floor(ticks / 10)}.${ticks % 10}0`
const amount = (lots: number) => `${Math.floor(lots / 1000)}.${String(lots % 1000).padStart(3, '0')}`
const pairs = (levels: readonly Level[]) => levels.map(([ticks, lots]) => [price(ticks), amount(lots)])

const clock = new FakeClock()
const exchange = simulatedExchange({ seed: 20240808, clock })
const lines: string[] = []
let id = 1_000_000
let updates = 0

function write(json: unknown): void {
  // Receive times a little after the event, and never twice the same.
  lines.push(
    `${BigInt(clock.now()) * 1_000_000n + BigInt(lines.length % 1000) * 1000n} ${JSON.stringify(json)}`,
  )
}

function writeUpdate(changes: readonly BookChange[]): void {
  const previous = id
  id += changes.length * 3
  const side = (type: string) =>
    pairs(changes.filter((each) => each.type === type).map((each) => [each.ticks, each.lots] as const))
  const unknown = ++updates % UNKNOWN_EVERY === 0 ? [['1000.00', '0.000']] : []
  const now = clock.now()
  write({
    stream: 'btcusdt@depth@0ms',
    data: {
      e: 'depthUpdate',
      E: now,
      T: now,
      s: 'BTCUSDT',
      U: previous + 1,
      u: id,
      pu: previous,
      b: [...unknown, ...side('bid')],
      a: side('ask'),
    },
  })
}

let lastQuote = ''
function writeQuote(): void {
  const { bids, asks } = exchange.depth(SYMBOL)
  const [bid, ask] = [bids[0], asks[0]]
  if (!bid || !ask || lastQuote === `${bid.join()} ${ask.join()}`) return
  lastQuote = `${bid.join()} ${ask.join()}`
  write({
    stream: 'btcusdt@bookTicker',
    data: {
      e: 'bookTicker',
      u: id,
      s: 'BTCUSDT',
      b: price(bid[0]),
      B: amount(bid[1]),
      a: price(ask[0]),
      A: amount(ask[1]),
      T: clock.now(),
      E: clock.now(),
    },
  })
}

exchange.onEvent((event) => {
  if (event.kind === 'book' && event.symbol === SYMBOL) {
    writeUpdate(event.changes)
    writeQuote()
  }
  if (event.kind !== 'print' || event.print.symbol !== SYMBOL) return
  const { at, ticks, lots, side, code } = event.print
  write({
    stream: 'btcusdt@trade',
    data: {
      e: 'trade',
      E: at,
      T: at,
      s: 'BTCUSDT',
      t: Number(code) % 1e9,
      p: price(ticks),
      q: amount(lots),
      X: 'MARKET',
      m: side === 'sell',
    },
  })
})
exchange.start()
clock.advance(SNAPSHOT_AT_MS)
const { bids, asks } = exchange.depth(SYMBOL)
write({ lastUpdateId: id, E: clock.now(), T: clock.now(), bids: pairs(bids), asks: pairs(asks) })
clock.advance(SECONDS * 1000)
const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 })
writeFileSync(ownRecording, packed)
console.log(`${ownRecording}: ${lines.length} lines, ${Math.ceil(packed.length / 1024)} kB`)
