/** The door to the paper broker: wires store, brokerage, HTTP and streams on loopback. Holds no rules. */

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../shared/base/clock.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import { makeApiServer } from './api/apiServer.ts'
import { apiRoutes } from './api/routes.ts'
import { openBrokerage } from './brokerage/brokerage.ts'
import { SAMPLE_CUSTOMERS, type SampleCustomer } from './brokerage/customers.ts'
import { dialectOf, type Doubts } from './dialect.ts'
import type { Exchange } from './exchange/exchange.ts'
import { makeDoorkeeper, type AuthMode } from './session/doorkeeper.ts'
import { makeSessions, type User } from './session/sessions.ts'
import { openStore } from './store/store.ts'
import type { ChannelErrorCode } from './stream/channels.ts'
import { STREAM_PATH, serveStreams } from './stream/streamServer.ts'
import { openWebhooks } from './webhooks/webhooks.ts'

export interface PaperBrokerOptions {
  /** Not started yet: the broker starts and stops it. */
  readonly exchange: Exchange
  readonly clock: Clock
  /** Cryptographic randomness: credentials and the key of the tokens come from it. */
  readonly randomBytes: (size: number) => Uint8Array
  /** Called with an error that is the broker's own fault; the request it broke is answered with 500. */
  readonly onFault: (error: unknown) => void
  /** 0 takes any free port. */
  readonly port?: number
  /** Random each run unless given. */
  readonly username?: string
  readonly password?: string
  /** Users besides the one whose credentials are given back. */
  readonly users?: readonly User[]
  readonly tokenLifetimeMs?: number
  /** What requests must carry: a token, a signature, or at least one of them (default `both`). */
  readonly auth?: AuthMode
  /** Ed25519 public keys that may sign, 32 bytes each in base64. */
  readonly signingKeys?: readonly string[]
  /** Webhooks may deliver to `http:` addresses on loopback: for tests, which have no certificate. */
  readonly plainWebhooks?: boolean
  /** Folder for the state; null keeps nothing. */
  readonly dataDirectory?: string | null
  readonly customers?: readonly SampleCustomer[]
  readonly transferDelayMs?: number
  /** How often open profit and loss becomes cash, counted from midnight UTC; null, and when left out: never. */
  readonly settlementEveryMs?: number | null
  readonly heartbeatMs?: number
  readonly streamBufferBytes?: number
  /** Answers to the document's doubts other than those of gaps.md; read once, at the start. */
  readonly doubts?: Partial<Doubts>
}

export interface PaperBroker {
  readonly restUrl: string
  readonly streamUrl: string
  readonly username: string
  readonly password: string
  readonly customers: readonly CustomerCode[]
  /** Update messages sent on a stream channel, counted once for each subscription that got them. */
  readonly sent: (channel: string) => number
  /** Ends a pending deposit or withdrawal as cancelled, as the exchange behind a broker may; false when none of that code is pending. */
  readonly cancelTransfer: (code: string) => boolean
  /** Delivers an event to the webhooks that want its type (document part 6); the broker itself has no cause to. */
  readonly emitWebhook: (type: string, payload: object) => void
  /** Closes one subscription at every client that has it, with one of the codes of part 7; `subscribe` opens it again. How many had it. */
  readonly failChannel: (channel: string, code: ChannelErrorCode) => number
  /** Throws on an unknown symbol. */
  readonly setInstrumentStatus: Exchange['setStatus']
  /** Resolves when the port is free and the state is on disk. */
  close(): Promise<void>
}

const MINUTE_MS = 60_000
const MEBIBYTE = 1024 * 1024

/** Starts a broker on 127.0.0.1. Rejects with one sentence when the port is taken or the state cannot be used. */
export async function startPaperBroker(options: PaperBrokerOptions): Promise<PaperBroker> {
  const { exchange, clock, randomBytes } = options
  const text = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url')
  const username = options.username ?? `dealer-${text(4)}`
  const password = options.password ?? text(18)

  const store = openStore(options.dataDirectory ?? null)
  const sessions = makeSessions(
    [{ username, password, verified: true }, ...(options.users ?? [])],
    randomBytes(32),
    options.tokenLifetimeMs ?? 60 * MINUTE_MS,
    clock,
  )
  const brokerage = openBrokerage(
    store,
    exchange,
    clock,
    options.customers ?? SAMPLE_CUSTOMERS,
    options.transferDelayMs ?? 1500,
    options.settlementEveryMs ?? null,
  )
  const doorkeeper = makeDoorkeeper({
    mode: options.auth ?? 'both',
    sessions,
    publicKeys: options.signingKeys ?? [],
    usedNonces: store.usedNonces,
    clock,
  })
  const webhooks = openWebhooks({ shelf: store.webhooks, clock, randomBytes })
  const dialect = dialectOf(options.doubts ?? {})
  const server = makeApiServer({
    routes: apiRoutes(brokerage, sessions, webhooks, {
      plainLoopback: options.plainWebhooks ?? false,
    }).filter(({ method, path }) => dialect.offers(method, path)),
    doorkeeper,
    dialect,
    clock,
    onFault: options.onFault,
  })
  const streams = serveStreams(server, {
    brokerage,
    doorkeeper,
    dialect,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    bufferLimit: options.streamBufferBytes ?? 8 * MEBIBYTE,
  })
  const closeBooks = () => {
    webhooks.close()
    brokerage.close()
    store.close()
  }
  let port: number
  try {
    port = await listen(server, options.port ?? 0)
  } catch (error) {
    streams.close()
    closeBooks()
    throw error
  }
  const stopExchange = exchange.start()
  let closing: Promise<void> | null = null
  return {
    restUrl: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}${STREAM_PATH}`,
    username,
    password,
    customers: store.accounts.customers(),
    sent: streams.sent,
    setInstrumentStatus: (symbol, status) => exchange.setStatus(symbol, status),
    cancelTransfer: (code) => brokerage.transfers.cancel(code),
    emitWebhook: (type, payload) => webhooks.emit(type, payload),
    failChannel: streams.fail,
    close() {
      closing ??= new Promise((resolve) => {
        stopExchange()
        streams.close()
        server.close(() => {
          closeBooks()
          resolve()
        })
        server.closeAllConnections()
      })
      return closing
    },
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken; choose another with --port, or 0 for any.`)
          : new Error(`Cannot listen on port ${port}: ${error.message}`),
      ),
    )
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
