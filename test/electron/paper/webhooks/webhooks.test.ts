import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openTestBroker, type TestBroker } from '../testBroker.ts'

interface Delivery {
  readonly body: string
  readonly signature: string
  readonly contentType: string
}

/** A receiver on loopback that answers the n-th delivery with the status of `answer`. */
async function receiver(answer: (count: number) => number = () => 200) {
  const deliveries: Delivery[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      deliveries.push({
        body,
        signature: String(request.headers['x-signature']),
        contentType: String(request.headers['content-type']),
      })
      response.writeHead(answer(deliveries.length), { Location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/hook`, deliveries }
}

const open = () => openTestBroker({ plainWebhooks: true })
const register = async (desk: TestBroker, url: string, more: object = {}) =>
  (await desk.post('/webhooks', { url, ...more })).body

const isSignedBy = (publicKey: string, { body, signature }: Delivery): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(body), key, Buffer.from(signature, 'base64'))
}

describe('registration', () => {
  test('answers the webhook with its public key, which no list shows again [2.webhook.fields 2.webhook.publicKey 2.webhook.createdAt 4.webhooks.create 4.webhooks.created 8.webhookPage]', async () => {
    const desk = await openTestBroker()
    const { status, body } = await desk.post('/webhooks', { url: 'https://dealer.example/hook' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      key_id: expect.any(String),
      url: 'https://dealer.example/hook',
      event_types: [],
      include_all_events: true,
      public_key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      created_at: '2026-01-05T09:00:00.000Z',
    })
    const { public_key: _key, ...rest } = body
    expect((await desk.get('/webhooks')).body).toEqual({
      items: [rest],
      total: 1,
      page: 1,
      size: 50,
      pages: 1,
    })
  })

  test('a registration takes https only, and event types where they count [2.webhook.url 2.webhook.all]', async () => {
    const desk = await openTestBroker()
    const ask = async (body: object) => {
      const answer = await desk.post('/webhooks', body)
      return [answer.status, answer.body.code ?? answer.body.event_types]
    }
    const url = 'https://dealer.example/hook'
    const refused = [400, 'VALIDATION_ERROR']
    for (const wrong of [
      {},
      { url: 7 },
      { url: 'http://dealer.example/hook' },
      { url: 'http://127.0.0.1:9/hook' },
      { url: 'ftp://dealer.example' },
      { url: 'https://' },
      { url: 'https://user:word@dealer.example/' },
      { url, include_all_events: 'yes' },
      { url, include_all_events: false },
      { url, include_all_events: false, event_types: [] },
      { url, include_all_events: false, event_types: 'entitlementCompleted' },
      { url, include_all_events: false, event_types: [' '] },
      { url, secret: 'x' },
    ])
      expect([wrong, ...(await ask(wrong))]).toEqual([wrong, ...refused])
    expect(await ask({ url, include_all_events: false, event_types: ['entitlementCompleted'] })).toEqual([
      201,
      ['entitlementCompleted'],
    ])
    expect(await ask({ url, event_types: ['ignored'] })).toEqual([201, []])
    expect((await desk.raw('/webhooks')).status).toBe(401)
  })

  test('is listed by page, under both prefixes, and deleted by id [2.webhookPage 4.webhooks.list 4.webhooks.delete 4.prefix.webhooks]', async () => {
    const desk = await openTestBroker()
    for (let n = 1; n <= 5; n++) await register(desk, `https://dealer.example/${n}`)
    const page = async (query: string) => {
      const { body } = await desk.get(`/api/v1/webhooks${query}`)
      return [body.items?.map(({ url }: { url: string }) => url.at(-1)).join(''), body.total, body.pages]
    }
    expect(await page('?page=1&size=2')).toEqual(['12', 5, 3])
    expect(await page('?page=3&size=2')).toEqual(['5', 5, 3])
    expect(await page('?page=4&size=2')).toEqual(['', 5, 3])
    for (const query of ['?page=0', '?page=x', '?size=101', '?size=0', '?page=1e3'])
      expect((await desk.get(`/webhooks${query}`)).body.code).toBe('VALIDATION_ERROR')

    const { items } = (await desk.get('/webhooks')).body
    expect((await desk.remove(`/webhooks?webhook_id=${items[1].id}`)).status).toBe(200)
    expect((await desk.remove(`/webhooks?webhook_id=${items[1].id}`)).body.code).toBe('NOT_FOUND')
    expect((await desk.remove('/webhooks')).body.code).toBe('VALIDATION_ERROR')
    expect(await page('')).toEqual(['1345', 4, 1])
  })

  test('survives a restart, with the key that signs', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'openpit-webhooks-'))
    onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }))
    const hook = await receiver()
    const before = await openTestBroker({ dataDirectory, plainWebhooks: true })
    const { public_key: publicKey } = await register(before, hook.url)
    await before.broker.close()
    const after = await openTestBroker({ dataDirectory, plainWebhooks: true })
    after.broker.emitWebhook('entitlementCompleted', { customer_code: 'C1042' })
    await vi.waitFor(() => expect(hook.deliveries).toHaveLength(1))
    expect(isSignedBy(publicKey, hook.deliveries[0] as Delivery)).toBe(true)
  })
})

describe('deliveries', () => {
  test('go to the webhooks of their type, each signed with its registration’s key [6.webhooks.events gap.27 6.webhooks.types 5.webhooks]', async () => {
    const desk = await open()
    const [all, listed, other] = [await receiver(), await receiver(), await receiver()]
    const forAll = await register(desk, all.url)
    const types = { include_all_events: false, event_types: ['requirementsQuestionnaire'] }
    const forListed = await register(desk, listed.url, types)
    await register(desk, other.url, { include_all_events: false, event_types: ['entitlementCompleted'] })
    desk.broker.emitWebhook('requirementsQuestionnaire', { customer_code: 'C1042', note: 'größer' })
    await vi.waitFor(() => expect([all.deliveries.length, listed.deliveries.length]).toEqual([1, 1]))
    const [first] = all.deliveries as [Delivery]
    const [second] = listed.deliveries as [Delivery]
    expect(JSON.parse(first.body)).toEqual({
      id: expect.any(String),
      event_type: 'requirementsQuestionnaire',
      key_id: expect.any(String) as string,
      created_at: '2026-01-05T09:00:00.000Z',
      data: { customer_code: 'C1042', note: 'größer' },
    })
    expect(first.contentType).toBe('application/json')
    expect(isSignedBy(forAll.public_key, first)).toBe(true)
    expect(isSignedBy(forListed.public_key, second)).toBe(true)
    expect(isSignedBy(forListed.public_key, first)).toBe(false)
    expect(isSignedBy(forAll.public_key, { ...first, body: first.body.replace('C1042', 'C2007') })).toBe(
      false,
    )
    expect(other.deliveries).toEqual([])
  })

  test('of an unknown type go to the webhooks for all events [2.webhook.all 9.additive.events]', async () => {
    const desk = await open()
    const [all, listed] = [await receiver(), await receiver()]
    await register(desk, all.url)
    await register(desk, listed.url, { include_all_events: false, event_types: ['entitlementCompleted'] })
    desk.broker.emitWebhook('somethingNew', {})
    desk.broker.emitWebhook('entitlementCompleted', {})
    await vi.waitFor(() => expect([all.deliveries.length, listed.deliveries.length]).toEqual([2, 1]))
    expect(new Set(all.deliveries.map(({ body }) => JSON.parse(body).event_type))).toEqual(
      new Set(['somethingNew', 'entitlementCompleted']),
    )
    expect(JSON.parse(listed.deliveries[0]?.body ?? '{}').event_type).toBe('entitlementCompleted')
  })

  test('are repeated with equal bytes until accepted, a few times at most', async () => {
    const desk = await open()
    const late = await receiver((count) => (count < 3 ? 503 : 200))
    const never = await receiver(() => 307)
    const idle = desk.clock.planned
    await register(desk, late.url)
    await register(desk, never.url)
    desk.broker.emitWebhook('entitlementCompleted', {})
    for (const [wait, count] of [
      [0, 1],
      [1_000, 2],
      [4_000, 3],
      [16_000, 4],
    ] as const) {
      desk.clock.advance(wait)
      await vi.waitFor(() => expect(never.deliveries).toHaveLength(count))
      await vi.waitFor(() => expect(late.deliveries).toHaveLength(Math.min(count, 3)))
      // The answer must be back before the clock moves on, or the wait is not planned yet.
      await vi.waitFor(() =>
        expect(desk.clock.planned).toBe(count < 3 ? idle + 2 : count < 4 ? idle + 1 : idle),
      )
    }
    desk.clock.advance(3_600_000)
    expect(new Set(late.deliveries.map(({ body, signature }) => body + signature)).size).toBe(1)
    expect([late.deliveries.length, never.deliveries.length]).toEqual([3, 4])
  })

  test('end with the webhook, also waiting repeats [3.webhook.deleted]', async () => {
    const desk = await open()
    const idle = desk.clock.planned
    const hook = await receiver(() => 500)
    const { id } = await register(desk, hook.url)
    desk.broker.emitWebhook('entitlementCompleted', {})
    await vi.waitFor(() => expect(hook.deliveries).toHaveLength(1))
    await vi.waitFor(() => expect(desk.clock.planned).toBe(idle + 1))
    await desk.remove(`/webhooks?webhook_id=${id}`)
    expect(desk.clock.planned).toBe(idle)
    desk.broker.emitWebhook('entitlementCompleted', {})
    desk.clock.advance(60_000)
    expect((await desk.get('/webhooks')).body.total).toBe(0)
    expect(hook.deliveries).toHaveLength(1)
  })
})
