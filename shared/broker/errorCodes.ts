/** The API's error codes (docs/api.md#part-7) and what each means for a dealer. Decided by code, never by message text. */

/** The codes that prove a refusal; nothing else does (docs/order-lifecycle.md#what-an-answer-proves). */
const REFUSAL_CODES = ['VALIDATION_ERROR', 'ORDER_REJECTED', 'INSUFFICIENT_FUNDS', 'NOT_FOUND'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

export const isRefusalCode = (code: string): code is RefusalCode =>
  (REFUSAL_CODES as readonly string[]).includes(code)

const SENTENCES: Readonly<Record<string, string>> = {
  LOGIN_BAD_CREDENTIALS: 'Wrong username or password, or the user is not active. Type them again.',
  LOGIN_USER_NOT_VERIFIED: 'This user is not verified yet. Ask the broker to verify it, then sign in again.',
  VALIDATION_ERROR: 'The venue found the request malformed. Mend the field it names and send again.',
  ORDER_REJECTED: 'The exchange refused the order: check price, amount and notional for this instrument.',
  INSUFFICIENT_FUNDS: 'The customer has not enough free collateral for this. Deposit first, or ask for less.',
  NOT_FOUND:
    'The venue does not know this order or instrument. Check the symbol; look an order up before you act on it.',
  ORDERBOOK_STREAM_UPSTREAM_ERROR: 'The venue lost its own book feed; subscribing again.',
  ORDERBOOK_STREAM_UPSTREAM_REJECT: 'The venue refuses this book; trying again more slowly.',
  MARKET_TRADES_UPSTREAM_ERROR: 'The venue lost its own trade feed; subscribing again.',
  MARKET_TRADES_UPSTREAM_REJECT: 'The venue refuses these trades; trying again more slowly.',
}

/** The sentence for the dealer about a code; an unknown code is shown as it arrived. */
export const sentenceOfCode = (code: string): string =>
  Object.hasOwn(SENTENCES, code) ? (SENTENCES[code] as string) : `The venue answered ${code}.`

const STATUSES: Readonly<Record<number, string>> = {
  401: 'The venue does not accept the session, or the nonce of a signed request (401). Sign in again; if it stays, check the clock of this machine.',
  403: 'The venue does not let this account do that (403). Ask the broker.',
  404: 'The venue has nothing at this address (404). Check the paths in the venue profile.',
  405: 'The venue does not do that at this address (405). Check paths and capabilities in the venue profile.',
  422: 'The venue found the request incomplete (422). Mend the fields it names.',
  429: 'The venue wants fewer requests (429). Wait a moment.',
}

/** The sentence for the dealer about an answer without a known code; a status that the API does not name is shown as a number. */
export const sentenceOfStatus = (status: number): string =>
  STATUSES[status] ??
  (status >= 500
    ? `The venue cannot answer now (${status}). Try again in a moment.`
    : `The venue answered ${status}. Check the paths in the venue profile.`)
