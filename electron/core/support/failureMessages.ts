/** Makes the sentences of refusals, failed reads and requests that were not sent. */

import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { isWrittenOff } from '../../../shared/domain/orders/orderLife.ts'
import type { ReadFailure, SendOutcome } from '../ports/brokerAnswers.ts'

/** Our sentence of the code, then the venue's own words where they add something. */
export const venueWords = (code: string, message: string): string =>
  message === '' || message === code || message === sentenceOfCode(code)
    ? sentenceOfCode(code)
    : `${sentenceOfCode(code)} The venue says: ${message}`

/** The refusal of a change or cancel of an order that is not live. */
export const notLive = (order: Order, act: 'changed' | 'canceled'): Failure =>
  failureOf(
    'refused',
    isWrittenOff(order)
      ? `Nothing was ${act}: order ${order.referenceId} was written off here, which proves nothing about the venue. Ask the broker whether it is live.`
      : `Order ${order.referenceId} is already done.`,
  )

export const readFailed = ({ kind, code, message }: ReadFailure): Failure =>
  kind === 'refused'
    ? failureOf('rejected-by-venue', code === null ? message : venueWords(code, message), { code })
    : failureOf('not-connected', message, { code })

/** The failure of a request that certainly had no effect: the venue refused it, or it was never sent. */
export const undone = (outcome: Extract<SendOutcome<unknown>, { kind: 'refused' | 'not-sent' }>): Failure =>
  outcome.kind === 'refused'
    ? failureOf('rejected-by-venue', venueWords(outcome.code, outcome.message), { code: outcome.code })
    : failureOf('not-connected', outcome.message)
