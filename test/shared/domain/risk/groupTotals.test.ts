/** Totals of groups: they add up to all, and a figure that is missing in a group is missing in its sum alone. */

import { describe, expect, it } from 'vitest'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import type { FigureInputs } from '../../../../shared/domain/accounts/customerFigures.ts'
import { groupSums, sumsByGroup, withVerdicts } from '../../../../shared/domain/risk/groupTotals.ts'
import { factsOf } from '../../../../shared/domain/risk/riskRows.ts'
import { NO_SHOCK, shockOutcome, shockedAccount } from '../../../../shared/domain/risk/shock.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  NOW,
  code,
  instrumentOf,
  positionOf,
  sym,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const ETH = sym('ETHUSDC_PERP')

const accountOf = (word: string, cash: string | null, size: string) => {
  const customerCode = code(word)
  const inputs: FigureInputs = {
    balance: cash === null ? undefined : { customerCode, amount: text(cash), source: 'event', asOf: NOW },
    cashSums: {
      customerCode,
      whole: true,
      pendingOut: text('0'),
      dayFrom: NOW,
      instruments: [{ symbol: ETH, settled: text('0'), today: text('5') }],
    },
    positions: size === '0' ? [] : [positionOf(word, ETH, size, '3000')],
    orders: [],
    reading: wholeReading(word),
    margin: marginOf(word),
    reconciliation: reconciled(word),
    instrument: () => instrumentOf('ETH', '0.01', '0.01'),
    ticker: () => tickerOf(ETH, '3100', '3101', '3100'),
    isMarkOld: () => false,
    allOld: null,
  }
  const account = { customerCode, inputs, ...shockedAccount(inputs) }
  return { ...account, outcome: shockOutcome(account, NO_SHOCK) }
}
const rowsOf = (accounts: readonly ReturnType<typeof accountOf>[]) =>
  accounts.flatMap((account) => factsOf(account).map((facts) => ({ ...facts, account })))
const GROUPS: Readonly<Record<string, string>> = { C1: 'macro', C2: 'macro', C3: 'hedge' }
const groupOf = (customer: string) => GROUPS[customer] ?? ''
const totalsOf = (accounts: readonly ReturnType<typeof accountOf>[]) =>
  withVerdicts(sumsByGroup(accounts, rowsOf(accounts), groupOf), accounts, groupOf)

describe('the totals of groups', () => {
  const accounts = [
    accountOf('C1', '10000', '2'),
    accountOf('C2', '20000', '-1'),
    accountOf('C3', '1000', '3'),
    accountOf('C4', '700', '0'),
  ]

  it('are by name, with customers of no group last, and sum what their customers have', () => {
    const totals = totalsOf(accounts)
    expect(
      totals.map(({ group, customers, rows, equity, unrealised, realisedToday, agreeing }) => [
        group,
        customers,
        rows,
        ...[equity, unrealised, realisedToday].map(({ value }) => toText(value)),
        agreeing,
      ]),
    ).toEqual([
      ['hedge', 1, 1, '1300', '300', '5', 1],
      ['macro', 2, 2, '30100', '100', '10', 2],
      ['', 1, 0, '700', '0', '5', 1],
    ])
  })

  it('add up to all', () => {
    const all = groupSums(null, accounts, rowsOf(accounts))
    const totals = totalsOf(accounts)
    for (const name of ['equity', 'marginUsed', 'free', 'unrealised', 'realisedToday', 'funding'] as const)
      expect(toText(all[name].value)).toBe(
        toText(totals.reduce((sum, each) => (sum + each[name].value) as typeof sum, decimal('0'))),
      )
    expect(totals.reduce((sum, { rows }) => sum + rows, 0)).toBe(all.rows)
  })

  it('give the margin used of the whole group, and the customer nearest to liquidation', () => {
    const [hedge, macro, none] = totalsOf(accounts)
    // 10 % of 9,300 on an equity of 1,300.
    expect(toText(hedge?.usedShare.value ?? decimal('0'))).toMatch(/^0\.7153/)
    expect([hedge?.nearest?.customerCode, macro?.nearest?.customerCode]).toEqual(['C3', 'C2'])
    expect(none?.nearest).toBeNull()
  })

  it('count as agreeing only who is compared in every part and has a whole list of open orders', () => {
    const [, first, second] = accounts
    if (!first || !second) throw new Error('there are no accounts')
    const { reconciliation, reading } = first.inputs
    if (!reconciliation) throw new Error('the account is not compared')
    const withInputs = (inputs: Partial<FigureInputs>) => ({
      ...first,
      inputs: { ...first.inputs, ...inputs },
    })
    const uncompared = { ...reconciliation.uncompared, cash: 'The ledger is not read to its first row.' }
    const agreeing = (...all: Parameters<typeof groupSums>[1]) => groupSums(null, all, []).agreeing
    expect(agreeing(first, second)).toBe(2)
    expect(agreeing(withInputs({ reconciliation: { ...reconciliation, uncompared } }), second)).toBe(1)
    for (const state of ['partial', 'unread', 'unavailable'] as const)
      expect(agreeing(withInputs({ reading: { ...reading, state } }), second)).toBe(1)
  })

  it('say in their own group alone what is not known', () => {
    const [hedge, macro] = totalsOf([accountOf('C1', null, '2'), ...accounts.slice(1)])
    expect(macro?.equity).toMatchObject({ missing: 1 })
    expect(macro?.usedShare).toEqual({ value: null, why: '1 figure of the group is not known' })
    expect(macro?.counts.unknown).toBe(1)
    expect(macro?.nearest).toMatchObject({ customerCode: 'C1', distance: { value: null } })
    expect([hedge?.equity.missing, hedge?.counts.unknown]).toEqual([0, 0])
  })
})
