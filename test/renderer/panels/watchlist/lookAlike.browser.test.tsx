import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { instrumentOf, sym } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

/** BTCUSDC_PERP with a Cyrillic Te. */
const TWIN = sym('B\u0422CUSDC_PERP')
const SHOWN = 'B\\u{422}CUSDC_PERP'

it('an instrument that looks like another one is marked in lists and where it is chosen', async () => {
  const { screen } = await stage((desk) =>
    desk.startWith('instruments', [
      instrumentOf('BTC', '0.5', '0.001'),
      { ...instrumentOf('BTC', '0.5', '0.001'), symbol: TWIN, underlying: 'B\u0422C' },
      instrumentOf('ETH', '0.01', '0.01'),
    ]),
  )
  const watchlist = screen.getByRole('grid', { name: 'Watchlist' })
  await expect
    .element(watchlist.getByTitle(`${SHOWN} looks like BTCUSDC_PERP, which is another instrument.`))
    .toBeVisible()
  expect(watchlist.getByTitle(/looks like/).elements()).toHaveLength(1)

  await userEvent.keyboard('{F3}btc')
  await expect
    .element(screen.getByRole('option', { name: /looks like BTCUSDC_PERP/ }))
    .toMatchTextContent(SHOWN)
  await userEvent.keyboard('{Escape}{Control>}k{/Control}instruments{Enter}')
  const list = screen.getByRole('grid', { name: 'Instruments' })
  await expect.element(list.getByTitle(/looks like BTCUSDC_PERP/)).toBeVisible()
  expect(document.body.textContent).not.toContain(TWIN)
})
