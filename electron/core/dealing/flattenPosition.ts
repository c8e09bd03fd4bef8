/**
 * Closes one customer's position in one instrument: cancels its orders, waits until they are terminal, then sends one market order. Asks for the
 * customer code first where the data may be old or incomplete. Never guesses a size.
 */

import type { Clock } from '../../../shared/base/clock.ts'
import { absolute, decimal, toText } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import type { CancelAllOrdersOfCustomer } from '../risk/cancelAllOrdersOfCustomer.ts'
import type { Purpose, TradingGate } from '../risk/tradingGate.ts'
import { whyPositionChanged } from './admitAndJournalOrder.ts'
import { createFlattenWarnings, type FlattenWarningsOptions } from './flattenWarnings.ts'
import { createPositionSettling } from './waitForOrdersAndFills.ts'
import type { OrderSubmission } from './submitOrder.ts'

export interface FlattenOptions extends FlattenWarningsOptions {
  readonly clock: Clock
  readonly orderStore: OrderStore
  readonly trades: TradeBook
  readonly submission: OrderSubmission
  readonly cancelAll: Pick<CancelAllOrdersOfCustomer, 'start'>
  readonly gate: TradingGate
  /** Customers and instruments being flattened, by `flattenKey`. Changed in place. */
  readonly running: Set<string>
  /** Reads trades, ledger and this customer's open orders from the venue. */
  readonly readCustomer: (customer: CustomerCode) => Promise<Result<unknown, ReadFailure>>
}

export const flattenKey = ({ customerCode, symbol }: Pick<OrderDraft, 'customerCode' | 'symbol'>): string =>
  `${customerCode} ${symbol}`

type Flattened = Result<Reply<'position.flatten'>, Failure>

const NOTHING_SENT = 'Nothing was sent.'
const CANCELS_REQUESTED = 'Openpit requested the cancels, but sent no market order.'

/** A failure before the market order, in words that do not hide the requested cancels. */
const afterCancels = (failure: Failure): Failure => ({
  ...failure,
  message: failure.message.includes(NOTHING_SENT)
    ? failure.message.replace(NOTHING_SENT, CANCELS_REQUESTED)
    : `${failure.message} ${CANCELS_REQUESTED}`,
})

/** The contract allows three warnings, so the third takes the rest. */
const warn = (customerCode: CustomerCode, warnings: readonly string[]): Flattened =>
  ok({
    outcome: 'warned',
    warnings: warnings.length <= 3 ? [...warnings] : [...warnings.slice(0, 2), warnings.slice(2).join(' ')],
    type: shownCode(customerCode),
  })

export function createFlatten(
  options: FlattenOptions,
): (request: Request<'position.flatten'>) => Promise<Flattened> {
  const { trades, submission, cancelAll, gate, running, lost, readCustomer } = options
  const warnings = createFlattenWarnings(options)
  const settling = createPositionSettling(options)
  /** Each intent has one outcome, however often it arrives. */
  const intents = new Map<string, Promise<Flattened>>()
  /** Intents that requested cancels and then asked for the customer code. */
  const canceledEarlier = new Set<string>()

  const flatten = async ({
    customerCode,
    symbol,
    intentId,
    typed,
  }: Request<'position.flatten'>): Promise<Flattened> => {
    let isCanceling = canceledEarlier.delete(intentId)
    const failed = (failure: Failure): Flattened => fail(isCanceling ? afterCancels(failure) : failure)
    const refuse = (sentence: string): Flattened =>
      failed(failureOf('refused', `${sentence} ${NOTHING_SENT}`))
    const ask = (sentences: readonly string[]): Flattened => {
      if (!isCanceling) return warn(customerCode, sentences)
      canceledEarlier.add(intentId)
      return warn(customerCode, [CANCELS_REQUESTED, ...sentences])
    }
    const isTyped = typed?.trim() === shownCode(customerCode)
    // Checked before the customer's orders are canceled: they may protect the position.
    const blocked = gate.whyBlocked({ customerCode, symbol }, 'blind-trade-out')
    if (blocked) return failed(blocked)
    const lostAtStart = lost()
    // The typed code confirms only the warnings that were shown. While every channel was live it did not confirm a lost channel.
    const purpose: Purpose = lostAtStart === null ? 'trade-out' : 'blind-trade-out'
    const isBlind = lostAtStart !== null || trades.unsure(customerCode) !== null
    const toConfirm = isTyped ? [] : warnings.all(customerCode, symbol)
    if (toConfirm.length > 0) return ask(toConfirm)
    if (isBlind) {
      const read = await readCustomer(customerCode)
      // A list with a missing trade fails as unreadable after its other rows were stored. The dealer confirmed that loss.
      const isKnownLoss = lostAtStart === null && !read.ok && read.failure.kind === 'unreadable'
      if (!read.ok && !isKnownLoss)
        return refuse(
          `Orders and trades of ${shownCode(customerCode)} could not be read: ${read.failure.message}`,
        )
    }
    const position = trades.positionAsRead(customerCode, symbol)
    if (position && !position.complete)
      return refuse(
        `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is not known for certain: its trades are not all read, or one cannot be read.`,
      )
    if (!position || (position.size === '0' && settling.isSettled(customerCode, symbol)))
      return refuse(`${shownCode(customerCode)} has no position in ${shownCode(symbol)}.`)
    const canceling = cancelAll.start({ customerCode, symbol, side: null })
    if (!canceling.ok) return failed(canceling.failure)
    if (canceling.value.count > 0) isCanceling = true
    if (!(await settling.settle(customerCode, symbol, isBlind))) {
      const left = settling.liveOrders(customerCode, symbol)
      return refuse(
        left.length > 0
          ? `${left.length} of the customer's orders in ${shownCode(symbol)} are not confirmed as canceled. Check them, then flatten again.`
          : `The venue has not shown every fill of ${shownCode(customerCode)} in ${shownCode(symbol)} yet. Flatten again in a moment.`,
      )
    }
    const isNewlyLost = lost() !== null && lostAtStart === null
    const isNewlyUnsure = trades.unsure(customerCode) !== null && !isBlind
    if (isNewlyLost || isNewlyUnsure) {
      const stale = warnings.staleData(customerCode, symbol)
      if (stale.length > 0) return ask(stale)
    }
    const settled = trades.positionAsRead(customerCode, symbol)
    if (!settled?.complete)
      return refuse(
        `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is not known for certain.`,
      )
    const size = decimal(settled.size)
    if (size === 0n)
      return refuse(
        `${shownCode(customerCode)} is flat in ${shownCode(symbol)} now that its orders are filled or canceled.`,
      )
    const draft = plainDraft({
      customerCode,
      symbol,
      side: size > 0n ? 'sell' : 'buy',
      type: 'market',
      amount: toText(absolute(size)),
    })
    const sizing = { was: settled.size, order: 'its market order', next: 'Flatten again.' }
    const whyOutdated = () => whyPositionChanged(trades, draft, sizing)
    const sent = await submission.submit({ intentId, typed: null, draft }, purpose, whyOutdated)
    if (!sent.ok) return failed(sent.failure)
    return sent.value.outcome === 'taken'
      ? ok({ outcome: 'taken', referenceId: sent.value.referenceId })
      : refuse('The market order exceeds a warning limit. Send it from the ticket to review and confirm.')
  }

  return (request) => {
    const earlier = intents.get(request.intentId)
    if (earlier) return earlier
    const key = flattenKey(request)
    if (running.has(key))
      return Promise.resolve(
        fail(
          failureOf(
            'refused',
            `${shownCode(request.customerCode)} is already being flattened in ${shownCode(request.symbol)}.`,
          ),
        ),
      )
    running.add(key)
    const outcome = flatten(request).finally(() => running.delete(key))
    intents.set(request.intentId, outcome)
    // A refusal or a warning sent no order: the same intent may be tried again.
    void outcome.then(
      (result) => (!result.ok || result.value.outcome === 'warned') && intents.delete(request.intentId),
    )
    return outcome
  }
}
