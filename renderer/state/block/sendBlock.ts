/** Sends a reviewed block once, and the acts of a dealer on a block that is under way. Computes no size. */

import { toText } from '../../../shared/base/decimal.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { blockDraftOf } from '../../../shared/domain/block/blockAct.ts'
import type { RowProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { withDefaults } from '../../../shared/domain/orders/orderLife.ts'
import type { RotationMove } from '../../../shared/domain/block/rotationMove.ts'
import { DROPPED, askAsLimits, isSettled, mintIntentId, tellFailure } from '../actions/dealing.ts'
import { distrust } from '../actions/workspaceActions.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** Ms after which the sizes of a block must be taken anew: equities and positions have moved on. */
export const SIZES_LAST = 60_000

export const SIZES_OLD = 'The sizes are more than a minute old: press Alt R to take them anew.'

/** Why no block may be reviewed or sent now. */
export const STILL_SENDING = 'A block is being sent: wait for its answer.'

/** What the review shows, and what is sent. */
export interface BlockToSend {
  readonly request: Omit<Request<'order.submitBlock'>, 'intentId' | 'typed' | 'rotation'>
  /** The whole block in one sentence. */
  readonly sentence: string
  readonly rotation: RotationMove
  /** Wall clock ms of the moment that the sizes come from. */
  readonly sizedAt: number
}

const whyOld = ({ clock }: WindowSession, sizedAt: number): string | null =>
  Math.abs(clock.now() - sizedAt) > SIZES_LAST ? SIZES_OLD : null

/** Null: the core accepted the block, and the topics report its rows (C7). A failure is shown and returned. */
export async function sendBlock(session: WindowSession, toSend: BlockToSend): Promise<Failure | null> {
  const { block, clock, random, server } = session
  const { request, sentence, sizedAt } = toSend
  const { unsettled } = block.getState()
  const refusal = unsettled?.isPending ? STILL_SENDING : (whyOld(session, sizedAt) ?? distrust(server))
  if (refusal !== null) return tellUnsent(session, refusal, sentence)
  const sent = JSON.stringify(request)
  const intentId = unsettled?.sent === sent ? unsettled.intentId : mintIntentId(clock, random)
  const before = new Set(server.blocks.getState().value?.keys())
  // Known before the call, so that a press while the answer is on its way makes no second block.
  block.setState({ unsettled: { intentId, sent, isPending: true } })
  session.dealt.at = clock.now()
  const failure = await askCore(session, toSend, intentId)
  if (failure !== null && !isSettled(failure)) {
    block.setState({ unsettled: { intentId, sent, isPending: false } })
    settleOnceShown(session, toSend, intentId, before)
    return failure
  }
  block.setState({ unsettled: null })
  return failure
}

function tellUnsent({ notices, clock }: WindowSession, why: string, sentence: string): Failure {
  tell(notices, clock, 'warning', `Nothing was sent. ${why}`, sentence)
  return DROPPED
}

/** Asks the core until it takes the block, refuses it, or the dealer drops it. */
async function askCore(
  session: WindowSession,
  { request, rotation, sentence, sizedAt }: BlockToSend,
  intentId: string,
): Promise<Failure | null> {
  const { client, overlay, block } = session
  const { form } = block.getState()
  for (let typed: string | null = null; ;) {
    const reply: Result<Reply<'order.submitBlock'>, Failure> = await client.call('order.submitBlock', {
      ...request,
      rotation,
      intentId,
      typed,
    })
    if (!reply.ok) return tellFailure(session, sentence, reply.failure)
    if (reply.value.outcome === 'taken') {
      // The dealer may have closed the sheet meanwhile, opened it again and begun the next block.
      if (overlay.getState().open?.kind === 'block' && block.getState().form === form)
        overlay.setState({ open: null })
      return null
    }
    const isSheetOpen = overlay.getState().open?.kind === 'block'
    typed = await askAsLimits(session, sentence, reply.value, typed)
    // The question took the place of the sheet. A sheet that the dealer closed stays closed.
    if (isSheetOpen && overlay.getState().open === null) overlay.setState({ open: { kind: 'block' } })
    if (typed === null) return DROPPED
    // The dealer may have read the question for long.
    const old = whyOld(session, sizedAt)
    if (old !== null) return tellUnsent(session, old, sentence)
  }
}

/** Whether the topic shows the block that a request asked for. */
function isOf(request: BlockToSend['request'], shown: BlockRecord): boolean {
  const { group, method, onRefused, inFlight } = request
  const asked = new Map(Object.entries(blockDraftOf(withDefaults(request.draft))))
  return (
    JSON.stringify([group, method, onRefused, inFlight]) ===
      JSON.stringify([shown.group, shown.method, shown.onRefused, shown.inFlight]) &&
    Object.entries(shown.draft).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(asked.get(field)),
    ) &&
    shown.rows.length === request.rows.length &&
    request.rows.every(({ customerCode, amount }, at) => {
      const row = shown.rows[at]
      return row?.customerCode === customerCode && row.amount === amount
    })
  )
}

/** Once the topic shows a block whose answer was lost, the same block is a new one when the dealer sends it again. `before`: the blocks that were known before it was sent. */
function settleOnceShown(
  session: WindowSession,
  toSend: BlockToSend,
  intentId: string,
  before: ReadonlySet<string>,
): void {
  const { block, server, notices, clock } = session
  const isOpen = () => {
    const { unsettled } = block.getState()
    return unsettled?.intentId === intentId && !unsettled.isPending
  }
  const look = (): boolean => {
    if (!isOpen()) return true
    const shown = [...(server.blocks.getState().value?.values() ?? [])].find(
      (each) => !before.has(each.blockId) && isOf(toSend.request, each),
    )
    if (!shown) return false
    block.setState({ unsettled: null })
    const is = `Block ${shown.blockId} was taken, though its answer was lost.`
    tell(notices, clock, 'warning', is, toSend.sentence)
    return true
  }
  if (look()) return
  const stop = server.blocks.subscribe(() => {
    if (look()) stop()
  })
}

type BlockAct = 'block.pause' | 'block.resume' | 'block.stop' | 'block.cancel' | 'block.close'

const ACT_WORDS: Readonly<Record<BlockAct, string>> = {
  'block.pause': 'PAUSE',
  'block.resume': 'RESUME',
  'block.stop': 'STOP',
  'block.cancel': 'CANCEL',
  'block.close': 'HIDE',
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

/** `2 of 4 orders of block B7k are sent again. 2 are not.` */
function againWords(taken: number, refused: number, blockId: string): string {
  if (taken === 0) return `No order of block ${blockId} is sent again.`
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  return `${taken} of ${taken + refused} orders of block ${blockId} ${are(taken)} sent again. ${refused} ${are(refused)} not.`
}

/** Sends rows once more as the dealer reads them, each under a new intent; the core takes only rows that provably have not reached the venue, or that it refused. */
export async function retryRows(
  session: WindowSession,
  { blockId, draft }: Pick<BlockRecord, 'blockId' | 'draft'>,
  rows: readonly Pick<RowProgress, 'customerCode' | 'amount' | 'prices'>[],
): Promise<void> {
  const codes = rows.map(({ customerCode }) => customerCode)
  const reply = await session.client.call('block.retryRows', {
    blockId,
    customerCodes: codes,
    read: rows.map(({ customerCode, amount, prices }) => {
      const { limitPrice, triggerPrice } = prices ?? draft
      return { customerCode, amount: toText(amount), limitPrice, triggerPrice }
    }),
  })
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
      againWords(taken, refused.length, blockId),
      refused.map(({ why }) => why).join(' '),
    )
}
