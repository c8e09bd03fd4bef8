/** Before → after in the ticket: account figures, fill and fee of the order on it. */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import type { TicketForm } from '../../../../renderer/state/ticket/ticketForm.ts'
import { marginOf, reconciled, startAccount } from '../../../fakes/window/accounts.ts'
import { NOW, code, sym, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const text = (value: string) => decimalText.parse(value)

async function withTicket(form: Partial<TicketForm>, more: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage((desk) => {
    startAccount(desk)
    more(desk)
  })
  staged.session.tickets.of('ticket:1').setState((ticket) => ({
    ...ticket,
    form: { ...ticket.form, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy', ...form },
  }))
  return { ...staged, table: staged.screen.getByRole('table', { name: 'What the order changes' }) }
}

/** The rows as a dealer sees them, without the reasons under the pointer. */
const shown = () =>
  [...document.querySelectorAll('.before-after tr')].map((row) =>
    [...row.children]
      .map((cell) => {
        const copy = cell.cloneNode(true) as Element
        for (const hidden of copy.querySelectorAll('.hidden-visually')) hidden.remove()
        return copy.textContent
      })
      .filter((words) => words !== '→')
      .join(' | '),
  )

it('an order from the book shows account, average, slippage and the taker’s fee [gap.20]', async () => {
  // 0.1 × 62,147.25 at 2 bps: 1.24. Margin: 34 % of 1.1 × 62,149.5. Free: 22,000 + 0.225 − 1.24 − 23,243.91.
  await withTicket({ type: 'market', amount: '0.1' })
  await expect
    .poll(shown)
    .toEqual([
      'Position | +1.000 | +1.100',
      'Margin used | 96.0 % | 105.7 %',
      'Free margin | 869 | -1,245',
      'Leverage | 3× | 3×',
      'Liquidation ~ | 42,262.6 | 44,368.9',
      'Fill | all at once',
      'Average ~ | 62,147.3 · 0.001 % slippage',
      'Fee | taker 2 bps -1.24',
    ])
})

it('a resting limit with a leverage shows the maker’s rebate and the margin once it is filled', async () => {
  const { table } = await withTicket(
    { amount: '1', limitPrice: '62200', leverage: '5', side: 'sell' },
    (desk) =>
      desk.answer('book.walk', () =>
        ok({
          walk: {
            bestPrice: text('62200'),
            averagePrice: text('62200'),
            worstPrice: text('62200'),
            filled: text('0'),
            quote: text('0'),
            whole: false,
            ranOut: false,
          },
        }),
      ),
  )
  await expect.element(table).toMatchTextContent(/once filled in full at the limit/)
  // Sold at 62,200: 50.50 more than the mark, and 3.11 of rebate.
  await expect
    .poll(shown)
    .toEqual([
      'Position | +1.000 | 0.000',
      'Margin used | 96.0 % | 0.0 %',
      'Free margin | 869 | 22,054',
      'Leverage | 3× | 5×',
      'Liquidation ~ | 42,262.6 | none',
      'Fill | all rests',
      'Fee | maker -0.5 bps +3.11',
    ])
})

it('what it does not know is a dash with the reason, never 0', async () => {
  const { table, desk, clock } = await withTicket({ type: 'market', amount: '0.1' }, (scripted) => {
    scripted.startWith('margins', [])
    scripted.answer('book.walk', () => ok({ walk: null }))
  })
  await expect
    .poll(shown)
    .toEqual([
      'Position | +1.000 | —',
      'Margin used | — | —',
      'Free margin | — | —',
      'Leverage | 3× | 3×',
      'Liquidation ~ | — | —',
      'Fill | —',
      'Fee | —',
    ])
  await expect.element(table.getByTitle('Not known: there is no live book.').first()).toBeVisible()
  const profile = 'Not known: the margin profile is not known: not read so far.'
  await expect.element(table.getByTitle(profile).first()).toBeVisible()
  desk.answer('book.walk', ({ size }) =>
    ok({
      walk: {
        bestPrice: text('62150'),
        averagePrice: text('62150'),
        worstPrice: text('62150'),
        filled: text('0.05'),
        quote: text('3107.5'),
        whole: 'cash' in size,
        ranOut: !('cash' in size),
      },
    }),
  )
  clock.advance(1_000)
  await expect.poll(() => shown()[0]).toBe('Position | +1.000 | ~+1.050')
  await expect.poll(() => shown()[5]).toBe('Fill | ~0.050 at once, 0.050 dropped')
  await expect.element(table.getByTitle('May be wrong: the known book holds less.').first()).toBeVisible()
})

it('no position is 0 only once all trades were read and none is lost', async () => {
  const { desk, screen } = await withTicket(
    { symbol: 'ETHUSDC_PERP', type: 'market', amount: '4', sizeBasis: 'position', sizeValue: '50' },
    (scripted) => scripted.startWith('reads', [{ name: 'trades', readAt: null, why: null }]),
  )
  const ticket = screen.getByRole('form', { name: 'Order ticket' })
  const unknown = ticket.getByText('The position in ETHUSDC_PERP is not known for certain. Type an amount.')
  await expect.poll(() => shown()[0]).toBe('Position | — | —')
  await expect.element(ticket.getByTitle('Not known: Reading the trades.').first()).toBeVisible()
  await expect.element(unknown).toBeVisible()
  desk.delta('reads', [{ name: 'trades', readAt: NOW, why: null }])
  await expect.poll(() => shown()[0]).toBe('Position | 0.00 | +4.00')
  await expect
    .element(ticket.getByText('There is no position in ETHUSDC_PERP. Type an amount.'))
    .toBeVisible()
  const why = 'Trades of C1042 were lost.'
  desk.delta('reconciliation', [{ ...reconciled('C1042'), state: 'reading', open: false, why }])
  await expect.poll(() => shown()[0]).toBe('Position | — | —')
  await expect.element(unknown).toBeVisible()
})

it('a position is marked while the link to the core is lost', async () => {
  const { desk, table } = await withTicket({ type: 'market', amount: '0.1' })
  await expect.poll(() => shown()[0]).toMatch(/^Position \| \+1\.000 \|/)
  desk.link('down')
  await expect.poll(() => shown()[0]).toMatch(/^Position \| ~\+1\.000 \|/)
  const why = 'May be wrong: the link to the core is lost.'
  await expect.element(table.getByTitle(why).first()).toBeVisible()
})

it('the fee is what the core last published: — during a write, and then what the venue shows', async () => {
  const { desk, table } = await withTicket({ type: 'market', amount: '0.1' })
  const fee = () => shown().at(-1)
  await expect.poll(fee).toBe('Fee | taker 2 bps -1.24')
  const fees = (taker: string) => [
    { symbol: sym('BTCUSDC_PERP'), makerFee: text('-0.5'), takerFee: text(taker) },
  ]
  desk.delta('fees', [{ customerCode: code('C1042'), items: null, writes: 1 }])
  await expect.poll(fee).toBe('Fee | taker — bps —')
  await expect.element(table.getByTitle('Not known: the fee profile is not known.').first()).toBeVisible()
  desk.delta('fees', [{ customerCode: code('C1042'), items: fees('6'), writes: 1 }])
  await expect.poll(fee).toBe('Fee | taker 6 bps -3.73')
})

it('a leverage is marked where its profile was not read again, and — where none is known', async () => {
  const { desk, table } = await withTicket({ type: 'market', amount: '0.1' })
  const leverage = () => shown()[3]
  await expect.poll(leverage).toBe('Leverage | 3× | 3×')
  desk.delta('margins', [{ ...marginOf('C1042'), why: 'No answer.' }])
  await expect.poll(leverage).toBe('Leverage | ~3× | ~3×')
  const why = 'May be wrong: the margin profile is old: No answer.'
  await expect.element(table.getByTitle(why).first()).toBeVisible()
  desk.delta('margins', [{ ...marginOf('C1042'), profile: null, why: 'No answer.' }])
  await expect.poll(leverage).toBe('Leverage | — | —')
})
