import { describe, expect, it } from 'vitest'
import { ledgerCheck, rowAgrees } from '../../../../renderer/panels/ledger/ledgerCheck.ts'
import {
  NO_LEDGER_FILTER,
  fits,
  newestFirst,
  readMoment,
  readRange,
} from '../../../../renderer/panels/ledger/ledgerFilter.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { Balance } from '../../../../shared/domain/accounts/ledger.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, code, ledgerRowOf, sym } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)

describe('ranges', () => {
  const day = Date.UTC(2026, 10, 20)
  it.each([
    ['2026-11-20', 'from', day],
    ['2026-11-20', 'to', day + 86_399_999],
    ['2026-11-20 14:30', 'from', day + 52_200_000],
    ['2026-11-20T14:30', 'to', day + 52_259_999],
    ['2026-11-20T14:30:05Z', 'to', day + 52_205_999],
    ['', 'from', null],
  ] as const)('%j as %s', (typed, edge, at) =>
    expect(readMoment(typed, edge)).toEqual({ ok: true, value: at }),
  )

  it.each(['yesterday', '20.11.2026', '2026-02-31', '2026-13-01', '2026-11-20 25:00', '2026-11-20 14'])(
    '%j is refused with how to write it',
    (typed) =>
      expect(readMoment(typed, 'from')).toMatchObject({
        ok: false,
        failure: expect.stringContaining('2026-11-20') as string,
      }),
  )

  it('an end before the beginning is refused', () =>
    expect(readRange({ ...NO_LEDGER_FILTER, from: '2026-11-20', to: '2026-11-19' })).toMatchObject({
      ok: false,
    }))
})

it('rows fit by customer, type, status and range; one without a moment fits no range', () => {
  const row = ledgerRowOf({ code: 'a', transactionType: 'funding' })
  const ever = { from: null, to: null }
  expect(fits(row, null, NO_LEDGER_FILTER, ever)).toBe(true)
  expect(fits(row, 'C2007', NO_LEDGER_FILTER, ever)).toBe(false)
  expect(fits(row, 'C1042', { ...NO_LEDGER_FILTER, type: 'trade' }, ever)).toBe(false)
  expect(fits(row, null, { ...NO_LEDGER_FILTER, status: 'pending' }, ever)).toBe(false)
  expect(fits(row, null, NO_LEDGER_FILTER, { from: NOW, to: NOW })).toBe(true)
  expect(fits(row, null, NO_LEDGER_FILTER, { from: NOW + 1, to: null })).toBe(false)
  expect(fits({ ...row, createdAt: null }, null, NO_LEDGER_FILTER, { from: 0, to: null })).toBe(false)
  const old = { ...row, code: 'old', createdAt: 1 }
  const timeless = { ...row, code: 'timeless', createdAt: null }
  expect(newestFirst([timeless, old, row]).map((item) => item.code)).toEqual(['a', 'old', 'timeless'])
})

describe('the ledger against the balance', () => {
  const rows = [
    ledgerRowOf({ code: 'a', transactionType: 'deposit', signedAmount: text('100') }),
    ledgerRowOf({ code: 'b', transactionType: 'trade', signedAmount: text('-0.000000000000000001') }),
    ledgerRowOf({ code: 'c', transactionType: 'deposit', status: 'pending', signedAmount: text('7') }),
    ledgerRowOf({ code: 'd', transactionType: 'deposit', status: 'cancelled', signedAmount: text('9') }),
  ]
  const balance = (amount: string | null, source: Balance['source'] = 'event'): Balance => ({
    customerCode: code('C1042'),
    amount: amount === null ? null : text(amount),
    source,
    asOf: NOW,
  })

  it('agrees to the last digit, completed rows alone', () => {
    expect(ledgerCheck(rows, balance('99.999999999999999999'))).toEqual({ kind: 'agrees' })
    expect(ledgerCheck(rows, balance('100'))).toEqual({
      kind: 'differs',
      by: decimal('0.000000000000000001'),
    })
  })

  it('adds no movement of another asset to USDC, with or without a sign', () => {
    const others = [
      ledgerRowOf({ code: 'e', transactionType: 'deposit', asset: 'BTC', signedAmount: text('2') }),
      ledgerRowOf({ code: 'f', transactionType: 'deposit', asset: 'BTC', signedAmount: null }),
      ledgerRowOf({ code: 'g', transactionType: 'deposit', asset: null, signedAmount: text('1') }),
    ]
    expect(ledgerCheck([...rows, ...others], balance('100.999999999999999999'))).toEqual({ kind: 'agrees' })
  })

  it('gives the reason why the check is open, instead of a guess', () => {
    expect(ledgerCheck(rows, undefined)).toMatchObject({ kind: 'open', why: 'the balance is not known yet' })
    expect(ledgerCheck(rows, balance(null, 'unknown')).kind).toBe('open')
    expect(ledgerCheck(rows, balance('1', 'ledger')).kind).toBe('open')
    expect(ledgerCheck([ledgerRowOf({ code: 'x', signedAmount: null })], balance('0'))).toMatchObject({
      why: '1 row has an unknown direction',
    })
  })

  it('a trade row is realised PnL less fee', () => {
    const trade = { realisedPnl: text('10'), fee: text('2.5') } as Trade
    const row = ledgerRowOf({ code: 'a', symbol: sym('BTCUSDC_PERP'), signedAmount: text('7.5') })
    expect(rowAgrees(row, trade)).toBe(true)
    expect(rowAgrees(row, { ...trade, fee: text('2.6') })).toBe(false)
    expect(rowAgrees(row, undefined)).toBeNull()
    expect(rowAgrees(row, { ...trade, fee: null })).toBeNull()
  })
})
