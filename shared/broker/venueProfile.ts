/** The venue profile: one field with a default for every gap of the API (docs/api.md#gaps). Holds no secret. */

import { z } from 'zod'

const path = z.string().regex(/^\/[A-Za-z0-9/_-]*$/, 'must be a path such as /v1/customers')
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be an HTTP header name')
const url = (secure: string, plain: string) =>
  z
    .string()
    .regex(
      new RegExp(`^(${secure}|${plain})://[^\\s#]+$`),
      `must be a URL that starts with ${plain}:// or ${secure}://`,
    )

/** Empty: the venue has no such parameter. */
const parameterName = z.string().regex(/^[A-Za-z0-9_.-]{0,60}$/, 'must be the name of a query parameter')
const names = z.array(z.string().min(1)).min(1)
const written = z.enum(['number', 'string'])

export const venueProfile = z.strictObject({
  /** Where an editor finds docs/venue-profile.schema.json. */
  $schema: z.string().max(500).optional(),
  name: z.string().min(1).max(60),
  /** `live` shows the red frame. In a browser window it allows no trading unless the terminal was started with that option. */
  kind: z.enum(['paper', 'live']),
  restUrl: url('https', 'http'),
  streamUrl: url('wss', 'ws'),
  /** docs/api.md#gap.6. */
  auth: z.enum(['bearer', 'signed', 'both']).default('bearer'),
  /** docs/api.md#gap.2: prefixes per resource. */
  paths: z
    .strictObject({
      login: path.default('/auth/jwt/login'),
      webhooks: path.default('/webhooks'),
      customers: path.default('/v1/customers'),
      trades: path.default('/v1/trades'),
      transactions: path.default('/v1/customers/transactions'),
      instruments: path.default('/v1/instruments'),
      tickers: path.default('/v1/tickers'),
      marketTrades: path.default('/v1/market-trades'),
    })
    .prefault({}),
  /** docs/api.md#gap.6. */
  headers: z
    .strictObject({
      nonce: headerName.default('X-Nonce'),
      publicKey: headerName.default('X-Public-Key'),
      signature: headerName.default('X-Signature'),
    })
    .prefault({}),
  /** docs/api.md#gap.10 and #gap.11. */
  capabilities: z
    .strictObject({
      openOrders: z.boolean().default(true),
      amend: z.boolean().default(false),
    })
    .prefault({}),
  /** docs/api.md#gap.17: words of a ledger row's `direction`. */
  directions: z
    .strictObject({
      in: z.array(z.string()).default(['in', 'credit']),
      out: z.array(z.string()).default(['out', 'debit']),
    })
    .prefault({}),
  /** docs/api.md#rule.tolerant: the field that holds a list when the body itself is no list; each resource's own name (`orders`, `trades`, …) is tried too. */
  lists: z
    .strictObject({
      items: names.default(['items', 'data']),
      /** Fields beside the rows that are harmless with any value. Any other field that is set and that Openpit does not understand makes the list partial. */
      harmless: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  /** Names of query parameters that the API does not show. */
  parameters: z
    .strictObject({
      /** The ledger's status filter (docs/api.md#4.transactionsQuery.status); empty: not sent, rows are picked out on screen. */
      ledgerStatus: parameterName.default('status'),
    })
    .prefault({}),
  /** docs/api.md#gap.24 and #gap.25. */
  paging: z
    .strictObject({
      /** Fields of `response_metadata` (or of the page) that may hold the next cursor, the one to pass as `before` first. */
      cursors: names.default(['next', 'before', 'cursor', 'after']),
      /** Query parameters under which the cursor of any other list may be sent; each is tried until one leads on. Trades and ledger take `before`. */
      parameters: names.default(['before', 'cursor', 'after']),
      /** Rows requested per page of trades and market trades; null leaves `limit` out. */
      limit: z.number().int().positive().nullable().default(100),
    })
    .prefault({}),
  /** How decimals are written in request bodies: the API says "number" of amounts and "decimal" of prices, transfers and fees. */
  numbers: z
    .strictObject({
      amounts: written.default('number'),
      prices: written.default('string'),
      transfers: written.default('string'),
      fees: written.default('string'),
      leverage: written.default('number'),
      /** The nonce in the stream's `authenticate` message (docs/api.md#gap.7). */
      nonce: written.default('string'),
    })
    .prefault({}),
  /** docs/api.md#gap.7, #gap.8 and #gap.29: how streams are subscribed to, and the field names and words of their messages; the first field that is present counts. */
  stream: z
    .strictObject({
      /** `none`: private channels need no `authenticate` (a venue that takes the token on connect is not covered). */
      authenticate: z.enum(['token', 'none']).default('token'),
      /** `permessage-deflate`: asks the venue to compress its messages; the venue may decline. For venues that insist, because inflating takes time. */
      compression: z.enum(['none', 'permessage-deflate']).default('none'),
      /** `none`: the venue confirms no subscription, so that a private channel counts as live unless it fails within 5 s. */
      confirmations: z.enum(['sent', 'none']).default('sent'),
      channel: names.default(['channel', 'topic', 'arg']),
      type: names.default(['type', 'event']),
      data: names.default(['data', 'changes']),
      snapshot: names.default(['snapshot']),
      update: names.default(['update']),
    })
    .prefault({}),
})
export type VenueProfile = z.infer<typeof venueProfile>

/** JSON Schema (draft 2020-12) of a profile file: a field with a default may be left out. */
export const venueProfileJsonSchema = (): unknown => ({
  title: 'Openpit venue profile',
  ...z.toJSONSchema(venueProfile, { io: 'input' }),
})
