/** What the colour of a figure says: gain, loss, nothing, or old. */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { startAccount } from '../../fakes/window/accounts.ts'
import { positionOf, tickerOf, type ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import { stage } from './stage.tsx'

beforeEach(() => page.viewport(1600, 900))

/** Mark 62,149.5: 0.3 USDC are gained, which whole dollars write as 0. */
const small = positionOf('C1042', 'BTCUSDC_PERP', '1', '62149.2')

const withAccount = (desk: ScriptedCore) => {
  startAccount(desk)
  desk.startWith('positions', [small])
}

it('a PnL that rounds to zero has no colour, and its cents do', async () => {
  const { screen } = await stage(withAccount)
  const customer = screen.getByRole('grid', { name: 'Customers' }).getByRole('row', { name: /C1042/ })
  await expect.element(customer.getByText('0', { exact: true })).toHaveClass('even')
  const position = screen.getByRole('grid', { name: 'Positions' }).getByRole('row', { name: /C1042/ })
  await expect.element(position.getByText('+0.30')).toHaveClass('gain')
})

it('figures made of a mark that is silent for 5 s turn old until the next mark', async () => {
  const { desk, clock, screen } = await stage(withAccount)
  const cells = (grid: string) => screen.getByRole('grid', { name: grid }).getByRole('row', { name: /C1042/ })
  const pnl = cells('Positions').getByText('+0.30')
  await expect.element(pnl).not.toHaveClass('stale')
  clock.advance(7_000)
  await expect.element(pnl).toHaveClass('stale')
  await expect.element(cells('Positions').getByText('62,149.5')).toHaveClass('stale')
  const unsure = cells('Customers').getByTitle('May be wrong: the mark of BTCUSDC_PERP is old.')
  await expect.element(unsure.first()).toMatchTextContent(/^~/)
  const btc = screen.getByRole('grid', { name: 'Watchlist' }).getByRole('row', { name: /BTC/ })
  await expect.element(btc.getByText(/%$/)).toHaveClass('stale')
  desk.delta('tickers', [
    {
      ...tickerOf('BTCUSDC_PERP', '62148', '62150.5', '62149.5'),
      listedAt: clock.now(),
      receivedAt: clock.now(),
    },
  ])
  clock.advance(1_000)
  await expect.element(pnl).not.toHaveClass('stale')
  await expect.poll(() => unsure.elements()).toEqual([])
})

it('a live book makes no old mark, day figure or funding rate fresh', async () => {
  const { desk, clock, session, screen } = await stage(withAccount)
  const cells = (grid: string) => screen.getByRole('grid', { name: grid }).getByRole('row', { name: /C1042/ })
  const btc = screen.getByRole('grid', { name: 'Watchlist' }).getByRole('row', { name: /BTC/ })
  const funding = screen.getByTitle(/^Funding rate/).first()
  session.tickets.of('ticket:1').setState((ticketState) => ({
    ...ticketState,
    form: { ...ticketState.form, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy', amount: '1' },
  }))
  const effects = screen.getByRole('table', { name: 'What the order changes' })
  const marginUsed = effects.getByRole('row', { name: /^Margin used/ })
  await expect.element(marginUsed).toMatchTextContent(/^Margin used[\d.]+ %/)
  await expect.element(funding).not.toHaveClass('stale')
  clock.advance(7_000)
  desk.delta('tickers', [
    {
      ...tickerOf('BTCUSDC_PERP', '62140', '62141', '62149.5'),
      touchAt: clock.now(),
      receivedAt: clock.now(),
    },
  ])
  clock.advance(1_000)
  for (const old of [
    cells('Positions').getByText('+0.30'),
    cells('Positions').getByText('62,149.5'),
    btc.getByText('62,149.5'),
    btc.getByText(/%$/),
    btc.getByText(/0\.0100$/),
    funding,
  ])
    await expect.element(old).toHaveClass('stale')
  await expect.element(marginUsed).toMatchTextContent(/^Margin used~.*the mark of BTCUSDC_PERP is old/)
})
