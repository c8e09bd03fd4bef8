/** A book built from a first depth and the emitted changes alone, as a client would; refuses changes that make no sense. */

import type { BookChange, Level } from '../../../../electron/paper/exchange/exchange.ts'

interface Depth {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export class BookMirror {
  private readonly bids: Map<number, number>
  private readonly asks: Map<number, number>

  constructor(first: Depth) {
    this.bids = new Map(first.bids)
    this.asks = new Map(first.asks)
  }

  apply(changes: readonly BookChange[]): void {
    for (const { action, type, ticks, lots } of changes) {
      const side = type === 'bid' ? this.bids : this.asks
      const before = side.get(ticks)
      const sound =
        action === 'new'
          ? before === undefined && lots > 0
          : action === 'change'
            ? before !== undefined && before !== lots && lots > 0
            : before !== undefined && lots === 0
      if (!sound || !Number.isSafeInteger(lots))
        throw new Error(`${action} ${type} at ${ticks}: ${before} to ${lots} lots`)
      if (lots === 0) side.delete(ticks)
      else side.set(ticks, lots)
    }
  }

  get bestBid(): number {
    let best = Number.NEGATIVE_INFINITY
    for (const ticks of this.bids.keys()) if (ticks > best) best = ticks
    return best
  }

  get bestAsk(): number {
    let best = Number.POSITIVE_INFINITY
    for (const ticks of this.asks.keys()) if (ticks < best) best = ticks
    return best
  }

  depth(): Depth {
    return {
      bids: [...this.bids].toSorted(([a], [b]) => b - a),
      asks: [...this.asks].toSorted(([a], [b]) => a - b),
    }
  }
}
