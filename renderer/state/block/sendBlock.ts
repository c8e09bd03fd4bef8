/** Sends a reviewed block once, and the acts of a dealer on a block that is under way. Computes no size. */

import type { Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Rotation } from '../../../shared/domain/block/allocate.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { DROPPED, askNumber, isSettled, mintIntentId, tellFailure } from '../actions/dealing.ts'
import { distrust } from '../actions/workspaceActions.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { keepRotation } from './blockRotation.ts'

/** What the review shows, and what is sent. */
export interface BlockToSend {
  readonly request: Omit<Request<'order.submitBlock'>, 'intentId' | 'typed'>
  /** The whole block in one sentence. */
  readonly sentence: string
  readonly next: Rotation
}

/** Null: the core accepted the block, and the topics report its rows (C7). A failure is shown and returned. */
export async function sendBlock(
  session: WindowSession,
  { request, sentence, next }: BlockToSend,
): Promise<Failure | null> {
  const { client, block, overlay, clock, notices, random } = session
  const trust = distrust(session.server)
  if (trust !== null) {
    tell(notices, clock, 'warning', `Nothing was sent. ${trust}`, sentence)
    return DROPPED
  }
  const sent = JSON.stringify(request)
  const { unsettled } = block.getState()
  const intentId = unsettled?.sent === sent ? unsettled.intentId : mintIntentId(clock, random)
  session.dealt.at = clock.now()
  for (let typed: string | null = null; ;) {
    const reply: Result<Reply<'order.submitBlock'>, Failure> = await client.call('order.submitBlock', {
      ...request,
      intentId,
      typed,
    })
    if (!reply.ok) {
      block.setState({ unsettled: isSettled(reply.failure) ? null : { intentId, sent } })
      return tellFailure(session, sentence, reply.failure)
    }
    if (reply.value.outcome === 'taken') {
      block.setState({ unsettled: null })
      if (overlay.getState().open?.kind === 'block') overlay.setState({ open: null })
      const kept = await keepRotation(session, request.group ?? '', next)
      if (!kept.ok)
        tell(
          notices,
          clock,
          'warning',
          `The block is on its way. The next block of this group begins with the same customers: ${kept.failure.message}`,
        )
      return null
    }
    const { warnings, type, means, notional } = reply.value
    typed = await askNumber(session, {
      sentence,
      warnings: warnings.map((warning) => warning.sentence),
      type,
      means,
      notional,
      before: typed,
    })
    if (typed === null) return DROPPED
  }
}

type BlockAct = 'block.pause' | 'block.resume' | 'block.stop' | 'block.cancel' | 'block.close'

const ACT_WORDS: Readonly<Record<BlockAct, string>> = {
  'block.pause': 'PAUSE',
  'block.resume': 'RESUME',
  'block.stop': 'STOP',
  'block.cancel': 'CANCEL',
  'block.close': 'CLOSE',
}

/** Acts on a block; a failure is shown. */
export async function actOnBlock(
  session: WindowSession,
  act: BlockAct,
  { blockId }: Pick<BlockRecord, 'blockId'>,
): Promise<void> {
  const reply = await session.client.call(act, { blockId })
  if (!reply.ok) tellFailure(session, `${ACT_WORDS[act]} block ${blockId}`, reply.failure)
}

/** Sends rows once more, each under a new intent; the core takes only rows that provably have not reached the venue, or that it refused. */
export async function retryRows(
  session: WindowSession,
  { blockId }: Pick<BlockRecord, 'blockId'>,
  codes: readonly CustomerCode[],
): Promise<void> {
  const reply = await session.client.call('block.retryRows', { blockId, customerCodes: [...codes] })
  if (!reply.ok) {
    tellFailure(session, `RETRY ${codes.length} of block ${blockId}`, reply.failure)
    return
  }
  const { taken, refused } = reply.value
  if (refused.length > 0)
    tell(
      session.notices,
      session.clock,
      'warning',
      `${refused.length} of ${codes.length} rows of block ${blockId} are not sent once more, ${taken} are.`,
      refused.map(({ why }) => why).join(' '),
    )
}
