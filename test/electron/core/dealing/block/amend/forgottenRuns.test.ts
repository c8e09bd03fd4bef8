/** Amends and cancels of blocks over a long day: the progress of a block goes with the block. */

import { expect, it } from 'vitest'
import { createBlockAmends } from '../../../../../../electron/core/dealing/block/amend/amendBlock.ts'
import { createBlockCancels } from '../../../../../../electron/core/dealing/block/cancelBlock.ts'
import { decimal } from '../../../../../../shared/base/decimal.ts'
import { ok } from '../../../../../../shared/base/result.ts'
import { blockDraftOf } from '../../../../../../shared/domain/block/blockAct.ts'
import { foldBlockEvent, type Block } from '../../../../../../shared/domain/block/blockFold.ts'
import { orderKey, type Order } from '../../../../../../shared/domain/orders/order.ts'
import { FakeClock } from '../../../../../fakes/fakeClock.ts'
import { venueOrder } from '../../../../../fakes/core/venueOrder.ts'
import { text } from '../../../deskHarness.ts'
import { blockOf } from '../blockStage.ts'

const { draft, rows, group, method, onRefused, inFlight } = blockOf(1)
const planned = (blockId: string): Block => {
  const blocks = new Map<string, Block>()
  const plan = {
    blockId,
    intentId: `intent of ${blockId}`,
    createdAt: 1,
    group,
    method,
    draft: blockDraftOf(draft),
    rows,
    onRefused,
    inFlight,
    check: { version: 0, findings: [], typed: null },
  }
  foldBlockEvent(blocks, blockId, { kind: 'planned', at: 1, plan })
  foldBlockEvent(blocks, blockId, { kind: 'stopped', at: 2, why: 'Stopped.' })
  const block = blocks.get(blockId)
  if (!block) throw new Error('the fold holds no block')
  return block
}
const orderOf = (blockId: string): Order =>
  venueOrder(draft, `op-x-${blockId}-1`, 1, { block: { id: blockId, row: 1, count: 1, attempt: 1 } })

/** Blocks that are known, and the live orders. */
function world(...ids: readonly string[]) {
  const known = new Set(ids)
  const orders = new Map(ids.map((id) => [orderKey(orderOf(id)), orderOf(id)]))
  const orderStore = {
    get: (customerCode: Order['customerCode'], referenceId: Order['referenceId']) =>
      orders.get(orderKey({ customerCode, referenceId })),
    live: () => [...orders.values()],
  }
  return {
    known,
    orders,
    given: {
      clock: new FakeClock(),
      orderStore,
      isKnown: (id: string) => known.has(id),
      progressed: () => undefined,
      notices: { say: () => undefined, report: () => undefined },
    },
  }
}

it('the progress of an amend goes once its block is not known and another block is amended', () => {
  const { known, given } = world('B1', 'B2')
  const amends = createBlockAmends({
    ...given,
    amends: {
      hasAmend: () => true,
      amend: () => ok({}),
      amendOfBlock: () => ({ kind: 'asked' }),
    },
    limits: {
      previewBlockAmend: () => ({ findings: [], notional: null }),
      checkBlockAmend: () => ({ kind: 'pass', warnings: [], isApproved: false }),
    },
    whyKeptBack: () => null,
    contractsOf: () => decimal('1'),
    note: () => undefined,
  })
  const amend = (blockId: string) => {
    const { customerCode, referenceId } = orderOf(blockId)
    const limitPrice = text('61000')
    return amends.start(planned(blockId), { blockId, orders: [{ customerCode, referenceId }], limitPrice })
  }
  expect(amend('B1')).toMatchObject({ ok: true })
  expect(amends.progressOf('B1')).not.toBeNull()
  known.delete('B1')
  expect(amend('B2')).toMatchObject({ ok: true })
  expect(amends.progressOf('B1')).toBeNull()
  expect(amends.progressOf('B2')).not.toBeNull()
})

it('the progress of a cancel goes once it is done, its block is not known and another block is canceled', () => {
  const { known, orders, given } = world('B2')
  const cancels = createBlockCancels({
    ...given,
    access: { broker: () => null } as never,
    cancel: () => Promise.resolve(),
    lookUp: () => Promise.resolve(ok(null)),
    rowsAtVenue: { unnamed: () => [] },
  })
  known.add('B1')
  // No order of the first block is live, so its cancel is done at once. That of the second is not.
  cancels.start(planned('B1'))
  cancels.start(planned('B2'))
  expect(cancels.progressOf('B1')).not.toBeNull()
  known.clear()
  cancels.start(planned('B3'))
  expect(cancels.progressOf('B1')).toBeNull()
  expect(cancels.progressOf('B2')).toMatchObject({ orders: orders.size })
})
