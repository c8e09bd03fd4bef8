import { afterEach, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import type { LinkState } from '../../../shared/contract/status.ts'
import { openPrivateStreams } from '../../../electron/broker/privateStreams.ts'
import { bearerSigner } from '../../../electron/broker/authentication/requestProof.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
})

interface Frame {
  readonly op: string
  readonly token?: string
  readonly args?: readonly string[]
}

type Say = (value: unknown) => void

/** A venue's stream on loopback. `answer` answers each frame; by default it confirms. */
async function venueStream(
  answer: (frame: Frame, say: Say, peer: WebSocket) => void = (frame, say) =>
    say({ op: frame.op, args: frame.args ?? [] }),
) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  ends.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await vi.waitFor(() => expect(server.address()).not.toBeNull())
  const frames: Frame[] = []
  let connections = 0
  server.on('connection', (peer) => {
    connections += 1
    peer.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as Frame
      frames.push(frame)
      answer(frame, (value) => peer.send(JSON.stringify(value)), peer)
    })
  })
  const port = (server.address() as { port: number }).port
  return {
    frames,
    connections: () => connections,
    /** Nothing is read from the desk any more and nothing answered, as on a network that swallows. */
    pause: () => {
      for (const client of server.clients) client.pause()
    },
    resume: () => {
      for (const client of server.clients) client.resume()
    },
    cut: () => {
      for (const client of server.clients) client.terminate()
    },
    say: (text: string) => {
      for (const client of server.clients) client.send(text)
    },
    profile: venueProfile.parse({
      name: 'S',
      kind: 'paper',
      restUrl: 'http://127.0.0.1:9',
      streamUrl: `ws://127.0.0.1:${port}`,
    }),
  }
}

function listen(profile: ReturnType<typeof venueProfile.parse>, clock: Clock = clockOf(globalThis)) {
  const heard: string[] = []
  const resumed: string[] = []
  /** States reported for each channel, with each call to read back. */
  const said: [channel: string, what: string][] = []
  const unreadable: string[] = []
  const states: Record<string, LinkState[]> = { orders: [], trades: [], 'balance-changes': [] }
  const renewed: string[] = []
  let token = 'token-1'
  const streams = openPrivateStreams({
    profile,
    clock,
    random: { next: () => 0, integer: () => 0, normal: () => 0 },
    signer: () =>
      Promise.resolve(
        ok(
          bearerSigner(token, (refused) => {
            renewed.push(refused)
            token = `token-${renewed.length + 1}`
            return Promise.resolve(true)
          }),
        ),
      ),
    listener: {
      order: (report) => heard.push(`order ${report.referenceId} ${report.status} ${report.filledAmount}`),
      trade: (trade) => heard.push(`trade ${trade.code} ${trade.customerCode}`),
      balanceChange: ({ row, balance }) => heard.push(`balance ${row.code} ${row.signedAmount} ${balance}`),
      resumed: (channel) => {
        resumed.push(channel)
        said.push([channel, 'read back'])
      },
      channel: (name, state) => said.push([name, state]),
      unreadable: (sentence) => unreadable.push(sentence),
      unread: ({ why }) => unreadable.push(why),
      tradeLost: (customer, why) => heard.push(`lost a trade of ${customer ?? 'somebody'}: ${why}`),
    },
    onLink: (channel, state) => {
      if (state !== null) states[channel]?.push(state)
    },
  })
  ends.push(() => streams.close())
  const last = () => Object.values(states).map((all) => all.at(-1))
  const statesOf = (channel: string) => said.flatMap(([text, what]) => (text === channel ? [what] : []))
  return { streams, heard, statesOf, resumed, unreadable, states, renewed, last }
}

const order = {
  channel: 'orders',
  type: 'update',
  data: {
    reference_id: 'a',
    symbol: 'BTCUSDC_PERP',
    side: 'buy',
    type: 'limit',
    amount: 2,
    status: 'partially_filled',
    filled_amount: 0.5,
    filled_quote: '31000.25',
  },
}

test('a restart shows every channel as down at once, connects again and reads back what was missed', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  desk.streams.restart('This machine slept.')
  expect(desk.last()).toEqual(['down', 'down', 'down'])
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  expect(venue.connections()).toBe(2)
  expect(desk.resumed).toHaveLength(6)
})

test('the stream authenticates before it subscribes, and receives all three channels [6.subscribe 6.orders 6.trades 6.balances gap.7]', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  expect(venue.frames).toEqual([
    { op: 'authenticate', token: 'token-1' },
    { op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] },
  ])
  expect(desk.resumed).toEqual(['orders', 'trades', 'balance-changes'])
  venue.say(JSON.stringify(order))
  venue.say(
    JSON.stringify({
      channel: 'trades',
      data: [{ code: 'T1', customer_code: 'C1', type: 'liquidation', symbol: 'BTCUSDC_PERP' }],
    }),
  )
  venue.say(
    JSON.stringify({
      topic: 'balance-changes',
      data: {
        code: 'D1',
        customer_code: 'C1',
        transaction_type: 'withdrawal',
        status: 'completed',
        total_amount: '-12.50',
        balance: '100',
      },
    }),
  )
  await vi.waitFor(() =>
    expect(desk.heard).toEqual(['order a partially_filled 0.5', 'trade T1 C1', 'balance D1 -12.5 100']),
  )
})

test('after a cut the stream authenticates again, and each channel asks to be read back', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.resumed).toHaveLength(3))
  venue.cut()
  await vi.waitFor(() => expect(desk.resumed).toHaveLength(6), 3_000)
  expect(desk.states['orders']).toEqual([
    'connecting',
    'connecting',
    'live',
    'down',
    'connecting',
    'connecting',
    'live',
  ])
  expect(venue.frames.filter((frame) => frame.op === 'authenticate')).toHaveLength(2)
})

test('unreadable frames lose no other frame', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  const broken = [
    '{"channel":"orders"',
    '[]',
    '{"channel":"orders","data":{"reference_id":"a"}}',
    '{"channel":"orders","data":{"reference_id":"a","symbol":"X","side":"hold","type":"limit","status":"open"}}',
    '{"channel":"trades","data":[1,null]}',
    '{"channel":"balance-changes","data":{"code":"x"}}',
    '{"hello":1}',
  ]
  for (const text of broken) venue.say(text)
  venue.say(JSON.stringify(order))
  await vi.waitFor(() => expect(desk.heard.at(-1)).toEqual('order a partially_filled 0.5'))
  expect(desk.unreadable).toHaveLength(broken.length + 1)
  expect(desk.unreadable.join('\n')).toMatch(/status is missing/)
  expect(desk.last()).toEqual(['live', 'live', 'live'])
  expect(venue.connections()).toBe(1)
})

test('an error of one channel subscribes that channel again and leaves the others alone [7.channelScoped gap.29]', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  venue.say(JSON.stringify({ channel: 'trades', code: 'TRADES_UPSTREAM_ERROR', message: 'lost' }))
  await vi.waitFor(
    () => expect(desk.resumed).toEqual(['orders', 'trades', 'balance-changes', 'trades']),
    3_000,
  )
  expect(venue.frames.at(-1)).toEqual({ op: 'subscribe', args: ['trades'] })
  expect(desk.states['orders']).not.toContain('down')
  expect(venue.connections()).toBe(1)
})

test('a token that the stream refuses is replaced, once per refusal', async () => {
  const venue = await venueStream((frame, say) => {
    if (frame.op === 'authenticate' && frame.token === 'token-1')
      say({ op: 'authenticate', code: 'UNAUTHORIZED', message: 'expired' })
    else say({ op: frame.op, args: frame.args ?? [] })
  })
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(venue.frames).toContainEqual({ op: 'authenticate', token: 'token-2' }), 3_000)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  expect(desk.renewed).toEqual(['token-1'])
})

test('a venue without confirmations leaves channels suspect and read back; data makes them live', async () => {
  const clock = new FakeClock()
  const venue = await venueStream(() => {})
  const desk = listen(venue.profile, clock)
  await vi.waitFor(() => expect(venue.frames).toHaveLength(2))
  clock.advance(5_001)
  expect(desk.last()).toEqual(['suspect', 'suspect', 'suspect'])
  expect(desk.resumed).toEqual(['orders', 'trades', 'balance-changes'])
  venue.say(JSON.stringify(order))
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'suspect', 'suspect']))
})

test('a channel is read back before it counts as live, on the first connection and after a cut', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  expect(desk.statesOf('trades')).toEqual(['connecting', 'connecting', 'read back', 'live'])
  venue.cut()
  await vi.waitFor(() => expect(desk.statesOf('trades')).toContain('down'), 3_000)
  await vi.waitFor(() => expect(desk.statesOf('trades').slice(-2)).toEqual(['read back', 'live']), 3_000)
})

test('a stream that was silent and speaks again is read back, also on the same connection', async () => {
  const clock = new FakeClock()
  const venue = await venueStream()
  const desk = listen(venue.profile, clock)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  venue.pause()
  // The confirmation counts as heard at the first look of the watch, 2.5 s after opening; 7.5 s of silence follow.
  clock.advance(10_000)
  expect(desk.last()).toEqual(['suspect', 'suspect', 'suspect'])
  venue.resume()
  venue.say(JSON.stringify(order))
  // It comes after the answers to the pings: both have arrived.
  await vi.waitFor(() => expect(desk.heard).toHaveLength(1))
  expect(desk.statesOf('orders').slice(-3)).toEqual(['suspect', 'read back', 'live'])
  clock.advance(2_500)
  expect(desk.statesOf('trades').slice(-3)).toEqual(['suspect', 'read back', 'live'])
  expect(venue.connections()).toBe(1)
})

test('a profile without confirmations has its channels live after 5 s without an error', async () => {
  const clock = new FakeClock()
  const venue = await venueStream(() => {})
  const { stream } = venue.profile
  const desk = listen({ ...venue.profile, stream: { ...stream, confirmations: 'none' } }, clock)
  await vi.waitFor(() => expect(venue.frames).toHaveLength(2))
  clock.advance(4_900)
  expect(desk.last()).toEqual(['connecting', 'connecting', 'connecting'])
  clock.advance(101)
  expect(desk.last()).toEqual(['live', 'live', 'live'])
  expect(desk.resumed).toEqual(['orders', 'trades', 'balance-changes'])
})

test('a venue that does not answer authenticate is never live, and is tried on a new connection', async () => {
  const clock = new FakeClock()
  let answers = false
  const venue = await venueStream((frame, say) => answers && say({ op: frame.op, args: frame.args ?? [] }))
  const desk = listen(venue.profile, clock)
  await vi.waitFor(() => expect(venue.frames).toHaveLength(2))
  /** Pongs go on: the socket itself is healthy. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 2_500) {
      clock.advance(Math.min(left, 2_500))
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }
  await pass(5_000)
  expect(desk.last()).toEqual(['suspect', 'suspect', 'suspect'])
  venue.say('{"type":"heartbeat"}')
  for (const asked of [4, 6]) {
    await vi.waitFor(async () => {
      await pass(2_500)
      expect(venue.frames.length).toBeGreaterThanOrEqual(asked)
    }, 5_000)
    expect(Object.values(desk.states).flat()).not.toContain('live')
  }
  answers = true
  await vi.waitFor(async () => {
    await pass(2_500)
    expect(desk.last()).toEqual(['live', 'live', 'live'])
  }, 5_000)
  const connections = venue.connections()
  await pass(60_000)
  expect(venue.connections()).toBe(connections)
})

test.each([
  { op: 'subscribe', args: ['orders'], status: 'rejected' },
  { op: 'subscribe', args: ['orders'], status: 'pending' },
  { op: 'subscribe', args: ['orders'], result: 'perhaps' },
  { channel: 'orders', status: 'closed' },
  { channel: 'orders', event: 'queued' },
])('a subscription answered with %j is not live', async (answer) => {
  const venue = await venueStream((frame, say) => {
    if (frame.op !== 'subscribe') return
    say(answer)
    say({ op: 'subscribe', args: frame.args?.filter((name) => name !== 'orders') })
  })
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last().slice(1)).toEqual(['live', 'live']))
  expect(desk.states['orders']).not.toContain('live')
  expect(desk.resumed).toEqual(['trades', 'balance-changes'])
})

test.each([
  { channel: 'orders', event: 'unsubscribed' },
  { channel: 'orders', status: 'closed' },
  { op: 'unsubscribe', args: ['orders'] },
  { op: 'unsubscribed', channel: 'orders' },
  { event: 'unsubscribed', args: ['orders'] },
  { op: 'subscribe', args: ['orders'], status: 'rejected' },
  { channel: 'orders', event: 'closed', data: [] },
  { channel: 'orders', status: 'error' },
])('a live channel that is named in %j is down at once and subscribed again', async (end) => {
  const clock = new FakeClock()
  const venue = await venueStream()
  const desk = listen(venue.profile, clock)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  venue.say(JSON.stringify(end))
  await vi.waitFor(() => expect(desk.last()).toEqual(['down', 'live', 'live']))
  // A straggler is heard, and does not stand for the subscription.
  venue.say(JSON.stringify(order))
  await vi.waitFor(() => expect(desk.heard).toHaveLength(1))
  expect(desk.last()).toEqual(['down', 'live', 'live'])
  clock.advance(1_001)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  expect(venue.frames.at(-1)).toEqual({ op: 'subscribe', args: ['orders'] })
})

test.each([
  { op: 'subscribe', args: ['orders'], status: 'ok' },
  { channel: 'orders', event: 'subscribed' },
  { op: 'subscribe', args: ['orders'], success: true },
])('a subscription answered with %j is live', async (answer) => {
  const venue = await venueStream((frame, say) => frame.op === 'subscribe' && say(answer))
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()[0]).toBe('live'))
})

test('a rejected or closed order leaves its channel live', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  venue.say(JSON.stringify({ channel: 'orders', ...order.data, type: 'limit', status: 'rejected' }))
  await vi.waitFor(() => expect(desk.heard).toHaveLength(1))
  expect(desk.last()).toEqual(['live', 'live', 'live'])
})

test('an unreadable message that may hold a trade counts as a lost trade; a heartbeat does not', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  const why = 'a message of the private channels cannot be read'
  const swallowed = [
    '{"channel":"trades","data":[{"code":"T1",',
    '[{"code":"T2"}]',
    '{"data":[{"code":"T3"}]}',
  ]
  for (const frame of swallowed) venue.say(frame)
  const harmless = ['pong', '{"type":"heartbeat"}', '{"channel":"status","data":{"ok":true}}']
  for (const frame of harmless) venue.say(frame)
  await vi.waitFor(() => expect(desk.unreadable).toHaveLength(swallowed.length + harmless.length))
  expect(desk.heard).toEqual(swallowed.map(() => `lost a trade of somebody: ${why}`))
})

test('an unreadable trade is reported with its customer, where the message names one', async () => {
  const venue = await venueStream()
  const desk = listen(venue.profile)
  await vi.waitFor(() => expect(desk.last()).toEqual(['live', 'live', 'live']))
  const rows = [{ code: 'T1', customer_code: 'C1', symbol: 'B T' }, { code: 'T2' }]
  venue.say(JSON.stringify({ channel: 'trades', data: rows }))
  const why = 'a trade on the trades channel cannot be read'
  await vi.waitFor(() =>
    expect(desk.heard).toEqual([`lost a trade of C1: ${why}`, `lost a trade of somebody: ${why}`]),
  )
})
