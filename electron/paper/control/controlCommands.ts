/** Commands that make the paper broker show events that a real venue shows rarely. Not part of the API; never touches a customer's order. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { isObject, type Json } from '../../../shared/broker/fields.ts'
import type { Exchange, InstrumentStatus } from '../exchange/exchange.ts'
import type { TransferSettlement } from '../brokerage/accounts/transfers.ts'
import type { Sessions } from '../session/sessions.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'

export interface ControlOptions {
  readonly exchange: Pick<Exchange, 'instruments' | 'status' | 'setStatus'>
  readonly transfers: Pick<TransferSettlement, 'pending' | 'cancel'>
  readonly sessions: Pick<Sessions, 'setUser'>
  readonly webhooks: Pick<Webhooks, 'emit' | 'deliveries'>
}

/** The answer of a command, or one sentence on why it cannot be done. */
type Answer = Result<unknown, string>

export interface ControlCommand {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Fields of the body. All are required unless the name ends with `?`. */
  readonly fields: readonly string[]
  run(body: Json): Answer
}

const STATUSES: readonly InstrumentStatus[] = ['open', 'post_only', 'trade_halt']
const WORD = /^[\x21-\x7e]{1,100}$/
const textOf = (body: Json, name: string): string | null => {
  const value = body[name]
  return typeof value === 'string' && WORD.test(value) ? value : null
}

export function controlCommands({
  exchange,
  transfers,
  sessions,
  webhooks,
}: ControlOptions): ControlCommand[] {
  return [
    {
      method: 'GET',
      path: '/instruments',
      fields: [],
      run: () => ok(exchange.instruments.map(({ symbol }) => ({ symbol, status: exchange.status(symbol) }))),
    },
    {
      method: 'POST',
      path: '/instruments',
      fields: ['symbol', 'status'],
      run(body) {
        const known = exchange.instruments.find(({ symbol }) => symbol === body['symbol'])
        const status = STATUSES.find((word) => word === body['status'])
        if (!known) return fail('symbol is not an instrument of this broker')
        if (!status) return fail(`status must be ${STATUSES.join(', ')}`)
        exchange.setStatus(known.symbol, status)
        return ok({ symbol: known.symbol, status })
      },
    },
    {
      method: 'GET',
      path: '/transfers',
      fields: [],
      run: () =>
        ok(
          transfers.pending().map(({ code, customerCode, type, signedAmount }) => ({
            code,
            customer_code: customerCode,
            type,
            signed_amount: signedAmount,
          })),
        ),
    },
    {
      method: 'POST',
      path: '/transfers/cancel',
      fields: ['code'],
      run(body) {
        const code = textOf(body, 'code')
        return code !== null && transfers.cancel(code)
          ? ok({ code, status: 'cancelled' })
          : fail('no pending transfer has this code')
      },
    },
    {
      method: 'POST',
      path: '/users',
      fields: ['username', 'password', 'verified'],
      run(body) {
        const username = textOf(body, 'username')
        const password = textOf(body, 'password')
        const { verified } = body
        if (username === null || password === null)
          return fail('username and password must be 1 to 100 printable characters without spaces')
        if (typeof verified !== 'boolean') return fail('verified must be true or false')
        sessions.setUser({ username, password, verified })
        return ok({ username, verified })
      },
    },
    {
      method: 'POST',
      path: '/webhooks/emit',
      fields: ['event_type', 'data?'],
      run(body) {
        const type = textOf(body, 'event_type')
        if (type === null) return fail('event_type must be 1 to 100 printable characters without spaces')
        const data = body['data'] ?? {}
        if (!isObject(data)) return fail('data must be an object')
        webhooks.emit(type, data)
        return ok({ event_type: type })
      },
    },
    {
      method: 'GET',
      path: '/webhooks/deliveries',
      fields: [],
      run: () =>
        ok(
          webhooks.deliveries().map((delivery) => ({
            webhook_id: delivery.webhookId,
            key_id: delivery.keyId,
            url: delivery.url,
            event_type: delivery.eventType,
            attempt: delivery.attempt,
            at: new Date(delivery.at).toISOString(),
            taken: delivery.taken,
          })),
        ),
    },
  ]
}
