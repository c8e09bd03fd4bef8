/** Which alerts a chart shows as lines, and with what marks. */

import { expect, test } from 'vitest'
import { priceAlertsOf } from '../../../../../renderer/panels/chart/alerts/priceAlerts.ts'
import { chartLines } from '../../../../../renderer/panels/chart/chartModel.ts'
import type { AlertList, WatchedAlert } from '../../../../../shared/domain/alerts/alertRule.ts'
import { sym } from '../../../../fakes/window/scriptedCore.ts'
import { alertOf, alertsOf } from '../../../../fakes/window/alerts.ts'
import { instrument, text } from '../../ladder/scenes.ts'

const BTC = sym('BTCUSDC_PERP')

const listOf = (...alerts: WatchedAlert[]): AlertList => alertsOf(alerts)
const wordsOf = (list: AlertList, isStale = false) =>
  chartLines(instrument, [], null, null, {
    selected: null,
    ghost: null,
    liquidation: null,
    alerts: priceAlertsOf(list, BTC, isStale).alerts,
  }).map(({ title, words }) => [title, words])

test('a line states on which side it fires, that it fired before, and that it may miss', () => {
  const list = listOf(
    alertOf(1),
    alertOf(2, {
      watch: { kind: 'price', symbol: BTC, direction: 'below', level: text('61900.5') },
      fired: 2,
      firedAt: 1,
    }),
    alertOf(3, { reading: { value: null, owner: null, at: null, why: 'the price is 20 s old' } }),
  )
  expect(wordsOf(list)).toEqual([
    ['alert ≥', 'alert at 62,300.0 or above'],
    ['alert ≥ ~', 'alert at 62,300.0 or above, may miss'],
    ['alert ≤ · fired ×2', 'alert at 61,900.5 or below, fired ×2'],
  ])
})

test('alerts of another instrument or kind and those switched off, such as by their only firing, have no line', () => {
  const eth = sym('ETHUSDC_PERP')
  const list = listOf(
    alertOf(1, { watch: { kind: 'price', symbol: eth, direction: 'above', level: text('3000') } }),
    alertOf(2, { watch: { kind: 'spread', symbol: BTC, unit: 'ticks', level: text('5') } }),
    alertOf(3, { isOn: false, isOnce: true, fired: 1, firedAt: 1 }),
  )
  expect(wordsOf(list)).toEqual([])
})

test('a lost link marks every alert, and stored alerts that cannot be read are reported', () => {
  expect(wordsOf(listOf(alertOf(1)), true)).toEqual([['alert ≥ ~', 'alert at 62,300.0 or above, may miss']])
  expect(priceAlertsOf(listOf(), BTC, true).unsure).toMatch(/link to the core is lost/)
  const problem = 'The stored alerts cannot be read.'
  expect(priceAlertsOf({ ...listOf(), problem }, BTC, false)).toEqual({ alerts: [], unsure: problem })
  expect(priceAlertsOf(listOf(), BTC, false).unsure).toBeNull()
})
