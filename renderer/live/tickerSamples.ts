/** Stores the mark prices and funding rates of charted instruments while the window is open, for lines in a chart. Never asks for any; nothing here is dealt on. */

import { decimal, toDrawable } from '../../shared/base/decimal.ts'
import { markOf, type Ticker } from '../../shared/domain/instrument.ts'
import { isYoung } from '../../shared/domain/priceAge.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'

/** Ms between two samples. */
export const SAMPLE_EVERY = 5_000
/** Six hours of samples. */
const MOST_SAMPLES = 4_320
/** The instruments with samples: those that a chart of this window showed last. */
const MOST_INSTRUMENTS = 24

/** `funding`: percent for each funding interval. */
export type SampledFigure = 'mark' | 'funding'

/** The samples of one instrument, oldest first. `at`: wall clock of this machine, ms. */
interface Samples {
  readonly at: number[]
  readonly mark: (number | null)[]
  readonly funding: (number | null)[]
}

export interface SampledTickers {
  /** The last sample in a stretch of time, `to` excluded, ms; null where no sample was taken then. */
  last(figure: SampledFigure, from: number, to: number): number | null
}

const figuresOf = (ticker: Ticker): { readonly mark: number | null; readonly funding: number | null } => {
  const mark = markOf(ticker)
  const { fundingRate } = ticker
  return {
    mark: mark === null ? null : toDrawable(mark),
    funding: fundingRate === null ? null : toDrawable(decimal(fundingRate)) * 100,
  }
}

export class TickerSamples {
  private readonly bySymbol = new Map<Symbol, Samples>()
  private sampledAt = -Infinity

  /** Takes a sample of each charted instrument once it is time. Values whose list is too old to check an order against are left out. */
  take(tickers: ReadonlyMap<string, Ticker>, now: number): void {
    // A clock that was set back begins anew.
    if (now >= this.sampledAt && now < this.sampledAt + SAMPLE_EVERY) return
    this.sampledAt = now
    for (const [symbol, samples] of this.bySymbol) {
      const ticker = tickers.get(symbol)
      if (!ticker || ticker.listedAt === null || !isYoung(ticker.listedAt, now)) continue
      const { mark, funding } = figuresOf(ticker)
      if (now <= (samples.at.at(-1) ?? -Infinity)) continue
      samples.at.push(now)
      samples.mark.push(mark)
      samples.funding.push(funding)
      if (samples.at.length <= MOST_SAMPLES) continue
      for (const values of [samples.at, samples.mark, samples.funding]) values.shift()
    }
  }

  /** Samples the instrument from now on, and gives its samples. */
  of(symbol: Symbol): SampledTickers {
    const samples = this.bySymbol.get(symbol) ?? { at: [], mark: [], funding: [] }
    // The instrument charted last comes last.
    this.bySymbol.delete(symbol)
    this.bySymbol.set(symbol, samples)
    const [oldest] = this.bySymbol.keys()
    if (this.bySymbol.size > MOST_INSTRUMENTS && oldest !== undefined) this.bySymbol.delete(oldest)
    return { last: (figure, from, to) => lastIn(samples, figure, from, to) }
  }
}

function lastIn({ at, ...values }: Samples, figure: SampledFigure, from: number, to: number): number | null {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? Infinity) < to) low = middle + 1
    else high = middle
  }
  const place = low - 1
  return (at[place] ?? -Infinity) >= from ? (values[figure][place] ?? null) : null
}
