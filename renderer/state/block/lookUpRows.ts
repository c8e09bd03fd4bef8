/** Queries the venue about the rows of a block with an unknown fate. Says each answer once, with the customers whose orders it is about. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { tellFailure } from '../actions/dealing.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** Customers that a notice names. */
const NAMED = 5

const namesOf = (codes: readonly CustomerCode[]): string => {
  const named = codes.slice(0, NAMED).map(shownCode).join(', ')
  return codes.length > NAMED ? `${named} and ${codes.length - NAMED} more` : named
}

const notKnownWords = (count: number, blockId: string): string =>
  count === 1
    ? `The venue says that it does not have 1 order of block ${blockId}. That does not prove that the order is dead. Do not send it again. Openpit keeps asking. If the order becomes unresolved, you decide.`
    : `The venue says that it does not have ${count} orders of block ${blockId}. That does not prove that the orders are dead. Do not send them again. Openpit keeps asking. If an order becomes unresolved, you decide.`

/** Queries the venue once about every row whose fate is unknown. A failure is shown. */
export async function lookUpRows(
  session: WindowSession,
  { blockId }: Pick<BlockRecord, 'blockId'>,
  rows: readonly RowProgress[],
): Promise<void> {
  const unknown = rows.filter(({ fate }) => fate === 'unknown')
  const failures = new Map<string, { readonly failure: Failure; readonly codes: CustomerCode[] }>()
  await Promise.all(
    unknown.map(async ({ customerCode, referenceId }) => {
      if (referenceId === null) return
      const reply = await session.client.call('order.lookUp', { customerCode, referenceId })
      if (reply.ok) return
      const { failure } = reply
      const same = `${failure.code} ${failure.code === 'NOT_FOUND' ? '' : failure.message}`
      const known = failures.get(same)
      if (known) known.codes.push(customerCode)
      else failures.set(same, { failure, codes: [customerCode] })
    }),
  )
  for (const { failure, codes } of failures.values()) {
    const doing = `LOOK UP ${namesOf(codes)} of block ${blockId}`
    if (failure.code === 'NOT_FOUND')
      tell(session.notices, session.clock, 'warning', notKnownWords(codes.length, blockId), doing)
    else tellFailure(session, doing, failure)
  }
}
