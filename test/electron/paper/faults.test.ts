import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { requestFaults, type RequestFault } from '../../../electron/paper/api/requestFaults.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { BTC } from '../../fakes/venue/fakeExchange.ts'
import { openTestBroker } from './testBroker.ts'

const BOOK = `orderbook-stream:${BTC}`
const ORDERS = '/v1/customers/C1042/orders'
/** Looks often: there is much to wait for. */
const soon = (look: () => void) => vi.waitFor(look, { interval: 2 })

const kindOf = (fault: RequestFault | null) =>
  fault === null ? 'none' : fault.kind === 'late' ? 'late' : `${fault.kind} ${fault.heard}`

describe('requests', () => {
  const drawn = (seed: number, method: string, url: string) => {
    const faults = requestFaults(seededRandom(seed), () => undefined)
    return Array.from({ length: 4_000 }, () => kindOf(faults(method, url)))
  }
  const share = (list: readonly string[]) => list.filter((kind) => kind !== 'none').length / list.length

  test('the seed chooses faults: often for acts, of every kind, rarely for reads, never at sign-in', () => {
    const acts = drawn(1, 'POST', ORDERS)
    expect(acts).toEqual(drawn(1, 'POST', ORDERS))
    expect(acts).not.toEqual(drawn(2, 'POST', ORDERS))
    expect(new Set(acts)).toEqual(
      new Set(['none', 'late', 'cut true', 'cut false', 'gateway true', 'gateway false']),
    )
    expect(share(acts)).toBeGreaterThan(0.1)
    expect(share(acts)).toBeLessThan(0.15)
    expect(share(drawn(1, 'GET', `${ORDERS}?status=open`))).toBeLessThan(0.03)
    expect(share(drawn(1, 'POST', '/auth/jwt/login'))).toBe(0)
  })

  test('the sentence on a fault matches the order’s outcome and the answer to its sender', async () => {
    const sentences: string[] = []
    const desk = await openTestBroker({ faults: { seed: 5, say: (sentence) => sentences.push(sentence) } })
    const headers = { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' }
    const place = { symbol: BTC, side: 'buy', type: 'limit', limit_price: 100, amount: 0.001 }
    const met = new Map<string, string>()
    for (let n = 0; met.size < 6 && n < 400; n++) {
      const reference = `order-${n}`
      const before = sentences.length
      const resting = desk.exchange.resting.size
      let seen: string | null = null
      void fetch(desk.broker.restUrl + ORDERS, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...place, reference_id: reference }),
      })
        .then(({ status, headers: item }) => (seen = `${status} ${item.get('content-type')}`))
        .catch(() => (seen = 'no answer'))
      await soon(() => expect(seen !== null || sentences.length > before).toBe(true))
      const what = (sentences[before] ?? `${ORDERS}: plain`).split(`${ORDERS}: `)[1] ?? ''
      desk.clock.advance(12_000)
      await soon(() => expect(seen).not.toBeNull())
      const done = desk.exchange.resting.size > resting
      met.set(what.replace(/[\d.]+ s/, 'N s'), `${seen}, ${done ? 'done' : 'not done'}`)
    }
    expect(Object.fromEntries(met)).toEqual({
      plain: '200 application/json, done',
      'answered N s late.': '200 application/json, done',
      'done, but a gateway answers 502.': '502 text/html, done',
      'done, but the connection ends without an answer.': 'no answer, done',
      'not done; a gateway answers 503.': '503 text/html, not done',
      'not done; the connection ends without an answer.': 'no answer, not done',
    })
  })
})

/** A client of BTC's channels that keeps what it hears as text. */
async function follow(streamUrl: string) {
  const socket = new WebSocket(streamUrl)
  onTestFinished(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data) => heard.push((data as Buffer).toString()))
  await new Promise((settle) => socket.once('open', settle))
  const isClosed = () => socket.readyState === WebSocket.CLOSED
  return {
    heard,
    isClosed,
    /** Everything that was sent until now has come: the answer to a ping passes nothing, and nothing holds it back. */
    async heardAll() {
      let answered = false
      socket.once('pong', () => (answered = true)).ping()
      await soon(() => expect(answered || isClosed()).toBe(true))
    },
    /** Asks for something and waits for what answers it, or for the connection's end. */
    async ask(op: 'subscribe' | 'unsubscribe', answer: string) {
      socket.send(JSON.stringify({ op, args: [BOOK, `market-trades:${BTC}`] }))
      await soon(() => expect(isClosed() || heard.some((text) => text.includes(answer))).toBe(true))
    },
  }
}

/** A message in a word: the amount of a change, the code of an error, or that it is none. */
function wordOf(text: string): string {
  try {
    const { changes, code, op } = JSON.parse(text) as {
      changes?: { amount: string }[]
      code?: string
      op?: string
    }
    return changes?.[0]?.amount ?? code ?? op ?? text
  } catch {
    return text.startsWith('{') ? 'half' : text
  }
}

test('streams end, stall, lose or mangle a change, and fail by channel, as each sentence says', async () => {
  const sentences: string[] = []
  const desk = await openTestBroker({
    heartbeatMs: 1e9,
    faults: { seed: 3, say: (sentence) => sentences.push(sentence) },
  })
  let client = await follow(desk.broker.streamUrl)
  const met = new Map<string, string>()
  for (let turn = 0; met.size < 6 && turn < 200; turn++) {
    await client.ask('subscribe', '"snapshot"')
    client.heard.length = 0
    const before = sentences.length
    while (sentences.length === before) desk.clock.advance(1_000)
    for (const lots of [1, 2]) desk.exchange.setLevel(BTC, 'bid', 119_000, lots)
    await client.heardAll()
    const atOnce = client.heard.length
    desk.clock.advance(8_000)
    desk.exchange.setLevel(BTC, 'bid', 119_000, 3)
    await client.ask('unsubscribe', '"unsubscribe"')
    const heard = [...client.heard.slice(0, atOnce), 'then', ...client.heard.slice(atOnce)]
    met.set((sentences[before] ?? '').replace('_PERP', ''), heard.map(wordOf).join(' '))
    if (client.isClosed()) client = await follow(desk.broker.streamUrl)
  }
  expect(Object.fromEntries(met)).toEqual({
    'Streams: a connection ends.': 'then',
    'Streams: a connection stalls for 8 s.': 'then 0.001 0.002 0.003 unsubscribe',
    'Streams: market-trades:BTCUSDC fails.':
      'MARKET_TRADES_UPSTREAM_ERROR 0.001 0.002 then 0.003 unsubscribe',
    'Streams: orderbook-stream:BTCUSDC fails.': 'ORDERBOOK_STREAM_UPSTREAM_ERROR then unsubscribe',
    'Streams: the next change of a book arrives in pieces.': 'half 0.002 then 0.003 unsubscribe',
    'Streams: the next change of a book is lost.': '0.002 then 0.003 unsubscribe',
  })
})
