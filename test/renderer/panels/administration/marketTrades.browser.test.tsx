/** The list of public trades: newest first, of the link's instrument or a chosen one, granted as it is looked at. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MarketTrade } from '../../../../shared/domain/trade.ts'
import { NOW, sym } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const print = (n: number, side: 'buy' | 'sell'): MarketTrade => ({
  symbol: sym('BTCUSDC_PERP'),
  price: String(62_000 + n) as never,
  amount: '0.25' as never,
  side,
  createdAt: NOW + n * 1_000,
  code: null,
})

it('shows the public trades of the instrument, newest first, and takes news as it is looked at [6.marketTrades]', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('marketTrades', [print(1, 'buy'), print(2, 'sell')]),
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('tape{Enter}')
  const grid = screen.getByRole('grid', { name: 'Market trades' })
  await expect.element(grid).toBeVisible()
  const rows = () =>
    grid
      .getByRole('row', { name: /BUY|SELL/ })
      .elements()
      .map((element) => element.textContent)
  await expect.poll(rows).toEqual(['09:00:02.000SELL62,002.00.2515,501', '09:00:01.000BUY62,001.00.2515,500'])
  const opened = () => desk.openOf('marketTrades').find((item) => item.painted > 0)
  expect(opened()?.key).toEqual({ symbol: 'BTCUSDC_PERP' })
  desk.delta('marketTrades', [print(3, 'buy')])
  clock.advance(250)
  await expect.poll(() => rows()[0]).toBe('09:00:03.000BUY62,003.00.2515,501')
  expect(rows()).toHaveLength(3)
  desk.stale('marketTrades')
  clock.advance(250)
  await expect.element(grid).toHaveClass(/stale/)
  await screen.getByRole('combobox', { name: 'Instrument' }).last().selectOptions('ETHUSDC_PERP')
  await expect
    .poll(() =>
      desk.openOf('marketTrades').some((item) => (item.key as { symbol: string }).symbol === 'ETHUSDC_PERP'),
    )
    .toBe(true)
})
