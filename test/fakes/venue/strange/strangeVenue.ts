/** A venue that nobody has described: the paper broker in a variant of the API and with freedoms beyond any profile, all drawn from a seed, over real HTTP and WebSocket. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { apiVariantOf, PLAIN_VARIANT, type VariantChoices } from '../../../../electron/paper/apiVariants.ts'
import { SAMPLE_CUSTOMERS } from '../../../../electron/paper/brokerage/customers.ts'
import type { PaperBroker, PaperBrokerOptions } from '../../../../electron/paper/paperBroker.ts'
import { seededRandom, type Random } from '../../../../shared/base/random.ts'
import {
  decimalText,
  type CustomerCode,
  type ReferenceId,
  type Symbol,
} from '../../../../shared/domain/scalars.ts'
import { openBroker } from '../../../../electron/broker/broker.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { freely } from '../alwaysDispatch.ts'
import { startLivePaper } from '../livePaper.ts'
import { profileOf } from '../secondVariant.ts'
import { mixOf, namesOf, thirdVariant, type Freedom, type ThirdVariant } from '../thirdVariant.ts'

export interface StrangeVenue {
  readonly restUrl: string
  readonly streamUrl: string
  readonly variant: VariantChoices
  readonly freedoms: readonly Freedom[]
  readonly paper: PaperBroker
  close(): Promise<void>
}

export interface Mix {
  readonly variant: VariantChoices
  readonly freedoms: readonly Freedom[]
}

/** Symbols come from the market model and stay as they are. */
const NOT_HERE: readonly Freedom[] = ['odd-symbols']

const one = <T>(random: Random, ...list: readonly T[]): T => list[random.integer(list.length)] as T

/** A variant of the API and freedoms beyond it. */
export function strangeMix(seed: number): Mix {
  const random = seededRandom(seed ^ 0x57a6)
  const pick = <T>(...list: readonly T[]): T => one(random, ...list)
  const often = () => random.next() < 0.5
  const under = pick('/v1', '/api/v2', '/broker', '')
  const variant: VariantChoices = {
    ...PLAIN_VARIANT,
    paths: often()
      ? PLAIN_VARIANT.paths
      : {
          login: pick('/api/login', '/auth/jwt/login', '/session/login'),
          webhooks: `${under}/hooks`,
          customers: `${under}/${pick('clients', 'customers', 'accounts')}`,
          trades: `${under}/${pick('executions', 'fills')}`,
          transactions: `${under}/${pick('ledger', 'cash-book')}`,
          instruments: `${under}/${pick('contracts', 'products')}`,
          tickers: `${under}/${pick('quotes', 'marks')}`,
          marketTrades: `${under}/${pick('prints', 'public-trades')}`,
        },
    lists: pick('mixed', 'bare', 'named'),
    listName: pick('items', 'items', 'rows', 'results', 'content', 'data'),
    cursorName: pick('next', 'next', 'older', 'resume_at', 'endCursor', 'before'),
    errors: pick('top', 'nested'),
    numbers: pick('text', 'json'),
    directions: pick(
      { in: 'in', out: 'out' },
      { in: 'incoming', out: 'outgoing' },
      { in: 'CR', out: 'DR' },
      { in: 'plus', out: 'minus' },
    ),
    words: {
      orderStatus: often() ? { open: 'working', untriggered: 'waiting_for_trigger' } : {},
      instrumentStatus: often() ? { open: 'trading' } : {},
      liquidity: often() ? { maker: 'added', taker: 'removed' } : {},
    },
    renameTriggered: often(),
    unknownFields: often(),
    openOrders: random.next() < 0.8,
    amend: often(),
    stream: {
      channel: pick('channel', 'topic', 'stream', 'ch'),
      type: pick('type', 'event', 'kind', 'action'),
      data: pick('data', 'payload', 'body'),
      snapshot: pick('snapshot', 'full', 'image'),
      update: pick('update', 'delta', 'diff'),
      levels: pick('objects', 'pairs'),
      compression: pick('none', 'none', 'required'),
    },
  }
  return { variant, freedoms: mixOf(seed).filter((freedom) => !NOT_HERE.includes(freedom)) }
}

export async function openStrangeVenue(
  { variant, freedoms }: Mix,
  seed: number,
  more: Partial<PaperBrokerOptions> = {},
): Promise<StrangeVenue> {
  const names = namesOf(freedoms, seed)
  const paper = await startLivePaper({
    transferDelayMs: 20,
    variant,
    customers: SAMPLE_CUSTOMERS.map((customer) => ({
      ...customer,
      code: (names[customer.code] ?? customer.code) as CustomerCode,
    })),
    ...more,
  })
  const third = thirdVariant(freedoms, seed)
  // A write that is answered oddly is of unknown outcome, whatever the profile says. Such answers have tests of their own.
  const thirdOfWrites = thirdVariant(
    freedoms.filter((freedom) => freedom !== 'odd-fields'),
    seed,
  )
  const api = apiVariantOf(variant)
  const server = createServer((asked, answer) =>
    pass(
      paper.restUrl,
      asked.method === 'GET' ? third : thirdOfWrites,
      (pathname) => api.path(pathname),
      asked,
      answer,
    ),
  )
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: variant.stream.compression === 'required',
  })
  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const offers = (asked.headers['sec-websocket-extensions'] ?? '').includes('permessage-deflate')
    if (variant.stream.compression === 'required' && !offers)
      return void socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    return sockets.handleUpgrade(asked, socket, head, (near) => passFrames(paper.streamUrl, third, near))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    restUrl: `http://${at}`,
    streamUrl: `ws://${at}${new URL(paper.streamUrl).pathname}`,
    variant,
    freedoms,
    paper,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await paper.close()
    },
  }
}

/** Money and orders as a desk leaves them at its broker: the check of a venue without any could prove little. Straight to the paper broker. */
export async function dealBefore({ paper, variant }: StrangeVenue, customer: CustomerCode): Promise<void> {
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(4) })(
    profileOf(variant, paper),
  )
  try {
    const signedIn = await broker.signIn({ username: paper.username, password: paper.password })
    if (!signedIn.ok) throw new Error(signedIn.failure.message)
    const draft = { customerCode: customer, symbol: 'BTCUSDC_PERP' as Symbol, side: 'buy' as const }
    for (const kind of ['deposit', 'withdrawal'] as const)
      await broker.transfer(
        { customerCode: customer, kind, amount: decimalText.parse('10'), asset: 'USDC' },
        freely,
      )
    for (const n of [1, 2])
      await broker.createOrder(
        `before-${n}` as ReferenceId,
        plainDraft({ ...draft, type: 'market', amount: decimalText.parse('0.01') }),
        freely,
      )
    for (const n of [3, 4])
      await broker.createOrder(
        `before-${n}` as ReferenceId,
        plainDraft({
          ...draft,
          type: 'limit',
          amount: decimalText.parse('0.01'),
          limitPrice: decimalText.parse('100'),
          timeInForce: 'GTC',
        }),
        freely,
      )
  } finally {
    broker.close()
  }
}

const ORDERS = /\/orders(\?|$)/

/** Passes one request on, and its answer with every freedom. */
function pass(
  restUrl: string,
  third: ThirdVariant,
  plainPath: (pathname: string) => string | null,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  const to = new URL(restUrl)
  const { method, url = '/', headers } = asked
  // A connection for each request: one that was kept may close as the next request goes out.
  const onward = request(
    { host: to.hostname, port: to.port, method, path: url, headers, agent: false },
    (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const [pathname = '', query] = url.split('?')
        const plain = plainPath(pathname) ?? pathname
        // Links of a list lead to its own path; every other freedom goes by the plain name of the resource.
        const known = ORDERS.test(url) ? url : query === undefined ? plain : `${plain}?${query}`
        const status = reply.statusCode ?? 502
        const text = Buffer.concat(parts).toString()
        const said = third.answer(known, status, text)
        const { 'content-length': _length, ...sent } = reply.headers
        answer.writeHead(said.status, { ...sent, ...said.headers })
        answer.end(said.text)
      })
    },
  )
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

function passFrames(streamUrl: string, third: ThirdVariant, near: WebSocket): void {
  const far = new WebSocket(streamUrl)
  const early: string[] = []
  const end = () => {
    near.terminate()
    far.terminate()
  }
  for (const side of [near, far]) side.on('close', end).on('error', end)
  near.on('message', (data: Buffer) => {
    if (far.readyState === WebSocket.OPEN) far.send(data.toString())
    else early.push(data.toString())
  })
  far.on('open', () => {
    for (const frame of early.splice(0)) far.send(frame)
  })
  far.on('message', (data: Buffer) => {
    for (const frame of third.frames(data.toString())) near.send(frame)
  })
}
