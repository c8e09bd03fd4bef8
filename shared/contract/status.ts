/** What a window is told of the session and its links. Never holds a secret. */

import { z } from 'zod'
import { reasonOf } from '../domain/orders/openOrderReading.ts'
import { epochMs } from '../domain/scalars.ts'
import { replayStatus } from './replay.ts'

export const venueSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Drawn as an unmistakable frame around the window. */
  kind: z.enum(['paper', 'live']),
  /** Empty for the built-in broker before it runs: it starts when its venue is signed in to. */
  restUrl: z.string(),
  /** The built-in broker signs in by itself; others want a username and password. */
  credentials: z.enum(['built-in', 'stored', 'needed']),
  username: z.string().nullable(),
  /** What the venue profile says (docs/api.md#gap.6, #gap.10 and #gap.11). */
  auth: z.enum(['bearer', 'signed', 'both']),
  amend: z.boolean(),
  openOrders: z.boolean(),
  /** False for the built-in paper broker and a venue of `--venue`: their profiles are not this desk's to change. */
  editable: z.boolean(),
  /** A recording is played: of a session, in which nothing can be sent, or of a market, in which paper orders are dealt. */
  replay: replayStatus.nullable(),
})
export type VenueSummary = z.infer<typeof venueSummary>

export const sessionPhase = z.enum([
  'signed-out',
  'signing-in',
  'reconciling',
  'ready',
  /** A private channel is not live: fills and cancels may pass unseen, so that nothing new is sent. */
  'channels-down',
  'signed-off-by-venue',
])

export const session = z.strictObject({
  phase: sessionPhase,
  venues: z.array(venueSummary),
  /** Id of the venue signed in to, or being signed in to. */
  venueId: z.string().nullable(),
  username: z.string().nullable(),
  /** What went wrong last, or what is being done; a sentence for the dealer. */
  message: z.string().nullable(),
  /** Whether this machine has a keychain to keep passwords in; a sentence when it has not. */
  keychain: z.strictObject({ available: z.boolean(), message: z.string().nullable() }),
  /** Whether this window may send orders (C6). */
  mayTrade: z.boolean(),
})
export type Session = z.infer<typeof session>

export const linkState = z.enum(['down', 'connecting', 'live', 'suspect', 'failed'])
export type LinkState = z.infer<typeof linkState>

export const streamLink = z.strictObject({
  /** The channel as subscribed: `orders`, `orderbook-stream:BTCUSDC_PERP`, … */
  channel: z.string(),
  state: linkState,
  /** Core's wall clock of the last message, null before one came. */
  lastAt: epochMs.nullable(),
  message: z.string().nullable(),
})
export type StreamLink = z.infer<typeof streamLink>

export const connection = z.strictObject({
  rest: z.strictObject({
    state: linkState,
    /** Median of the last 20 answers, ms. */
    medianMs: z.number().nullable(),
    message: z.string().nullable(),
  }),
  streams: z.array(streamLink),
  clock: z.strictObject({
    /** Server time minus ours, ms; null before the first `Date` header. */
    offsetMs: z.number().nullable(),
    uncertaintyMs: z.number().nullable(),
  }),
  /** When the token ends; null where the venue does not say or there is none. */
  tokenExpiresAt: epochMs.nullable(),
})
export type Connection = z.infer<typeof connection>

/** Lists of the venue that every session reads. How far customers' open orders are read is on the topic `openOrderReadings`. */
export const readName = z.enum([
  'instruments',
  'tickers',
  'trades',
  'ledger',
  /** No list of its own: trades and ledger name the customers, and all are known once both are read to their first record. */
  'customers',
])
export type ReadName = z.infer<typeof readName>

/** How the reading of one list stands: not read, read and empty, and read before the last attempt failed are three things. */
export const venueRead = z.strictObject({
  name: readName,
  /** Core's wall clock when it was last read; null: never in this session. */
  readAt: epochMs.nullable(),
  /** Why the last attempt came to nothing, in one sentence; null when it came to something or none was made. */
  why: z.string().nullable(),
})
export type VenueRead = z.infer<typeof venueRead>

/** Why there may be customers that are not known here, a clause without a full stop; null: all are, or nobody is signed in. `reads`: null before the core told of any. */
export function whyCustomersUnknown(reads: readonly VenueRead[] | null): string | null {
  if (reads === null) return 'the core has not said so far'
  const customers = reads.find(({ name }) => name === 'customers')
  if (!customers) return null
  if (customers.why !== null) return reasonOf(customers.why)
  return customers.readAt === null ? 'trades and ledger, which name them, are being read' : null
}
