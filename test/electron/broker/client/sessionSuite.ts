/** The client suite on signing in, reading the market and staying connected. */

import { expect, vi } from 'vitest'
import { openBroker } from '../../../../electron/broker/broker.ts'
import { MARKET_SPECS } from '../../../../electron/paper/exchange/marketSpecs.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { BTC, clock, type Step, type SuiteVenue } from './suiteVenue.ts'

export function signsIn(test: Step, at: SuiteVenue): void {
  test('a sign-in makes the three private channels live [6.orders 6.trades 6.balances]', async () => {
    expect(await at.broker.signIn(at.credentials)).toEqual({
      ok: true,
      value: null,
    })
    at.broker.listen({
      order: (report) => at.heard.orders.push(report),
      trade: (trade) => at.heard.trades.push(trade),
      balanceChange: (change) => at.heard.balances.push(change),
      resumed: (channel) => at.heard.resumed.push(channel),
      channel: () => undefined,
      connection: (state) => at.heard.connections.push(state),
      unreadable: (sentence) => at.heard.unreadable.push(sentence),
      unread: ({ why }) => at.heard.unreadable.push(why),
      tradeLost: () => undefined,
      signedOff: (why) => at.heard.unreadable.push(why.message),
    })
    await vi.waitFor(
      () => expect(at.heard.resumed.toSorted()).toEqual(['balance-changes', 'orders', 'trades']),
      5_000,
    )
  })

  test('a wrong password is a failure of its own [7.LOGIN_BAD_CREDENTIALS]', async () => {
    const other = openBroker({ clock, random: seededRandom(2) })(at.profile)
    expect(await other.signIn({ username: at.credentials.username, password: 'wrong' })).toMatchObject({
      ok: false,
      failure: { kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS' },
    })
    other.close()
  })

  test('instruments, tickers and public trades [4.instruments 4.tickers 4.marketTrades]', async () => {
    const instruments = await at.whole(
      async () => at.must(await at.broker.instruments()).items,
      ({ length }) => length === MARKET_SPECS.length,
    )
    expect(instruments.length).toBeGreaterThanOrEqual(6)
    expect(instruments.map((one) => one.symbol)).toContain(BTC)
    const tickers = await at.whole(
      async () => at.must(await at.broker.tickers()),
      ({ length }) => length === MARKET_SPECS.length,
    )
    expect(tickers.map((one) => one.symbol).toSorted()).toEqual(
      instruments.map((one) => one.symbol).toSorted(),
    )
    const first = at.must(await at.broker.marketTrades(BTC))
    expect(first.items.length).toBeGreaterThan(10)
    const older = at.must(await at.broker.marketTrades(BTC, first.next ?? undefined))
    const codes = new Set(first.items.map((one) => one.code))
    expect(older.items.some((one) => codes.has(one.code))).toBe(false)
  })
}

export function staysSound(test: Step, at: SuiteVenue): void {
  test('all links are live, the clock is within a second, and every record was readable [5.nonce.6]', async () => {
    await vi.waitFor(() => {
      const last = at.heard.connections.at(-1)
      expect(last?.rest).toMatchObject({ state: 'live', message: null })
      expect(last?.streams.map((one) => one.state)).toEqual(['live', 'live', 'live'])
      expect(Math.abs(last?.clock.offsetMs ?? 9_999)).toBeLessThan(1_000)
      expect(last?.tokenExpiresAt).toBeGreaterThan(clock.now())
    }, 3_000)
    expect(at.unexplained(at.heard.unreadable).join(' | ')).toBe('')
    expect(at.broker.load().streamMessages).toBeGreaterThan(at.heard.trades.length)
  })
}
