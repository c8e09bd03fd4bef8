/** Stores candles and the times whose trades are all known. Reads pages of every interval. Decides nothing about trades. */

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import {
  baseOf,
  foldCandles,
  INTERVALS,
  MINUTE,
  openTimeOf,
  type Candle,
  type CandlePage,
} from '../../../shared/domain/candles/candle.ts'
import { gapsOf, withRange, type KnownRange } from '../../../shared/domain/candles/candleCoverage.ts'
import type {
  StoredCandleQuery,
  CandlesToKeep,
  StoredCandles,
  SeriesName,
} from '../../core/ports/candleHistory.ts'
import { transaction } from './database.ts'

/** Minutes that a start restores: more than past trades are ever read back for. */
const RESTORED_MINUTES = 5_000
/** Ms for which candles shorter than a minute are stored: there are twelve times as many. */
const SHORT_STORED_FOR = 3 * 24 * 3_600_000

/** The most short candles that one page folds into longer ones: about 0.2 s. A page of long candles is shorter than requested, and says that there is more. */
const MOST_FOLDED = 60_000

type Row = Record<string, SQLOutputValue>

export class CandleTable {
  private readonly database: DatabaseSync
  private readonly ids = new Map<string, number>()
  private readonly statements

  constructor(database: DatabaseSync) {
    this.database = database
    const columns = 'open_time, open, high, low, close, volume'
    const ofSeries = 'FROM candle WHERE series = ? AND length = ? AND open_time'
    this.statements = {
      name: database.prepare('INSERT INTO series (venue, symbol) VALUES (?, ?) ON CONFLICT DO NOTHING'),
      id: database.prepare('SELECT id FROM series WHERE venue = ? AND symbol = ?'),
      // A complete candle is never replaced by an incomplete one.
      put: database.prepare(
        `INSERT INTO candle (series, length, ${columns}, whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET open = excluded.open, high = excluded.high, low = excluded.low,
           close = excluded.close, volume = excluded.volume, whole = excluded.whole
         WHERE excluded.whole >= whole`,
      ),
      forget: database.prepare('DELETE FROM candle WHERE series = ? AND length < ? AND open_time < ?'),
      before: database.prepare(`SELECT ${columns} ${ofSeries} < ? ORDER BY open_time DESC`),
      after: database.prepare(`SELECT ${columns} ${ofSeries} >= ? ORDER BY open_time`),
      known: database.prepare('SELECT * FROM known WHERE series = ? ORDER BY from_time'),
      unlist: database.prepare('DELETE FROM known WHERE series = ?'),
      list: database.prepare(
        'INSERT INTO known (series, from_time, to_time, cursor, ended) VALUES (?, ?, ?, ?, ?)',
      ),
    }
  }

  /** Stores candles and known times together, or neither. Throws when the disk fails. */
  keep(name: SeriesName, news: CandlesToKeep): void {
    transaction(this.database, () => {
      const series = this.idOf(name)
      for (const { length, whole, candle } of news.candles)
        this.statements.put.run(
          series,
          length,
          candle.openTime,
          candle.open,
          candle.high,
          candle.low,
          candle.close,
          candle.volume,
          whole ? 1 : 0,
        )
      const newest = news.candles.at(-1)?.candle.openTime
      if (newest !== undefined) this.statements.forget.run(series, MINUTE, newest - SHORT_STORED_FOR)
      const ranges = news.known.reduce(withRange, this.rangesOf(series))
      this.statements.unlist.run(series)
      for (const { from, to, cursor, ended } of ranges)
        this.statements.list.run(series, from, to, cursor, ended ? 1 : 0)
    })
  }

  /** The newest whole minutes and the known ranges of their time. A start continues from them. */
  newest(name: SeriesName): StoredCandles {
    const series = this.idOf(name)
    const ranges = this.rangesOf(series)
    const minutes = this.some(series, 'before', MINUTE, Number.MAX_SAFE_INTEGER, RESTORED_MINUTES)
    const oldest = minutes[0]?.openTime ?? 0
    return {
      minutes: minutes.filter(({ openTime }) =>
        ranges.some((known) => known.from <= openTime && openTime < known.to),
      ),
      known: ranges.filter(({ to }) => to > oldest),
    }
  }

  /** A page of any interval, oldest first, with the gaps between its candles and the requested time. */
  read(name: SeriesName, { interval, before, after, count }: StoredCandleQuery): CandlePage {
    const series = this.idOf(name)
    const length = INTERVALS[interval]
    const base = INTERVALS[baseOf(interval)]
    const forward = after !== null
    const most = Math.min(count, Math.max(1, Math.floor((MOST_FOLDED * base) / length)))
    // One candle more than requested shows whether there are others.
    const edge = forward ? openTimeOf(after, length) + length : openTimeOf(before, length)
    const smaller = this.some(series, forward ? 'after' : 'before', base, edge, most + 1, length)
    const all = length === base ? smaller : foldCandles(smaller, interval)
    const more = all.length > most
    const candles = forward ? all.slice(0, most) : all.slice(-most)
    const [first, last] = [candles[0], candles.at(-1)]
    if (!first || !last) return { candles: [], gaps: [], more: false }
    const ranges = this.rangesOf(series)
    const gaps = forward ? gapsOf(ranges, edge, last.openTime + length) : gapsOf(ranges, first.openTime, edge)
    return { candles, gaps, more }
  }

  /** The stored candles that make up `groups` longer candles next to `edge`, oldest first. */
  private some(
    series: number,
    way: 'before' | 'after',
    base: number,
    edge: number,
    groups: number,
    length = base,
  ): Candle[] {
    const found: Candle[] = []
    let group = NaN
    let left = groups
    for (const row of this.statements[way].iterate(series, base, edge)) {
      const candle = asCandle(row)
      const openTime = openTimeOf(candle.openTime, length)
      if (openTime !== group && left-- === 0) break
      group = openTime
      found.push(candle)
    }
    return way === 'before' ? found.toReversed() : found
  }

  private rangesOf(series: number): KnownRange[] {
    return this.statements.known.all(series).map((row) => ({
      from: Number(row['from_time']),
      to: Number(row['to_time']),
      cursor: row['cursor'] === null ? null : String(row['cursor']),
      ended: row['ended'] === 1,
    }))
  }

  private idOf({ venue, symbol }: SeriesName): number {
    const name = `${venue} ${symbol}`
    const known = this.ids.get(name)
    if (known !== undefined) return known
    this.statements.name.run(venue, symbol)
    const id = Number(this.statements.id.get(venue, symbol)?.['id'])
    this.ids.set(name, id)
    return id
  }
}

const asCandle = (row: Row): Candle => ({
  openTime: Number(row['open_time']),
  open: textOf(row['open']),
  high: textOf(row['high']),
  low: textOf(row['low']),
  close: textOf(row['close']),
  volume: textOf(row['volume']),
})

/** The tables hold only text that `toText` wrote. */
const textOf = (value: SQLOutputValue | undefined): DecimalText => String(value) as DecimalText
