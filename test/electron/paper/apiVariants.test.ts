import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PLAIN_VARIANT, type VariantChoices } from '../../../electron/paper/apiVariants.ts'
import { parseExact } from '../../../shared/base/json.ts'
import { ok } from '../../../shared/base/result.ts'
import { readLedgerRow, readOrder } from '../../../shared/broker/accountRecords.ts'
import { readErrorBody } from '../../../shared/broker/errorBody.ts'
import { readList } from '../../../shared/broker/lists/lists.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { BTC } from '../../fakes/venue/fakeExchange.ts'
import { NAMED_LISTS, SECOND_VARIANT, profileOf } from '../../fakes/venue/secondVariant.ts'
import { listen, openTestBroker } from './testBroker.ts'

/** A paper broker of this variant and the view of its client: the paths of the variant, and bodies as received. */
async function openVenue(variant: VariantChoices) {
  const desk = await openTestBroker({ variant })
  const profile = profileOf(variant, desk.broker)
  const read = (text: string): unknown => {
    const parsed = parseExact(text)
    return parsed.ok ? parsed.value : parsed.failure
  }
  const order = (reference: string, more: object = {}) =>
    desk.post(`${variant.paths.customers}/C1042/orders`, {
      reference_id: reference,
      symbol: BTC,
      side: 'buy',
      type: 'limit',
      limit_price: '59000.5',
      amount: 0.1,
      ...more,
    })
  return { desk, profile, read, order }
}

test('the plain variant is the default, and answers the same when it is spelled out', async () => {
  const plain = await openTestBroker()
  const spelled = await openTestBroker({ variant: PLAIN_VARIANT, clock: plain.clock })
  for (const desk of [plain, spelled]) await desk.order('a', { amount: '0.1' })
  for (const path of [
    '/v1/trades',
    '/v1/instruments',
    '/v1/tickers',
    '/v1/customers/transactions',
    '/v1/customers/C1042/orders/a',
    '/v1/customers/C1042/fee-profile',
    '/v1/nothing',
  ])
    expect((await spelled.get(path)).body).toEqual((await plain.get(path)).body)
})

describe('the second variant', () => {
  test('has its own paths only [gap.2]', async () => {
    const { desk } = await openVenue(SECOND_VARIANT)
    for (const path of [
      '/v1/instruments',
      '/v1/trades',
      '/v1/customers/C1042/fee-profile',
      '/api/v2/contractsX',
    ])
      expect([path, (await desk.get(path)).status]).toEqual([path, 404])
    expect((await desk.get('/api/v2/contracts')).status).toBe(200)
    expect((await desk.get('/api/v2/clients/C1042/margin-profile')).status).toBe(200)
  })

  test('lists are bare, decimals are JSON numbers with every digit, records have unknown fields [9.additive gap.13 gap.17]', async () => {
    const { desk, profile, read, order } = await openVenue(SECOND_VARIANT)
    const placed = await order('x', { limit_price: '59000.5', amount: '0.123' })
    expect(placed.text).toContain('"limit_price":59000.5,')
    expect(placed.text).toContain('"amount":0.123,')
    expect(placed.body).toMatchObject({ status: 'working', x_unheard_of: { since: 'yesterday' } })
    const record = readOrder(read(placed.text), null)
    expect(record).toMatchObject({ ok: true, value: { status: 'working', amount: '0.123' } })
    const ledger = await desk.get('/api/v2/ledger?limit=2')
    expect(Array.isArray(ledger.body)).toBe(true)
    const rows = readList(read(ledger.text), 'transactions', profile, (row) =>
      readLedgerRow(row, null, profile),
    )
    expect(rows).toMatchObject({ ok: true, value: { unreadable: [], next: undefined } })
    expect(rows.ok && rows.value.items[0]).toMatchObject({ direction: 'incoming' })
    expect(rows.ok && rows.value.items[0]?.signedAmount).toMatch(/^[1-9]/)
  })

  test('a stop that waits has a word of its own; triggered, it is called stop_market or stop_limit', async () => {
    const { desk, read, order } = await openVenue(SECOND_VARIANT)
    const triggers = { side: 'sell', trigger_price: 59000 }
    await order('plain', { type: 'stop_loss', limit_price: undefined, ...triggers })
    const waiting = await order('limit', { type: 'stop_loss_limit', limit_price: 61000, ...triggers })
    expect(waiting.body).toMatchObject({ type: 'stop_loss_limit', status: 'waiting_for_trigger' })
    desk.exchange.print(BTC, 118000, 1, 'sell')
    const types = await Promise.all(
      ['plain', 'limit'].map(async (reference) => {
        const { text } = await desk.get(`/api/v2/clients/C1042/orders/${reference}`)
        const record = readOrder(read(text), null)
        return record.ok ? [record.value.type, record.value.status] : record.failure
      }),
    )
    expect(types).toEqual([
      ['stop_market', 'filled'],
      ['stop_limit', 'working'],
    ])
  })

  test('streams are compressed, and refused to a client that does not offer compression', async () => {
    const { desk } = await openVenue(SECOND_VARIANT)
    const refused = new WebSocket(desk.broker.streamUrl, { perMessageDeflate: false })
    const why = await new Promise<Error>((resolve) => refused.once('error', resolve))
    expect(why.message).toContain('400')
    const { socket } = await listen(desk.broker)
    expect(socket.extensions).toBe('permessage-deflate')
    // A broker that does not insist has no use for the offer.
    const plain = await openTestBroker()
    expect((await listen(plain.broker)).socket.extensions).toBe('')
  })

  test('cursors have their own name [gap.24]', async () => {
    const { desk, profile, read } = await openVenue(NAMED_LISTS)
    const codes: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { text } = await desk.get(`/api/v2/ledger?limit=2${cursor}`)
      const rows = readList(read(text), 'transactions', profile, (row) => ok((row as { code: string }).code))
      if (!rows.ok) throw new Error(rows.failure)
      codes.push(...rows.value.items)
      if (rows.value.next === null) break
      cursor = `&before=${rows.value.next}`
    }
    expect(new Set(codes).size).toBe(desk.broker.customers.length)
    expect(codes).toHaveLength(desk.broker.customers.length)
    expect((await desk.get('/api/v2/contracts')).body.rows).toHaveLength(2)
  })

  test('errors are nested, those of a login too [gap.3 gap.4]', async () => {
    const { desk, read, order } = await openVenue(SECOND_VARIANT)
    const refused = await order('x', { amount: 0 })
    expect(refused.body).toEqual({ error: { code: 'VALIDATION_ERROR', message: expect.any(String) } })
    expect(readErrorBody(read(refused.text)).code).toBe('VALIDATION_ERROR')
    const login = await desk.raw('/api/login', {
      method: 'POST',
      body: new URLSearchParams({ username: 'a', password: 'b' }),
    })
    expect([login.status, readErrorBody(login.body).code]).toEqual([400, 'LOGIN_BAD_CREDENTIALS'])
  })

  test('has neither amend nor a list of open orders [gap.10 gap.11]', async () => {
    const { desk, order } = await openVenue(SECOND_VARIANT)
    await order('x')
    expect((await desk.get('/api/v2/clients/C1042/orders')).status).toBe(405)
    const amend = await desk.raw('/api/v2/clients/C1042/orders/x', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
      body: '{"amount":1}',
    })
    expect(amend.status).toBe(405)
    expect((await desk.get('/api/v2/clients/C1042/orders/x')).body.status).toBe('working')
  })

  test('streams have other field names, pairs as levels, and nested errors [gap.8 gap.29]', async () => {
    const { desk, profile, order } = await openVenue(SECOND_VARIANT)
    const listener = await listen(desk.broker)
    const texts: string[] = []
    listener.socket.on('message', (data) => texts.push((data as Buffer).toString()))
    listener.send({ op: 'authenticate', token: desk.token })
    listener.send({ op: 'subscribe', args: ['orders', `orderbook-stream:${BTC}`, 'orderbook-stream:NO'] })
    await vi.waitFor(() => expect(texts.some((text) => text.includes('"full"'))).toBe(true))
    await order('x')
    desk.exchange.setLevel(BTC, 'bid', 120000, 0)
    await vi.waitFor(() => expect(texts.filter((text) => text.includes('"delta"'))).toHaveLength(2))
    const messages = texts.map((text) => parseStreamMessage(text, profile.stream))
    expect(messages).toContainEqual(
      expect.objectContaining({ kind: 'error', code: 'ORDERBOOK_STREAM_UPSTREAM_REJECT' }),
    )
    const snapshot = messages.find((message) => message.kind === 'snapshot')
    expect(snapshot).toMatchObject({
      symbol: BTC,
      changes: expect.arrayContaining([{ action: 'new', type: 'bid', price: '60000', amount: '0.5' }]),
    })
    expect(messages).toContainEqual(
      expect.objectContaining({
        kind: 'update',
        changes: [{ action: 'delete', type: 'bid', price: '60000', amount: '0' }],
      }),
    )
    const [record] = messages.flatMap((message) => (message.kind === 'records' ? message.records : []))
    expect(readOrder(record, 'C1042' as CustomerCode)).toMatchObject({
      ok: true,
      value: { referenceId: 'x', status: 'working' },
    })
  })
})
