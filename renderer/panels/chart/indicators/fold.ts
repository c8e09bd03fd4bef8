/** Folds candles into the figures of an indicator, one candle at a time. A time with unknown trades ends the fold; it starts again behind that time. */

import { decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import type { Candle } from '../../../../shared/domain/candles/candle.ts'
import type { Slot } from '../candleWindow.ts'

/** A candle as exact numbers. `openTime`: ms since epoch. */
export interface FoldBar {
  readonly openTime: number
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
  readonly volume: Decimal
}

/** One number per line of an indicator, for drawing only; null while unknown. */
export type Figures = readonly (number | null)[]

/** An indicator as a pure fold. The state is small, so that a new candle costs the same whatever the number of candles before it. */
export interface Fold<S> {
  /** The state before the first bar. `since`: ms since epoch; every trade from then on is known. */
  start(since: number): S
  /** `back(n)`: the bar n before this one; null before the first bar of the run. */
  step(state: S, bar: FoldBar, back: (n: number) => FoldBar | null): S
  read(state: S): Figures
}

const bars = new WeakMap<Candle, FoldBar>()

/** The numbers of a candle, read once however many indicators need them. */
export function barOfCandle(candle: Candle): FoldBar {
  const known = bars.get(candle)
  if (known) return known
  const bar = {
    openTime: candle.openTime,
    open: decimal(candle.open),
    high: decimal(candle.high),
    low: decimal(candle.low),
    close: decimal(candle.close),
    volume: decimal(candle.volume),
  }
  bars.set(candle, bar)
  return bar
}

/** Runs a fold along a chart's slots. The last candle may change: the state before it is held. */
export class FoldRun<S> {
  private readonly fold: Fold<S>
  /** The bars since the last unknown time. */
  private run: FoldBar[] = []
  private before: S
  private after: S
  private readonly nothing: Figures

  constructor(fold: Fold<S>) {
    this.fold = fold
    this.before = fold.start(-Infinity)
    this.after = this.before
    this.nothing = fold.read(this.before).map(() => null)
  }

  /** The figures of every slot, oldest first. A slot in an unknown time has none. */
  all(slots: readonly Slot[]): Figures[] {
    this.run = []
    return slots.map((slot, n) => this.add(slot, slots[n - 1]))
  }

  /** The figures of a slot that follows the last one, or replaces it. `previous`: the slot before it. */
  put(slot: Slot, previous: Slot | undefined): Figures {
    if (this.run.at(-1)?.openTime === slot.openTime) {
      this.run.pop()
      this.after = this.before
    }
    return this.add(slot, previous)
  }

  private add({ candle, gap }: Slot, previous: Slot | undefined): Figures {
    if (candle === null || gap !== null) {
      this.run = []
      return this.nothing
    }
    const bar = barOfCandle(candle)
    if (this.run.length === 0) this.after = this.fold.start(previous?.gap ? previous.gap.to : bar.openTime)
    this.run.push(bar)
    const { run } = this
    this.before = this.after
    this.after = this.fold.step(this.before, bar, (n) => run[run.length - 1 - n] ?? null)
    return this.fold.read(this.after)
  }
}
