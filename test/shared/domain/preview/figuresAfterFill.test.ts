import { expect, it } from 'vitest'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import type { Figure, FigureInputs } from '../../../../shared/domain/accounts/customerFigures.ts'
import { figuresAfterFill, type Fill } from '../../../../shared/domain/preview/figuresAfterFill.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  instrumentOf,
  positionOf,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const BTC = instrumentOf('BTC', '0.5', '0.001')

/** 1 BTC bought at 60,000 and marked at 62,000, with 20,000 USDC in cash; 34 % of initial margin. */
const inputs: FigureInputs = {
  balance: { customerCode: code('C1042'), amount: text('20000'), source: 'event', asOf: NOW },
  cashSums: {
    customerCode: code('C1042'),
    whole: true,
    pendingOut: text('0'),
    dayFrom: NOW,
    instruments: [],
  },
  positions: [positionOf('C1042', 'BTCUSDC_PERP', '1', '60000')],
  orders: [],
  reading: wholeReading('C1042'),
  margin: marginOf('C1042'),
  reconciliation: reconciled('C1042'),
  instrument: () => BTC,
  ticker: () => tickerOf('BTCUSDC_PERP', '62000', '62001', '62000'),
  isMarkOld: () => false,
  allOld: null,
}
const after = (fill: Partial<Fill>, more: Partial<FigureInputs> = {}) => {
  const figures = figuresAfterFill(
    { ...inputs, ...more },
    {
      customerCode: code('C1042'),
      instrument: BTC,
      side: 'buy',
      amount: decimal('1'),
      quote: decimal('62000'),
      fee: decimal('24.8'),
      leverage: null,
      caution: null,
      ...fill,
    },
  )
  const words = ({ value, why }: Figure) =>
    `${value === null ? '—' : toText(value)}${why === null ? '' : ` ~ ${why}`}`
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, words(figure)]))
}

it('the fee leaves the equity, and the whole position has the margin of the order’s leverage', () => {
  expect(after({})).toMatchObject({ equity: '21975.2', marginUsed: '42160', free: '-20184.8' })
  expect(after({ leverage: 5 })).toMatchObject({ marginUsed: '24800' })
})

it('a leverage never takes less margin than the instrument requires', () => {
  const instrument = { ...BTC, initialMarginRequirement: text('25') }
  expect(after({ leverage: 12, instrument })).toMatchObject({ marginUsed: '31000' })
  expect(after({ leverage: 12, instrument: { ...BTC, initialMarginRequirement: null } })).toMatchObject({
    marginUsed: '11160',
  })
})

it('a fill that closes the position leaves no margin and no liquidation price', () => {
  expect(after({ side: 'sell' })).toMatchObject({ equity: '21975.2', marginUsed: '0', liquidation: '—' })
})

it('the doubt of the fill is the doubt of every figure, and what is unknown stays unknown', () => {
  const caution = 'the known book holds less'
  for (const figure of Object.values(after({ caution })))
    expect(figure).toMatch(/ ~ the known book holds less$/)
  expect(after({}, { margin: undefined })['free']).toBe(
    '— ~ the margin profile is not known: not read so far',
  )
  expect(after({}, { balance: undefined })['equity']).toBe('— ~ the balance is not known')
})
