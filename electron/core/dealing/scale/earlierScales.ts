/** Answers a scale whose id was sent before, in this run or an earlier one, and tells other orders under the same id from the same ones. Sends nothing. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'

export type Submitted = Result<Reply<'order.submitScale'>, Failure>
type ScaleRequest = Request<'order.submitScale'>

/** The intent of one row. It has a fixed name, so that it can never become two orders. */
export const intentOfRow = (intentId: string, row: number): string => `${intentId} row ${row}`

const refusal = (sentence: string): Submitted => fail(failureOf('refused', sentence))

export interface EarlierScales {
  /** Call before a first attempt. */
  asked(request: ScaleRequest): void
  /** The attempt was refused before any of its orders left: a repeat is another first attempt. */
  forget(request: ScaleRequest): void
  /** What an earlier attempt under the same id became; null: there was none. */
  replyTo(request: ScaleRequest): Submitted | null
}

export function createEarlierScales({
  orderStore,
  intents,
}: {
  readonly orderStore: Pick<OrderStore, 'get'>
  /** The order that each intent of this user became, in earlier runs too. */
  readonly intents: () => Map<string, ReferenceId>
}): EarlierScales {
  /** Draft and rows of each act of this run. */
  const wordsOf = ({ draft, rows }: ScaleRequest): string => JSON.stringify([draft, rows])
  const inThisRun = new Map<string, string>()

  return {
    asked: (request) => void inThisRun.set(request.intentId, wordsOf(request)),
    forget({ intentId, rows }) {
      for (const at of rows.keys()) intents().delete(intentOfRow(intentId, at + 1))
    },
    replyTo(request) {
      const { intentId, draft, rows } = request
      const orders = rows.flatMap((_, at) => intents().get(intentOfRow(intentId, at + 1)) ?? [])
      if (orders.length === 0) return null
      const words = inThisRun.get(intentId)
      const isOther =
        (words !== undefined && words !== wordsOf(request)) ||
        orders.some(
          (id) => (orderStore.get(draft.customerCode, id)?.scale?.count ?? rows.length) !== rows.length,
        )
      if (isOther)
        return refusal(
          'Nothing more was sent: an act with this id was sent before, with other orders. Look at its orders, then send the scale again.',
        )
      if (orders.length === rows.length) return ok({ outcome: 'taken', orders })
      return refusal(
        `Nothing was sent: Openpit ended while it wrote the scale to the journal, after ${orders.length} of ${rows.length} orders. Propose the scale again.`,
      )
    },
  }
}
