/** Which own trades a chart marks, and what it says about the others. */

import { expect, test } from 'vitest'
import { fillsAt, MOST_FILLS, whyFillsMissing } from '../../../../renderer/panels/chart/useFills.ts'
import { createTable } from '../../../../renderer/state/stores/keyedTable.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { NOW, sym, tradeOf } from '../../../fakes/window/scriptedCore.ts'

const tradesFrom = (first: number, count: number): Trade[] =>
  Array.from({ length: count }, (_, n) => tradeOf({ code: `${first + n}`, createdAt: NOW + first + n }))

test('the newest trades are marked, though pages of older ones arrived after them', () => {
  const { store, writer } = createTable<Trade>((trade) => trade.code)
  writer.replaceAll(tradesFrom(5_000, MOST_FILLS))
  writer.put(tradesFrom(4_000, 700))
  writer.put([...tradesFrom(6_000, 2), tradeOf({ code: '7000', symbol: sym('ETHUSDC_PERP') })])
  const codes = fillsAt(store.getState(), 'C1042', 'BTCUSDC_PERP').map(({ code }) => code)
  expect(codes).toHaveLength(MOST_FILLS)
  expect([codes[0], codes.at(-1)]).toEqual(['5002', '6001'])
  expect(fillsAt(store.getState(), 'C2007', 'BTCUSDC_PERP')).toEqual([])
})

const whole = { unread: null, notToFirst: null, shown: 3 }
const position = { complete: true, unsure: null, tradeCount: 3 }
const unsure = { since: NOW, why: 'one trade cannot be read' }

test.each([
  ['nothing where every trade has its mark', { ...whole, position }, null],
  [
    'nothing where the list was read to its first trade and has none',
    { ...whole, position: undefined },
    null,
  ],
  ['why the list was not read', { ...whole, position, unread: 'Reading the trades.' }, 'Reading the trades.'],
  [
    'that older trades are still being read',
    { ...whole, position: undefined, notToFirst: 'trades and ledger, which name them, are being read' },
    'Own trades may be missing: trades and ledger, which name them, are being read.',
  ],
  [
    'that the history is not whole',
    { ...whole, position: { ...position, complete: false } },
    'Own trades may be missing: not every trade was read, or one has no side, price or amount.',
  ],
  [
    'that trades were lost',
    { ...whole, position: { ...position, complete: false, unsure } },
    'Own trades may be missing: not sure since 09:00:00 UTC: one trade cannot be read.',
  ],
  [
    'that there are more trades than marks',
    { ...whole, position: { ...position, tradeCount: 812 } },
    'Marks for 3 of 812 own trades. The table of trades has the others.',
  ],
])('a chart says %s', (_, reading, words) => {
  expect(whyFillsMissing(reading)).toBe(words)
})
