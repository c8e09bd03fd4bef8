/** Closes one customer's position in one instrument: cancels, waits for the proof, then one market order. Never guesses a size. */

import { absolute, compare, decimal, toText } from '../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Reply, Request } from '../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../shared/contract/failure.ts'
import type { Haltable } from '../../shared/domain/halt.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/text.ts'
import { brokerForSending, type Access } from './access.ts'
import type { CancelDesk } from './cancelDesk.ts'
import type { OrderBoard } from './orderBoard.ts'
import type { OrderDesk } from './orderDesk.ts'
import type { TradeBook } from './tradeBook.ts'
import { plainDraft } from '../../shared/domain/order.ts'

/** Ms to wait until every cancel is confirmed and every fill is in the position. */
const PATIENCE = 10_000
const LOOK_EVERY = 50

type Flattened = Result<Reply<'position.flatten'>, Failure>

export interface FlattenParts {
  readonly clock: Clock
  readonly access: Access
  readonly board: OrderBoard
  readonly trades: TradeBook
  readonly desk: OrderDesk
  readonly cancels: CancelDesk
  /** Why not even a position may be closed now; null: it may. */
  readonly stops: (of: Haltable) => string | null
}

/** Resolves true once `holds`, false after `PATIENCE`. */
const waitUntil = (clock: Clock, holds: () => boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const until = clock.monotonic() + PATIENCE
    let stop: Stop = () => undefined
    const look = () => {
      const done = holds()
      if (!done && clock.monotonic() < until) return
      stop()
      resolve(done)
    }
    stop = clock.every(LOOK_EVERY, look)
    look()
  })

export function createFlatten(
  parts: FlattenParts,
): (request: Request<'position.flatten'>) => Promise<Flattened> {
  const { clock, access, board, trades, desk, cancels, stops } = parts
  /** One intent, one outcome. */
  const intents = new Map<string, Promise<Flattened>>()
  const running = new Set<string>()

  const liveOf = (customer: CustomerCode, of: Symbol) =>
    board.live().filter((order) => order.customerCode === customer && order.symbol === of)

  /** Whether the trades account for every fill that orders report: until then the position is behind. */
  const isCaughtUp = (customer: CustomerCode, of: Symbol): boolean =>
    board.all().every((order) => {
      if (order.customerCode !== customer || order.symbol !== of || order.origin !== 'desk') return true
      const traded = trades.filledBy(customer, of, order.referenceId)
      return traded === null || compare(traded, decimal(order.filledAmount)) >= 0
    })

  const flatten = async (request: Request<'position.flatten'>): Promise<Flattened> => {
    const { customerCode, symbol, intentId } = request
    const refuse = (sentence: string): Flattened =>
      fail(failureOf('refused', `${sentence} Nothing was sent.`))
    const link = brokerForSending(access)
    if ('failure' in link) return fail(link.failure)
    const stop = stops({ customerCode, symbol })
    // Asked before its orders are cancelled: they may be what protects the position.
    if (stop !== null) return refuse(stop)
    const held = trades.position(customerCode, symbol)
    if (held && !held.complete)
      return refuse(
        `The position of ${customerCode} in ${symbol} is not known for certain: its trades are not all read back.`,
      )
    if (
      !held ||
      (held.size === '0' && liveOf(customerCode, symbol).length === 0 && isCaughtUp(customerCode, symbol))
    )
      return refuse(`${customerCode} has no position in ${symbol}.`)
    cancels.cancelAll({ customerCode, symbol, side: null })
    const settled = await waitUntil(
      clock,
      () => liveOf(customerCode, symbol).length === 0 && isCaughtUp(customerCode, symbol),
    )
    if (!settled) {
      const left = board
        .live()
        .filter((order) => order.customerCode === customerCode && order.symbol === symbol)
      return refuse(
        left.length > 0
          ? `${left.length} of the customer's orders in ${symbol} are not confirmed as cancelled. Look at them, then flatten again.`
          : `The venue has not shown every fill of ${customerCode} in ${symbol} yet. Flatten again in a moment.`,
      )
    }
    const now = trades.position(customerCode, symbol)
    if (!now?.complete)
      return refuse(`The position of ${customerCode} in ${symbol} is not known for certain.`)
    const size = decimal(now.size)
    if (size === 0n) return refuse(`${customerCode} is flat in ${symbol} after its orders ended.`)
    const sent = await desk.submit(
      {
        intentId,
        typed: null,
        draft: plainDraft({
          customerCode,
          symbol,
          side: size > 0n ? 'sell' : 'buy',
          type: 'market',
          amount: toText(absolute(size)),
        }),
      },
      true,
    )
    if (!sent.ok) return sent
    return sent.value.outcome === 'taken'
      ? ok({ referenceId: sent.value.referenceId })
      : refuse('The limits want a look at this order first: send it from the ticket.')
  }

  return (request) => {
    const earlier = intents.get(request.intentId)
    if (earlier) return earlier
    const key = `${request.customerCode} ${request.symbol}`
    if (running.has(key))
      return Promise.resolve(
        fail(
          failureOf('refused', `${request.customerCode} is already being flattened in ${request.symbol}.`),
        ),
      )
    running.add(key)
    const outcome = flatten(request).finally(() => running.delete(key))
    intents.set(request.intentId, outcome)
    // A refusal sent nothing: the same intent may be tried again.
    void outcome.then((result) => !result.ok && intents.delete(request.intentId))
    return outcome
  }
}
