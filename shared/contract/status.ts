/** The session and its links as windows receive them. Never holds a secret. */

import { z } from 'zod'
import { dealerName } from '../domain/settings/dealerName.ts'
import { reasonOf } from '../domain/orders/openOrderReading.ts'
import { epochMs } from '../domain/scalars.ts'
import { replayStatus } from './replay.ts'

export const venueSummary = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The color of the frame around the window shows the kind. */
  kind: z.enum(['paper', 'live']),
  /** Empty for the built-in broker until it runs. It starts at the sign-in to its venue. */
  restUrl: z.string(),
  /** The built-in broker needs no credentials; every other venue needs a username and password. */
  credentials: z.enum(['built-in', 'stored', 'needed']),
  username: z.string().nullable(),
  /** What the venue profile says (docs/api.md#gap.6, #gap.10 and #gap.11). */
  auth: z.enum(['bearer', 'signed', 'both']),
  amend: z.boolean(),
  openOrders: z.boolean(),
  /** False for the built-in paper broker and a venue of `--venue`, because the terminal does not store their profiles. */
  editable: z.boolean(),
  /** The replay of a recording: of a session, where nothing can be sent, or of a market, where paper orders are filled. Null: none. */
  replay: replayStatus.nullable(),
})
export type VenueSummary = z.infer<typeof venueSummary>

export const sessionPhase = z.enum([
  'signed-out',
  'signing-in',
  'reconciling',
  'ready',
  /** A private channel is not live. Fills and cancels may be missed, so nothing new is sent. */
  'channels-down',
  'signed-off-by-venue',
])

/** What unlocks a session of the built-in broker, which has no password. */
export const UNLOCK_WORD = 'UNLOCK'

/** A key was pressed, or no window had a key or a click for as long as the settings say. */
export const lockCause = z.enum(['key', 'rest'])
export type LockCause = z.infer<typeof lockCause>

/** The session lock: every window hides what it shows, and the core takes no act of a window. */
export const lockInForce = z.strictObject({
  since: epochMs,
  /** The user who is signed in. */
  by: z.string(),
  /** What unlocks: the password of the sign-in, or `UNLOCK_WORD`. */
  asks: z.enum(['password', 'word']),
  cause: lockCause,
  /** Wrong tries since. */
  wrong: z.number().int(),
})
export type LockInForce = z.infer<typeof lockInForce>

/** The program itself, for the first screen and the card of keys. Paths are text for the dealer. */
export const programStatus = z.strictObject({
  version: z.string(),
  /** Folder of journal, settings and notices; null: this run stores nothing. */
  dataFolder: z.string().nullable(),
  /** First page of the manual; null: it was not installed. */
  manual: z.string().nullable(),
})
export type ProgramStatus = z.infer<typeof programStatus>

export const session = z.strictObject({
  program: programStatus,
  phase: sessionPhase,
  venues: z.array(venueSummary),
  /** Id of the venue that the session is or will be signed in to. */
  venueId: z.string().nullable(),
  username: z.string().nullable(),
  /** Who deals, as the dealer said; null: nobody is named. */
  dealer: dealerName.nullable(),
  /** The last fault, or the present step; a sentence for the dealer. */
  message: z.string().nullable(),
  /** Whether this machine has a keychain for passwords; a sentence when it has none. */
  keychain: z.strictObject({ available: z.boolean(), message: z.string().nullable() }),
  /** Why this terminal sends less than usual, such as an unusable order journal or unconfirmed limits: sentences. Null: nothing restricts it. */
  restriction: z.string().nullable(),
  /** Whether this window may send orders (C6). */
  mayTrade: z.boolean(),
  /** Null: not locked. */
  locked: lockInForce.nullable(),
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
  /** When the token expires; null where the venue gives no time or there is no token. */
  tokenExpiresAt: epochMs.nullable(),
})
export type Connection = z.infer<typeof connection>

/** The venue's lists that every session reads. The topic `openOrderReadings` has the readings of open orders. */
export const readName = z.enum([
  'instruments',
  'tickers',
  'trades',
  'ledger',
  /** The venue has no list of customers. All are known once trades and ledger, which name them, are read to their first record. */
  'customers',
])
export type ReadName = z.infer<typeof readName>

/** The reading of one list. Tells apart a list that was not read, an empty list, and a list whose last reading failed. */
export const venueRead = z.strictObject({
  name: readName,
  /** Core's wall clock at the last reading; null: none in this session. */
  readAt: epochMs.nullable(),
  /** Why the last reading failed, in one sentence; null where it did not fail. */
  why: z.string().nullable(),
  /**
   * Why the last list that was read may hold more rows, as a clause without a full stop. Left out: it was whole, or `why` says it. The venue
   * answered, so it is no fault of a link.
   */
  missing: z.string().optional(),
})
export type VenueRead = z.infer<typeof venueRead>

/** Why some customers may be unknown: a clause without a full stop. Null: all are known, or nobody is signed in. `reads`: null before the core sent any. */
export function whyCustomersUnknown(reads: readonly VenueRead[] | null): string | null {
  if (reads === null) return 'the core has not said so far'
  const customers = reads.find(({ name }) => name === 'customers')
  if (!customers) return null
  if (customers.why !== null) return reasonOf(customers.why)
  return customers.readAt === null ? 'trades and ledger, which name them, are being read' : null
}

/** Why other positions than the known ones may stand, in one sentence. Null: every trade was read, or nobody is signed in. `reads`: null before the core sent any. */
export function positionsUnread(reads: readonly VenueRead[] | null): string | null {
  if (reads === null) return 'There may be other positions: the core has not said so far.'
  const trades = reads.find(({ name }) => name === 'trades')
  if (!trades || (trades.why === null && trades.readAt !== null)) return null
  return `There may be other positions: ${trades.why === null ? 'the trades are still being read.' : `not every trade is read. ${trades.why}`}`
}
