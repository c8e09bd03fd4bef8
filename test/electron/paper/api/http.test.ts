import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../shared/base/random.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { login, openTestBroker, type TestBroker } from '../testBroker.ts'

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

describe('login', () => {
  test('a token opens every other path [4.login 4.prefix.login 2.token.accessToken 2.token.type 5.jwt.1 5.jwt.2]', async () => {
    const desk = await openTestBroker()
    const { username, password } = desk.broker
    const { status, body } = await desk.raw('/auth/jwt/login', form({ username, password }))
    expect([status, body.token_type]).toEqual([200, 'bearer'])
    expect((await desk.raw('/v1/instruments', bearer(body.access_token))).status).toBe(200)
  })

  test('wrong credentials, an unverified user, missing fields [7.LOGIN_BAD_CREDENTIALS 7.LOGIN_USER_NOT_VERIFIED 7.422 5.jwt.4 gap.3]', async () => {
    const desk = await openTestBroker({
      users: [{ username: 'newcomer', password: 'pass', verified: false }],
    })
    const { username } = desk.broker
    const ask = async (fields: Record<string, string>) => {
      const { status, body } = await desk.raw('/auth/jwt/login', form(fields))
      return [status, body.detail]
    }
    expect(await ask({ username, password: 'wrong' })).toEqual([400, 'LOGIN_BAD_CREDENTIALS'])
    expect(await ask({ username: 'nobody', password: 'pass' })).toEqual([400, 'LOGIN_BAD_CREDENTIALS'])
    expect(await ask({ username: 'newcomer', password: 'wrong' })).toEqual([400, 'LOGIN_BAD_CREDENTIALS'])
    expect(await ask({ username: 'newcomer', password: 'pass' })).toEqual([400, 'LOGIN_USER_NOT_VERIFIED'])
    expect(await ask({ username })).toMatchObject([422, [{ loc: ['body', 'password'] }]])
    expect(await ask({})).toMatchObject([422, [{ loc: ['body', 'username'] }, { loc: ['body', 'password'] }]])
    const asJson = await desk.raw('/auth/jwt/login', {
      method: 'POST',
      body: '{"username":"a","password":"b"}',
    })
    expect(asJson.status).toBe(422)
  })

  test('credentials are random each run unless given', async () => {
    const [one, two] = [await openTestBroker(), await openTestBroker()]
    expect(one.broker.password).not.toBe(two.broker.password)
    const given = await openTestBroker({ username: 'anna', password: 'geheim' })
    expect(given.broker).toMatchObject({ username: 'anna', password: 'geheim' })
  })

  test('a token ends with its time [5.jwt.3]', async () => {
    const clock = new FakeClock()
    const desk = await openTestBroker({ clock, tokenLifetimeMs: 60_000 })
    const payload = JSON.parse(Buffer.from(desk.token.split('.')[1] ?? '', 'base64url').toString())
    expect(payload.exp * 1000).toBe(clock.now() + 60_000)
    clock.advance(59_999)
    expect((await desk.get('/v1/tickers')).status).toBe(200)
    clock.advance(1)
    const late = await desk.get('/v1/tickers')
    expect([late.status, late.body.code]).toEqual([401, 'UNAUTHORIZED'])
    expect((await desk.raw('/v1/tickers', bearer(await login(desk.broker)))).status).toBe(200)
  })

  test('a missing, foreign or forged token is 401 [4.bearer]', async () => {
    const desk = await openTestBroker()
    const stranger = await openTestBroker()
    const [header, payload, signature] = desk.token.split('.') as [string, string, string]
    const later = Buffer.from('{"sub":"x","exp":9999999999}').toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const tokens = [
      '',
      'x',
      stranger.token,
      `${header}.${later}.${signature}`,
      `${none}.${payload}.`,
      `${desk.token}.x`,
    ]
    for (const token of tokens) {
      const { status, body } = await desk.raw('/v1/instruments', bearer(token))
      expect([token, status, body.code]).toEqual([token, 401, 'UNAUTHORIZED'])
    }
    expect((await desk.raw('/v1/instruments')).status).toBe(401)
  })
})

describe('every answer', () => {
  test('carries the server time, from the clock handed in [5.nonce.6]', async () => {
    const desk = await openTestBroker()
    for (const path of ['/v1/instruments', '/nowhere', '/v1/customers/NOBODY/trades'])
      expect((await desk.get(path)).headers.get('date')).toBe('Mon, 05 Jan 2026 09:00:00 GMT')
  })

  test('is 404 with a code for unknown paths and HEAD, 405 for a method that a path does not take [gap.4]', async () => {
    const desk = await openTestBroker()
    for (const path of [
      '/',
      '/v1',
      '/v1/instruments/',
      '/v1/customers/C1042',
      '/v1//trades',
      '/v1/customers//orders',
    ])
      expect([path, (await desk.get(path)).body?.code]).toEqual([path, 'NOT_FOUND'])
    expect((await desk.remove('/v1/instruments')).body.code).toBe('METHOD_NOT_ALLOWED')
    const head = await fetch(`${desk.broker.restUrl}/v1/instruments`, { method: 'HEAD' })
    expect(head.status).toBe(404)
  })

  test('refuses pages and other host names', async () => {
    const desk = await openTestBroker()
    const page = await desk.raw('/v1/instruments', {
      headers: { Authorization: `Bearer ${desk.token}`, Origin: 'http://evil.example' },
    })
    expect([page.status, page.body.code]).toEqual([403, 'FORBIDDEN'])
    const port = new URL(desk.broker.restUrl).port
    const status = (host: string) =>
      new Promise((resolve, reject) => {
        const headers = { Host: host, Authorization: `Bearer ${desk.token}` }
        httpRequest({ host: '127.0.0.1', port, path: '/v1/instruments', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await status(`127.0.0.1.evil.example:${port}`)).toBe(403)
    expect(await status('evil.example')).toBe(403)
    expect(await status(`localhost:${port}`)).toBe(200)
  })

  test('is a refusal for bytes that are no HTTP', async () => {
    const desk = await openTestBroker()
    const socket = connect(Number(new URL(desk.broker.restUrl).port), '127.0.0.1')
    socket.end('EHLO broker\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1.1 400 .*\r\nDate: Mon, 05 Jan 2026/)
  })
})

describe('bodies', () => {
  const path = '/v1/customers/C1042/deposits'
  const send = (desk: TestBroker, body: BodyInit, type = 'application/json') =>
    desk.raw(path, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': type },
    })

  test.each([
    ['no JSON', '{"amount":', 400, 'VALIDATION_ERROR'],
    ['empty', '', 400, 'VALIDATION_ERROR'],
    ['a list', '[1]', 400, 'VALIDATION_ERROR'],
    ['null', 'null', 400, 'VALIDATION_ERROR'],
    ['deep nesting', `{"amount":${'['.repeat(30000)}${']'.repeat(30000)}}`, 400, 'VALIDATION_ERROR'],
    ['over 64 KiB', `{"amount":"${'1'.repeat(70000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'VALIDATION_ERROR'],
    ['an unknown field', '{"amount":1,"asset":"USDC","to":"me"}', 400, 'VALIDATION_ERROR'],
  ])('%s', async (_name, body, status, code) => {
    const desk = await openTestBroker()
    const answer = await send(desk, body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await desk.get('/v1/instruments')).status).toBe(200)
  })

  test('a body that breaks off half way does nothing, and is no fault', async () => {
    const desk = await openTestBroker()
    const { port } = new URL(desk.broker.restUrl)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${desk.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"amount":1,',
    )
    await new Promise((resolve) => socket.once('connect', resolve))
    await desk.get('/v1/instruments')
    socket.destroy()
    await desk.get('/v1/instruments')
    await desk.broker.close()
    expect(desk.faults).toEqual([])
  })

  test('another content type is 415 [4.json]', async () => {
    const desk = await openTestBroker()
    expect((await send(desk, '{"amount":1,"asset":"USDC"}', 'text/plain')).status).toBe(415)
    expect((await send(desk, '{"amount":1,"asset":"USDC"}', 'application/json; charset=utf-8')).status).toBe(
      201,
    )
  })

  test('__proto__ changes nothing', async () => {
    const desk = await openTestBroker()
    const answer = await send(desk, '{"__proto__":{"amount":5},"asset":"USDC"}')
    expect([answer.status, answer.body.message]).toEqual([
      400,
      expect.stringMatching(/^__proto__ is not a field/),
    ])
    expect((await desk.get('/v1/customers/__proto__/orders')).body.code).toBe('NOT_FOUND')
    expect(({} as { amount?: unknown }).amount).toBeUndefined()
  })
})

test('a code in a path is never a pattern or path of its own [4.orders.path]', async () => {
  const desk = await openTestBroker()
  await desk.order('mine', { type: 'limit', limit_price: 59000, amount: '0.1' })
  const tricks = [
    '%',
    '%zz',
    '%ff',
    '..',
    '%2e%2e',
    'C2007%2f..%2fC1042',
    'C1042%00',
    '%2F',
    'C1042%20',
    'c1042',
    'constructor',
  ]
  for (const trick of tricks) {
    const { status, body } = await desk.raw(`/v1/customers/${trick}/orders/mine`, bearer(desk.token))
    expect([trick, status, body.code]).toEqual([trick, 404, 'NOT_FOUND'])
  }
  expect((await desk.get('/v1/customers/%431042/orders/mine')).status).toBe(200)
  for (const reference of ['a%20b', 'a'.repeat(41), 'ä'])
    expect((await desk.get(`/v1/customers/C1042/orders/${reference}`)).body.code).toBe('VALIDATION_ERROR')
})

test('hundreds of malformed requests cause no fault and no change [7.VALIDATION_ERROR]', async () => {
  const desk = await openTestBroker()
  const random = seededRandom(7)
  const pick = <T>(from: readonly T[]): T => from[random.integer(from.length)] as T
  const values = [
    null,
    true,
    -1,
    0,
    1e300,
    '1e99',
    '0x10',
    '',
    ' ',
    [],
    {},
    [[]],
    'NaN',
    '9'.repeat(50),
    '\u0000',
    '💥',
    '0.1',
  ]
  const fields = [
    'reference_id',
    'symbol',
    'side',
    'type',
    'amount',
    'cash_amount',
    'limit_price',
    'leverage',
    'time_in_force',
    'asset',
    'constructor',
    'toString',
  ]
  const paths = [
    '/v1/customers/C1042/orders',
    '/v1/customers/C1042/deposits',
    '/v1/customers/C1042/withdrawals',
    '/v1/customers/%F0/orders',
  ]
  const lists = [
    '/v1/trades',
    '/v1/customers/transactions',
    '/v1/market-trades',
    '/v1/instruments',
    '/v1/customers/C1042/trades',
  ]
  const before = (await desk.get('/v1/customers/transactions')).text
  for (let n = 0; n < 400; n++) {
    const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, pick(values)])))
    const cut = random.next() < 0.3 ? body.slice(0, random.integer(body.length)) : body
    const value = encodeURIComponent(JSON.stringify(pick(values)))
    const answer =
      random.next() < 0.5
        ? await desk.post(pick(paths), cut)
        : await desk.get(
            `${pick(lists)}?${pick(['from', 'to', 'before', 'after', 'limit', 'symbol', 'sort'])}=${value}`,
          )
    expect(answer.status).toBeLessThan(500)
    expect(typeof answer.body).toBe('object')
  }
  expect(desk.faults).toEqual([])
  expect((await desk.get('/v1/customers/transactions')).text).toBe(before)
})
