/** A started paper broker with everything a test needs to talk to it as a stranger would: over HTTP and WebSocket. */

import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { onTestFinished, vi } from 'vitest'
import {
  startPaperBroker,
  type PaperBroker,
  type PaperBrokerOptions,
} from '../../../electron/paper/paperBroker.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { FakeExchange } from '../../fakes/venue/fakeExchange.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read what they expect; a wrong shape fails the expectation.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface TestBroker {
  readonly broker: PaperBroker
  readonly clock: FakeClock
  readonly exchange: FakeExchange
  readonly faults: unknown[]
  readonly token: string
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  remove(path: string): Promise<Answer>
  /** Any request; no token unless given in `init`. */
  raw(path: string, init?: RequestInit): Promise<Answer>
  /** Market or limit order of C1042 in BTC unless `more` says otherwise. */
  order(reference: string, more?: object, customer?: string): Promise<Answer>
}

export async function login(broker: PaperBroker, path = '/auth/jwt/login'): Promise<string> {
  const response = await fetch(`${broker.restUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: broker.username, password: broker.password }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

export async function openTestBroker(options: Partial<PaperBrokerOptions> = {}): Promise<TestBroker> {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock()
  const exchange = (options.exchange as FakeExchange | undefined) ?? new FakeExchange(clock)
  const faults: unknown[] = []
  const broker = await startPaperBroker({
    randomBytes,
    onFault: (error) => faults.push(error),
    ...options,
    clock,
    exchange,
  })
  onTestFinished(() => broker.close())
  const token = await login(broker, options.variant?.paths?.login)
  const raw = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${broker.restUrl}${path}`, init)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const headers = { Authorization: `Bearer ${token}` }
  const post = (path: string, body: unknown) =>
    raw(path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    broker,
    clock,
    exchange,
    faults,
    token,
    raw,
    post,
    get: (path) => raw(path, { headers }),
    remove: (path) => raw(path, { method: 'DELETE', headers }),
    order: (reference, more = {}, customer = 'C1042') =>
      post(`/v1/customers/${customer}/orders`, {
        reference_id: reference,
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'market',
        ...more,
      }),
  }
}

export interface Listener {
  // As in `Answer`.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly received: any[]
  readonly socket: WebSocket
  send(frame: unknown): void
  /** Messages of one channel, without acks. */
  // oxlint-disable-next-line typescript/no-explicit-any
  on(channel: string): any[]
  /** Sends and waits for as many more messages as `count`. */
  ask(frame: unknown, count?: number): Promise<void>
}

export async function listen(broker: PaperBroker): Promise<Listener> {
  const socket = new WebSocket(broker.streamUrl)
  // oxlint-disable-next-line typescript/no-explicit-any
  const received: any[] = []
  socket.on('message', (data) => received.push(JSON.parse((data as Buffer).toString())))
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  return {
    received,
    socket,
    send,
    on: (channel) => received.filter((message) => message.channel === channel),
    async ask(frame, count = 1) {
      const wanted = received.length + count
      send(frame)
      await vi.waitFor(() => {
        if (received.length < wanted) throw new Error(`${received.length} of ${wanted} messages came`)
      })
    },
  }
}
