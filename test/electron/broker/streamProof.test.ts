/** What becomes of the private channels when the token that opened them ends, at a real paper broker on the test's own clock. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import { InflatingSocket } from '../../../electron/net/inflatingSocket.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { listenerOf } from '../../fakes/venue/brokerListener.ts'
import { BTC } from '../../fakes/venue/fakeExchange.ts'
import { openTestBroker } from '../paper/testBroker.ts'

const PRIVATE = ['orders', 'trades', 'balance-changes']

/** `takesOne`: the venue's stream refuses every `authenticate` on a socket but the first. */
async function open(takesOne: boolean) {
  const desk = await openTestBroker({ tokenLifetimeMs: 60_000, heartbeatMs: 3_600_000 })
  const sent: string[] = []
  class Socket extends InflatingSocket {
    private proved = 0
    override send(text: string): void {
      const proves = text.includes('"authenticate"')
      if (proves) sent.push(text)
      const refused = proves && takesOne && ++this.proved > 1
      super.send(refused ? JSON.stringify({ op: 'authenticate' }) : text)
    }
  }
  const { restUrl, streamUrl, username, password } = desk.broker
  const broker = openBroker({
    clock: desk.clock,
    random: seededRandom(1),
    livenessMs: 3_600_000,
    WebSocket: Socket,
  })(venueProfile.parse({ name: 'Paper', kind: 'paper', restUrl, streamUrl }))
  onTestFinished(() => broker.close())
  expect(await broker.signIn({ username, password })).toEqual({ ok: true, value: null })
  const resumed: string[] = []
  const orders: string[] = []
  broker.listen(
    listenerOf({
      resumed: (channel) => resumed.push(channel),
      order: ({ referenceId }) => orders.push(referenceId),
    }),
  )
  await vi.waitFor(() => expect(resumed.toSorted()).toEqual(PRIVATE.toSorted()))
  /** Lets time pass in steps that real sockets can follow, until `done`. */
  const pass = async (done: () => boolean) => {
    for (let second = 0; second < 300 && !done(); second++) {
      desk.clock.advance(1_000)
      await new Promise((turn) => setImmediate(turn))
      await new Promise((turn) => setImmediate(turn))
    }
    expect(done()).toBe(true)
  }
  /** With a token of its own: the first of the desk has ended by then. */
  const place = async (id: string) => {
    const { body } = await desk.raw('/auth/jwt/login', {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
    })
    const order = { reference_id: id, symbol: BTC, side: 'buy', type: 'limit', amount: 1, limit_price: 1 }
    await desk.raw('/v1/customers/C1042/orders', {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    })
  }
  return { place, sent, resumed, orders, pass }
}

test('the stream gets each new token before the old one ends, and loses no channel', async () => {
  const { place, sent, resumed, orders, pass } = await open(false)
  for (const proofs of [2, 3, 4]) {
    await pass(() => sent.length >= proofs)
    await place(`o${proofs}`)
    await vi.waitFor(() => expect(orders).toContain(`o${proofs}`))
  }
  expect(new Set(sent).size).toBe(sent.length)
  expect(resumed).toHaveLength(3)
})

test('with one proof a connection, channels that end with the token are reopened and read back', async () => {
  const { place, resumed, orders, pass } = await open(true)
  await pass(() => resumed.length >= 6)
  expect(resumed.slice(3, 6).toSorted()).toEqual(PRIVATE.toSorted())
  await place('late')
  await vi.waitFor(() => expect(orders).toContain('late'))
})
