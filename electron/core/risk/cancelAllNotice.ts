/** Makes the notice of a cancel-all: how many orders are done, which are unverified, and whether the list may hide orders. Pure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import type { News } from '../../../shared/domain/notice.ts'
import { readingWords, type OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import type { SweepState } from './cancelUntilDone.ts'

/** Unverified orders that a notice names; the others are counted. */
const NAMED = 3

export type CancelAllScope = Request<'order.cancelAll'>

/** What is canceled, as its notice names it. */
export interface NoticeScope extends Pick<News, 'customerCode' | 'symbol'> {
  readonly words: string
}

/** How far one order's cancel got. */
export interface CanceledOrder {
  readonly referenceId: ReferenceId
  readonly state: SweepState | undefined
  readonly isFilled: boolean
  /** The entry whose fill this order protects as a leg of its bracket; null: it is no leg. */
  readonly legOf: ReferenceId | null
}

export interface CancelAllProgress {
  /** The notice's key: news of one key is one notice. */
  readonly key: string
  readonly scope: NoticeScope
  readonly orders: readonly CanceledOrder[]
  /** The customer's list when it was last not whole during the cancel-all; null: it was always whole. */
  readonly gap: OpenOrderReading | null
  /** The customer's list now; null where it is whole. */
  readonly unseenNow: OpenOrderReading | null
}

const SIDES = { buy: ' bids', sell: ' asks' }
export const noticeScope = ({ customerCode, symbol, side }: CancelAllScope): NoticeScope => ({
  customerCode,
  symbol,
  words: `CANCEL ALL${side === null ? '' : SIDES[side]} of ${shownCode(customerCode)}${symbol === null ? '' : ` in ${shownCode(symbol)}`}`,
})

/** Why there may be orders that this cancel-all does not know, as a sentence; null: there are none. */
const gapWords = ({ gap, unseenNow }: CancelAllProgress): string | null => {
  if (gap === null) return null
  return unseenNow === null
    ? `There may be more: for a time during this cancel-all, ${readingWords(gap, 'was')}.`
    : `There may be more: ${readingWords(unseenNow)}.`
}

/** That canceled legs leave positions without their take profit or stop loss, as a sentence; null: no leg was canceled. */
const unprotectedWords = (entries: readonly ReferenceId[]): string | null => {
  if (entries.length === 0) return null
  const more = entries.length > NAMED ? ` and ${entries.length - NAMED} more` : ''
  const named = `${entries.slice(0, NAMED).join(', ')}${more}`
  return `Take profits and stop losses of brackets were canceled: what is still open of the ${entries.length === 1 ? 'position of order' : 'positions of orders'} ${named} stands without them.`
}

/** `isDone`: every order is done, so that the cancel-all ends. */
export function cancelAllNews(progress: CancelAllProgress): {
  readonly news: News
  readonly isDone: boolean
} {
  const { key, scope, orders } = progress
  const done = orders.filter(({ state }) => state?.kind === 'verified')
  const filled = done.filter(({ isFilled }) => isFilled).length
  const unverified = orders.flatMap(({ referenceId, state }) =>
    state?.kind === 'unverified' ? [`${referenceId}: ${state.reason}`] : [],
  )
  const pending = orders.length - done.length - unverified.length
  const isDone = pending === 0 && unverified.length === 0
  const gap = gapWords(progress)

  const ofThemFilled = filled > 0 ? `, ${filled} of them filled` : ''
  const counts = [
    `${done.length} of ${gap === null ? '' : 'at least '}${orders.length} confirmed done${ofThemFilled}`,
  ]
  if (pending > 0) counts.push(`${pending} ${pending === 1 ? 'cancel' : 'cancels'} pending`)
  if (unverified.length > 0) counts.push(`${unverified.length} UNVERIFIED: treat as live`)
  const none = progress.gap === null ? 'no order was live' : 'no order is known'
  const entries = [
    ...new Set(done.flatMap(({ legOf, isFilled }) => (isFilled || legOf === null ? [] : [legOf]))),
  ]
  const unprotected = unprotectedWords(entries)
  const more = unverified.length > NAMED ? [`and ${unverified.length - NAMED} more`] : []
  const details = [
    ...unverified.slice(0, NAMED),
    ...more,
    ...(unprotected === null ? [] : [unprotected]),
    ...(gap === null ? [] : [gap]),
  ]
  const action =
    unverified.length > 0
      ? 'Check these orders at the venue, or cancel them again.'
      : isDone && gap !== null && progress.gap?.state !== 'unavailable'
        ? 'Cancel all again once the list is complete.'
        : unprotected === null
          ? null
          : 'Place other stops, or close the positions.'
  return {
    isDone,
    news: {
      key,
      kind: 'cancel',
      level: unverified.length > 0 ? 'error' : gap === null && unprotected === null ? 'info' : 'warning',
      customerCode: scope.customerCode,
      symbol: scope.symbol,
      referenceId: null,
      message: `${scope.words}: ${orders.length > 0 ? counts.join(' · ') : none}.`,
      detail: details.length === 0 ? null : details.join(' '),
      action,
      total: null,
      counts: 'never',
    },
  }
}
