/** Applies recorded messages to a book in which customers trade. Lots that customers took stay away until the market would have refilled them. */

import type { EpochMs } from '../../../../shared/base/clock.ts'
import type { BookType } from '../bookSide.ts'
import type { SymbolMarket } from '../matchingEngine.ts'
import type { Step } from './commonStep.ts'
import type { RecordedLevel, RecordedMessage, RecordedUpdate, Recording } from './marketRecording.ts'

/** Lots that customers took from a level. The recording does not contain this trade. */
interface Eaten {
  recordedLots: number
  lots: number
  /** Ms of the recording. */
  at: number
}

/** Ms of the recording after which a level has refilled the lots that customers took. */
const REPLENISHED_AFTER = 1000

/**
 * The rule of a local book (Binance, "How to manage a local order book correctly"): updates that end before the snapshot
 * are dropped. The first update after it must contain its id, and each later update must follow the one before.
 */
export class RecordedMarket {
  private readonly recording: Recording
  private readonly market: SymbolMarket
  private readonly symbol: string
  private readonly tick: Step
  private readonly lot: Step
  private readonly eaten: Readonly<Record<BookType, Map<number, Eaten>>> = { bid: new Map(), ask: new Map() }
  /** Last id in the book; before the first applied update, the id of the snapshot. */
  private reached = 0
  private joined = false
  private now = 0

  constructor(recording: Recording, market: SymbolMarket, symbol: string, tick: Step, lot: Step) {
    this.recording = recording
    this.market = market
    this.symbol = symbol
    this.tick = tick
    this.lot = lot
    market.onEaten = (type, ticks, lots) => this.remember(type, ticks, lots)
  }

  /** Resets the market; the snapshot must come next. */
  restart(): void {
    this.eaten.bid.clear()
    this.eaten.ask.clear()
    this.reached = 0
    this.joined = false
  }

  /** Plays one message, with events at time `at`. Throws a `RecordingError` for a message that does not fit. */
  play(message: RecordedMessage, at: EpochMs): void {
    this.now = message.at
    if (message.kind !== 'snapshot' && message.symbol !== this.symbol)
      throw this.recording.fault(
        message.line,
        `is about ${message.symbol}, but a replay holds one symbol, ${this.symbol}`,
      )
    if (message.kind === 'snapshot')
      this.applySnapshot(message.bids, message.asks, message.lastUpdateId, message.line)
    else if (message.kind === 'update') this.applyUpdate(message)
    else {
      const { line, price, amount, buyerWasMaker } = message
      const ticks = this.steps(this.tick, price, line)
      const lots = this.steps(this.lot, amount, line)
      if (ticks > 0 && lots > 0) this.market.book.tradeThrough(buyerWasMaker ? 'sell' : 'buy', ticks, lots)
    }
    if (this.market.book.admitWaiting()) this.replenish()
    this.market.commit(at)
  }

  /** A later snapshot replaces the book, as an update of every level would. */
  private applySnapshot(
    bids: readonly RecordedLevel[],
    asks: readonly RecordedLevel[],
    lastUpdateId: number,
    line: number,
  ): void {
    const { book } = this.market
    for (const side of [book.bids, book.asks])
      for (const [ticks] of side.levels()) this.set(side.type, ticks, 0)
    this.applyLevels('bid', bids, line)
    this.applyLevels('ask', asks, line)
    this.reached = lastUpdateId
    this.joined = false
  }

  private applyUpdate(update: RecordedUpdate): void {
    const { firstId, lastId, previousId, line } = update
    if (lastId < this.reached) return
    const follows = this.joined
      ? previousId === this.reached
      : firstId <= this.reached || previousId === this.reached
    if (!follows)
      throw this.recording.fault(line, `leaves out updates between ${this.reached} and ${firstId}`)
    this.joined = true
    this.reached = lastId
    this.applyLevels('bid', update.bids, line)
    this.applyLevels('ask', update.asks, line)
    this.replenish()
  }

  private applyLevels(type: BookType, levels: readonly RecordedLevel[], line: number): void {
    for (const [price, amount] of levels)
      this.set(type, this.steps(this.tick, price, line), this.steps(this.lot, amount, line))
  }

  private set(type: BookType, ticks: number, recordedLots: number): void {
    const eaten = this.eaten[type].get(ticks)
    if (!eaten) {
      this.market.book.setMarket(type, ticks, recordedLots)
      return
    }
    eaten.recordedLots = recordedLots
    eaten.lots = Math.min(eaten.lots, recordedLots)
    if (recordedLots === 0) this.eaten[type].delete(ticks)
    this.market.book.setMarket(type, ticks, recordedLots - eaten.lots)
  }

  private remember(type: BookType, ticks: number, lots: number): void {
    const eaten = this.eaten[type].get(ticks)
    if (eaten) {
      eaten.lots += lots
      eaten.at = this.now
      return
    }
    const { bids, asks } = this.market.book
    const left = (type === 'bid' ? bids : asks).market(ticks)
    this.eaten[type].set(ticks, { recordedLots: left + lots, lots, at: this.now })
  }

  private replenish(): void {
    for (const type of ['bid', 'ask'] as const)
      for (const [ticks, eaten] of this.eaten[type])
        if (this.now - eaten.at >= REPLENISHED_AFTER) {
          this.eaten[type].delete(ticks)
          this.market.book.setMarket(type, ticks, eaten.recordedLots)
        }
  }

  private steps(step: Step, text: string, line: number): number {
    const count = step.count(text)
    if (Number.isNaN(count))
      throw this.recording.fault(line, `has "${text.slice(0, 40)}", which is no whole number of ${step.size}`)
    return count
  }
}
