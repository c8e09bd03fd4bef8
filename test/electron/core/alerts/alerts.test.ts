import { describe, expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import type { AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { BTC, C1, C2, draftOf, reportOf, text, tradeOf } from '../deskHarness.ts'
import { choiceOf, openAlertDesk } from './alertDesk.ts'

const PRICE: AlertWatch = { kind: 'price', symbol: BTC, direction: 'above', level: text('65000') }
describe('an alert on a price', () => {
  it('fires once for all windows when the last price reaches it, and not again while the price dances there', async () => {
    const { set, trades, fired, list } = await openAlertDesk()
    expect(await set(PRICE)).toBe(1)
    await trades('64999')
    expect(fired()).toEqual([])
    for (const price of ['65000', '64999', '65001', '65000']) await trades(price)
    expect(fired()).toMatchObject([
      { level: 'warning', symbol: BTC, count: 1, sound: 'price up', acknowledged: false },
    ])
    expect(fired()[0]?.message).toContain('65,000')
    expect(list.now().alerts).toMatchObject([{ id: 1, fired: 1, isOn: true }])
  })

  it('fires again once the price came back', async () => {
    const { set, trades, fired, list } = await openAlertDesk()
    await set(PRICE)
    for (const price of ['65000', '64000', '65000']) await trades(price)
    expect(list.now().alerts[0]?.fired).toBe(2)
    expect(fired()).toMatchObject([{ count: 2 }])
  })

  it('that must be acknowledged stays an error until somebody does', async () => {
    const { desk, set, trades, fired } = await openAlertDesk()
    await set(PRICE, { mustAcknowledge: true })
    await trades('65000')
    const [notice] = fired()
    expect(notice).toMatchObject({ level: 'error', acknowledged: false })
    await desk.call('notice.acknowledge', { notices: [{ id: notice?.id ?? 0, count: 1 }] })
    expect(fired()).toMatchObject([{ acknowledged: true }])
  })

  it('for one firing is switched off by it', async () => {
    const { set, trades, list } = await openAlertDesk()
    await set(PRICE, { isOnce: true })
    for (const price of ['65000', '60000', '65000']) await trades(price)
    expect(list.now().alerts).toMatchObject([{ isOn: false, fired: 1 }])
  })

  it('survives a restart, and does not fire anew for a price that it already reported', async () => {
    const first = await openAlertDesk()
    await first.set(PRICE)
    await first.trades('65000')
    first.desk.core.close()
    const next = await openAlertDesk({ settings: first.settings, ticker: { lastPrice: text('65000') } })
    expect(next.list.now().alerts).toMatchObject([{ id: 1, fired: 1, watch: PRICE }])
    await next.trades('65001')
    expect(next.fired()).toEqual([])
    for (const price of ['60000', '65000']) await next.trades(price)
    expect(next.fired()).toHaveLength(1)
  })

  it('is refused between two ticks, at zero, and for an instrument that the venue has not', async () => {
    const { set } = await openAlertDesk()
    expect(await set({ ...PRICE, level: text('0') })).toContain('above zero')
    expect(await set({ ...PRICE, symbol: 'NONE' as typeof BTC })).toContain('not an instrument')
  })

  it('without a fresh price says that it is not watched, and tells the desk after half a minute', async () => {
    const { desk, set, trades, reading, fired } = await openAlertDesk()
    await set(PRICE)
    await trades('64000')
    await desk.clock.run(1_000, 100)
    expect(reading()).toMatchObject({ value: '64000', why: null })
    const { broker } = desk
    broker.tickersAnswer = () => []
    await desk.clock.run(8_000, 500)
    expect(reading()?.value).toBeNull()
    expect(reading()?.why).toMatch(/^the last price is \d+ s old$/)
    expect(fired()).toEqual([])
    await desk.clock.run(32_000, 500)
    expect(fired()).toMatchObject([{ level: 'warning', message: expect.stringContaining('may miss') }])
    await trades('64000')
    await desk.clock.run(1_500, 500)
    expect(fired()).toMatchObject([
      {
        level: 'info',
        message: 'Every alert is watched again.',
        detail: expect.stringMatching(/^For \d+ s some were not\. .* was not seen\.$/),
      },
    ])
  })

  it('that finds the price beyond its level when it begins claims no rise to the level', async () => {
    const { set, trades, fired } = await openAlertDesk()
    await trades('66000')
    await set(PRICE)
    expect(fired()).toMatchObject([
      {
        message: `${BTC} traded at 66,000: not below 65,000.`,
        detail: expect.stringContaining('It was so when the watch began'),
      },
    ])
  })

  it('says that the price was not read before where it finds the level passed after a gap', async () => {
    const { desk, broker, set, trades, fired } = await openAlertDesk()
    await set(PRICE)
    await trades('64000')
    const { tickersAnswer } = broker
    broker.tickersAnswer = () => []
    await desk.clock.run(20_000, 500)
    broker.tickersAnswer = tickersAnswer
    await trades('65100')
    expect(fired()).toMatchObject([
      {
        message: `${BTC} traded at 65,100: not below 65,000.`,
        detail: expect.stringMatching(/It was not read for at least 1\d s before/),
      },
    ])
    for (const price of ['64000', '65000']) await trades(price)
    expect(fired().at(-1)).toMatchObject({ message: `${BTC} traded at 65,000: up to 65,000.` })
    expect(fired().at(-1)?.detail).not.toContain('not read')
  })
})

describe('the list of alerts', () => {
  it('brings back a deleted alert, changes one and switches one off', async () => {
    const { desk, set, list, trades, fired } = await openAlertDesk()
    await set(PRICE)
    await desk.call('alert.change', { change: { act: 'remove', id: 1 } })
    expect(list.now()).toMatchObject({ alerts: [], deleted: expect.stringContaining('65,000') })
    await desk.call('alert.change', { change: { act: 'undo' } })
    expect(list.now()).toMatchObject({ alerts: [{ id: 1 }], deleted: null })
    await desk.call('alert.change', { change: { act: 'switch', id: 1, isOn: false } })
    await trades('65000')
    expect(fired()).toEqual([])
    const higher = choiceOf({ ...PRICE, level: text('66000') })
    await desk.call('alert.change', { change: { act: 'replace', id: 1, alert: higher } })
    expect(list.now().alerts).toMatchObject([{ id: 1, isOn: true, watch: { level: '66000' } }])
  })

  it('belongs to the venue and user that set it', async () => {
    const { desk, set, list } = await openAlertDesk()
    await set(PRICE)
    await desk.signInAs('another')
    expect(list.now().alerts).toEqual([])
  })

  it('that cannot be read says so and stays on disk until an alert replaces it', async () => {
    const settings = memorySettings()
    settings.save('alert-rules', '{"version":9}')
    const { list, set } = await openAlertDesk({ settings })
    expect(list.now().problem).toContain('cannot be read')
    expect(settings.all()['alert-rules']).toBe('{"version":9}')
    await set(PRICE)
    expect(list.now()).toMatchObject({ problem: null, alerts: [{ id: 1 }] })
  })
})

describe('alerts on orders and fills', () => {
  it('join a burst of two hundred fills into one firing with the exact count and sum', async () => {
    const { desk, broker, set, fired, list } = await openAlertDesk()
    await set({ kind: 'fill' }, { customerCode: C1 })
    for (let n = 0; n < 200; n++)
      broker.listener?.trade(tradeOf(`t${n}`, { amount: text('0.5'), price: text('60000') }))
    // A trade that turns out to be forced arrives again and counts once. Another customer's does not count.
    const forced = { type: 'liquidation', amount: text('0.5'), price: text('60000') }
    broker.listener?.trade(tradeOf('t0', forced))
    broker.listener?.trade(tradeOf('x1', { customerCode: C2 }))
    await desk.clock.run(1_000, 100)
    expect(fired()).toMatchObject([{ customerCode: C1, symbol: BTC, count: 1, sound: 'bought' }])
    expect(fired()[0]?.message).toContain('200 fills')
    expect(fired()[0]?.message).toContain('bought 100 ')
    expect(list.now().alerts).toMatchObject([{ fired: 200 }])
  })

  it('count a fill of a gap whose trade has no time, and no history without a time', async () => {
    const history = tradeOf('h1', { createdAt: null })
    const { desk, broker, set, fired, list } = await openAlertDesk({ history: [history] })
    await set({ kind: 'fill' })
    broker.lose('trades')
    await desk.clock.run(2_000, 500)
    const missed = tradeOf('m1', { createdAt: null, amount: text('0.5') })
    // A trade of before the first reading turns out to be forced. It stays history.
    broker.venueTrades = [missed, { ...history, type: 'liquidation' }]
    broker.restore('trades')
    await desk.clock.run(3_000, 500)
    expect(fired()).toMatchObject([{ customerCode: C1, count: 1, sound: 'bought' }])
    expect(fired()[0]?.message).toContain('bought 0.5 ')
    expect(list.now().alerts).toMatchObject([{ fired: 1, reading: { why: null } }])
  })

  it('tell in one notice of three hundred orders that are live too long at once', async () => {
    const { desk, broker, set, fired, list } = await openAlertDesk()
    const createdAt = desk.clock.now()
    for (let n = 0; n < 300; n++) broker.listener?.order(reportOf(`x-${n}`, 'open', { createdAt }))
    await desk.clock.run(40_000, 1_000)
    await set({ kind: 'orderAge', level: text('30') })
    expect(fired()).toMatchObject([{ customerCode: C1, symbol: BTC, referenceId: null }])
    expect(fired()[0]?.message).toMatch(/^300 at once\. Order x-\d+ of C1042/)
    expect(list.now().alerts).toMatchObject([{ fired: 300 }])
  })

  it('tell once of an order that is live too long', async () => {
    const { desk, broker, set, fired } = await openAlertDesk()
    await set({ kind: 'orderAge', level: text('30') })
    const id = takenId(
      await desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null }),
    )
    broker.sent[0]?.answer.resolve({
      kind: 'accepted',
      value: reportOf(id, 'open', { createdAt: desk.clock.now() }),
    })
    await desk.clock.run(28_000, 500)
    expect(fired().filter(({ referenceId }) => referenceId === id)).toEqual([])
    await desk.clock.run(60_000, 500)
    expect(fired().filter(({ referenceId }) => referenceId === id)).toMatchObject([
      { count: 1, customerCode: C1, sound: 'order age' },
    ])
  })

  it('tell of a refused order with its code', async () => {
    const { desk, broker, set, fired } = await openAlertDesk()
    await set({ kind: 'reject' }, { mustAcknowledge: true })
    await desk.call('order.submit', { intentId: 'intent-0002', draft: draftOf(), typed: null })
    broker.sent[0]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: '' })
    await desk.clock.run(1_000, 100)
    expect(fired()).toMatchObject([{ level: 'error', customerCode: C1, sound: 'reject' }])
    expect(fired()[0]?.message).toContain('INSUFFICIENT_FUNDS')
  })
})
