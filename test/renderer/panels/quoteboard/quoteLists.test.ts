/** The dealer's lists of instruments: stored text, changes, undo, order of rows, and instruments added by typing. */

import { describe, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { readTypedInstruments } from '../../../../renderer/panels/quoteboard/lists/addByTyping.ts'
import { actOf } from '../../../../renderer/panels/quoteboard/quoteKeys.ts'
import {
  ALL,
  MOST_SYMBOLS,
  QUOTE_COLUMNS,
  changed,
  nameProblem,
  readLists,
  restored,
  sortedBy,
  storedText,
  withColumn,
  withList,
  withMoved,
  withNextSort,
  withSymbols,
  withoutSymbol,
  type QuoteList,
} from '../../../../renderer/panels/quoteboard/lists/quoteLists.ts'
import { orderOf, recordsOf } from '../../../../renderer/panels/quoteboard/quoteOrder.ts'
import { instrumentOf, tickerOf } from '../../../fakes/window/scriptedCore.ts'

const majors: QuoteList = {
  ...ALL,
  name: 'Majors',
  symbols: ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'SOLUSDC_PERP'],
}

describe('stored lists', () => {
  it('come back as they were saved, every instrument first', () => {
    const lists = [ALL, sortedBy('change')(withColumn('index', true)(majors))]
    expect(readLists(storedText(lists))).toEqual(lists)
    expect(readLists(storedText([majors]))?.map(({ name }) => name)).toEqual(['All instruments', 'Majors'])
    expect(readLists(undefined)).toEqual([ALL])
  })

  it.each([
    '',
    'no JSON',
    '{}',
    '{"lists":[]}',
    storedText([majors, majors]),
    storedText([{ ...majors, name: ALL.name }]),
  ])('are reported as unreadable: %s', (text) => expect(readLists(text)).toBeNull())

  it('of a later release keep what this one can read', () => {
    const text = JSON.stringify({
      lists: [{ ...majors, columns: ['bid', 'greeks'], sort: { column: 'greeks', descending: true } }],
    })
    expect(readLists(text)?.[1]).toEqual({ ...majors, columns: ['bid'], sort: null })
  })

  it('have each instrument once, and nothing that names none', () => {
    const symbols = ['BTCUSDC_PERP', '', 'BTCUSDC_PERP', 'A\nB', 'ETHUSDC_PERP', 'Ω1000USDC_PERP']
    expect(readLists(storedText([{ ...majors, symbols }]))?.[1]?.symbols).toEqual([
      'BTCUSDC_PERP',
      'ETHUSDC_PERP',
      'Ω1000USDC_PERP',
    ])
  })
})

test('an own list keeps each symbol once and in its order; the list of every instrument never changes', () => {
  expect(withSymbols(['DOGEUSDC_PERP', 'BTCUSDC_PERP'])(majors).symbols).toEqual([
    ...(majors.symbols ?? []),
    'DOGEUSDC_PERP',
  ])
  expect(withMoved('SOLUSDC_PERP', -1)(majors).symbols?.[1]).toBe('SOLUSDC_PERP')
  expect(withMoved('SOLUSDC_PERP', 5)(majors).symbols).toEqual(majors.symbols)
  for (const change of [withSymbols(['X']), withoutSymbol('X'), withMoved('X', 1)])
    expect(change(ALL)).toEqual(ALL)
})

test('undo puts a symbol and a list back where they were', () => {
  fc.assert(
    fc.property(fc.nat(2), (at) => {
      const symbol = majors.symbols?.[at] ?? ''
      const without = changed([ALL, majors], 'Majors', withoutSymbol(symbol))
      expect(restored(without, { kind: 'symbol', list: 'Majors', symbol, at })).toEqual([ALL, majors])
    }),
  )
  expect(restored([ALL], { kind: 'list', list: majors, at: 1 })).toEqual([ALL, majors])
  expect(restored([ALL, majors], { kind: 'list', list: majors, at: 1 })).toBeNull()
  expect(restored([ALL], { kind: 'symbol', list: 'Majors', symbol: 'X', at: 0 })).toBeNull()
})

test('a new list needs a name that no list has', () => {
  const lists = withList([ALL], ' Majors ')
  expect(lists[1]).toMatchObject({ name: 'Majors', symbols: [] })
  expect(nameProblem(lists, 'majors')).toBe('There is a list "majors" already.')
  expect(nameProblem(lists, '  ')).toBe('Type a name for the list.')
  expect(nameProblem(lists, 'x'.repeat(25))).toMatch(/at most 24/)
  expect(nameProblem(lists, 'Alts')).toBeNull()
})

test('the last column cannot be hidden, and columns keep the order of the board', () => {
  const one = QUOTE_COLUMNS.reduce((list, column) => withColumn(column, column === 'bid')(list), majors)
  expect(one.columns).toEqual(['bid'])
  expect(withColumn('bid', false)(one).columns).toEqual(['bid'])
  expect(withColumn('ask', true)(withColumn('age', true)(one)).columns).toEqual(['bid', 'ask', 'age'])
})

describe('order of the rows', () => {
  const tickers = new Map(
    [
      tickerOf('BTCUSDC_PERP', '62148', '62150.5'),
      { ...tickerOf('ETHUSDC_PERP', '3118.41', '3118.42'), change24h: null },
      tickerOf('SOLUSDC_PERP', '148.2', '148.21'),
    ].map((ticker) => [ticker.symbol as string, ticker]),
  )
  const sources = {
    instrumentOf: () => instrumentOf('BTC', '0.01', '1'),
    tickerOf: (symbol: string) => tickers.get(symbol),
  }
  const symbols = ['SOLUSDC_PERP', 'ETHUSDC_PERP', 'BTCUSDC_PERP', 'GONEUSDC_PERP']

  it('is by exact value both ways, unknown values last both ways', () => {
    expect(orderOf(symbols, { column: 'bid', descending: true }, sources).map((symbol) => symbol[0])).toEqual(
      ['B', 'E', 'S', 'G'],
    )
    expect(
      orderOf(symbols, { column: 'bid', descending: false }, sources).map((symbol) => symbol[0]),
    ).toEqual(['S', 'E', 'B', 'G'])
    expect(orderOf(symbols, { column: 'change', descending: true }, sources).slice(2)).toEqual([
      'ETHUSDC_PERP',
      'GONEUSDC_PERP',
    ])
    expect(orderOf(symbols, null, sources)).toEqual(symbols)
    expect(orderOf(symbols, { column: 'instrument', descending: false }, sources)[3]).toBe('SOLUSDC_PERP')
  })

  it('is that of the file too, which has every column though its first row was not read', () => {
    const records = recordsOf(['GONEUSDC_PERP', 'BTCUSDC_PERP'], sources)
    expect(Object.keys(records[0] ?? {})).toEqual(Object.keys(records[1] ?? {}))
    expect(records).toMatchObject([
      { symbol: 'GONEUSDC_PERP', bestBid: null, receivedAt: null },
      { symbol: 'BTCUSDC_PERP', bestBid: '62148' },
    ])
  })

  it('walks the shown columns with S and comes back to the order of the list', () => {
    const narrow = { ...majors, columns: ['bid', 'change'] as const }
    const walked = [1, 2, 3, 4].map((steps) =>
      Array.from({ length: steps }).reduce<QuoteList>((list) => withNextSort(1)(list), narrow),
    )
    expect(walked.map(({ sort }) => sort?.column ?? null)).toEqual(['instrument', 'bid', 'change', null])
    expect(withNextSort(-1)(narrow).sort).toEqual({ column: 'change', descending: true })
  })
})

describe('instruments added by typing', () => {
  const instruments = [
    instrumentOf('BTC', '0.5', '0.001'),
    instrumentOf('BTCDOM', '0.5', '0.001'),
    instrumentOf('SOL', '0.01', '0.1'),
    instrumentOf('SOLV', '0.01', '0.1'),
    instrumentOf('1000SHIB', '0.01', '0.1'),
  ]
  it.each([
    ['btc', ['BTCUSDC_PERP'], ''],
    ['solusdc_perp', ['SOLUSDC_PERP'], ''],
    ['shib', ['1000SHIBUSDC_PERP'], ''],
    ['btc, solv btc', ['BTCUSDC_PERP', 'SOLVUSDC_PERP'], ''],
    ['so', [], 'so'],
    ['doge btcd', ['BTCDOMUSDC_PERP'], 'doge'],
  ])('"%s" names %j', (typed, symbols, left) => {
    expect(readTypedInstruments(typed, instruments, [])).toMatchObject({ symbols, left })
  })

  it('says what Enter does, what fits several, what fits none, and what is there', () => {
    const says = (typed: string, known: readonly string[] = []) =>
      readTypedInstruments(typed, instruments, known).says
    expect(says('')).toBe('')
    expect(says('btc')).toBe('Enter adds BTCUSDC_PERP.')
    expect(says('so')).toBe('2 fit "so": SOLUSDC_PERP, SOLVUSDC_PERP. Type more.')
    expect(says('doge')).toBe('No instrument fits "doge".')
    expect(says('btc', ['BTCUSDC_PERP'])).toBe('BTCUSDC_PERP is in the list.')
  })
})

test('a full list says that it is full, and takes nothing silently away', () => {
  const full = Array.from({ length: MOST_SYMBOLS }, (_, n) => `I${n}`)
  const read = readTypedInstruments('btc', [instrumentOf('BTC', '1', '1')], full)
  expect(read).toMatchObject({
    symbols: [],
    left: 'btc',
    says: 'A list holds at most 400 instruments. Start another list.',
  })
})

test('the keys of the rows', () => {
  expect(actOf('KeyL')).toEqual({ kind: 'ladder', link: '1' })
  expect(actOf('Shift+KeyL')).toEqual({ kind: 'ladder', link: '2' })
  expect(actOf('KeyB')).toBeNull()
})
