/** Runs of one aggressor: nothing is lost or counted twice, in made-up and in recorded markets. */

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import {
  continuesRun,
  runsOf,
  salesRows,
  sumsOf,
  type SalesRun,
  type SalesView,
} from '../../../../renderer/panels/timeAndSales/salesRows.ts'
import {
  boundChoices,
  boundOf,
  gapSentence,
  nextBound,
  streamOf,
  streamSentence,
} from '../../../../renderer/panels/timeAndSales/salesWords.ts'
import type { SalesItem, SalesPrint } from '../../../../renderer/live/salesLog.ts'
import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Side, Symbol } from '../../../../shared/domain/scalars.ts'
import { ownRecording, realRecording } from '../../../fixtures/recording.ts'

let nextId = 0
const print = (side: Side | null, price: string, amount: string, createdAt: number): SalesPrint => ({
  kind: 'print',
  id: nextId++,
  trade: {
    symbol: 'BTCUSDC_PERP' as Symbol,
    price: price as DecimalText,
    amount: amount as DecimalText,
    side,
    createdAt,
    code: null,
  },
})
const gap = (): SalesItem => ({ kind: 'gap', id: nextId++, cause: 'stream', from: 1, to: 2 })
const ALL: SalesView = { bound: 0, minimum: null, big: null }
const runs = (items: readonly SalesItem[], view = ALL) =>
  salesRows(items, view).filter((row): row is SalesRun => row.kind === 'run')
const isGap = (run: readonly SalesPrint[] | SalesItem): run is Extract<SalesItem, { kind: 'gap' }> =>
  !Array.isArray(run)

const madeUp = fc
  .array(
    fc.record({
      side: fc.constantFrom<Side | null>('buy', 'buy', 'sell', null),
      price: fc.integer({ min: 100, max: 104 }),
      amount: fc.integer({ min: 1, max: 50 }),
      later: fc.constantFrom(0, 0, 0, 5, 60, -3),
      isGap: fc.boolean().map((yes) => yes && nextId % 9 === 0),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = 1_000
    return steps.map((step) => {
      at += step.later
      return step.isGap ? gap() : print(step.side, String(step.price), `0.${step.amount}1`, at)
    })
  })

test('runs hold every print once and in order, no two neighbours could be one run, and sums agree', () => {
  fc.assert(
    fc.property(madeUp, fc.constantFrom(null, 0, 10, 250), (items, bound) => {
      const made = runsOf(items, bound)
      expect(made.flat()).toEqual(items)
      for (const [n, run] of made.entries()) {
        if (isGap(run)) continue
        for (let at = 1; at < run.length; at++)
          expect(continuesRun(run[at - 1] as SalesPrint, run[at] as SalesPrint, bound)).toBe(true)
        const next = made[n + 1]
        const couldJoin =
          next !== undefined &&
          !isGap(next) &&
          continuesRun(run.at(-1) as SalesPrint, next[0] as SalesPrint, bound)
        expect(couldJoin).toBe(false)
      }
      const rows = runs(items, { ...ALL, bound })
      const prints = items.filter((item) => item.kind === 'print')
      expect(rows.reduce((sum, row) => sum + row.prints, 0)).toBe(prints.length)
      const total = (side: Side) =>
        rows.reduce((sum, row) => (row.side === side ? sum + row.amount : sum), 0n)
      const sums = sumsOf(items)
      expect([total('buy'), total('sell')]).toEqual([sums.bought, sums.sold])
      expect(sums.delta).toBe(sums.bought - sums.sold)
    }),
  )
})

test('a wider bound joins no fewer prints', () => {
  fc.assert(
    fc.property(madeUp, (items) => {
      const counts = [null, 0, 10, 250].map((bound) => runsOf(items, bound).length)
      expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    }),
  )
})

/** Trades of a recording, read here with the recording's own words. Amounts as whole numbers of 10^-8. */
function recordedTrades(file: string) {
  const raw = readFileSync(file)
  const lines = (raw[0] === 0x1f ? gunzipSync(raw) : raw).toString().split('\n')
  return lines
    .filter((line) => line.includes('"e":"trade"'))
    .slice(0, 20_000)
    .map((line) => {
      const { data } = JSON.parse(line.slice(line.indexOf(' ') + 1)) as {
        data: { p: string; q: string; m: boolean; T: number }
      }
      const [whole = '0', rest = ''] = data.q.split('.')
      return { ...data, units: BigInt(whole + rest.padEnd(8, '0')) }
    })
    .filter(({ p, units }) => Number(p) > 0 && units > 0n)
}

describe.each([
  ['own', ownRecording],
  ['real', realRecording],
])('runs of the %s recording', (_name, file) => {
  test.skipIf(file === null)('sum to what the recording sums to, and each is a sweep of one side', () => {
    const trades = recordedTrades(file ?? ownRecording)
    expect(trades.length).toBeGreaterThan(100)
    const items = trades.map(({ p, q, m, T }) =>
      print(m ? 'sell' : 'buy', toText(decimal(p)), toText(decimal(q)), T),
    )
    const rows = runs(items)
    const units = (side: Side) => {
      const sum = rows.reduce((all, row) => (row.side === side ? all + row.amount : all), 0n)
      return sum / 10n ** 10n
    }
    const recorded = (isSell: boolean) =>
      trades.reduce((sum, trade) => (trade.m === isSell ? sum + trade.units : sum), 0n)
    expect([units('buy'), units('sell')]).toEqual([recorded(false), recorded(true)])
    expect(rows.reduce((sum, row) => sum + row.prints, 0)).toBe(trades.length)
    for (const row of rows) {
      expect(row.from).toBe(row.to)
      const moved = decimal(row.last) - decimal(row.first)
      expect(row.side === 'buy' ? moved >= 0n : moved <= 0n).toBe(true)
      const ends = [decimal(row.first), decimal(row.last)].toSorted((a, b) => (a < b ? -1 : 1))
      const unit = 10n ** 18n
      expect(row.value >= ((ends[0] ?? 0n) * row.amount) / unit - 100n).toBe(true)
      expect(row.value <= ((ends[1] ?? 0n) * row.amount) / unit + 100n).toBe(true)
    }
  })
})

it('a sweep is one row: its size, where it began and ended, and how many prints', () => {
  const sweep = [print('buy', '100', '1', 5), print('buy', '100', '2.5', 5), print('buy', '101', '0.5', 5)]
  expect(runs([...sweep, print('sell', '101', '1', 5)])).toMatchObject([
    { side: 'sell', prints: 1 },
    { side: 'buy', prints: 3, first: '100', last: '101', amount: decimal('4'), value: decimal('400.5') },
  ])
})

it.each([
  ['another side', print('sell', '100', '1', 5), 0],
  ['a better price, which one order cannot get later', print('buy', '99', '1', 5), 0],
  ['a later instant', print('buy', '100', '1', 6), 0],
  ['a time beyond the bound', print('buy', '100', '1', 56), 50],
  ['an earlier time', print('buy', '100', '1', 4), 50],
  ['joining nothing', print('buy', '100', '1', 5), null],
])('%s begins a new row', (_name, next, bound) => {
  expect(continuesRun(print('buy', '100', '1', 5), next, bound)).toBe(false)
})

it('prints without a side are never joined, because nobody knows the aggressor', () => {
  expect(runs([print(null, '100', '1', 5), print(null, '100', '1', 5)])).toHaveLength(2)
})

it('a least size counts whole runs and never leaves out a gap; big is from the threshold on', () => {
  const items = [print('buy', '100', '3', 1), print('buy', '100', '2', 1), gap(), print('buy', '100', '4', 1)]
  const rows = salesRows(items, { bound: 0, minimum: decimal('5'), big: decimal('5') })
  expect(rows.map((row) => (row.kind === 'gap' ? 'gap' : [toText(row.amount), row.isBig]))).toEqual([
    'gap',
    ['5', true],
  ])
  expect(runs(items, { ...ALL, big: decimal('5') }).map((row) => row.isBig)).toEqual([false, true])
})

it('a print that the venue stamped before its neighbour is late', () => {
  expect(
    runs([print('buy', '100', '1', 50), print('sell', '100', '1', 20)]).map((row) => row.isLate),
  ).toEqual([true, false])
})

it('sentences of gaps and of the stream, and the bounds that J walks', () => {
  const base = { kind: 'gap', id: 1 } as const
  const nine = Date.UTC(2026, 0, 5, 9)
  expect(gapSentence({ ...base, cause: 'stream', from: nine, to: nine + 4_000 })).toBe(
    'Prints may be missing from 09:00:00 to 09:00:04 UTC: the venue’s stream was down.',
  )
  expect(gapSentence({ ...base, cause: 'stream', from: nine, to: null })).toMatch(
    /^No prints since 09:00:00 UTC/,
  )
  expect(gapSentence({ ...base, cause: 'link', from: null, to: nine })).toMatch(/this window lost the core/)
  expect(gapSentence({ ...base, cause: 'overflow', from: null, to: null })).toMatch(/more came at once/)
  expect([streamSentence(null), streamSentence('live')]).toEqual([null, null])
  expect(streamSentence('down')).toMatch(/no new prints/)
  const link = { channel: 'market-trades:X', state: 'suspect', lastAt: nine } as const
  expect(streamOf(null)).toBeNull()
  expect(streamOf({ ...link, message: null })).toBe('suspect')
  expect(streamOf({ ...link, message: 'Openpit subscribes again.' })).toBe('ended')
  expect(nextBound(null)).toBe(0)
  expect(nextBound(250)).toBeNull()
  expect(boundChoices(75).at(-1)).toEqual(['75', '≤ 75 ms apart'])
  expect(boundChoices(0).map(([value]) => boundOf(value))).toEqual([null, 0, 10, 50, 250])
})
