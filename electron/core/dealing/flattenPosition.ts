/**
 * Closes one customer's position in one instrument: cancels, waits for the proof, then one market order. While a private channel is down or the
 * list of open orders is not whole it first wants the customer code typed. Never guesses a size.
 */

import { absolute, compare, decimal, toText } from '../../../shared/base/decimal.ts'
import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import {
  capital,
  readingWords,
  type OpenOrderReading,
} from '../../../shared/domain/orders/openOrderReading.ts'
import { unsureWords } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { OrderSubmission } from './submitOrder.ts'
import type { ReadFailure } from '../ports.ts'
import type { CancelAll } from '../risk/cancelAll.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'
import type { LostChannels } from '../support/privateChannels.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'

/** Ms to wait until every cancel is confirmed and every fill is in the position. */
const PATIENCE = 10_000
const LOOK_EVERY = 50
/** Ms between two reads of orders and trades while no private channel can be relied on. */
const READ_EVERY = 1_000

type Flattened = Result<Reply<'position.flatten'>, Failure>

export interface FlattenOptions {
  readonly clock: Clock
  readonly orderStore: OrderStore
  readonly customers: Pick<CustomerDirectory, 'looksLike'>
  readonly trades: TradeBook
  readonly desk: OrderSubmission
  readonly cancelAll: Pick<CancelAll, 'start'>
  readonly gate: TradingGate
  /** Private channels that are not live; null while all are. */
  readonly lost: () => LostChannels | null
  /** The customer's list of open orders where it is not whole. */
  readonly unseen: (customer: CustomerCode) => OpenOrderReading | null
  /** Reads trades, ledger and this customer's open orders from the venue. */
  readonly readCustomer: (customer: CustomerCode) => Promise<Result<unknown, ReadFailure>>
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

const ageWords = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`

export function createFlatten(
  parts: FlattenOptions,
): (request: Request<'position.flatten'>) => Promise<Flattened> {
  const { clock, orderStore, customers, trades, desk, cancelAll, gate, lost, unseen, readCustomer } = parts
  /** One intent, one outcome. */
  const intents = new Map<string, Promise<Flattened>>()
  const running = new Set<string>()

  const liveOf = (customer: CustomerCode, of: Symbol) =>
    orderStore.live().filter((order) => order.customerCode === customer && order.symbol === of)

  /** Whether the trades account for every fill that orders report: until then the position is behind. */
  const isCaughtUp = (customer: CustomerCode, of: Symbol): boolean =>
    orderStore.all().every((order) => {
      if (order.customerCode !== customer || order.symbol !== of || order.origin !== 'desk') return true
      const traded = trades.filledBy(customer, of, order.referenceId)
      return traded === null || compare(traded, decimal(order.filledAmount)) >= 0
    })

  /** What the dealer must type before a position is closed on what may be old or may not be all; null: nothing. */
  const ask = (customerCode: CustomerCode, symbol: Symbol): Flattened | null => {
    const away = lost()
    const loss = trades.unsure(customerCode)
    if (away === null && loss === null) return null
    const size = trades.positionAsRead(customerCode, symbol)?.size ?? '0'
    const old =
      away === null
        ? []
        : [
            `${away.words}: what this desk knows of ${customerCode} may be ${ageWords(clock.now() - away.since)} old.`,
          ]
    const less =
      loss === null
        ? []
        : [
            `The position of ${customerCode} in ${symbol} is ${unsureWords(loss)}. The trades that are known make ${size} contracts: the market order has that size, and may leave a position or turn it round.`,
          ]
    return ok({
      outcome: 'warned',
      warnings: [
        ...old,
        ...less,
        'Openpit reads its orders and trades from the venue again before it sends the market order.',
      ],
      type: shownCode(customerCode),
    })
  }

  /** What the dealer must type before a position is closed beside orders that nobody may see; null: nothing. A venue without lists never shows them. */
  const askUnseen = (customerCode: CustomerCode, symbol: Symbol): Flattened | null => {
    const reading = unseen(customerCode)
    if (reading === null || reading.state === 'unavailable') return null
    return ok({
      outcome: 'warned',
      warnings: [
        `${capital(readingWords(reading))}.`,
        `Orders in ${symbol} that it does not show stay live, and may fill after the position is closed.`,
      ],
      type: shownCode(customerCode),
    })
  }

  /** Warns where the customer's code may be taken for another one's; empty where it may not. */
  const alikeWarnings = (customerCode: CustomerCode): string[] => {
    const other = customers.looksLike(customerCode)
    const shown = shownCode(customerCode)
    return other === null
      ? []
      : [
          `Customer ${shown} looks like ${shownCode(other)}, which is another one. This closes the position of ${shown}.`,
        ]
  }

  /** Every question at once: what is typed answers all of them. */
  const askAll = (customerCode: CustomerCode, symbol: Symbol): Flattened | null => {
    const asked = ask(customerCode, symbol) ?? askUnseen(customerCode, symbol)
    const warnings = [
      ...(asked?.ok && asked.value.outcome === 'warned' ? asked.value.warnings : []),
      ...alikeWarnings(customerCode),
    ]
    return warnings.length === 0 ? null : ok({ outcome: 'warned', warnings, type: shownCode(customerCode) })
  }

  /** Waits until every order of the instrument is over and every fill is in the position. */
  const settle = async (customer: CustomerCode, of: Symbol, blind: boolean): Promise<boolean> => {
    let reading = false
    const read = async (): Promise<void> => {
      if (reading) return
      reading = true
      await readCustomer(customer)
      reading = false
    }
    const stopReading = blind ? clock.every(READ_EVERY, () => void read()) : () => undefined
    const settled = await waitUntil(
      clock,
      () => liveOf(customer, of).length === 0 && isCaughtUp(customer, of),
    )
    stopReading()
    return settled
  }

  const flatten = async ({
    customerCode,
    symbol,
    intentId,
    typed,
  }: Request<'position.flatten'>): Promise<Flattened> => {
    const refuse = (sentence: string): Flattened =>
      fail(failureOf('refused', `${sentence} Nothing was sent.`))
    const isTyped = typed?.trim() === shownCode(customerCode)
    // Asked before its orders are cancelled: they may be what protects the position.
    const blocked = gate.whyBlocked({ customerCode, symbol }, 'blind-trade-out')
    if (blocked) return fail(blocked)
    const away = lost()
    // What was typed answers the question that was asked: with every channel live it was another one.
    const purpose: Purpose = away === null ? 'trade-out' : 'blind-trade-out'
    const isBlind = away !== null || trades.unsure(customerCode) !== null
    const question = isTyped ? null : askAll(customerCode, symbol)
    if (question) return question
    if (isBlind) {
      const read = await readCustomer(customerCode)
      // A list that lacks trades fails for that, after its rows were taken: the dealer was asked about it.
      const isKnownLoss = away === null && !read.ok && read.failure.kind === 'unreadable'
      if (!read.ok && !isKnownLoss)
        return refuse(`Orders and trades of ${customerCode} could not be read: ${read.failure.message}`)
    }
    const held = trades.positionAsRead(customerCode, symbol)
    if (held && !held.complete)
      return refuse(
        `The position of ${customerCode} in ${symbol} is not known for certain: its trades are not all read, or one cannot be read.`,
      )
    if (
      !held ||
      (held.size === '0' && liveOf(customerCode, symbol).length === 0 && isCaughtUp(customerCode, symbol))
    )
      return refuse(`${customerCode} has no position in ${symbol}.`)
    cancelAll.start({ customerCode, symbol, side: null })
    if (!(await settle(customerCode, symbol, isBlind))) {
      const left = liveOf(customerCode, symbol)
      return refuse(
        left.length > 0
          ? `${left.length} of the customer's orders in ${symbol} are not confirmed as cancelled. Look at them, then flatten again.`
          : `The venue has not shown every fill of ${customerCode} in ${symbol} yet. Flatten again in a moment.`,
      )
    }
    const isNewlyAway = lost() !== null && away === null
    const isNewlyUnsure = trades.unsure(customerCode) !== null && !isBlind
    const again = isNewlyAway || isNewlyUnsure ? ask(customerCode, symbol) : null
    if (again) return again
    const now = trades.positionAsRead(customerCode, symbol)
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
      purpose,
    )
    if (!sent.ok) return sent
    return sent.value.outcome === 'taken'
      ? ok({ outcome: 'taken', referenceId: sent.value.referenceId })
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
    // A refusal or a question sent nothing: the same intent may be tried again.
    void outcome.then(
      (result) => (!result.ok || result.value.outcome === 'warned') && intents.delete(request.intentId),
    )
    return outcome
  }
}
