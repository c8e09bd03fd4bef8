/** What the client asks, answered by a real paper broker over HTTP: ranges, filters, webhooks, and refusals with their codes. */

import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Result } from '../../../shared/base/result.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import { listenerOf } from '../../fakes/venue/brokerListener.ts'
import { BTC, ETH } from '../../fakes/venue/fakeExchange.ts'
import { openTestBroker } from '../paper/testBroker.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const text = (value: string) => value as DecimalText
const C1042 = 'C1042' as CustomerCode
const C2007 = 'C2007' as CustomerCode

/** A paper broker and a client signed in to it, on one clock. */
async function open(options: Parameters<typeof openTestBroker>[0] = {}) {
  const desk = await openTestBroker(options)
  const { restUrl, streamUrl, username, password } = desk.broker
  const broker = openBroker({ clock: desk.clock, random: seededRandom(1) })(
    venueProfile.parse({ name: 'Paper', kind: 'paper', restUrl, streamUrl }),
  )
  onTestFinished(() => broker.close())
  expect(await broker.signIn({ username, password })).toEqual({ ok: true, value: null })
  return { desk, broker }
}

function must<T>(result: Result<T, { message: string }>): T {
  if (!result.ok) throw new Error(result.failure.message)
  return result.value
}

const draft = (more: Partial<OrderDraft>): OrderDraft =>
  plainDraft({
    customerCode: C1042,
    symbol: BTC,
    side: 'buy',
    type: 'market',
    ...more,
  })

test('trades by customer, symbol, range and order, broker-wide and of several customers [1.customers 4.tradesQuery.customer 4.tradesQuery.symbol 4.tradesQuery.fromTo 4.tradesQuery.sort 4.trades]', async () => {
  const { desk, broker } = await open()
  const opened = desk.clock.now()
  for (const [n, customer] of [C1042, C2007, C1042].entries()) {
    await desk.order(`t${n}`, { amount: '0.01' }, customer)
    desk.clock.advance(1000)
  }
  await desk.order('eth', { symbol: ETH, amount: 1 }, C2007)
  const references = async (query: Parameters<typeof broker.trades>[0]) =>
    must(await broker.trades(query)).items.map((trade) => trade.referenceId)
  expect(await references({})).toEqual(['eth', 't2', 't1', 't0'])
  expect(await references({ sort: 'asc' })).toEqual(['t0', 't1', 't2', 'eth'])
  expect(await references({ customer: C1042 })).toEqual(['t2', 't0'])
  expect(await references({ symbol: ETH })).toEqual(['eth'])
  expect(await references({ symbol: 'NONEUSDC_PERP' as Symbol })).toEqual([])
  expect(await references({ from: opened + 1000, to: opened + 2000 })).toEqual(['t2', 't1'])
})

test('the ledger by range, both ends included [4.transactionsQuery.created 4.transactions]', async () => {
  const { desk, broker } = await open()
  const opened = desk.clock.now()
  desk.clock.advance(60_000)
  await desk.post('/v1/customers/C1042/deposits', { amount: 7, asset: 'USDC' })
  const later = desk.clock.now()
  const amounts = async (query: Parameters<typeof broker.ledger>[0]) =>
    must(await broker.ledger({ customer: C1042, ...query })).items.map((row) => row.totalAmount)
  expect(await amounts({ from: later, to: later })).toEqual(['7'])
  expect(await amounts({ to: opened })).toHaveLength(1)
  expect(await amounts({ from: opened + 1, to: later - 1 })).toEqual([])
  expect((await broker.ledger({ from: later, to: opened })).ok).toBe(false)
})

test('instruments by the venue’s own filters [4.filter.or 4.filter.star 4.filter.case 4.filter.anchored 4.instruments 4.instruments.single]', async () => {
  const { broker } = await open()
  const symbols = async (filter: Parameters<typeof broker.instruments>[0]) =>
    must(await broker.instruments(filter)).items.map((one) => one.symbol)
  expect(await symbols({})).toEqual([BTC, ETH])
  expect(await symbols({ symbol: BTC })).toEqual([BTC])
  expect(await symbols({ symbol: 'eth*|btc*' })).toEqual([BTC, ETH])
  expect(await symbols({ symbol: 'BTC' })).toEqual([])
  expect(await symbols({ underlying: 'e*', status: 'open' })).toEqual([ETH])
  expect(await symbols({ quoteCurrency: 'EUR' })).toEqual([])
})

test('a malformed request comes back as VALIDATION_ERROR with the venue’s words [7.VALIDATION_ERROR.decimals 7.VALIDATION_ERROR.positive 7.VALIDATION_ERROR.asset 7.VALIDATION_ERROR.fee]', async () => {
  const { desk, broker } = await open()
  const before = (await desk.get('/v1/customers/transactions')).text
  const transfer = (amount: string, asset = 'USDC') =>
    broker.transfer({ customerCode: C1042, kind: 'deposit', amount: text(amount), asset }, freely)
  const refused = (words: RegExp) => ({
    kind: 'refused',
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(words),
  })
  expect(await transfer('0.000000001')).toMatchObject(refused(/^amount must have at most 8 decimal places$/))
  expect(await transfer('0')).toMatchObject(refused(/^amount/))
  expect(await transfer('-1')).toMatchObject(refused(/^amount/))
  expect(await transfer('1', 'DOGE')).toMatchObject(refused(/^asset/))
  expect(await broker.writeFeeProfile(C1042, null, text('99999'), text('1'), freely)).toMatchObject(
    refused(/^maker_fee/),
  )
  expect((await desk.get('/v1/customers/transactions')).text).toBe(before)
})

test('a broken order rule stops before the venue; a refusal of the exchange keeps its code [7.VALIDATION_ERROR.order 7.VALIDATION_ERROR.leverage 7.ORDER_REJECTED 7.ORDER_REJECTED.notional 8.notional 7.INSUFFICIENT_FUNDS]', async () => {
  const { desk, broker } = await open()
  const send = (id: string, more: Partial<OrderDraft>) =>
    broker.createOrder(id as ReferenceId, draft(more), freely)
  for (const more of [{}, { amount: text('1'), leverage: 11 }, { amount: text('1'), leverage: 14 }])
    expect((await send('never', more)).kind).toBe('not-sent')
  const resting = { type: 'limit', amount: text('0.1'), limitPrice: text('59000.3') } as const
  expect(await send('tick', resting)).toMatchObject({ kind: 'refused', code: 'ORDER_REJECTED' })
  const large = { ...resting, amount: text('40'), limitPrice: text('59000') }
  expect(await send('large', large)).toMatchObject({ kind: 'refused', code: 'ORDER_REJECTED' })
  const poor = { ...large, amount: text('2'), customerCode: 'C7719' as CustomerCode }
  expect(await send('poor', poor)).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_FUNDS' })
  expect(desk.exchange.resting.size).toBe(0)
})

test('a webhook is registered and listed, delivers verifiable requests, and is gone when deleted [2.webhook.url 2.webhook.publicKey 3.webhook.deleted 4.webhooks.create 4.webhooks.list 4.webhooks.delete 5.webhooks 6.webhooks.events 6.webhooks.types gap.27]', async () => {
  const { desk, broker } = await open({ plainWebhooks: true })
  const deliveries: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      deliveries.push({ body, signature: String(request.headers['x-signature']) })
      response.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/hook`
  const wanted = { includeAllEvents: false, eventTypes: ['entitlementCompleted'] }
  expect(await broker.registerWebhook({ url: 'http://dealer.example', ...wanted }, freely)).toMatchObject({
    kind: 'refused',
    code: 'VALIDATION_ERROR',
  })
  const registered = await broker.registerWebhook({ url, ...wanted }, freely)
  const webhook = registered.kind === 'accepted' ? registered.value : null
  expect(webhook).toMatchObject({ url, ...wanted, publicKey: expect.stringMatching(/^.{40,}$/) })
  const { publicKey: _shownOnce, ...listed } = webhook ?? {}
  expect(must(await broker.webhooks(1))).toMatchObject({ items: [listed], total: 1, page: 1, pages: 1 })

  desk.broker.emitWebhook('requirementsQuestionnaire', {})
  desk.broker.emitWebhook('entitlementCompleted', { customer_code: 'C1042' })
  await vi.waitFor(() => expect(deliveries).toHaveLength(1))
  const [{ body, signature } = { body: '', signature: '' }] = deliveries
  const key = webhook?.publicKey ?? ''
  expect(broker.verifyDelivery(key, body, signature)).toEqual({ ok: true, value: true })
  expect(broker.verifyDelivery(key, body.replace('C1042', 'C2007'), signature)).toEqual({
    ok: true,
    value: false,
  })

  expect(await broker.removeWebhook(webhook?.id ?? '', freely)).toMatchObject({ kind: 'accepted' })
  expect(must(await broker.webhooks(1)).items).toEqual([])
  desk.broker.emitWebhook('entitlementCompleted', {})
  await desk.get('/v1/instruments')
  expect(deliveries).toHaveLength(1)
})

test.each([
  ['stop_loss', 'stop_market', null],
  ['stop_loss_limit', 'stop_limit', '59500'],
] as const)(
  'a %s that the venue calls %s once it has triggered is read as such, listed and streamed [2.order.type.read]',
  async (type, triggered, limitPrice) => {
    const { desk, broker } = await open({ variant: { renameTriggered: true } })
    const types: string[] = []
    const unreadable: string[] = []
    const ready = new Promise((resolve) =>
      broker.listen(
        listenerOf({
          order: (report) => types.push(report.type),
          resumed: resolve,
          unreadable: (sentence) => unreadable.push(sentence),
          unread: ({ why }) => unreadable.push(why),
        }),
      ),
    )
    await ready
    const id = 'stop-1' as ReferenceId
    const more = {
      type,
      amount: text('0.1'),
      triggerPrice: text('61000'),
      limitPrice: limitPrice && text(limitPrice),
    }
    expect(await broker.createOrder(id, draft(more), freely)).toMatchObject({
      kind: 'accepted',
      value: { type },
    })
    desk.exchange.print(BTC, 123000, 1, 'buy')
    expect(must(await broker.order(C1042, id))).toMatchObject({
      type: triggered,
      triggerPrice: '61000',
      limitPrice,
    })
    await vi.waitFor(() => expect(types.at(-1)).toBe(triggered))
    expect(unreadable).toEqual([])
  },
)
