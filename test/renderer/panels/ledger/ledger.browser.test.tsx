import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, code, ledgerRowOf, sym } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)

describe('the ledgers of all customers', () => {
  const balance = (customer: string, amount: string, source: 'event' | 'ledger') => ({
    customerCode: code(customer),
    amount: text(amount),
    source,
    asOf: NOW,
  })

  it('have a tick only where every one was checked, and say why one was not', async () => {
    const { clock, desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('ledger', [
        ledgerRowOf({ code: 'T1', customerCode: code('C1042'), signedAmount: text('5') }),
        ledgerRowOf({ code: 'T2', customerCode: code('C2007'), signedAmount: text('7') }),
      ])
      scriptedCore.startWith('balances', [balance('C1042', '5', 'ledger'), balance('C2007', '7', 'ledger')])
    })
    await keys('{Control>}k{/Control}ledger{Enter}')
    const words = screen.getByRole('region', { name: 'Ledger' }).getByText(/ledgers/)
    await expect
      .element(words)
      .toMatchTextContent(
        '2 of 2 ledgers not checked: the balance is this sum; the venue has reported none yet',
      )
    // The ledgers are checked once a second, from the moment that the panel has taken the change in.
    const said = () => {
      clock.advance(1_000)
      return words.element().textContent
    }
    desk.delta('balances', [balance('C1042', '5', 'event')])
    await expect.poll(said).toMatch(/^1 agree, 1 of 2 ledgers not checked: the balance is/)
    desk.delta('balances', [balance('C2007', '7', 'event')])
    await expect.poll(said).toBe('✓ All 2 ledgers agree with the reported balance')
    // A new balance takes the tick away; a difference is said once rows came with it.
    desk.delta('balances', [balance('C2007', '9', 'event')])
    await expect
      .poll(said)
      .toBe('1 agree, 1 of 2 ledgers not checked: the balance changed after these rows were read')
    desk.delta('ledger', [ledgerRowOf({ code: 'T3', customerCode: code('C1042'), signedAmount: text('0') })])
    const differs = screen.getByText('✗ Ledger and balance differ: C2007 by +2 USDC')
    await expect
      .poll(() => {
        clock.advance(1_000)
        return differs.elements().length
      })
      .toBe(1)
  })
})

describe('a window without the older rows of the ledger', () => {
  it('says neither that nothing is there nor that the balance differs, until every page is read', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('reads', [
        { name: 'ledger', readAt: 1, why: null },
        { name: 'customers', readAt: null, why: 'trades and ledger are not read to the first record.' },
      ])
      scriptedCore.startWith('ledger', [
        ledgerRowOf({ code: 'T9', customerCode: code('C1042'), signedAmount: text('5') }),
      ])
      scriptedCore.startWith('balances', [
        { customerCode: code('C1042'), amount: text('100'), source: 'event', asOf: NOW },
      ])
      scriptedCore.answer('ledger.read', ({ customerCode }) =>
        ok({
          rows:
            customerCode === 'C1042'
              ? [ledgerRowOf({ code: 'D1', transactionType: 'deposit', signedAmount: text('94') })]
              : [],
          next: null,
          missing: null,
        }),
      )
    })
    await keys('{Control>}k{/Control}ledger C1042{Enter}')
    await expect.element(screen.getByText('Not checked: older rows are not read')).toBeVisible()
    await screen.getByRole('button', { name: 'Older rows' }).click()
    await expect.element(screen.getByText('✗ Ledger and balance differ: C1042 by +1 USDC')).toBeVisible()
    await keys('{Control>}k{/Control}ledger C2007{Enter}')
    const grid = screen.getByRole('region', { name: 'Ledger' })
    await expect.element(grid).toMatchTextContent(/The venue may have older rows\. Read on to its first\./)
    expect(grid.element().textContent).not.toMatch(/No ledger rows yet/)
    desk.delta('reads', [
      { name: 'ledger', readAt: 1, why: null },
      { name: 'customers', readAt: 1, why: null },
    ])
    await expect.element(grid).toMatchTextContent(/No ledger rows yet/)
  })
})

describe('the figures of ledger rows', () => {
  it('have their currency: realised PnL that of the movement, a mark that of its instrument', async () => {
    const { screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('ledger', [
        ledgerRowOf({ code: 'T1', asset: 'EURC', realisedPnl: text('12.5') }),
        ledgerRowOf({ code: 'T2', asset: null, realisedPnl: text('-3') }),
        ledgerRowOf({
          code: 'S1',
          transactionType: 'settlement',
          symbol: sym('BTCUSDC_PERP'),
          markPrice: text('62000'),
        }),
        ledgerRowOf({
          code: 'S2',
          transactionType: 'settlement',
          symbol: sym('XYZUSDC_PERP'),
          markPrice: text('7'),
        }),
      ])
    })
    await keys('{Control>}k{/Control}ledger{Enter}')
    const grid = screen.getByRole('grid', { name: 'Ledger rows' })
    const row = (ends: string) => grid.getByRole('row', { name: new RegExp(`${ends}$`) })
    await expect.element(row('T1')).toMatchTextContent(/\+12\.50 EURC/)
    await expect.element(row('T2')).toMatchTextContent(/-3\.00 USDC/)
    await expect.element(row('S1')).toMatchTextContent(/62,000\.0 USDC/)
    // The currency of an instrument that is not listed is not guessed.
    await expect.element(row('S2')).toMatchTextContent(/7\.00 — The venue booked/)
  })
})

describe('the status of ledger rows', () => {
  it('is filtered by the venue, and each choice starts from the newest row again [4.transactionsQuery.status]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('ledger', [ledgerRowOf({ code: 'T9', signedAmount: text('5') })])
      scriptedCore.startWith('balances', [
        { customerCode: code('C1042'), amount: text('90'), source: 'event', asOf: NOW },
      ])
      scriptedCore.answer('ledger.read', ({ status, before }) =>
        ok({
          rows: [ledgerRowOf({ code: `${status} ${before}`, status: status ?? 'completed' })],
          next: 'more',
          missing: null,
        }),
      )
    })
    await keys('{Control>}k{/Control}ledger C1042{Enter}')
    await expect.element(screen.getByText(/✗ Ledger and balance differ/)).toBeVisible()
    await keys('{End}{PageDown}')
    await expect.element(screen.getByRole('grid', { name: 'Ledger rows' })).toMatchTextContent(/null null/)
    const status = screen.getByRole('combobox', { name: 'Status' })
    await status.selectOptions('pending')
    // What is left out of the answer would be missed in the balance: no red where nothing is proved.
    await expect.element(screen.getByText('Not checked: with this filter, rows are missing')).toBeVisible()
    await screen.getByRole('button', { name: 'Older rows' }).click()
    await expect.element(screen.getByRole('grid', { name: 'Ledger rows' })).toMatchTextContent(/pending null/)
    await status.selectOptions('cancelled')
    await screen.getByRole('button', { name: 'Older rows' }).click()
    await expect
      .element(screen.getByRole('grid', { name: 'Ledger rows' }))
      .toMatchTextContent(/cancelled null/)
    expect(desk.callsOf('ledger.read')).toMatchObject([
      { status: null, before: null },
      { status: 'pending', before: null },
      { status: 'cancelled', before: null },
    ])
  })
})
