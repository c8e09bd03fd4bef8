/** Instruments, tickers and public trades. Changes nothing. */

import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { BrokerContext } from '../../brokerage/brokerContext.ts'
import { refuse } from '../../refusal.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import { readLimit } from './query.ts'
import { reply } from '../request.ts'
import type { Route } from '../router.ts'
import { passesFilter } from './symbolFilter.ts'
import { QUOTE_CURRENCY, instrumentOnWire, marketTradeOnWire, tickerOnWire } from './wire.ts'

export function marketRoutes(context: BrokerContext): Route[] {
  const { exchange, instruments } = context
  const filtered = (query: URLSearchParams): ExchangeInstrument[] =>
    exchange.instruments.filter(
      ({ symbol, underlying }) =>
        passesFilter(query.get('symbol'), symbol) &&
        passesFilter(query.get('underlying'), underlying) &&
        passesFilter(query.get('quote_currency'), QUOTE_CURRENCY) &&
        passesFilter(query.get('status'), exchange.status(symbol)),
    )
  return [
    {
      method: 'GET',
      path: '/v1/instruments',
      handle: ({ query }) =>
        reply(filtered(query).map((each) => instrumentOnWire(each, exchange.status(each.symbol)))),
    },
    {
      method: 'GET',
      path: '/v1/tickers',
      handle: ({ query }) => reply(filtered(query).map((instrument) => tickerOnWire(exchange, instrument))),
    },
    {
      /** docs/api.md#gap.28: `symbol`, `limit`, `before` (code of a print: only older prints). Newest first. An unknown symbol gives an empty list. */
      method: 'GET',
      path: '/v1/market-trades',
      handle({ query }) {
        const symbol = query.get('symbol')
        if (symbol === null) return refuse('VALIDATION_ERROR', 'symbol is required')
        const limit = readLimit(query)
        if (!limit.ok) return limit
        const instrument = instruments.get(symbol)
        if (!instrument) return reply([])
        const prints = exchange.prints(symbol as Symbol, limit.value, query.get('before'))
        return reply(prints.map((print) => marketTradeOnWire(print, instrument)))
      },
    },
  ]
}
