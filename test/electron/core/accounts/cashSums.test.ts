/** The sums of the ledger that account figures need: pending withdrawals, settlements, and the cash of the day. */

import { expect, it } from 'vitest'
import { createCashLedger } from '../../../../electron/core/accounts/cashLedger.ts'
import type { CashSums } from '../../../../shared/domain/accounts/cashSums.ts'
import { BTC, C1, rowOf, text } from '../deskHarness.ts'

const MIDNIGHT = Date.UTC(2026, 0, 5)
const MINUTE = 60_000

function openLedger() {
  let now = MIDNIGHT + 600 * MINUTE
  const ledger = createCashLedger({ now: () => now, onUnknownDirection: () => undefined })
  let sums: readonly CashSums[] = []
  const take = (all: readonly CashSums[]) => (sums = all)
  ledger.sums.source(
    null,
    { snapshot: take, delta: take, end: () => undefined },
    { windowId: 'w', allows: () => true },
  )
  return { ledger, sums: () => sums, wait: (ms: number) => (now += ms) }
}

const row = (code: string, type: string, amount: string | null, minutes: number) =>
  rowOf(code, {
    transactionType: type,
    signedAmount: amount === null ? null : text(amount),
    totalAmount: text(amount?.replace('-', '') ?? '1'),
    direction: amount === null ? 'sideways' : 'in',
    symbol: type === 'withdrawal' || type === 'deposit' ? null : BTC,
    createdAt: MIDNIGHT + minutes * MINUTE,
  })

it('the day counts trades, fundings and settlements from 00:00 UTC, and no transfer', () => {
  const { ledger, sums } = openLedger()
  ledger.take(
    [
      row('t0', 'trade', '100', -1),
      // Settles the day before, shortly after midnight.
      row('s0', 'settlement', '700', 1),
      row('t1', 'trade', '-12.5', 2),
      row('f1', 'funding', '-1.25', 480),
      row('s1', 'settlement', '40', 480),
      row('d1', 'deposit', '5000', 500),
    ],
    false,
  )
  ledger.setWhole(true)
  expect(sums()).toEqual([
    {
      customerCode: C1,
      whole: true,
      pendingOut: '0',
      dayFrom: MIDNIGHT,
      instruments: [{ symbol: BTC, settled: '740', today: '26.25' }],
    },
  ])
})

it('a new day starts at 0, and a withdrawal is bound until it ends', () => {
  const { ledger, sums, wait } = openLedger()
  ledger.take(
    [row('t1', 'trade', '-12.5', 2), { ...row('w1', 'withdrawal', '-300', 5), status: 'pending' }],
    false,
  )
  expect(sums()[0]).toMatchObject({ pendingOut: '300', instruments: [{ today: '-12.5' }] })
  wait(24 * 60 * MINUTE)
  ledger.followDay()
  expect(sums()[0]).toMatchObject({
    pendingOut: '300',
    dayFrom: MIDNIGHT + 24 * 60 * MINUTE,
    instruments: [{ symbol: BTC, today: '0' }],
  })
  ledger.take([row('w1', 'withdrawal', '-300', 5)], false)
  expect(sums()[0]).toMatchObject({ pendingOut: '0' })
})

it('a row without a known sign makes its sums unknown, not smaller', () => {
  const { ledger, sums } = openLedger()
  ledger.take([row('t1', 'trade', '-12.5', 2), row('s1', 'settlement', null, 480)], false)
  expect(sums()[0]?.instruments).toEqual([{ symbol: BTC, settled: null, today: null }])
})

it('a row without a time makes the day unknown, not 0, until its time is known', () => {
  const { ledger, sums, wait } = openLedger()
  const timeless = (code: string, type: string) => ({ ...row(code, type, '-12.5', 2), createdAt: null })
  ledger.take([timeless('t1', 'trade'), timeless('f1', 'funding'), timeless('d1', 'deposit')], false)
  expect(sums()[0]?.instruments).toEqual([{ symbol: BTC, settled: '0', today: null, undated: 2 }])
  wait(24 * 60 * MINUTE)
  ledger.followDay()
  expect(sums()[0]?.instruments).toEqual([{ symbol: BTC, settled: '0', today: null, undated: 2 }])
  ledger.take([row('t1', 'trade', '-12.5', 2), row('f1', 'funding', '-12.5', 24 * 60 + 2)], false)
  expect(sums()[0]?.instruments).toEqual([{ symbol: BTC, settled: '0', today: '-12.5' }])
})
