/** The venue profile: every guess that the API document leaves open, as a field with its default (spec/gaps.md). Holds no secret. */

import { z } from 'zod'

const path = z.string().regex(/^\/[A-Za-z0-9/_-]*$/, 'must be a path such as /v1/customers')
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be an HTTP header name')
const url = (protocols: readonly string[]) =>
  z
    .string()
    .refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}//`)) && !/[\s#]/.test(text), {
      error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })

export const venueProfile = z.strictObject({
  name: z.string().min(1).max(60),
  /** `live` gets the red frame and, in a browser window, no trading unless the terminal was started to allow it. */
  kind: z.enum(['paper', 'live']),
  restUrl: url(['http:', 'https:']),
  streamUrl: url(['ws:', 'wss:']),
  /** Gap 6. */
  auth: z.enum(['bearer', 'signed', 'both']).default('bearer'),
  /** Gap 2: prefixes per resource. */
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
  /** Gap 6. */
  headers: z
    .strictObject({
      nonce: headerName.default('X-Nonce'),
      publicKey: headerName.default('X-Public-Key'),
      signature: headerName.default('X-Signature'),
    })
    .prefault({}),
  /** Gaps 10 and 11. */
  capabilities: z
    .strictObject({
      openOrders: z.boolean().default(true),
      amend: z.boolean().default(false),
    })
    .prefault({}),
  /** Gap 17: words of a ledger row's `direction`. */
  directions: z
    .strictObject({
      in: z.array(z.string()).default(['in', 'credit']),
      out: z.array(z.string()).default(['out', 'debit']),
    })
    .prefault({}),
})
export type VenueProfile = z.infer<typeof venueProfile>
