import { describe, expect, it } from 'vitest'
import { readingWords } from '../../../../renderer/panels/alerts/alertColumns.tsx'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import { marketFigure } from '../../../../electron/core/alerts/readMarketFigures.ts'
import type { Connection } from '../../../../shared/contract/status.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { instrumentOf } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, C2, rowOf, text, tickerOf, tradeOf } from '../deskHarness.ts'
import { openAlertDesk, PROFILE } from './alertDesk.ts'

const mark = (price: string) => ({ markPrice: text(price) })
const touch = (bid: string | null, ask: string | null) => ({
  bestBid: bid === null ? null : text(bid),
  bestAsk: ask === null ? null : text(ask),
})

describe('an alert on the free margin', () => {
  const MARGIN: AlertWatch = { kind: 'margin', level: text('4000') }

  it('fires once at the level, and again only after the margin came back by its band', async () => {
    // 10,000 USDC less 10 % of the value of one BTC, and what the position lost.
    const { set, lists, fired, list, reading } = await openAlertDesk({ ticker: mark('60000'), position: '1' })
    await set(MARGIN, { customerCode: C1 })
    await lists(mark('60000'))
    expect(reading()).toMatchObject({ value: '4000', owner: 'C1042', why: null })
    expect(fired()).toMatchObject([{ customerCode: C1, count: 1, sound: 'margin', level: 'warning' }])
    expect(fired()[0]?.message).toBe('The free margin of C1042 is 4,000 USDC: not above 4,000 USDC.')
    for (const price of ['59000', '60050', '59999']) await lists(mark(price))
    expect(list.now().alerts[0]?.fired).toBe(1)
    await lists(mark('60100'))
    await lists(mark('60000'))
    expect(list.now().alerts[0]?.fired).toBe(2)
  })

  it('says why the margin is not read, fires for no guess, and fires once it is read', async () => {
    const { desk, broker, set, lists, fired, reading } = await openAlertDesk({
      ticker: { markPrice: null },
      position: '1',
    })
    await set(MARGIN, { customerCode: C1 })
    expect(reading()).toMatchObject({ value: null, why: `C1042: there is no mark of ${BTC}` })
    broker.marginProfileAnswer = () =>
      Promise.resolve(fail({ kind: 'refused', code: 'NOT_FOUND', message: 'none' }))
    await desk.clock.run(10_000, 500)
    expect(fired()).toEqual([])
    broker.marginProfileAnswer = () => Promise.resolve(ok(PROFILE))
    await lists(mark('59000'))
    expect(fired()).toMatchObject([{ customerCode: C1, count: 1 }])
  })

  it('says where the figure that fired may be wrong, and does not call it back for such a figure', async () => {
    const { desk, broker, set, lists, fired, list } = await openAlertDesk({
      ticker: mark('61000'),
      position: '1',
    })
    await set(MARGIN, { customerCode: C1 })
    expect(fired()).toEqual([])
    // The ledger shows another balance than its rows: the customer is in doubt from here on.
    broker.missing = 'page 2 did not arrive'
    await desk.clock.run(70_000, 500)
    await lists(mark('60000'))
    const [notice] = fired().filter(({ sound }) => sound === 'margin')
    expect(notice?.detail).toMatch(/It may be wrong: .*page 2 did not arrive/)
    await lists(mark('61000'))
    await lists(mark('60000'))
    expect(list.now().alerts[0]?.fired).toBe(1)
  })
})

describe('an alert on margin used and on equity', () => {
  const USED: AlertWatch = { kind: 'used', level: text('80') }
  const EQUITY: AlertWatch = { kind: 'equity', level: text('5000') }

  it('fires once at the share of the equity, and again only after it came back by a twentieth', async () => {
    // 10 % of one BTC against 10,000 USDC and what the position lost: 80 % at 57,142.86, and 76 % at 57,575.76.
    const { set, lists, fired, list, reading } = await openAlertDesk({ ticker: mark('60000'), position: '1' })
    await set(USED, { customerCode: C1 })
    await lists(mark('60000'))
    expect(reading()).toMatchObject({ value: '60', owner: 'C1042', why: null })
    await lists(mark('57143'))
    expect(fired()).toEqual([])
    for (const price of ['57142', '57570', '57142']) await lists(mark(price))
    expect(fired()).toMatchObject([{ customerCode: C1, count: 1, sound: 'margin' }])
    expect(fired()[0]?.message).toBe('The margin used of C1042 is 80 % of the equity: at least 80 %.')
    await lists(mark('57580'))
    await lists(mark('57142'))
    expect(list.now().alerts[0]?.fired).toBe(2)
  })

  it('fires for an equity that is not above zero, and says that its share has no number', async () => {
    const { set, lists, fired, reading } = await openAlertDesk({ ticker: mark('60000'), position: '1' })
    await set(USED)
    await lists(mark('50000'))
    expect(reading()).toMatchObject({ value: '9999' })
    expect(fired()[0]?.detail).toContain('It may be wrong: the equity is not above zero')
  })

  it('fires once for an equity at the level or below, and survives a restart without firing anew', async () => {
    const start = { ticker: mark('60000'), position: '1' }
    const first = await openAlertDesk(start)
    await first.set(EQUITY)
    await first.lists(mark('55000.5'))
    expect(first.fired()).toEqual([])
    await first.lists(mark('55000'))
    expect(first.fired()[0]?.message).toBe('The equity of C1042 is 5,000 USDC: not above 5,000 USDC.')
    first.desk.core.close()
    const next = await openAlertDesk({ ...start, ticker: mark('55000'), settings: first.settings })
    await next.lists({})
    expect(next.reading()).toMatchObject({ value: '5000', owner: 'C1042', why: null })
    expect(next.list.now().alerts[0]?.fired).toBe(1)
  })

  it('says that nobody read the customer that was unread, and says so of no other', async () => {
    const ETH = 'ETHUSDC_PERP' as Symbol
    const { desk, set, lists, fired, reading } = await openAlertDesk({
      ticker: mark('60000'),
      position: '1',
    })
    await desk.call('session.signOut', {})
    const { prepare } = desk
    let ethMark: string | null = null
    desk.prepare = (broker) => {
      prepare(broker)
      const { tickersAnswer } = broker
      broker.tickersAnswer = () => [
        ...tickersAnswer(),
        { ...tickerOf(ETH, desk.clock.now()), markPrice: ethMark === null ? null : text(ethMark) },
      ]
      broker.venueInstruments = [...broker.venueInstruments, instrumentOf(ETH)]
      broker.venueTrades = [
        ...broker.venueTrades,
        tradeOf('t2', { customerCode: C2, symbol: ETH, fee: text('0') }),
      ]
      const trade = rowOf('t2', { customerCode: C2, transactionType: 'trade', signedAmount: text('0') })
      const deposit = rowOf('d2', { customerCode: C2, signedAmount: text('4000') })
      broker.venueLedger = [...broker.venueLedger, trade, deposit]
    }
    await desk.ready()
    await set(EQUITY)
    await desk.clock.run(20_000, 500)
    expect(reading()).toMatchObject({ owner: 'C1042', why: `C2007: there is no mark of ${ETH}` })
    await lists(mark('55000'))
    ethMark = '60000'
    await lists({})
    const details = (customer: string) =>
      fired().flatMap(({ customerCode, detail }) => (customerCode === customer ? [detail] : []))
    expect(details(C1)).toEqual([expect.not.stringContaining('not read')])
    expect(details(C2)).toEqual([expect.stringMatching(/It was not read for at least 2\d s before/)])
  })

  it('says what is missing in place of a figure, and fires for no guess', async () => {
    const { desk, set, fired, list } = await openAlertDesk({ ticker: { markPrice: null }, position: '1' })
    await set(USED)
    await set(EQUITY)
    await desk.clock.run(10_000, 500)
    for (const { reading } of list.now().alerts)
      expect(reading).toMatchObject({ value: null, why: `C1042: there is no mark of ${BTC}` })
    expect(fired()).toEqual([])
  })
})

describe('an alert on a liquidation that is near', () => {
  const NEAR: AlertWatch = { kind: 'liquidation', level: text('10') }

  it('fires once for the position within the level, and names it', async () => {
    const { set, lists, fired, list } = await openAlertDesk({ ticker: mark('60000'), position: '1' })
    await set(NEAR)
    expect(fired()).toEqual([])
    for (const price of ['58000', '57900', '58000']) await lists(mark(price))
    expect(fired()).toMatchObject([{ customerCode: C1, symbol: BTC, count: 1, sound: 'liquidation' }])
    expect(fired()[0]?.message).toMatch(
      /^C1042 in BTCUSDC_PERP is \d\.\d+ % from its liquidation price: within 10 %\.$/,
    )
    expect(list.now().alerts[0]?.fired).toBe(1)
  })

  it('fires anew for a position that was closed and opened again, also while another customer is not read', async () => {
    const { desk, broker, set, lists, fired } = await openAlertDesk({ ticker: mark('58000'), position: '1' })
    await set(NEAR)
    await lists(mark('58000'))
    expect(fired()).toMatchObject([{ count: 1 }])
    // The balance of another customer is not known, and its trade is not in the ledger.
    broker.listener?.trade(tradeOf('t2', { customerCode: 'C9000' as typeof C1, amount: text('1') }))
    const closing = rowOf('t3', { transactionType: 'trade', signedAmount: text('-2000') })
    broker.venueLedger = [closing, ...broker.venueLedger]
    const sale = tradeOf('t3', { side: 'sell', price: text('58000'), fee: text('0') })
    broker.venueTrades = [sale, ...broker.venueTrades]
    broker.listener?.trade(sale)
    await desk.clock.run(130_000, 1_000)
    broker.listener?.trade(tradeOf('t4', { price: text('58000'), fee: text('0') }))
    await lists(mark('57000'))
    expect(fired().filter(({ customerCode }) => customerCode === C1)).toMatchObject([{ count: 2 }])
  })

  it('with an unread mark says so and fires for nobody', async () => {
    const { desk, set, fired, reading } = await openAlertDesk({ ticker: { markPrice: null }, position: '1' })
    await set(NEAR)
    await desk.clock.run(20_000, 500)
    expect(reading()).toMatchObject({ value: null, why: `C1042: there is no mark of ${BTC}` })
    expect(fired()).toEqual([])
  })
})

describe('an alert on a spread', () => {
  it.each([
    ['ticks', '4', 'The spread of BTCUSDC_PERP is 4 ticks: at least 4 ticks.'],
    ['bps', '0.33', 'The spread of BTCUSDC_PERP is 0.33 bps: at least 0.33 bps.'],
  ] as const)('in %s fires once at the level and wider', async (unit, level, sentence) => {
    const { set, lists, fired, reading } = await openAlertDesk({ ticker: touch('60000', '60001') })
    await set({ kind: 'spread', symbol: BTC, unit, level: text(level) })
    expect(reading()).toMatchObject({ why: null })
    expect(fired()).toEqual([])
    for (const ask of ['60002', '60005', '60002']) await lists(touch('60000', ask))
    expect(fired()).toMatchObject([{ symbol: BTC, count: 1, sound: 'spread' }])
    expect(fired()[0]?.message).toBe(sentence)
    await lists(touch('60000', '60000.5'))
    await lists(touch('60000', '60003'))
    expect(fired()).toMatchObject([{ count: 2 }])
  })

  it('of a book with one side says that it is missing, and of prices of zero too', async () => {
    const { set, lists, fired, reading } = await openAlertDesk({ ticker: touch('60000', null) })
    await set({ kind: 'spread', symbol: BTC, unit: 'bps', level: text('1') })
    expect(reading()).toMatchObject({ value: null, why: 'the best bid or ask is missing' })
    await lists(touch('0', '0'))
    expect(reading()).toMatchObject({ value: null, why: 'the best bid or ask is missing' })
    expect(fired()).toEqual([])
  })
})

describe('an alert on funding', () => {
  const funding = (rate: string | null) => ({ fundingRate: rate === null ? null : text(rate) })
  const below: AlertWatch = { kind: 'funding', symbol: BTC, direction: 'below', level: text('-0.05') }

  it('fires once when the signed rate reaches the level', async () => {
    const { set, lists, fired, reading } = await openAlertDesk({ ticker: funding('0.0001') })
    await set(below)
    expect(reading()).toMatchObject({ value: '0.01', why: null })
    for (const rate of ['-0.000499', '-0.0005', '-0.00046', '-0.0007']) await lists(funding(rate))
    expect(fired()).toMatchObject([{ symbol: BTC, count: 1, sound: 'funding' }])
    expect(fired()[0]?.message).toBe('The funding rate of BTCUSDC_PERP is -0.05 %: below -0.05 %.')
    await lists(funding('-0.0004'))
    await lists(funding('-0.0006'))
    expect(fired()).toMatchObject([{ count: 2 }])
  })

  it('without a rate says so, and a rate that is old is no rate', async () => {
    const { desk, broker, set, lists, fired, reading } = await openAlertDesk({ ticker: funding(null) })
    await set(below)
    expect(reading()).toMatchObject({ value: null, why: 'the venue gave no funding rate' })
    await lists(funding('0.0001'))
    broker.tickersAnswer = () => []
    await desk.clock.run(8_000, 500)
    expect(reading()?.why).toMatch(/^the funding rate is \d+ s old$/)
    expect(fired()).toEqual([])
  })
})

describe('an alert on the connection', () => {
  const lost = (messages: readonly string[]) => messages.filter((sentence) => sentence.includes('is lost'))

  it('fires once for a link that is lost for five seconds, and again for the next loss', async () => {
    const { desk, broker, set, fired, list } = await openAlertDesk()
    await set({ kind: 'connection' }, { mustAcknowledge: true })
    broker.lose('orders')
    await desk.clock.run(4_000, 500)
    expect(fired()).toEqual([])
    await desk.clock.run(20_000, 500)
    expect(fired()).toMatchObject([{ level: 'error', count: 1, sound: 'connection' }])
    expect(fired()[0]?.message).toBe('A link to the venue is lost: orders.')
    broker.restore('orders')
    await desk.clock.run(3_000, 500)
    broker.lose('trades')
    await desk.clock.run(8_000, 500)
    expect(list.now().alerts[0]?.fired).toBe(2)
  })

  it('fires for a link that connects again and again without success, and never calls it live', async () => {
    const { desk, broker, set, fired, list } = await openAlertDesk()
    const says = () => list.now().alerts.map(readingWords)
    await set({ kind: 'connection' })
    expect(says()).toEqual(['all live'])
    for (const state of ['down', 'connecting', 'down', 'connecting'] as const) {
      broker.lose('orders', state)
      await desk.clock.run(1_500, 500)
      expect(says()).toEqual([expect.stringMatching(/^lost for \d s · orders$/)])
    }
    expect(fired()).toMatchObject([{ count: 1, message: 'A link to the venue is lost: orders.' }])
    broker.restore('orders')
    await desk.clock.run(1_500, 500)
    expect(says()).toEqual(['all live'])
  })

  it('names a link that has not opened since the sign-in, and is not watched until it does', async () => {
    const { desk, set, fired, reading } = await openAlertDesk()
    await set({ kind: 'connection' })
    await desk.call('session.signOut', {})
    const { prepare } = desk
    desk.prepare = (broker) => {
      prepare(broker)
      broker.opens.delete('orders')
    }
    await desk.ready()
    await desk.clock.run(40_000, 1_000)
    const why = 'there is no connection yet for orders'
    expect(reading()).toMatchObject({ value: null, why })
    expect(fired()).toMatchObject([{ message: `Alert 1 may miss what it watches: ${why}.` }])
    desk.broker.restore('orders')
    await desk.clock.run(2_000, 500)
    expect(reading()).toMatchObject({ value: '0', owner: null, why: null })
  })

  it('fires for no loss that ends within five seconds', async () => {
    const { desk, broker, set, fired } = await openAlertDesk()
    await set({ kind: 'connection' })
    for (let n = 0; n < 4; n++) {
      broker.lose('orders')
      await desk.clock.run(3_000, 500)
      broker.restore('orders')
      await desk.clock.run(2_000, 500)
    }
    expect(fired()).toEqual([])
  })

  it('counts no time in which nobody was signed in', async () => {
    const { desk, broker, set, fired } = await openAlertDesk()
    await set({ kind: 'connection' })
    broker.lose('orders')
    await desk.clock.run(2_000, 500)
    await desk.call('session.signOut', {})
    await desk.clock.run(60_000, 1_000)
    await desk.ready()
    await desk.clock.run(4_000, 500)
    expect(lost(fired().map(({ message }) => message))).toEqual([])
  })

  it('waits with the venue for a sign-in that takes long', async () => {
    const { desk, set, fired } = await openAlertDesk()
    await set({ kind: 'connection' })
    await desk.call('session.signOut', {})
    const answer = Promise.withResolvers<ReturnType<typeof ok<null>>>()
    const { prepare } = desk
    desk.prepare = (broker) => {
      prepare(broker)
      broker.signInAnswer = () => answer.promise
    }
    const signedIn = desk.ready()
    await desk.clock.run(10_000, 500)
    answer.resolve(ok(null))
    await signedIn
    await desk.clock.run(4_000, 500)
    expect(lost(fired().map(({ message }) => message))).toEqual([])
  })
})

it('alerts that lack their figure while a channel is lost are reported once, and reported as watched again', async () => {
  const { desk, broker, set, fired, reading } = await openAlertDesk({
    ticker: mark('60000'),
    position: '1',
  })
  await set({ kind: 'liquidation', level: text('1') })
  broker.lose('trades')
  await desk.clock.run(2_000, 500)
  expect(reading()).toMatchObject({ value: '12.29', why: expect.stringContaining('do not arrive') })
  await desk.clock.run(18_000, 500)
  // The session changes its state meanwhile, which is no reason to begin anew.
  broker.lose('orders')
  await desk.clock.run(20_000, 500)
  expect(fired()).toMatchObject([{ level: 'warning', message: expect.stringContaining('may miss') }])
  broker.restore('trades')
  broker.restore('orders')
  await desk.clock.run(20_000, 500)
  expect(fired()).toMatchObject([{ level: 'info', message: 'Every alert is watched again.' }])
})

it('an alert on a figure or on fills is not called watched while a private channel is lost', async () => {
  const { desk, broker, set, list } = await openAlertDesk({ ticker: mark('60000'), position: '1' })
  for (const watch of [
    { kind: 'margin', level: text('1') },
    { kind: 'fill' },
    { kind: 'reject' },
  ] satisfies AlertWatch[])
    await set(watch, { customerCode: C1 })
  const reasons = () => list.now().alerts.map((alert) => alert.reading.why)
  await desk.clock.run(1_000, 500)
  expect(reasons()).toEqual([null, null, null])
  broker.lose('trades')
  await desk.clock.run(1_000, 500)
  for (const why of reasons()) expect(why).toContain('do not arrive from the venue')
})

it('an alert on a position survives a restart, and does not fire anew for what it already reported', async () => {
  const start = { ticker: mark('57000'), position: '1' }
  const first = await openAlertDesk(start)
  await first.set({ kind: 'liquidation', level: text('10') })
  await first.lists({})
  expect(first.list.now().alerts[0]?.fired).toBe(1)
  first.desk.core.close()
  const next = await openAlertDesk({ ...start, settings: first.settings })
  await next.lists({})
  expect(next.reading()).toMatchObject({ owner: 'C1042 in BTCUSDC_PERP', why: null })
  expect(next.list.now().alerts[0]?.fired).toBe(1)
})

describe('an alert on a price', () => {
  const NOW = 1_000_000
  const figure = (state: 'live' | 'down', listedAt: number | null) =>
    marketFigure(
      {
        instrument: () => undefined,
        // The book is live.
        ticker: () => ({ ...tickerOf(BTC, NOW), lastPrice: text('64000'), receivedAt: NOW, listedAt }),
        connection: () =>
          ({ streams: [{ channel: `market-trades:${BTC}`, state }] }) as unknown as Connection,
      },
      { kind: 'price', symbol: BTC, direction: 'above', level: text('65000') },
      NOW,
    )

  it.each([
    ['live', null, null],
    ['live', NOW - 60_000, null],
    ['down', NOW - 1_000, null],
    ['down', NOW - 60_000, 'the last price is 60 s old'],
    ['down', null, 'the stream of trades is lost'],
  ] as const)(
    'beside a live book, with trades %s and a list of %s, is not watched because %s',
    (state, listedAt, why) => {
      expect(figure(state, listedAt).why).toBe(why)
    },
  )
})
