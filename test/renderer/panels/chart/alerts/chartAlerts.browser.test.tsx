/** A dealer begins a price alert on a chart: by its key at the crosshair and by a right click. The chart shows the alerts of its instrument. */

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { AlertList, WatchedAlert } from '../../../../../shared/domain/alerts/alertRule.ts'
import { alertOf, alertsOf } from '../../../../fakes/window/alerts.ts'
import { stageChartPanel } from '../panelStage.tsx'

const alert = alertOf(1)
const listOf = (...alerts: WatchedAlert[]): AlertList => alertsOf(alerts)

const stage = (list: AlertList = listOf()) =>
  stageChartPanel((desk) => desk.startWith('alerts', list).startWith('orders', []))

test('the key at the crosshair begins an alert at a whole tick there', async () => {
  const { session, candles } = await stage()
  const wanted = () => session.panels.getState().alertLine?.line
  await userEvent.click(candles, { position: { x: 200, y: 120 } })
  await userEvent.keyboard('a')
  await expect.poll(wanted).toMatch(/^BTCUSDC_PERP 62\d{3}(\.5)?$/)
})

test('the key without a crosshair begins an alert without a price', async () => {
  const { session, candles } = await stage()
  await userEvent.hover(document.body, { position: { x: 880, y: 740 } })
  ;(candles.element() as HTMLElement).focus()
  await userEvent.keyboard('a')
  expect(session.panels.getState().alertLine?.line).toBe('BTCUSDC_PERP ')
})

test('a right click offers an alert at its price, and Esc leaves the menu without one', async () => {
  const { session, screen, candles } = await stage()
  const wanted = () => session.panels.getState().alertLine?.line
  const item = screen.getByRole('menuitem', { name: /^Price alert at 62,/ })
  await userEvent.click(candles, { button: 'right', position: { x: 200, y: 120 } })
  await expect.element(item).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(item).not.toBeInTheDocument()
  expect(wanted()).toBeUndefined()
  await userEvent.click(candles, { button: 'right', position: { x: 200, y: 120 } })
  const price = /62,(\d{3})\.(\d)/.exec(item.element().textContent)
  await userEvent.click(item)
  await expect.poll(wanted).toBe(`BTCUSDC_PERP 62${price?.[1]}${price?.[2] === '5' ? '.5' : ''}`)
})

test('alerts of the instrument are lines that go with their only firing and say when the link is lost', async () => {
  const { desk, screen, lines } = await stage(listOf(alert))
  await expect.poll(lines).toEqual(['alert at 62,300.0 or above'])
  desk.stale('alerts')
  await expect.poll(lines).toEqual(['alert at 62,300.0 or above, may miss'])
  await expect.element(screen.getByText('Alerts ~')).toBeVisible()
  desk.delta('alerts', listOf({ ...alert, fired: 1 }))
  await expect.poll(lines).toEqual(['alert at 62,300.0 or above, fired ×1'])
  await expect.element(screen.getByText('Alerts ~')).not.toBeInTheDocument()
  desk.delta('alerts', listOf({ ...alert, fired: 1, isOn: false, isOnce: true }))
  await expect.poll(lines).toEqual([])
})
