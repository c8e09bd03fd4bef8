/** Shocks of the marks: what they do to a customer, where trouble begins, and what is said of a customer with an unknown input. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absolute, compare, decimal, fromInteger, toText } from '../../../../shared/base/decimal.ts'
import type { FigureInputs } from '../../../../shared/domain/accounts/customerFigures.ts'
import {
  countVerdicts,
  factsOf,
  byTrouble,
  instrumentTotals,
} from '../../../../shared/domain/risk/riskRows.ts'
import {
  shockOutcome,
  shockedAccount,
  smallestMove,
  type Shock,
  type Volatilities,
} from '../../../../shared/domain/risk/shock.ts'
import { decimalText, type CustomerCode } from '../../../../shared/domain/scalars.ts'
import { reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  instrumentOf,
  orderOf,
  positionOf,
  reference,
  sym,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const BTC = sym('BTCUSDC_PERP')
const ETH = sym('ETHUSDC_PERP')

const inputsOf = (customer: CustomerCode, more: Partial<FigureInputs> = {}): FigureInputs => ({
  balance: { customerCode: customer, amount: text('10000'), source: 'event', asOf: NOW },
  cashSums: { customerCode: customer, whole: true, pendingOut: text('0'), dayFrom: NOW, instruments: [] },
  positions: [positionOf(customer, BTC, '1', '60000')],
  orders: [],
  reading: wholeReading(customer),
  margin: {
    customerCode: customer,
    profile: {
      initialMargin: text('10'),
      maintenanceMargin: text('5'),
      maxLeverage: text('13'),
      instrumentMargins: [],
    },
    readAt: NOW,
    why: null,
  },
  reconciliation: reconciled(customer),
  instrument: (symbol) =>
    [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')].find(
      (listed) => listed.symbol === symbol,
    ),
  ticker: (symbol) =>
    symbol === BTC ? tickerOf(BTC, '60000', '60001', '60000') : tickerOf(ETH, '3000', '3001', '3000'),
  isMarkOld: () => false,
  allOld: null,
  ...more,
})
const at = (percent: string, symbol: Shock['symbol'] = null): Shock => ({
  symbol,
  size: decimal(percent),
  volatilities: null,
})
const C = code('C1042')

const accountOf = (customerCode: CustomerCode, shock: Shock, more: Partial<FigureInputs> = {}) => {
  const inputs = inputsOf(customerCode, more)
  const account = shockedAccount(inputs)
  return { customerCode, inputs, ...account, outcome: shockOutcome(account, shock) }
}

describe('a shock', () => {
  // 10,000 of cash and one contract bought at 60,000: called below 55,555.56, liquidated below 52,631.58.
  it.each([
    ['-7.4', 'holds'],
    ['-7.41', 'called'],
    ['-12.28', 'called'],
    ['-12.29', 'liquidated'],
    ['20', 'holds'],
  ])('of %s %% on a long position: %s', (percent, verdict) => {
    expect(shockOutcome(shockedAccount(inputsOf(C)), at(percent))).toMatchObject({ verdict, why: null })
  })

  it('names the smallest move that brings it, in hundredths of a percent', () => {
    const move = (wanted: 'called' | 'liquidated', percent: string) => {
      const found = smallestMove(shockedAccount(inputsOf(C)), at(percent), wanted)
      return found === null ? null : toText(found)
    }
    expect([move('called', '-20'), move('liquidated', '-20')]).toEqual(['-7.41', '-12.29'])
    expect([move('called', '-7.4'), move('liquidated', '20')]).toEqual([null, null])
  })

  it('names the present where the customer is in trouble now, also where a smaller move would help it for a while', () => {
    const account = shockedAccount(
      inputsOf(C, {
        positions: [positionOf('C1042', BTC, '1', '60000'), positionOf('C1042', ETH, '-19', '3000')],
        orders: [
          orderOf({
            referenceId: reference('v1'),
            side: 'sell',
            amount: text('2'),
            limitPrice: text('66000'),
          }),
        ],
        balance: { customerCode: C, amount: text('12890'), source: 'event', asOf: NOW },
      }),
    )
    const verdicts = ['0', '10', '20'].map((percent) => shockOutcome(account, at(percent)).verdict)
    expect(verdicts).toEqual(['called', 'holds', 'called'])
    expect(smallestMove(account, at('20'), 'called')).toBe(decimal('0'))
  })

  it('of another instrument moves nothing; of its own it moves what a shock of all moves', () => {
    expect(shockOutcome(shockedAccount(inputsOf(C)), at('-20', ETH)).verdict).toBe('holds')
    expect(shockOutcome(shockedAccount(inputsOf(C)), at('-20', BTC)).verdict).toBe('liquidated')
  })

  it('of 0 % is the present, whatever is held', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.integer({ min: -20_000, max: 200_000 }),
        (lots, cash) => {
          const inputs = inputsOf(C, {
            positions: [positionOf('C1042', BTC, toText(fromInteger(lots, 3)), '61000')],
            balance: { customerCode: C, amount: text(String(cash)), source: 'event', asOf: NOW },
          })
          const account = shockedAccount(inputs)
          const { equity, marginUsed } = account.figures
          expect(shockOutcome(account, at('0'))).toMatchObject({ equity, marginUsed })
        },
      ),
    )
  })

  it('that brings trouble brings it at every larger move too, and not below the smallest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3_000, max: 3_000 }),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 2_000, max: 40_000 }),
        fc.integer({ min: -2_000, max: 2_000 }),
        (btc, eth, cash, percent) => {
          const inputs = inputsOf(C, {
            positions: [
              positionOf('C1042', BTC, toText(fromInteger(btc, 3)), '60000'),
              positionOf('C1042', ETH, String(eth), '3000'),
            ],
            orders: [
              orderOf({ referenceId: reference('v1'), amount: text('0.1'), limitPrice: text('59000') }),
            ],
            balance: { customerCode: C, amount: text(String(cash)), source: 'event', asOf: NOW },
          })
          const shock = at(toText(fromInteger(percent, 2)))
          for (const wanted of ['called', 'liquidated'] as const) {
            const found = smallestMove(shockedAccount(inputs), shock, wanted)
            if (found === null) continue
            const isThere = (move: bigint) => {
              const { verdict } = shockOutcome(shockedAccount(inputs), {
                ...shock,
                size: move as typeof found,
              })
              return verdict === 'liquidated' || verdict === wanted
            }
            expect(isThere(found)).toBe(true)
            const step = BigInt(decimal('0.01')) * (percent < 0 ? -1n : 1n)
            const isSmaller = found !== 0n && isThere(found - step)
            const isLast = compare(absolute(found), absolute(shock.size)) === 0
            expect([isSmaller, isLast || isThere(found + step)]).toEqual([false, true])
          }
        },
      ),
    )
  })
})

describe('a shock by volatility', () => {
  const known = (btc: string | null, eth: string | null = '4'): Volatilities =>
    new Map(
      [
        [BTC, btc],
        [ETH, eth],
      ].map(([symbol, percent]) => [
        symbol as typeof BTC,
        percent === null
          ? { value: null, why: 'its candles are short' }
          : { value: decimal(percent as string), why: null },
      ]),
    )
  const by = (multiple: string, volatilities: Volatilities, symbol: Shock['symbol'] = null): Shock => ({
    symbol,
    size: decimal(multiple),
    volatilities,
  })
  const both = { positions: [positionOf('C1042', BTC, '1', '60000'), positionOf('C1042', ETH, '-2', '3000')] }

  it('moves each mark by its own volatility: equity is that of the moves one by one', () => {
    // -2 × 3 % of 60,000 loses 3,600 on the long; -2 × 4 % of 3,000 earns 480 on the short.
    const { equity } = shockOutcome(shockedAccount(inputsOf(C, both)), by('-2', known('3')))
    expect(toText(equity.value ?? decimal('0'))).toBe('6880')
  })

  it('names the smallest multiple that brings trouble', () => {
    // One contract is liquidated at -12.29 %, which is 4.1 × 3 % from the first hundredth beyond it.
    const found = smallestMove(shockedAccount(inputsOf(C)), by('-6', known('3')), 'liquidated')
    expect(found === null ? null : toText(found)).toBe('-4.1')
  })

  it('of an instrument without a volatility leaves its holders unknown, and nobody else', () => {
    const unknown = by('-1', known(null))
    expect(shockOutcome(shockedAccount(inputsOf(C, both)), unknown)).toMatchObject({
      verdict: 'unknown',
      why: 'its candles are short',
      equity: { value: null },
    })
    const onlyEth = { positions: [positionOf('C1042', ETH, '-2', '3000')] }
    expect(shockOutcome(shockedAccount(inputsOf(C, onlyEth)), unknown)).toMatchObject({ verdict: 'holds' })
    expect(shockOutcome(shockedAccount(inputsOf(C, both)), by('-1', new Map()))).toMatchObject({
      verdict: 'unknown',
      why: 'the volatility of BTCUSDC_PERP is not read yet',
    })
  })

  it('of 0 is the present also where no volatility is known, and of one instrument needs that one alone', () => {
    expect(shockOutcome(shockedAccount(inputsOf(C, both)), by('0', new Map())).verdict).toBe('holds')
    expect(shockOutcome(shockedAccount(inputsOf(C, both)), by('-1', known(null), ETH)).verdict).toBe('holds')
  })

  it('brings no mark to zero or below', () => {
    const { equity } = shockOutcome(shockedAccount(inputsOf(C)), by('-6', known('30')))
    expect(toText(equity.value ?? decimal('0'))).toBe('-49994')
  })
})

describe('an unknown input', () => {
  const shock = at('-20')
  it.each<[string, Partial<FigureInputs>, RegExp]>([
    ['balance', { balance: undefined }, /balance is not known/],
    ['mark', { ticker: () => undefined }, /no mark of BTCUSDC_PERP/],
    ['margin profile', { margin: undefined }, /margin profile is not known/],
    [
      'trade',
      { positions: [{ ...positionOf('C1042', BTC, '1', '60000'), complete: false }] },
      /trades of BTCUSDC_PERP/,
    ],
  ])('of a %s makes the verdict unknown, never safe', (_, more, why) => {
    const account = accountOf(C, shock, more)
    expect(account.outcome).toMatchObject({ verdict: 'unknown', why: expect.stringMatching(why) as string })
    expect(countVerdicts([account])).toEqual({ called: 0, liquidated: 0, unknown: 1, unsure: 0 })
  })

  it('that only casts doubt leaves the verdict, and no such customer counts as safe', () => {
    const old = accountOf(C, at('-1'), { isMarkOld: () => true })
    expect(old.outcome).toMatchObject({ verdict: 'holds', why: 'the mark of BTCUSDC_PERP is old' })
    expect(countVerdicts([old])).toMatchObject({ unsure: 1 })
  })

  it('stands above the customers who hold, and below those who are liquidated', () => {
    const accounts = [
      accountOf(code('C1'), shock, {
        balance: { customerCode: code('C1'), amount: text('900000'), source: 'event', asOf: NOW },
      }),
      accountOf(code('C2'), shock, { balance: undefined }),
      accountOf(code('C3'), shock),
    ]
    expect(accounts.toSorted(byTrouble).map(({ customerCode }) => customerCode)).toEqual(['C3', 'C2', 'C1'])
  })
})

describe('rows', () => {
  it('have the funding that is due, the open orders and totals by instrument', () => {
    const account = accountOf(C, at('0'), {
      positions: [positionOf('C1042', BTC, '1', '60000'), positionOf('C1042', ETH, '-2', '3100')],
      orders: [orderOf({ referenceId: reference('v1') })],
    })
    const rows = factsOf(account)
    const btc = rows.find(({ symbol }) => symbol === BTC)
    // 60,000 at a rate of 0.0001, which longs pay.
    expect(toText(btc?.funding.value ?? decimal('0'))).toBe('-6')
    expect(btc?.openOrders).toBe(1)
    expect(
      instrumentTotals(rows).map(({ symbol, net, unrealised }) => [
        symbol,
        toText(net.value),
        toText(unrealised.value),
      ]),
    ).toEqual([
      [BTC, '1', '0'],
      [ETH, '-2', '200'],
    ])
  })
})
