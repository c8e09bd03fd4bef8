import { describe, expect, it } from 'vitest'
import { createCashLedger } from '../../../../electron/core/accounts/cashLedger.ts'
import { mergeRow } from '../../../../electron/core/accounts/mergeDuplicateRecords.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import { C1, rowOf, text } from '../deskHarness.ts'

const caller: Caller = { windowId: 'w', allows: () => true }

describe('the ledger', () => {
  const balanceOf = (book: ReturnType<typeof createCashLedger>) => {
    let shown: unknown
    book.balances.source(
      null,
      {
        snapshot: (list) => (shown = list.find((one) => one.customerCode === C1)),
        delta: () => {},
        end: () => {},
      },
      caller,
    )
    return shown
  }

  it('gives an unknown balance, then the whole sum, then the venue’s balance [gap.18 6.balance.6]', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.take(
      [rowOf('a'), rowOf('b', { signedAmount: text('-30.5') }), rowOf('c', { status: 'pending' })],
      false,
    )
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
    book.setWhole(true)
    expect(balanceOf(book)).toMatchObject({ amount: '69.5', source: 'ledger' })
    book.takeChange({ row: rowOf('c'), balance: text('169.5'), balanceAsOf: 9_000 })
    expect(balanceOf(book)).toMatchObject({ amount: '169.5', source: 'event', asOf: 9_000 })
  })

  it('keeps the newest balance when an older event comes late, or a cancelled one has none', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.takeChange({ row: rowOf('b'), balance: text('200'), balanceAsOf: 9_000 })
    book.takeChange({ row: rowOf('a'), balance: text('100'), balanceAsOf: 8_000 })
    book.takeChange({ row: rowOf('d', { status: 'cancelled' }), balance: null, balanceAsOf: null })
    expect(balanceOf(book)).toMatchObject({ amount: '200', source: 'event' })
  })

  it.each([9_000, null])(
    'keeps the newer of two swapped balances of one time (%s): the sum of the ledger',
    (at) => {
      const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
      book.setWhole(true)
      book.takeChange({ row: rowOf('a'), balance: text('100'), balanceAsOf: at })
      const second = { row: rowOf('c'), balance: text('300'), balanceAsOf: at }
      const first = { row: rowOf('b'), balance: text('200'), balanceAsOf: at }
      book.takeChange(second)
      expect(book.cash(C1)).toMatchObject({ reported: null, isOrderUnknown: true })
      book.takeChange(first)
      expect(book.cash(C1)).toMatchObject({ derived: '300', reported: { amount: '300', code: 'c' } })
      book.takeChange({ row: rowOf('d'), balance: text('400'), balanceAsOf: at })
      expect(book.cash(C1)).toMatchObject({ derived: '400', reported: { amount: '400', code: 'd' } })
    },
  )

  it('knows no reported balance where neither of two of one time is the sum of the ledger', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.setWhole(true)
    book.takeChange({ row: rowOf('b'), balance: text('150'), balanceAsOf: 9_000 })
    book.takeChange({ row: rowOf('c'), balance: text('250'), balanceAsOf: 9_000 })
    expect(book.cash(C1)).toMatchObject({ derived: '200', reported: null, isOrderUnknown: true })
    book.takeChange({ row: rowOf('d'), balance: text('300'), balanceAsOf: 9_001 })
    expect(book.cash(C1)).toMatchObject({ reported: { amount: '300' }, isOrderUnknown: false })
  })

  it('keeps movements and balances of another asset out of the USDC balance and its sums', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    const other = { asset: 'DOGE', totalAmount: text('1000000'), signedAmount: text('1000000') }
    book.take([rowOf('a'), rowOf('doge', other)], false)
    book.setWhole(true)
    expect(balanceOf(book)).toMatchObject({ amount: '100', source: 'ledger' })
    expect(book.sumsOf(C1)).toMatchObject({ others: [{ asset: 'DOGE', amount: '1000000' }] })
    book.takeChange({ row: rowOf('b'), balance: text('200'), balanceAsOf: 9_000 })
    const btc = { asset: 'BTC', totalAmount: text('2'), signedAmount: text('2') }
    book.takeChange({ row: rowOf('btc', btc), balance: text('2'), balanceAsOf: 9_500 })
    book.take([rowOf('out', { ...btc, transactionType: 'withdrawal', status: 'pending' })], false)
    expect(balanceOf(book)).toMatchObject({ amount: '200', source: 'event', asOf: 9_000 })
    expect(book.cash(C1)).toMatchObject({ derived: '200', reported: { amount: '200', code: 'b' } })
    expect(book.sumsOf(C1)).toMatchObject({
      pendingOut: '0',
      others: [
        { asset: 'DOGE', amount: '1000000' },
        { asset: 'BTC', amount: '2' },
      ],
    })
  })

  it('drops a balance whose movement turns out to be of another asset', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.take([rowOf('a')], false)
    book.setWhole(true)
    const btc = { totalAmount: text('2'), signedAmount: text('2') }
    book.takeChange({ row: rowOf('btc', { ...btc, asset: null }), balance: text('2'), balanceAsOf: 9_000 })
    book.take([rowOf('btc', { ...btc, asset: 'BTC' })], false)
    expect(balanceOf(book)).toMatchObject({ amount: '100', source: 'ledger' })
  })

  it('forgets an event’s balance when the list shows a movement that no event reported', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.takeChange({ row: rowOf('b'), balance: text('100'), balanceAsOf: 9_000 })
    book.take([rowOf('missed', { signedAmount: text('-1') })], false)
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
    book.setWhole(true)
    expect(balanceOf(book)).toMatchObject({ amount: '99', source: 'ledger' })
  })

  it.each([
    ['created after it', rowOf('missed', { createdAt: 10_000 }), null],
    ['pending before', rowOf('missed', { createdAt: 8_000 }), rowOf('missed', { status: 'pending' })],
  ])('forgets an event’s balance for a row of the past that was %s', (_, missed, earlier) => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.setWhole(true)
    if (earlier) book.take([earlier], false)
    book.takeChange({ row: rowOf('b'), balance: text('100'), balanceAsOf: 9_000 })
    book.take([missed], true)
    expect(balanceOf(book)).toMatchObject({ amount: '200', source: 'ledger' })
  })

  it('keeps an event’s balance while rows that are older complete the past', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.takeChange({ row: rowOf('b'), balance: text('300'), balanceAsOf: 9_000 })
    book.take([rowOf('older', { createdAt: 8_000 }), rowOf('undated', { createdAt: null })], true)
    expect(balanceOf(book)).toMatchObject({ amount: '300', source: 'event' })
  })

  it('leaves a row with an unknown direction out of sums and reports the row [gap.17]', () => {
    const unknown: string[] = []
    const book = createCashLedger({ now: () => 0, onUnknownDirection: (row) => unknown.push(row.code) })
    book.setWhole(true)
    book.take([rowOf('a'), rowOf('odd', { signedAmount: null, direction: 'sideways' })], false)
    expect(unknown).toEqual(['odd'])
    expect(balanceOf(book)).toMatchObject({ amount: null, source: 'unknown' })
  })

  it.each([
    ['pending', 'completed'],
    ['completed', 'pending'],
  ])('has one row for a movement reported as %s then %s [6.balance.1 2.ledger.code]', (first, second) => {
    const row = mergeRow(rowOf('a', { status: first }), rowOf('a', { status: second, asset: null }))
    expect(row).toMatchObject({ status: 'completed', asset: 'USDC' })
  })

  it('counts a forced fill once, by its own type [2.ledger.forced 2.ledger.once 6.balance.3]', () => {
    const book = createCashLedger({ now: () => 0, onUnknownDirection: () => {} })
    book.setWhole(true)
    book.take([rowOf('f', { transactionType: 'liquidation', signedAmount: text('-5') })], false)
    book.take([rowOf('f', { transactionType: 'trade', signedAmount: text('-5') })], false)
    expect(book.rows(C1).map((row) => row.transactionType)).toEqual(['liquidation'])
    expect(balanceOf(book)).toMatchObject({ amount: '-5' })
  })
})
