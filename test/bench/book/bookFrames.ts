/** Frames of `orderbook-stream` to measure and test on: a seeded stream of many symbols, and recorded markets in the paper broker's own words. */

import { apiVariantOf, type VariantChoices } from '../../../electron/paper/apiVariants.ts'
import type { BrokerContext } from '../../../electron/paper/brokerage/brokerContext.ts'
import { recordedExchange } from '../../../electron/paper/exchange/recorded/recordedExchange.ts'
import { broadcastOfEvent, findChannel } from '../../../electron/paper/stream/channels.ts'
import { seededRandom, type Random } from '../../../shared/base/random.ts'
import { bookChannel } from '../../../shared/broker/stream/streamMessages.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

export interface StreamFrames {
  /** One for each symbol. */
  readonly snapshots: readonly string[]
  /** As they come from the socket, in order. */
  readonly updates: readonly Buffer[]
}

/** Levels of a side. */
const DEPTH = 1_000
const FEWEST = 6
const MOST = 15
const NEAR = 20
const NEAR_SHARE = 0.7
const DELETE_SHARE = 0.3

/** A market whose every tick near the touch comes and goes; its middle wanders. Prices are ticks of a tenth, amounts thousandths. */
class SeededBook {
  readonly symbol: Symbol
  private readonly random: Random
  private readonly lots: Record<'bid' | 'ask', Map<number, number>>
  private middle: number

  constructor(symbol: string, random: Random) {
    this.symbol = symbol as Symbol
    this.random = random
    this.middle = 5_000 + random.integer(900_000)
    const side = (sign: 1 | -1) =>
      new Map(Array.from({ length: DEPTH }, (_, n) => [this.middle + sign * (n + 1), this.size()] as const))
    this.lots = { bid: side(-1), ask: side(1) }
  }

  snapshot(): string {
    const levels = (type: 'bid' | 'ask') => [...this.lots[type]].map(([ticks, lots]) => written(ticks, lots))
    const data = { symbol: this.symbol, bids: levels('bid'), asks: levels('ask') }
    return JSON.stringify({ channel: bookChannel(this.symbol), type: 'snapshot', data })
  }

  update(): string {
    const changes: object[] = []
    const put = (type: 'bid' | 'ask', ticks: number, lots: number) => {
      const there = this.lots[type].has(ticks)
      if (lots === 0 && !there) return
      const action = lots === 0 ? 'delete' : there ? 'change' : 'new'
      if (lots === 0) this.lots[type].delete(ticks)
      else this.lots[type].set(ticks, lots)
      changes.push({ action, type, ...written(ticks, lots) })
    }
    if (this.random.next() < 0.05) {
      this.middle += this.random.next() < 0.5 ? -1 : 1
      put('bid', this.middle, 0)
      put('ask', this.middle, 0)
    }
    const count = FEWEST + this.random.integer(MOST - FEWEST + 1)
    while (changes.length < count) {
      const type = this.random.next() < 0.5 ? 'bid' : 'ask'
      const away = 1 + this.random.integer(this.random.next() < NEAR_SHARE ? NEAR : DEPTH)
      const ticks = this.middle + (type === 'bid' ? -away : away)
      const goes = this.lots[type].has(ticks) && this.random.next() < DELETE_SHARE
      put(type, ticks, goes ? 0 : this.size())
    }
    return JSON.stringify({ channel: bookChannel(this.symbol), type: 'update', changes })
  }

  private size(): number {
    return 1 + this.random.integer(this.random.next() < 0.5 ? 3_000 : 90_000)
  }
}

const fixed = (count: number, places: number) =>
  `${Math.floor(count / 10 ** places)}.${String(count % 10 ** places).padStart(places, '0')}`.replace(
    /\.?0+$/,
    '',
  )
const written = (ticks: number, lots: number) => ({
  price: fixed(ticks, 1),
  amount: lots === 0 ? '0' : fixed(lots, 3),
})

/** The same seed gives the same frames. */
export function seededFrames(symbols: number, updates: number, seed = 20): StreamFrames {
  const random = seededRandom(seed)
  const books = Array.from({ length: symbols }, (_, n) => new SeededBook(`SYM${n}USDC_PERP`, random))
  return {
    snapshots: books.map((book) => book.snapshot()),
    updates: Array.from({ length: updates }, () =>
      Buffer.from(books[random.integer(symbols)]?.update() ?? ''),
    ),
  }
}

/** All depth of a recording, as a paper broker of this variant puts it on the stream. */
export async function recordedFrames(
  file: string,
  choices: Partial<VariantChoices> = {},
): Promise<StreamFrames> {
  const clock = new FakeClock()
  let over = false
  const exchange = await recordedExchange({ file, clock, onEnd: () => (over = true) })
  const instruments = new Map(exchange.instruments.map((one) => [one.symbol as string, one]))
  // What the stream's words need of a floor: its instruments and their depth.
  const floor = { exchange, instruments } as unknown as BrokerContext
  const variant = apiVariantOf(choices)
  const snapshots = exchange.instruments.flatMap(({ symbol }) => {
    const channel = findChannel(floor, bookChannel(symbol))
    return channel.ok ? channel.value.opening().map((message) => variant.frame(message)) : []
  })
  const updates: Buffer[] = []
  exchange.onEvent((event) => {
    if (event.kind !== 'book') return
    const broadcast = broadcastOfEvent(floor, event)
    if (broadcast) updates.push(Buffer.from(variant.frame(broadcast.message())))
  })
  const stop = exchange.start()
  while (clock.step()) if (over) break
  stop()
  return { snapshots, updates }
}
