import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { orderOf, reference, sym, wholeReading, type ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const orders = (desk: ScriptedCore) =>
  desk.startWith('orders', [
    orderOf({ referenceId: reference('v1-btc') }),
    orderOf({ referenceId: reference('v1-eth'), symbol: sym('ETHUSDC_PERP') }),
  ])

it('ord C1042 eth narrows the orders to both and says so; ord alone shows all again', async () => {
  const { screen } = await stage(orders)
  await keys('{Control>}k{/Control}ord C1042 eth')
  await expect
    .element(screen.getByRole('search', { name: 'Command' }))
    .toMatchTextContent('Enter opens Orders of C1042 in ETHUSDC_PERP')
  await keys('{Enter}')
  const grid = screen.getByRole('grid', { name: 'Orders', exact: true })
  await expect.element(grid.getByRole('row', { name: /ETHUSDC_PERP/ })).toBeVisible()
  expect(grid.getByRole('row', { name: /BTCUSDC_PERP/ }).elements()).toEqual([])
  await expect.element(screen.getByRole('button', { name: '▼ C1042 only ×' })).toBeVisible()
  await screen.getByRole('button', { name: '▼ ETHUSDC_PERP only ×' }).click()
  await expect.element(grid.getByRole('row', { name: /BTCUSDC_PERP/ })).toBeVisible()
  await keys('{Control>}k{/Control}ord btc{Enter}')
  await expect.element(screen.getByRole('button', { name: '▼ BTCUSDC_PERP only ×' })).toBeVisible()
  await keys('{Control>}k{/Control}ord{Enter}')
  await expect.element(grid.getByRole('row', { name: /ETHUSDC_PERP/ })).toBeVisible()
  expect(screen.getByText(/only ×/).elements()).toEqual([])
})

it.each([
  ['pos', 'No open positions in ETHUSDC_PERP. A fill opens a position.'],
  ['ord', /No order.* in ETHUSDC_PERP yet\. Press B or S/],
])('%s eth names the instrument of an empty table', async (word, sentence) => {
  const { screen } = await stage((desk) => {
    for (const topic of ['orders', 'trades', 'positions'] as const) desk.startWith(topic, [])
    desk.startWith('openOrderReadings', [wholeReading('C1042'), wholeReading('C2007')])
  })
  await keys(`{Control>}k{/Control}${word} eth{Enter}`)
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

it('fills eth chooses the instrument in the filter of the trades, and the filter clears it', async () => {
  const { screen } = await stage()
  await keys('{Control>}k{/Control}fills eth{Enter}')
  const choice = screen.getByRole('form', { name: 'Filter the trades' }).getByRole('combobox').first()
  await expect.element(screen.getByRole('button', { name: '▼ ETHUSDC_PERP only ×' })).toBeVisible()
  await expect.element(choice).toHaveValue('ETHUSDC_PERP')
  await choice.selectOptions('')
  await expect.element(choice).toHaveValue('')
  expect(screen.getByText(/only ×/).elements()).toEqual([])
})
