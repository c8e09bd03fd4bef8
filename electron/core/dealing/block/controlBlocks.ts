/** The dealer's commands about a block that was taken: pause, resume, stop, cancel, retry a row, put away. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { isUnderWay, type Block } from '../../../../shared/domain/block/blockFold.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { notSignedIn, type Access } from '../../support/brokerAccess.ts'
import type { BlockStore } from './blockStore.ts'
import type { BlockCancels } from './cancelBlock.ts'
import type { BlockRows } from './sendBlockRows.ts'

export interface BlockControlOptions {
  readonly clock: Clock
  readonly access: Pick<Access, 'broker'>
  readonly store: BlockStore
  readonly rows: BlockRows
  readonly cancels: BlockCancels
  readonly orderStore: Pick<OrderStore, 'get'>
  /** The signed-in dealer. */
  readonly who: () => string
}

type Done = Result<Record<string, never>, Failure>
type BlockName = Request<'block.pause'>

export interface BlockControl {
  pause(request: BlockName): Done
  resume(request: BlockName): Done
  stop(request: BlockName): Done
  cancel(request: BlockName): Result<Reply<'block.cancel'>, Failure>
  retryRow(request: Request<'block.retryRow'>): Promise<Done>
  close(request: BlockName): Done
}

const refused = (sentence: string) => fail(failureOf('refused', sentence))
const UNKNOWN = 'This block is not known to this terminal any more. Nothing was done.'

export function createBlockControl(options: BlockControlOptions): BlockControl {
  const { clock, access, store, rows, cancels, orderStore, who } = options

  /** Why the row must not be sent once more, one sentence; null: it may. */
  const whyNoRetry = ({ plan, rows: states, state: phase }: Block, index: number): string | null => {
    const row = states[index]
    const customer = plan.rows[index]?.customerCode
    if (!row || customer === undefined) return 'The block has no row of this customer.'
    if (phase === 'closed') return 'The block was put away. Send a single order.'
    if (row.state === 'waiting') return `The turn of ${customer} comes when the block goes on.`
    if (row.state === 'not-sent') return null
    const order = row.referenceId === null ? undefined : orderStore.get(customer, row.referenceId)
    if (order?.phase === 'rejected') return null
    return `The order of ${customer} was requested, and nothing proves that the venue refused it. Do not send it again.`
  }

  return {
    pause({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (block.state === 'paused') return ok({})
      if (block.state !== 'sending') return refused('Every row of this block had its turn.')
      rows.pause(blockId, `Paused by ${who()}.`)
      return ok({})
    },
    resume({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (block.state === 'sending') return ok({})
      if (block.state !== 'paused') return refused('This block is over: there is nothing to resume.')
      const why = rows.whyBlocked(block)
      if (why !== null) return refused(why)
      store.note(blockId, { kind: 'resumed', at: clock.now() })
      rows.begin(blockId)
      return ok({})
    },
    stop({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (block.state === 'stopped') return ok({})
      if (!isUnderWay(block))
        return refused('Every row of this block had its turn: there is nothing to stop.')
      store.note(blockId, { kind: 'stopped', at: clock.now(), why: `Stopped by ${who()}.` })
      return ok({})
    },
    cancel({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (!access.broker()) return fail(notSignedIn())
      if (isUnderWay(block))
        store.note(blockId, { kind: 'stopped', at: clock.now(), why: `Canceled by ${who()}.` })
      return ok({ orders: cancels.start(blockId, block.plan.draft.symbol) })
    },
    async retryRow({ blockId, customerCode }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      const index = block.plan.rows.findIndex((row) => row.customerCode === customerCode)
      const why = whyNoRetry(block, index) ?? rows.whyBlocked(block)
      if (why !== null) return refused(why)
      const sent = await rows.retry(block, index)
      return sent.ok ? ok({}) : refused(`Nothing was sent. ${sent.failure}`)
    },
    close({ blockId }) {
      const block = store.get(blockId)
      if (!block) return refused(UNKNOWN)
      if (isUnderWay(block)) return refused('Rows of this block have not left. Stop the block first.')
      if (block.state !== 'closed') store.note(blockId, { kind: 'closed', at: clock.now() })
      return ok({})
    },
  }
}
