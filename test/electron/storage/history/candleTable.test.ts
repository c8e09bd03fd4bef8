import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CandleTable } from '../../../../electron/storage/history/candleTable.ts'
import { HISTORY_FILE, openDatabase } from '../../../../electron/storage/history/database.ts'
import { add, decimal, toText, ZERO } from '../../../../shared/base/decimal.ts'
import {
  foldCandles,
  INTERVALS,
  MINUTE,
  type Candle,
  type StoredInterval,
} from '../../../../shared/domain/candles/candle.ts'
import { BTC, known, minuteAt, START, wholeMinutes } from './series.ts'

const FAR = Number.MAX_SAFE_INTEGER
let folder = ''
let open: DatabaseSync[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'))
})
afterEach(() => {
  for (const database of open.splice(0)) if (database.isOpen) database.close()
  rmSync(folder, { recursive: true })
})
function table(directory: string | null = folder) {
  const database = openDatabase(directory)
  open.push(database)
  return { database, table: new CandleTable(database) }
}
const page = (item: CandleTable, interval: StoredInterval, before = FAR, count = 2_000) =>
  item.read(BTC, { interval, before, after: null, count })

describe('the history database', () => {
  it('keeps candles and their coverage over a restart', () => {
    const first = table()
    first.table.keep(BTC, wholeMinutes(0, 90))
    first.database.close()
    const second = table()
    const minutes = Array.from({ length: 90 }, (_, n) => minuteAt(n))
    expect(page(second.table, '1m')).toEqual({ candles: minutes, gaps: gapTo(90), more: false })
    expect(second.table.newest(BTC)).toEqual({ minutes, known: [known(0, 90)] })
    expect(second.table.newest({ ...BTC, venue: 'another' })).toEqual({ minutes: [], known: [] })
  })

  it('a page of long candles is shorter than requested, and the pages before it have the rest', () => {
    const day = INTERVALS['1d'] / MINUTE
    const days = Array.from({ length: 60 }, (_, n) => minuteAt(n * day))
    const kept = table(null).table
    kept.keep(BTC, {
      candles: days.map((candle) => ({ length: MINUTE, whole: true, candle })),
      known: [known(0, 60 * day)],
    })
    const newest = page(kept, '1d')
    expect(newest.more).toBe(true)
    const older = page(kept, '1d', newest.candles[0]?.openTime)
    expect(older.more).toBe(false)
    expect([...older.candles, ...newest.candles]).toEqual(foldCandles(days, '1d'))
  })

  it('every longer interval is the exact fold of the minutes, paged in either direction', () => {
    const count = 200
    const minutes = Array.from({ length: count }, (_, n) => minuteAt(n)).filter((_, n) => n % 17 !== 5)
    const kept = table(null).table
    kept.keep(BTC, {
      candles: minutes.map((candle) => ({ length: MINUTE, whole: true, candle })),
      known: [known(0, count)],
    })
    fc.assert(
      fc.property(
        fc.constantFrom<StoredInterval>('1m', '5m', '15m', '30m', '1h', '2h', '4h', '12h', '1d'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (interval, size, forward) => {
          const all: Candle[] = []
          for (let more = true, pages = 0; more; pages++) {
            expect(pages).toBeLessThan(300)
            const edge = forward ? (all.at(-1)?.openTime ?? 0) : (all[0]?.openTime ?? FAR)
            const got = kept.read(BTC, {
              interval,
              before: edge,
              after: forward ? edge : null,
              count: size,
            })
            more = got.more
            all.splice(forward ? all.length : 0, 0, ...got.candles)
          }
          expect(all).toEqual(foldCandles(minutes, interval))
          const sum = (list: readonly Candle[]) =>
            toText(list.reduce((total, { volume }) => add(total, decimal(volume)), ZERO))
          expect(sum(all)).toBe(sum(minutes))
          expect(all.every(({ openTime }) => openTime % INTERVALS[interval] === 0)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('weeks begin on Monday 00:00 UTC, and their pages have every minute exactly once', () => {
    const day = INTERVALS['1d'] / MINUTE
    const days = Array.from({ length: 40 }, (_, n) => minuteAt(n * day + (n % 5) * 7))
    const kept = table(null).table
    kept.keep(BTC, {
      candles: days.map((candle) => ({ length: MINUTE, whole: true, candle })),
      known: [known(0, 41 * day)],
    })
    const all: Candle[] = []
    for (let more = true; more;) {
      const got = page(kept, '1w', all[0]?.openTime, 2)
      all.unshift(...got.candles)
      more = got.more
    }
    expect(all).toEqual(foldCandles(foldCandles(days, '1d'), '1w'))
    expect(all.length).toBeGreaterThan(5)
    for (const { openTime } of all) expect(new Date(openTime).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/)
    const sum = (list: readonly Candle[]) =>
      toText(list.reduce((total, { volume }) => add(total, decimal(volume)), ZERO))
    expect(sum(all)).toBe(sum(days))
  })

  it('folding in two steps gives the candles of folding in one, with the trades’ prices', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }), (picks) => {
        const minutes = [...new Set(picks)].toSorted((a, b) => a - b).map(minuteAt)
        expect(foldCandles(foldCandles(minutes, '5m'), '1h')).toEqual(foldCandles(minutes, '1h'))
        for (const hour of foldCandles(minutes, '1h')) {
          const its = minutes.filter(
            ({ openTime }) => openTime >= hour.openTime && openTime < hour.openTime + INTERVALS['1h'],
          )
          const highest = its.map(({ high }) => decimal(high)).reduce((a, b) => (a > b ? a : b))
          const lowest = its.map(({ low }) => decimal(low)).reduce((a, b) => (a < b ? a : b))
          expect(hour).toMatchObject({
            open: its[0]?.open,
            close: its.at(-1)?.close,
            high: toText(highest),
            low: toText(lowest),
          })
        }
      }),
    )
  })

  it('distinguishes an unknown time from a time without trades', () => {
    const { table: kept } = table()
    kept.keep(BTC, wholeMinutes(0, 10))
    // Minutes 20 to 30 are known and empty but for one; 10 to 20 nobody knows.
    kept.keep(BTC, {
      candles: [{ length: MINUTE, whole: true, candle: minuteAt(25) }],
      known: [known(20, 30)],
    })
    const gap = { from: START + 10 * MINUTE, to: START + 20 * MINUTE }
    expect(page(kept, '1m', START + 30 * MINUTE).gaps).toEqual([gap])
    expect(page(kept, '1h', START + 60 * MINUTE).gaps).toEqual([
      gap,
      { from: START + 30 * MINUTE, to: START + 60 * MINUTE },
    ])
    // Pages past and beside it tell it too.
    expect(page(kept, '1m', START + 26 * MINUTE, 1).gaps).toEqual([])
    expect(page(kept, '1m', START + 25 * MINUTE, 1).gaps).toEqual([{ ...gap }])
    expect(kept.read(BTC, { interval: '1m', before: 0, after: START + 9 * MINUTE, count: 9 }).gaps).toEqual([
      gap,
    ])
    // What fills it later takes the mark away.
    kept.keep(BTC, wholeMinutes(10, 20))
    expect(page(kept, '1m', START + 30 * MINUTE).gaps).toEqual([])
    expect(kept.newest(BTC).known).toEqual([known(0, 30)])
  })

  it('a part of a candle never replaces the whole; the whole replaces a part', () => {
    const { table: kept } = table()
    const part = { ...minuteAt(3), volume: minuteAt(4).volume }
    const put = (whole: boolean, candle: Candle) =>
      kept.keep(BTC, { candles: [{ length: MINUTE, whole, candle }], known: [] })
    put(false, part)
    expect(page(kept, '1m').candles).toEqual([part])
    put(true, minuteAt(3))
    put(false, part)
    expect(page(kept, '1m').candles).toEqual([minuteAt(3)])
    // An incomplete minute is nothing to go on from.
    expect(kept.newest(BTC).minutes).toEqual([])
  })

  it('deletes candles shorter than a minute after three days, and never minutes', () => {
    const { table: kept } = table()
    const short = (n: number) => ({ length: 5_000, whole: true, candle: minuteAt(n) })
    kept.keep(BTC, { candles: [short(0), { ...short(0), length: MINUTE }], known: [] })
    kept.keep(BTC, { candles: [short(3 * 1_440 + 1)], known: [] })
    expect(page(kept, '5s').candles).toEqual([minuteAt(3 * 1_440 + 1)])
    expect(page(kept, '1m').candles).toEqual([minuteAt(0)])
  })

  it('refuses a file of another version in one sentence and leaves it as it is', () => {
    const { database } = table()
    database.exec('PRAGMA user_version = 7')
    database.close()
    const before = readFileSync(join(folder, HISTORY_FILE))
    expect(() => openDatabase(folder)).toThrow(
      /history\.sqlite is of version 7, and this terminal reads version 1$/,
    )
    expect(readFileSync(join(folder, HISTORY_FILE))).toEqual(before)
  })

  it('reports that another terminal has it open', () => {
    const { table: kept } = table()
    kept.keep(BTC, wholeMinutes(0, 1))
    expect(() => openDatabase(folder)).toThrow(/is in use by another terminal$/)
  })
})

/** The time from a minute to the far end of all pages: nothing is known of it. */
const gapTo = (n: number) => [{ from: START + n * MINUTE, to: Math.floor(FAR / MINUTE) * MINUTE }]
