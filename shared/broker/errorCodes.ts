/** The API's error codes (docs/api.md#part-7) and their meaning for a dealer. Reads codes, never message texts. */

/** The only codes that prove a refusal (docs/order-lifecycle.md#what-an-answer-proves). */
const REFUSAL_CODES = ['VALIDATION_ERROR', 'ORDER_REJECTED', 'INSUFFICIENT_FUNDS', 'NOT_FOUND'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

export const isRefusalCode = (code: string): code is RefusalCode =>
  (REFUSAL_CODES as readonly string[]).includes(code)

const SENTENCES: Readonly<Record<string, string>> = {
  LOGIN_BAD_CREDENTIALS: 'Wrong username or password, or the user is not active. Type them again.',
  LOGIN_USER_NOT_VERIFIED: 'This user is not verified yet. Ask the broker to verify it, then sign in again.',
  VALIDATION_ERROR:
    'The venue refused the request as malformed. Correct the field that it names and send again.',
  ORDER_REJECTED: 'The exchange refused the order. Check price, amount and notional for this instrument.',
  INSUFFICIENT_FUNDS: 'The customer has too little free collateral. Deposit first, or send a smaller amount.',
  NOT_FOUND:
    'The venue does not know this order or instrument. Check the symbol, and look an order up before you act on it.',
  ORDERBOOK_STREAM_UPSTREAM_ERROR: 'The venue lost its own book feed. Openpit subscribes again.',
  ORDERBOOK_STREAM_UPSTREAM_REJECT: 'The venue refuses this book. Openpit tries again more slowly.',
  MARKET_TRADES_UPSTREAM_ERROR: 'The venue lost its own trade feed. Openpit subscribes again.',
  MARKET_TRADES_UPSTREAM_REJECT: 'The venue refuses these trades. Openpit tries again more slowly.',
}

/** The sentence for the dealer about a code; an unknown code is shown as it arrived. */
export const sentenceOfCode = (code: string): string =>
  Object.hasOwn(SENTENCES, code) ? (SENTENCES[code] as string) : `The venue answered ${code}.`

const STATUSES: Readonly<Record<number, string>> = {
  401: 'The venue does not accept the session, or the nonce of a signed request (401). Sign in again. If the error stays, check the clock of this machine.',
  403: 'The venue does not allow this account to do that (403). Ask the broker.',
  404: 'The venue has nothing at this address (404). Check the paths in the venue profile.',
  405: 'The venue does not accept this request at this address (405). Check paths and capabilities in the venue profile.',
  422: 'The venue refused the request as incomplete (422). Correct the fields that it names.',
  429: 'The venue received too many requests (429). Wait a moment, then try again.',
}

/** The sentence for the dealer about an answer without a known code; a status that the API does not name is shown as a number. */
export const sentenceOfStatus = (status: number): string =>
  STATUSES[status] ??
  (status >= 500
    ? `The venue cannot answer now (${status}). Try again in a moment.`
    : `The venue answered ${status}. Check the paths in the venue profile.`)
