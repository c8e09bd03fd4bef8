/** Flattens several positions one after the other, each by the core's own flatten with its checks, and names every one that was not. Sends nothing that was not confirmed. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { reasonOf } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { PositionName } from '../../../../shared/domain/risk/reduction.ts'
import { createProgressNotice, tell } from '../../../state/stores/noticeStore.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import {
  isSettled,
  isUnknown,
  refusalOf,
  sendFlatten,
  TRADE_OUT_DROPPED,
} from '../../../state/actions/dealing.ts'

/**
 * A refusal does not stop it: no market order was sent, and the next position needs its own. An unknown outcome does, and so does a dealer who drops the
 * question of the core. `intentId`: of the whole; each flatten has its own, made of it.
 */
export async function sendFlattenRows(
  session: WindowSession,
  intentId: string,
  rows: readonly PositionName[],
): Promise<void> {
  const showProgress = createProgressNotice(session.notices, session.clock)
  const missed: string[] = []
  const unknown: string[] = []
  let isStopped = false
  session.dealt.at = session.clock.now()
  for (const [n, { customerCode, symbol }] of rows.entries()) {
    const name = `${shownCode(customerCode)} ${shownCode(symbol)}`
    if (isStopped) {
      missed.push(`${name} (not tried)`)
      continue
    }
    const intent = { kind: 'flatten' as const, customerCode, symbol }
    const refusal = refusalOf(session, intent)
    if (refusal !== null) {
      missed.push(`${name} (${reasonOf(refusal)})`)
      continue
    }
    showProgress(`Flattening ${n + 1} of ${rows.length} positions.`)
    // oxlint-disable-next-line no-await-in-loop -- One after another: what the first one meets decides about the next.
    const failed = await sendFlatten(session, `${intentId}-${n}`, intent)
    if (failed === null) continue
    isStopped = failed === TRADE_OUT_DROPPED || !isSettled(failed)
    ;(isUnknown(failed) ? unknown : missed).push(`${name} (${reasonOf(failed.message)})`)
  }
  const accepted = rows.length - missed.length - unknown.length
  showProgress(`Openpit accepted ${accepted} of ${rows.length} flattens.`)
  const sentences = [
    missed.length === 0 ? null : `Not flattened: ${missed.join(', ')}.`,
    unknown.length === 0 ? null : `Not known whether flattened: ${unknown.join(', ')}.`,
  ].filter((words) => words !== null)
  if (sentences.length > 0)
    tell(session.notices, session.clock, 'error', sentences.join(' '), `FLATTEN ${rows.length} positions`)
}
