/** Alerts that a dealer edits, and clocks and instruments that change, while something happens. */

import { expect, it } from 'vitest'
import type { AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import { MOST_ALERTS } from '../../../../shared/domain/alerts/alertRule.ts'
import { BTC, C1, C2, text, tradeOf } from '../deskHarness.ts'
import { choiceOf, openAlertDesk } from './alertDesk.ts'

const PRICE: AlertWatch = { kind: 'price', symbol: BTC, direction: 'above', level: text('65000') }

it.each([
  ['a price', choiceOf(PRICE)],
  ['refused orders', choiceOf({ kind: 'reject' })],
  ['fills of another customer', choiceOf({ kind: 'fill' }, { customerCode: C2 })],
])(
  'fills that wait to be reported are not reported by an alert that watches %s now',
  async (_what, alert) => {
    const { desk, broker, set, change, fired, list } = await openAlertDesk()
    await set({ kind: 'fill' }, { customerCode: C1 })
    broker.listener?.trade(tradeOf('t1'))
    await desk.clock.run(100, 100)
    await change({ act: 'replace', id: 1, alert })
    await desk.clock.run(5_000, 500)
    expect(fired()).toEqual([])
    expect(list.now().alerts).toMatchObject([{ fired: 0, isOn: true }])
  },
)

it('fills are reported by an alert that was changed in what it asks of the dealer alone', async () => {
  const { desk, broker, set, change, fired } = await openAlertDesk()
  await set({ kind: 'fill' }, { customerCode: C1 })
  broker.listener?.trade(tradeOf('t1'))
  await desk.clock.run(100, 100)
  const alert = choiceOf({ kind: 'fill' }, { customerCode: C1, mustAcknowledge: true })
  await change({ act: 'replace', id: 1, alert })
  await desk.clock.run(5_000, 500)
  expect(fired()).toMatchObject([{ level: 'error', customerCode: C1 }])
})

it('a price from before the clock was set back is no fresh price', async () => {
  const { desk, broker, set, lists, reading, fired } = await openAlertDesk()
  await set(PRICE)
  await lists({ lastPrice: text('64000') })
  expect(reading()).toMatchObject({ value: '64000', why: null })
  broker.tickersAnswer = () => []
  desk.clock.setWall(-3_600_000)
  await desk.clock.run(20_000, 500)
  expect(reading()).toMatchObject({ value: null, why: 'the age of the last price is not known' })
  expect(fired()).toEqual([])
})

it('an instrument that the venue lists no more is not called watched, and is watched again when it comes back', async () => {
  const { desk, broker, set, lists, reading, fired } = await openAlertDesk()
  await set(PRICE)
  await lists({})
  const { tickersAnswer, venueInstruments } = broker
  broker.venueInstruments = []
  broker.tickersAnswer = () => []
  await desk.clock.run(40_000, 500)
  expect(reading()?.why).not.toBeNull()
  broker.venueInstruments = venueInstruments
  broker.tickersAnswer = tickersAnswer
  await lists({ lastPrice: text('65000') })
  expect(fired().filter(({ sound }) => sound === 'price up')).toMatchObject([{ count: 1 }])
})

it('an alert that is never read does not keep back the notice of the next one that is not read', async () => {
  const { desk, broker, set, trades, lists, fired } = await openAlertDesk({ ticker: { fundingRate: null } })
  await set({ kind: 'funding', symbol: BTC, direction: 'above', level: text('1') })
  await set(PRICE)
  await trades('64000')
  await lists({})
  await desk.clock.run(32_000, 500)
  expect(fired()).toMatchObject([{ message: expect.stringMatching(/^Alert 1 may miss/) }])
  broker.tickersAnswer = () => []
  await desk.clock.run(42_000, 500)
  expect(fired()).toMatchObject([
    { message: expect.stringMatching(/^2 alerts may miss what they watch: the last price is \d+ s old/) },
  ])
})

it('more alerts than a desk may have are refused with the reason, and every one of the others fires', async () => {
  const { set, trades, fired, list } = await openAlertDesk()
  const answers: unknown[] = []
  for (let n = 0; n < MOST_ALERTS + 100; n++)
    answers.push(await set({ ...PRICE, level: text(`${61_000 + n}`) }))
  expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(100)
  expect(answers.at(-1)).toContain(`${MOST_ALERTS} alerts already`)
  await trades('66000')
  expect(list.now().alerts.map((alert) => alert.fired)).toEqual(Array(MOST_ALERTS).fill(1))
  expect(fired()).toHaveLength(MOST_ALERTS)
})

it('bringing a deleted alert back never makes more than a desk may have, so a restart reads them all', async () => {
  const { set, change, settings, desk } = await openAlertDesk()
  for (let n = 0; n < MOST_ALERTS; n++) await set({ ...PRICE, level: text(`${61_000 + n}`) })
  await change({ act: 'remove', id: 1 })
  await set({ ...PRICE, level: text('99000') })
  expect(await change({ act: 'undo' })).toMatchObject({ ok: false })
  await change({ act: 'remove', id: 2 })
  desk.core.close()
  const next = await openAlertDesk({ settings })
  expect(next.list.now()).toMatchObject({ problem: null, alerts: { length: MOST_ALERTS - 1 } })
})

it('what an alert reported stays to be acknowledged when the alert was changed and fires anew', async () => {
  const { set, change, trades, fired } = await openAlertDesk()
  await set(PRICE, { mustAcknowledge: true })
  await trades('65000')
  await change({ act: 'replace', id: 1, alert: choiceOf({ ...PRICE, level: text('66000') }) })
  await trades('66000')
  expect(fired()).toMatchObject([
    { level: 'error', acknowledged: false, message: expect.stringContaining('to 65,000') },
    { level: 'warning', message: expect.stringContaining('to 66,000') },
  ])
})
