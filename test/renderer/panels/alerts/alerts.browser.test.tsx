/** The panel Alerts by keys alone: set by typing, change, switch, delete, undo; and what it says where an alert cannot be watched. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import type { AlertList, WatchedAlert } from '../../../../shared/domain/alerts/alertRule.ts'
import { alertOf as priceAlert, alertsOf } from '../../../fakes/window/alerts.ts'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import { NOW, sym, tickerOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => toText(decimal(value))
const alertOf = (id: number, more: Partial<WatchedAlert> = {}) =>
  priceAlert(id, {
    watch: { kind: 'price', symbol: sym('BTCUSDC_PERP'), direction: 'above', level: text('65000') },
    ...more,
  })

async function open(list: AlertList, prepare: (desk: ScriptedCore) => void = () => undefined) {
  const staged = await stage((desk) => {
    desk.startWith('alerts', list)
    desk.answer('alert.change', () => ok({ id: 1 }))
    prepare(desk)
  })
  await keys('{Control>}k{/Control}alerts{Enter}')
  const grid = page.getByRole('grid', { name: 'Alerts' })
  await expect.element(grid).toBeVisible()
  await expect.element(grid).toHaveFocus()
  return { ...staged, grid }
}

it('an alert is set by typing one line, with its meaning shown before Enter', async () => {
  const { desk } = await open(alertsOf([]))
  await expect.element(page.getByText('No alerts. Press', { exact: false })).toBeVisible()
  await keys('a')
  await expect.element(page.getByRole('textbox', { name: 'Alert line' })).toHaveFocus()
  await keys('btc 65000 !')
  await expect
    .element(
      page.getByText('Enter sets: Last price of BTCUSDC_PERP at 65,000 or above · must be acknowledged.'),
    )
    .toBeVisible()
  await keys('{Enter}')
  expect(desk.callsOf('alert.change')).toEqual([
    {
      change: {
        act: 'add',
        alert: {
          watch: { kind: 'price', symbol: 'BTCUSDC_PERP', direction: 'above', level: '65000' },
          customerCode: null,
          mustAcknowledge: true,
          isOnce: false,
        },
      },
    },
  ])
})

it('the side of a price is that of the last price when it was typed, and of no old price', async () => {
  const { desk, clock } = await open(alertsOf([]))
  await keys('abtc 62200')
  const above = page.getByText('Enter sets: Last price of BTCUSDC_PERP at 62,200 or above.')
  await expect.element(above).toBeVisible()
  desk.delta('tickers', [{ ...tickerOf('BTCUSDC_PERP', '62300', '62301'), receivedAt: clock.now() }])
  desk.delta('alerts', alertsOf([alertOf(1)]))
  await expect.element(page.getByText('1 of 200')).toBeVisible()
  await expect.element(above).toBeVisible()
  await keys('{Escape}a')
  clock.advance(6_000)
  await keys('btc 62400')
  await expect
    .element(page.getByText('There is no fresh last price: type > or < before the price.'))
    .toBeVisible()
})

it('a row is switched, deleted, brought back and changed by key', async () => {
  const { desk } = await open(alertsOf([alertOf(1), alertOf(2)], { deleted: 'something' }))
  await keys('{ArrowDown} {Delete}u')
  await keys('{ArrowUp}{Enter}')
  const line = page.getByRole('textbox', { name: 'Alert line' })
  await expect.element(line).toHaveFocus()
  await expect.element(line).toHaveValue('BTCUSDC_PERP > 65000')
  await keys('5{Enter}')
  const changes = desk.callsOf('alert.change').map((call) => (call as { change: object }).change)
  expect(changes).toMatchObject([
    { act: 'switch', isOn: false },
    { act: 'remove' },
    { act: 'undo' },
    { act: 'replace', alert: { watch: { level: '650005' } } },
  ])
})

it('a second Enter before the core answered sets no second alert', async () => {
  const { desk } = await open(alertsOf([]))
  await keys('abtc 65000')
  const line = page.getByRole('textbox', { name: 'Alert line' }).element()
  const press = () =>
    line.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter' }))
  press()
  press()
  await expect.element(page.getByRole('textbox', { name: 'Alert line' })).toHaveValue('')
  expect(desk.callsOf('alert.change')).toHaveLength(1)
  await keys('btc 66000{Enter}')
  expect(desk.callsOf('alert.change')).toHaveLength(2)
})

it('an alert that lacks its figure shows — and says why, never that all is quiet', async () => {
  const why = 'the last price is 40 s old'
  const { grid } = await open(
    alertsOf([
      alertOf(1, { reading: { value: null, owner: null, at: null, why } }),
      alertOf(2, { reading: { value: text('62148'), owner: 'C1042', at: NOW, why: 'C2007: not read' } }),
    ]),
  )
  await expect.element(grid.getByText(`may miss: ${why}`)).toBeVisible()
  await expect
    .element(page.getByTitle('C2007: not read.', { exact: true }))
    .toHaveTextContent('~ 62,148 · C1042 · 0 s ago')
  await expect.element(page.getByText('—', { exact: true }).first()).toBeVisible()
})

it('P on the quote board opens the line with the instrument', async () => {
  await stage((desk) => desk.startWith('alerts', alertsOf([])))
  await keys('{Control>}k{/Control}quotes{Enter}')
  await expect.element(page.getByRole('grid', { name: 'Quote board' })).toHaveFocus()
  await keys('{ArrowDown}p')
  const line = page.getByRole('textbox', { name: 'Alert line' })
  await expect.element(line).toHaveFocus()
  await expect.element(line).toHaveValue('BTCUSDC_PERP ')
})

it('stored alerts that cannot be read are not called no alerts', async () => {
  await open(alertsOf([], { problem: 'The stored alerts cannot be read.' }))
  await expect.element(page.getByText('No stored alert can be read.')).toBeVisible()
  await expect.element(page.getByText('No alerts. Press', { exact: false })).not.toBeInTheDocument()
})

it('a reading from before the clock was set back is not called fresh', async () => {
  const { grid, clock } = await open(alertsOf([alertOf(1)]))
  await expect.element(grid).toMatchTextContent(/62,148 · \d+ s ago/)
  clock.setWall(-600_000)
  clock.advance(1_000)
  await expect.element(grid).toMatchTextContent(/62,148 · of unknown age/)
})
