/** The paper broker without its sockets: store, brokerage, sessions, the API as a function, and the stream hub. Holds no rules. */

import type { Clock } from '../../shared/base/clock.ts'
import { createApi, type Api } from './api/api.ts'
import { apiRoutes } from './api/resources/routes.ts'
import { openBrokerage, type Brokerage } from './brokerage/brokerage.ts'
import { SAMPLE_CUSTOMERS, type SampleCustomer } from './brokerage/customers.ts'
import { apiVariantOf, type ApiVariant, type VariantChoices } from './apiVariants.ts'
import type { Exchange } from './exchange/exchange.ts'
import { createAuthenticator, type AuthMode } from './session/authenticator.ts'
import { createSessions, type Sessions, type User } from './session/sessions.ts'
import { openStore, type Store } from './store/store.ts'
import { openStreamHub, type StreamHub } from './stream/streamHub.ts'
import { openWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface PaperCoreOptions {
  /** Not started yet: `startPaperBroker` starts and stops it. */
  readonly exchange: Exchange
  readonly clock: Clock
  /** Cryptographic randomness, for the credentials and the key of the tokens. */
  readonly randomBytes: (size: number) => Uint8Array
  /** Receives errors of the broker itself. The request that met the error gets a 500. */
  readonly onFault: (error: unknown) => void
  /** Random in each run unless given. */
  readonly username?: string
  readonly password?: string
  /** Users besides `username`. */
  readonly users?: readonly User[]
  readonly tokenLifetimeMs?: number
  /** Proof that requests must carry: a token, a signature, or at least one of them (default `both`). */
  readonly auth?: AuthMode
  /** Ed25519 public keys that may sign, 32 bytes each in base64. */
  readonly signingKeys?: readonly string[]
  /** Allows webhooks to `http:` addresses on loopback. Tests need this: they have no certificate. */
  readonly plainWebhooks?: boolean
  /** Folder for the state; null stores nothing. */
  readonly dataDirectory?: string | null
  readonly customers?: readonly SampleCustomer[]
  readonly transferDelayMs?: number
  /** How often open profit and loss becomes cash, counted from midnight UTC. Null or missing: never. */
  readonly settlementEveryMs?: number | null
  readonly heartbeatMs?: number
  readonly streamBufferBytes?: number
  /** Variant of the API: choices that differ from the defaults of docs/api.md#gaps. Read once, at the start. */
  readonly variant?: Partial<VariantChoices>
}

export interface PaperCore {
  readonly username: string
  readonly password: string
  readonly apiVariant: ApiVariant
  readonly api: Api
  readonly streams: StreamHub
  readonly brokerage: Brokerage
  readonly webhooks: Webhooks
  readonly sessions: Sessions
  /** What was lost of the accounts of earlier runs, one sentence each. */
  readonly losses: readonly string[]
  /** Saves and releases the state. First end the streams and stop the exchange. */
  close(): void
}

const MINUTE_MS = 60_000
const MEBIBYTE = 1024 * 1024

/** Throws one sentence, with the store closed, when the stored accounts and orders cannot go on. */
function withAccounts(store: Store, options: PaperCoreOptions): Brokerage {
  try {
    return openBrokerage(
      store,
      options.exchange,
      options.clock,
      options.customers ?? SAMPLE_CUSTOMERS,
      options.transferDelayMs ?? 1500,
      options.settlementEveryMs ?? null,
    )
  } catch (error) {
    store.close()
    throw new Error(
      `Cannot go on with the accounts in ${options.dataDirectory ?? 'memory'}: ${error instanceof Error ? error.message : String(error)}. Restore the folder from a backup. To begin anew, move its files away.`,
      { cause: error },
    )
  }
}

/** Throws one sentence when the state cannot be used. The exchange is not started. */
export function openPaperCore(options: PaperCoreOptions): PaperCore {
  const { clock, randomBytes } = options
  const text = (bytes: number) => Buffer.from(randomBytes(bytes)).toString('base64url')
  const username = options.username ?? `dealer-${text(4)}`
  const password = options.password ?? text(18)

  const store = openStore(options.dataDirectory ?? null)
  const sessions = createSessions(
    [{ username, password, verified: true }, ...(options.users ?? [])],
    randomBytes(32),
    options.tokenLifetimeMs ?? 60 * MINUTE_MS,
    clock,
  )
  const brokerage = withAccounts(store, options)
  const authenticator = createAuthenticator({
    mode: options.auth ?? 'both',
    sessions,
    publicKeys: options.signingKeys ?? [],
    usedNonces: store.usedNonces,
    clock,
  })
  const webhooks = openWebhooks({ registrations: store.webhooks, clock, randomBytes })
  const apiVariant = apiVariantOf(options.variant ?? {})
  const api = createApi({
    routes: apiRoutes(brokerage, sessions, webhooks, {
      plainLoopback: options.plainWebhooks ?? false,
    }).filter(({ method, path }) => apiVariant.offers(method, path)),
    authenticator,
    apiVariant,
    clock,
    onFault: options.onFault,
  })
  const streams = openStreamHub({
    brokerage,
    authenticator,
    apiVariant,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    bufferLimit: options.streamBufferBytes ?? 8 * MEBIBYTE,
  })
  return {
    username,
    password,
    apiVariant,
    api,
    streams,
    brokerage,
    webhooks,
    sessions,
    losses: store.losses,
    close() {
      webhooks.close()
      brokerage.close()
      store.close()
    },
  }
}
