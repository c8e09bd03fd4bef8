import { describe, expect, it } from 'vitest'
import type { Http, HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { RecordKind } from '../../../electron/record/format.ts'
import { recordingHttp } from '../../../electron/record/recordingHttp.ts'
import { secretFilter } from '../../../electron/record/secrets.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'

const profile = venueProfile.parse({
  name: 'V',
  kind: 'live',
  restUrl: 'https://v.example',
  streamUrl: 'wss://v.example/s',
  paths: { webhooks: '/v1/customers/hooks' },
})
const TOKEN = 'opaque-token-of-no-known-shape'
const PASSWORD = 'pa"ss wörd/1'

const get = (path: string, headers: Record<string, string> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'application/json', ...headers },
  body: null,
})

/** HTTP that answers every request with one body, and what of it was recorded. */
function recorded(body: string) {
  const kept: { kind: RecordKind; text: string }[] = []
  const venue: Http = {
    send: () =>
      Promise.resolve({ kind: 'answered', status: 200, headers: {}, body, sentAt: 1, receivedAt: 3 }),
    close: () => undefined,
  }
  const recorder = {
    add: (kind: RecordKind, _: number, payload: Uint8Array | string) =>
      void kept.push({ kind, text: Buffer.from(payload as string).toString('utf8') }),
    close: () => Promise.resolve(),
  }
  return { kept, http: recordingHttp(venue, profile, recorder, secretFilter()) }
}

describe('what a recording leaves out', () => {
  it('holds reads of the broker’s records, and no login, webhook, mutation or unknown request', async () => {
    const { kept, http } = recorded('[]')
    const reads = [
      '/v1/instruments',
      '/v1/customers/C1/orders',
      '/v1/trades?before=5',
      '/v1/customers/transactions',
    ]
    for (const path of [
      ...reads,
      '/v1/customers/hooks',
      '/v1/customers/hooks/7',
      '/auth/jwt/login',
      '/other',
    ])
      await http.send(get(path))
    await http.send({ ...get('/v1/customers/C1/orders'), method: 'POST', body: '{}' })
    expect(kept.map(({ text }) => (JSON.parse(text.split('\n')[0] ?? '') as { path: string }).path)).toEqual(
      reads,
    )
    expect(kept[0]?.text).toBe(
      '{"method":"GET","path":"/v1/instruments","status":200,"date":null,"tookMs":2}\n[]',
    )
  })

  it('finds sent proofs in every form in which a venue may repeat them', async () => {
    const forms = (word: string) => [
      word,
      JSON.stringify(word),
      encodeURIComponent(word),
      Buffer.from(word).toString('base64'),
      Buffer.from(word).toString('hex'),
    ]
    const { kept, http } = recorded(
      JSON.stringify({ echo: [...forms(TOKEN), ...forms(PASSWORD), 'sig-abcdef=='], sum: '12.50' }),
    )
    await http.send({
      ...get('/auth/jwt/login', { 'content-type': 'application/x-www-form-urlencoded' }),
      method: 'POST',
      body: new URLSearchParams({ username: 'dealer', password: PASSWORD }).toString(),
    })
    await http.send(get('/v1/trades', { authorization: `Bearer ${TOKEN}`, 'x-signature': 'sig-abcdef==' }))
    const [{ text } = { text: '' }] = kept
    for (const secret of [TOKEN, PASSWORD])
      for (const form of forms(secret)) expect(text).not.toContain(form.replaceAll(/[="]/g, ''))
    expect(text).not.toContain('sig-abcdef')
    expect(text).toContain('"sum":"12.50"')
  })

  it('removes a text that looks like a secret, by its shape and by the name of its field', () => {
    const { strip } = secretFilter()
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'
    expect(strip(`{"note":"${jwt}","x":"Bearer abc.def","price":"1.10"}`)).toBe(
      '{"note":"[removed]","x":"[removed]","price":"1.10"}',
    )
    expect(strip('{"access_token":"abc\\"d","Api-Key": "k", "webhook_secret":123456,"code":"T1"}')).toBe(
      '{"access_token":"[removed]","Api-Key":"[removed]", "webhook_secret":"[removed]","code":"T1"}',
    )
    expect(strip('-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY----- rest')).toBe('[removed] rest')
  })

  it('drops the proofs when the recording ends, and learns none after it', async () => {
    const secrets = secretFilter()
    const venue: Http = {
      send: () => Promise.resolve({ kind: 'not-sent', why: 'closed' }),
      close: () => undefined,
    }
    const recorder = { add: () => undefined, close: () => Promise.resolve() }
    const http = recordingHttp(venue, profile, recorder, secrets)
    await http.send(get('/v1/instruments', { authorization: `Bearer ${TOKEN}` }))
    expect(secrets.strip(TOKEN)).toBe('[removed]')
    http.close()
    await http.send(get('/v1/instruments', { authorization: `Bearer ${TOKEN}` }))
    // The filter knows the text no more, and nothing is recorded any more.
    expect(secrets.strip(TOKEN)).toBe(TOKEN)
  })

  it('leaves a record without secrets unchanged, byte for byte', () => {
    const order =
      '{"channel":"orders","type":"update","data":{"reference_id":"a1","amount":"1.0","status":"open"}}'
    expect(secretFilter().strip(order)).toBe(order)
  })
})
