/** What the client must never send, over everything it can ask (docs/api.md#part-2, #part-4 and #part-9). */

import { afterEach, expect, test } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import { reply, startRawVenue } from './rawVenue.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const customer = 'C1042' as CustomerCode
const symbol = 'BTCUSDC_PERP' as Symbol
const id = 'op-1' as ReferenceId
const text = (value: string) => value as DecimalText
const stop: OrderDraft = plainDraft({
  customerCode: customer,
  symbol,
  side: 'buy',
  type: 'stop_loss_limit',
  amount: text('1'),
  limitPrice: text('60000'),
  triggerPrice: text('59000'),
  triggerPriceType: 'trade_price',
})

/** Everything a dealer's day asks of a venue, as it arrived there. */
async function aDay() {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })(venue.profile)
  ends.push(() => broker.close())
  venue.answer = (delivery) => reply(delivery, 200, [])
  await broker.signIn({ username: 'dealer', password: 'secret' })
  await broker.instruments()
  await broker.tickers()
  await broker.marketTrades(symbol)
  await broker.trades({ symbol, sort: 'desc', from: 0, to: 1, before: 'T1' })
  await broker.trades({ customer, symbol, sort: 'desc', from: 0, to: 1, before: 'T1' })
  await broker.trade(customer, 'T1')
  await broker.ledger({ customer, status: 'pending', before: 'L1' })
  await broker.openOrders(customer)
  await broker.order(customer, id)
  await broker.feeProfile(customer)
  await broker.marginProfile(customer)
  await broker.createOrder(id, stop, freely)
  await broker.cancelOrder(customer, id, freely)
  await broker.transfer({ customerCode: customer, kind: 'deposit', amount: text('1'), asset: 'USDC' }, freely)
  expect(venue.deliveries.length).toBeGreaterThanOrEqual(14)
  return [...venue.logins, ...venue.deliveries]
}

test('the version is in the path, never in a header or parameter [9.noVersion 9.v1 4.prefix.login]', async () => {
  for (const { path, headers } of await aDay()) {
    expect([...Object.keys(headers), path].join(' ')).not.toMatch(/version/i)
    expect(path).toMatch(/^\/v1\/|^\/auth\/jwt\/login$/)
  }
})

test('every request but login carries the token, every body its type [4.bearer 4.json 5.jwt.2]', async () => {
  for (const { path, headers, body } of await aDay()) {
    const isLogin = path.startsWith('/auth')
    expect([path, headers['authorization']]).toEqual([path, isLogin ? undefined : 'Bearer token-1'])
    const type = isLogin ? 'application/x-www-form-urlencoded' : 'application/json'
    expect([path, body === '' ? type : headers['content-type']]).toEqual([path, type])
  }
})

test('no stop_price, no removed path, no parameter that a trades list refuses [2.order.stopPrice 4.removed 4.tradesQuery.startEnd 4.tradesQuery.unsupported 4.tradesQuery.customer 7.VALIDATION_ERROR.parameter]', async () => {
  const supported = ['from', 'to', 'sort', 'symbol', 'before', 'limit']
  for (const { path, body } of await aDay()) {
    expect(path + body).not.toMatch(/"stop_price"|leverage-brackets|margin-requirements|risk-limits/)
    expect(path).not.toMatch(/^\/v1\/instruments\/./)
    const { pathname, searchParams } = new URL(path, 'http://venue')
    const strange = [...searchParams.keys()].filter((name) => !supported.includes(name))
    expect([path, pathname.endsWith('/trades') ? strange : []]).toEqual([path, []])
  }
})
