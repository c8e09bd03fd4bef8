import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import {
  NOW,
  code,
  type ScriptedCore,
  orderOf,
  positionOf,
  reference,
  tickerOf,
} from '../../../fakes/window/scriptedCore.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import { openPanel } from '../../../../renderer/state/stores/panelStore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)
const longOne = (desk: ScriptedCore) => {
  desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '2.501', '61402.5')])
  desk.startWith('orders', [
    orderOf({ referenceId: reference('r1') }),
    orderOf({ referenceId: reference('r2') }),
  ])
}

/** The positions table with one position selected. */
async function onThePosition() {
  const staged = await stage(longOne)
  await expect.element(staged.screen.getByRole('grid', { name: 'Positions' })).toMatchTextContent(/C1042/)
  await keys('{F6}{ArrowDown}')
  return { ...staged, proposed: staged.screen.getByRole('alert').filter({ hasText: 'Enter sends' }) }
}

it('F states the size, the orders it cancels, the notional and the sweep before Enter flattens', async () => {
  const { desk, clock, proposed } = await onThePosition()
  await keys('f')
  await expect
    .element(proposed)
    .toMatchTextContent(
      /C1042 · FLATTEN BTCUSDC_PERP: cancel its 2 orders, then SELL 2\.501 BTCUSDC_PERP MARKET ≈ 155,432 USDC/,
    )
  await expect.element(proposed).toMatchTextContent(/sweep avg 62,147\.3, worst 62,146\.5/)
  await expect.element(proposed).toMatchTextContent(/pos \+2\.501 → 0\.000/)
  expect(desk.callsOf('book.walk')).toEqual([
    { symbol: 'BTCUSDC_PERP', side: 'sell', size: { amount: '2.501' } },
  ])
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('position.flatten')).toHaveLength(1)
})

it('R after F replaces the proposal by a reversal: Enter never sends the earlier one', async () => {
  const { desk, clock, proposed } = await onThePosition()
  await keys('fr')
  await expect.element(proposed).toMatchTextContent(/C1042 · SELL 5\.002 BTCUSDC_PERP MARKET/)
  await expect.element(proposed).toMatchTextContent(/pos \+2\.501 → -2\.501/)
  clock.advance(150)
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('order.submit'))
    .toMatchObject([{ draft: { customerCode: 'C1042', side: 'sell', type: 'market', amount: '5.002' } }])
  expect(desk.callsOf('position.flatten')).toEqual([])
})

it('H halves by whole lots', async () => {
  const { proposed } = await onThePosition()
  await keys('h')
  await expect.element(proposed).toMatchTextContent(/C1042 · SELL 1\.25 BTCUSDC_PERP MARKET/)
})

it.each(['x', '2', '{Escape}'])('any other key drops what F proposed: %s', async (other) => {
  const { desk, clock, screen, proposed } = await onThePosition()
  await keys('f')
  await expect.element(proposed).toBeVisible()
  await keys(other)
  await expect.poll(() => screen.getByText('Enter sends').elements()).toEqual([])
  clock.advance(150)
  await keys('{Enter}')
  expect(desk.callsOf('position.flatten')).toEqual([])
})

it('the panel and each sum of trades state since when and why a position is not sure', async () => {
  const unsure = {
    since: Date.UTC(2026, 0, 5, 14, 3, 22),
    why: 'a trade on the trades channel cannot be read',
  }
  const { screen } = await stage((desk) =>
    desk.startWith('positions', [
      { ...positionOf('C1042', 'BTCUSDC_PERP', '2.501', '61402.5'), complete: false, unsure },
    ]),
  )
  await expect
    .element(screen.getByRole('note').filter({ hasText: 'Positions and PnL' }))
    .toMatchTextContent(
      /of C1042 are not sure since 14:03:22 UTC: a trade on the trades channel cannot be read\./,
    )
  await expect
    .element(screen.getByRole('grid', { name: 'Positions' }))
    .toMatchTextContent(/\+2\.501 \?.*\+545\.19 \?.*12\.50 \?/)
})

it('the sweep is asked anew when the touch moves, and says so until the answer arrives', async () => {
  const { desk, proposed } = await onThePosition()
  await keys('f')
  await expect.element(proposed).toMatchTextContent(/worst 62,146\.5( ·|$)/)
  const arrived = Promise.withResolvers<null>()
  const walk = {
    bestPrice: text('62000'),
    averagePrice: text('61999'),
    worstPrice: text('61998'),
    filled: text('2.501'),
    quote: text('155059.499'),
    whole: true,
    ranOut: false,
  }
  desk.answer('book.walk', async () => {
    await arrived.promise
    return ok({ walk })
  })
  desk.delta('tickers', [tickerOf('BTCUSDC_PERP', '62000', '62001', '62000.5')])
  await expect.element(proposed).toMatchTextContent(/worst 62,146\.5 \(was, the book moved\)/)
  arrived.resolve(null)
  await expect.element(proposed).toMatchTextContent(/worst 61,998\.0( ·|$)/)
})

const rowOf = (screen: Awaited<ReturnType<typeof stage>>['screen'], customer: RegExp) =>
  screen.getByRole('grid', { name: 'Positions' }).getByRole('row', { name: customer })

const atRisk = (desk: ScriptedCore) => {
  desk.startWith('balances', [
    { customerCode: code('C1042'), amount: text('20000'), source: 'event', asOf: NOW },
  ])
  desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5')])
  desk.startWith('margins', [marginOf('C1042')])
  desk.startWith('reconciliation', [reconciled('C1042')])
}

it('margin, leverage, liquidation and distance stand beside each position', async () => {
  const { screen } = await stage(atRisk)
  const row = rowOf(screen, /C1042/)
  // 34 % of 62,149.50; equity 22,000 and 5 % of the position meet at 42,262.63.
  for (const words of ['21,131', '3×', '42,262.6', '32.0 %'])
    await expect.element(row.getByText(words, { exact: true })).toBeVisible()
})

it('a distance under 15 % is amber, and an unread margin profile leaves — with the reason', async () => {
  const { screen, desk } = await stage(atRisk)
  const row = rowOf(screen, /C1042/)
  desk.delta('balances', [{ customerCode: code('C1042'), amount: text('9000'), source: 'event', asOf: NOW }])
  await expect.element(row.getByText('13.4 %', { exact: true })).toHaveClass('amber')
  desk.delta('margins', [{ ...marginOf('C1042'), profile: null, readAt: null, why: 'No answer.' }])
  await expect
    .poll(() => row.getByTitle(/^Not known: the margin profile is not known: No answer/).elements().length)
    .toBe(4)
})

it('sorted by distance, a liquidation that is not known stands above the nearest one, both ways', async () => {
  const { screen } = await stage((desk) => {
    atRisk(desk)
    desk.startWith('positions', [
      // Far below its account's cash: no mark above 0 liquidates it.
      positionOf('C1042', 'BTCUSDC_PERP', '0.1', '60149.5'),
      positionOf('C2007', 'ETHUSDC_PERP', '10', '3090.6'),
      positionOf('C3311', 'BTCUSDC_PERP', '1', '60149.5'),
    ])
    desk.startWith('balances', [
      { customerCode: code('C1042'), amount: text('20000'), source: 'event', asOf: NOW },
      { customerCode: code('C3311'), amount: text('20000'), source: 'event', asOf: NOW },
    ])
    desk.startWith('margins', [marginOf('C1042'), marginOf('C3311')])
    desk.startWith('reconciliation', [reconciled('C1042'), reconciled('C3311')])
  })
  const grid = screen.getByRole('grid', { name: 'Positions' })
  const customers = () =>
    [...grid.element().querySelectorAll('[role=row].line')]
      .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((row) => /C\d{4}/.exec(row.textContent)?.[0])
  for (const title of ['Distance', 'Liquidation ~'])
    for (let way = 0; way < 2; way++) {
      await grid.getByRole('columnheader', { name: title }).getByRole('button').click()
      // C2007 has no margin profile; C1042 is safe at every mark.
      await expect.poll(customers).toEqual(['C2007', 'C3311', 'C1042'])
    }
})

it.each([
  ['of one customer', code('C1042'), 'No open positions of C1042. A fill opens a position.'],
  ['of every customer', null, 'No open positions. A fill opens a position.'],
])('an empty table %s claims none only while no trade of theirs is lost', async (_, customer, none) => {
  const { desk, session } = await stage((scripted) =>
    scripted.startWith('reconciliation', [reconciled('C1042')]),
  )
  openPanel(session.panels, 'positions', customer)
  const said = () => [...document.querySelectorAll('.grid-empty')].map(({ textContent }) => textContent)
  await expect.poll(said).toContain(none)
  const why = 'Trades of C1042 were lost.'
  desk.delta('reconciliation', [{ ...reconciled('C1042'), state: 'reading', open: false, why }])
  await expect.poll(said).toContain(`C1042 is not open for trading. ${why}`)
  expect(said()).not.toContain(none)
})
