/** The newest trades of one instrument, and every place between two of them where trades may be missing. Counts no trade and makes no candle. */

import type { MarketTrade, SalesTrade } from '../../../shared/domain/marketTrade.ts'
import type { MarketTradesPage } from '../../core/ports/brokerAnswers.ts'
import { identityOf } from './countedTrades.ts'

/** Trades with which time and sales starts, and the most that wait for a slow window. */
export const TAPE_LENGTH = 500

interface Row {
  readonly trade: MarketTrade
  afterGap: boolean
}

/** What a page proves. */
interface Proof {
  /** No trade is missing between two of them that adjoin. */
  readonly rows: ReadonlySet<Row>
  /** None is missing before the next trade of the stream either. */
  readonly toNext: boolean
}

const NOTHING_PROVEN: Proof = { rows: new Set(), toNext: false }

export class NewestTrades {
  private rows: Row[] = []
  /** Trades may be missing between the newest row and the next one. */
  private isCut = true
  /** A page showed that the venue has no trade at all, and no trade can be missing since. */
  private hasNone = false
  /** The first row since the last cut; null before it. */
  private firstSinceCut: Row | null = null
  /** The oldest row of the last page, and the cursor to the page below it. */
  private lastPage: { readonly next: string; readonly oldest: Row } | null = null

  /** Trades may be missing between the newest trade and the next. */
  cut(): void {
    this.isCut = true
    this.hasNone = false
    this.firstSinceCut = null
  }

  /** Whether the list says anything: it has a trade, or the venue is known to have none. */
  get isKnown(): boolean {
    return this.rows.length > 0 || this.hasNone
  }

  /** Adds a trade of the stream. */
  add(trade: MarketTrade): SalesTrade {
    const row: Row = { trade, afterGap: this.isCut }
    this.isCut = false
    this.firstSinceCut ??= row
    this.rows.push(row)
    if (this.rows.length > 2 * TAPE_LENGTH) this.rows.splice(0, this.rows.length - TAPE_LENGTH)
    return { ...trade, afterGap: row.afterGap }
  }

  /** Adds a trade of the stream that the candles of an earlier run count; null where the list shows it, or is full of newer ones. */
  addStored(trade: MarketTrade): SalesTrade | null {
    const identity = identityOf(trade)
    const isListed = this.rows.some((row) => identityOf(row.trade) === identity)
    return isListed || this.isOlder(trade) ? null : this.add(trade)
  }

  /**
   * Inserts a page of past trades, and joins the rows between which it proves that none is missing. `before`: the cursor of the page; null for the
   * newest trades, which a page holds up to the first one since the cut. Returns whether the list changed.
   */
  addPage(page: MarketTradesPage, before: string | null): boolean {
    const stretches = this.stretches()
    const ofPage = this.rowsOf(page.items)
    const merged = this.mergedWith(ofPage)
    const proven = page.isWhole ? this.provenBy(ofPage, before, merged) : NOTHING_PROVEN
    const [wasCut, newest] = [this.isCut, this.rows.at(-1)]
    let isChanged = merged.length > this.rows.length
    for (const [at, row] of merged.entries()) {
      const previous = merged[at - 1]
      if (previous === undefined) continue
      const isOneStretch = stretches.has(row) && stretches.get(row) === stretches.get(previous)
      const afterGap = !isOneStretch && !(proven.rows.has(row) && proven.rows.has(previous))
      isChanged ||= row.afterGap !== afterGap
      row.afterGap = afterGap
    }
    if (proven.toNext) this.isCut = false
    // The next trade of the stream follows the row that was the newest, not this one.
    else if (merged.at(-1) !== newest) this.cut()
    const [oldest] = ofPage
    this.lastPage = page.isWhole && page.next !== null && oldest ? { next: page.next, oldest } : null
    this.rows = merged.slice(-TAPE_LENGTH)
    this.hasNone ||= page.isWhole && page.items.length === 0 && page.next === null && before === null
    return isChanged || wasCut !== this.isCut
  }

  /** The newest trades, newest last. */
  list(): SalesTrade[] {
    return this.rows.slice(-TAPE_LENGTH).map(({ trade, afterGap }) => ({ ...trade, afterGap }))
  }

  /** Older than every row of a full list. */
  private isOlder(trade: MarketTrade): boolean {
    return this.rows.length >= TAPE_LENGTH && trade.createdAt < (this.rows[0]?.trade.createdAt ?? -Infinity)
  }

  /** The rows of a page, oldest first: those of the list, and new ones. Equal trades without a code are as many as they are. */
  private rowsOf(newestFirst: readonly MarketTrade[]): readonly Row[] {
    const listed = Map.groupBy(this.rows, ({ trade }) => identityOf(trade))
    return newestFirst.toReversed().flatMap((trade): readonly Row[] => {
      const row = listed.get(identityOf(trade))?.shift()
      if (row) return [row]
      return this.isOlder(trade) ? [] : [{ trade, afterGap: true }]
    })
  }

  /** The list with the rows of a page in their places, by time. At equal times the order of the page counts. */
  private mergedWith(ofPage: readonly Row[]): readonly Row[] {
    const inPage = new Set(ofPage)
    const first = this.rows.findIndex((row) => inPage.has(row))
    const apart = (row: Row) => !inPage.has(row)
    const [before, behind] = [this.rows.slice(0, Math.max(0, first)), this.rows.slice(Math.max(0, first))]
    return [...before, ...ofPage, ...behind.filter(apart)].toSorted(
      (a, b) => a.trade.createdAt - b.trade.createdAt,
    )
  }

  /** By row: the number of the stretch of trades without one missing. */
  private stretches(): ReadonlyMap<Row, number> {
    let number = 0
    return new Map(this.rows.map((row) => [row, row.afterGap ? ++number : number]))
  }

  private provenBy(ofPage: readonly Row[], before: string | null, merged: readonly Row[]): Proof {
    const [oldest, newest] = [ofPage[0], ofPage.at(-1)]
    if (!oldest || !newest) return NOTHING_PROVEN
    // At the very time of its ends, trades that the page does not hold may be missing.
    const between = merged.filter(
      ({ trade: { createdAt } }) => oldest.trade.createdAt < createdAt && createdAt < newest.trade.createdAt,
    )
    const above = merged[merged.lastIndexOf(newest) + 1]
    const joined = above && this.isRightAbove(above, before) ? [above] : []
    return {
      rows: new Set([...ofPage, ...between, ...joined]),
      // The stream goes on where the newest page of all ends.
      toNext: above === undefined && (before === null || (!this.isCut && newest === this.rows.at(-1))),
    }
  }

  /** Whether a page with this cursor ends right below the row. */
  private isRightAbove(row: Row, before: string | null): boolean {
    if (before === null) return row === this.firstSinceCut
    return row.trade.code === before || (this.lastPage?.next === before && this.lastPage.oldest === row)
  }
}
