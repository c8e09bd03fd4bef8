import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { openTestBroker } from '../testBroker.ts'

const TOKEN = 'control-token'

async function open() {
  const desk = await openTestBroker({ controlToken: TOKEN, plainWebhooks: true })
  const { control } = desk.broker
  if (!control) throw new Error('no control endpoint')
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
  ) => {
    const response = await fetch(`${control.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { desk, control, ask }
}

describe('the control endpoint', () => {
  test('shows post-only and halted instruments', async () => {
    const { desk, ask } = await open()
    for (const [status, code] of [
      ['post_only', 'ORDER_REJECTED'],
      ['trade_halt', 'ORDER_REJECTED'],
      ['open', undefined],
    ] as const) {
      expect(await ask('POST', '/instruments', { symbol: BTC, status })).toMatchObject({ status: 200 })
      const listed = (await desk.get(`/v1/instruments?symbol=${BTC}`)).body
      expect(listed).toMatchObject([{ status }])
      expect((await desk.order(`o-${status}`, { amount: 1 })).body.code).toBe(code)
    }
    expect((await ask('GET', '/instruments')).body).toContainEqual({ symbol: BTC, status: 'open' })
  })

  test('cancels a pending transfer, which moves no money', async () => {
    const { desk, ask } = await open()
    const { code } = (await desk.post('/v1/customers/C1042/deposits', { amount: '5', asset: 'USDC' })).body
    expect((await ask('GET', '/transfers')).body).toMatchObject([{ code, customer_code: 'C1042' }])
    expect(await ask('POST', '/transfers/cancel', { code })).toMatchObject({ status: 200 })
    const { items } = (await desk.get('/v1/customers/transactions?customer_code=C1042')).body
    expect(items.find((row: { code: string }) => row.code === code)).toMatchObject({ status: 'cancelled' })
    expect(await ask('POST', '/transfers/cancel', { code })).toMatchObject({ status: 400 })
  })

  test('makes a user who is not verified', async () => {
    const { desk, ask } = await open()
    const login = () =>
      desk.raw('/auth/jwt/login', {
        method: 'POST',
        body: new URLSearchParams({ username: 'bea', password: 'word' }),
      })
    expect((await login()).body).toMatchObject({ detail: 'LOGIN_BAD_CREDENTIALS' })
    await ask('POST', '/users', { username: 'bea', password: 'word', verified: false })
    expect((await login()).body).toMatchObject({ detail: 'LOGIN_USER_NOT_VERIFIED' })
    await ask('POST', '/users', { username: 'bea', password: 'word', verified: true })
    expect((await login()).status).toBe(200)
  })

  test('delivers an event, which names the key that signed it, and lists what became of it', async () => {
    const { desk, ask } = await open()
    const received: { keyId: unknown; body: { key_id: string; event_type: string } }[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        received.push({ keyId: request.headers['x-key-id'], body: JSON.parse(text) as never })
        response.end()
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`
    const { key_id } = (await desk.post('/webhooks', { url })).body
    await ask('POST', '/webhooks/emit', { event_type: 'entitlementCompleted', data: { level: 2 } })
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]).toMatchObject({
      keyId: key_id,
      body: { key_id, event_type: 'entitlementCompleted', data: { level: 2 } },
    })
    await vi.waitFor(async () =>
      expect((await ask('GET', '/webhooks/deliveries')).body).toMatchObject([
        { key_id, url, event_type: 'entitlementCompleted', attempt: 1, taken: true },
      ]),
    )
  })

  test('is no part of the API, and closed without its token, to pages and under other names', async () => {
    const { desk, control, ask } = await open()
    expect(new URL(control.url).port).not.toBe(new URL(desk.broker.restUrl).port)
    for (const path of ['/instruments', '/transfers', '/users', '/webhooks/emit', '/webhooks/deliveries'])
      expect((await desk.get(path)).status).toBe(404)
    const bearer = `Bearer ${TOKEN}`
    const body = { symbol: BTC, status: 'trade_halt' }
    expect((await ask('POST', '/instruments', body, {})).status).toBe(401)
    expect((await ask('POST', '/instruments', body, { authorization: `Bearer ${desk.token}` })).status).toBe(
      401,
    )
    const page = { authorization: bearer, origin: 'https://elsewhere.example' }
    expect((await ask('POST', '/instruments', body, page)).status).toBe(403)
    for (const bad of [
      { ...body, more: 1 },
      { symbol: BTC },
      { ...body, status: 'shut' },
      '[]',
      '{',
      'x'.repeat(20_000),
    ])
      expect((await ask('POST', '/instruments', bad)).status).toBe(400)
    expect((await ask('GET', '/nothing')).status).toBe(404)
    expect(desk.exchange.status(BTC)).toBe('open')
    expect((await openTestBroker()).broker.control).toBeNull()
  })
})
