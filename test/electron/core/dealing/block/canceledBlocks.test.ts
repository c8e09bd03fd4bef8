/** The cancel of a block: what it stops and covers, and when it is over. */

import { describe, expect, it } from 'vitest'
import { orderKey } from '../../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { reportOf } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, sentOf, startDesk } from './blockStage.ts'

describe('the cancel of a block', () => {
  it('stops what was not sent, and counts an order as done only when the venue shows its end', async () => {
    const { desk, broker, block, states, submit } = await startDesk()
    await submit(blockOf(4))
    await answer(desk, broker, 0)
    await answer(desk, broker, 1)
    const { blockId } = block()
    const canceling = await desk.call('block.cancel', { blockId })
    const sent = broker.sent.length
    expect(canceling).toMatchObject({ ok: true, value: { orders: 4 } })
    expect(states()).toEqual(['requested', 'requested', 'requested', 'requested'])
    for (const { answer: reply } of broker.cancels) reply.resolve({ kind: 'accepted', value: null })
    await desk.settle()
    expect(block().cancel).toMatchObject({ orders: 4, done: 0, unverified: [] })
    for (const { id, draft } of broker.sent) {
      const { customerCode } = draft
      const report = reportOf(id, 'canceled', { customerCode, amount: draft.amount })
      broker.venueOrders.set(orderKey({ customerCode, referenceId: id }), report)
      broker.listener?.order(report)
    }
    await desk.settle()
    expect(block().cancel).toMatchObject({ orders: 4, done: 4 })
    expect(broker.sent).toHaveLength(sent)
  })

  it('never cancels a row that the dealer sends once more after it', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    expect(await desk.call('block.cancel', { blockId })).toMatchObject({ ok: true, value: { orders: 0 } })
    await desk.call('block.retryRows', { blockId, customerCodes: [customer(2)] })
    await answerAll(desk, broker, 2)
    expect(broker.sent).toHaveLength(3)
    expect(broker.cancels).toHaveLength(0)
  })

  it('never cancels such a row later either, though it was refused and comes back', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    await desk.call('block.cancel', { blockId })
    await desk.call('block.retryRows', { blockId, customerCodes: [customer(2)] })
    await answer(desk, broker, 2, 'refused')
    const { id, draft } = sentOf(broker, 2)
    broker.listener?.order(reportOf(id, 'open', { customerCode: customer(2), amount: draft.amount }))
    await desk.settle()
    expect(broker.cancels).toHaveLength(0)
    expect(block().cancel).toMatchObject({ orders: 0 })
  })

  it('cancels an order that was refused before it and comes back', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    await desk.call('block.cancel', { blockId: block().blockId })
    const { id, draft } = sentOf(broker, 1)
    broker.listener?.order(reportOf(id, 'open', { customerCode: customer(2), amount: draft.amount }))
    await desk.settle()
    expect(broker.cancels.map((cancel) => cancel.id)).toEqual([id])
    expect(block().cancel).toMatchObject({ orders: 1, done: 0 })
  })

  it('cancels a live order of the block that the journal does not name, and counts it', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(3, { inFlight: 1 }))
    await answer(desk, broker, 0)
    const { blockId } = block()
    await desk.call('block.pause', { blockId })
    // As a restored backup leaves it: the row waits here, and its order rests at the venue.
    const { id, draft } = sentOf(broker, 0)
    const lost = id.replace(/-[^-]+$/, '-later0') as ReferenceId
    broker.listener?.order(reportOf(lost, 'open', { customerCode: customer(3), amount: draft.amount }))
    await desk.settle()
    const canceling = await desk.call('block.cancel', { blockId })
    await desk.settle()
    expect(broker.cancels.map((cancel) => cancel.id)).toContain(lost)
    const { orders } = block().cancel ?? { orders: 0 }
    expect(canceling).toMatchObject({ ok: true, value: { orders } })
  })

  it('is one notice, which ends, though the dealer cancels twice', async () => {
    const { desk, broker, block, notices, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker)
    const { blockId } = block()
    await desk.call('block.cancel', { blockId })
    await desk.call('block.cancel', { blockId })
    for (const { id, draft } of broker.sent) {
      const { customerCode } = draft
      const report = reportOf(id, 'canceled', { customerCode, amount: draft.amount })
      broker.venueOrders.set(orderKey({ customerCode, referenceId: id }), report)
      broker.listener?.order(report)
    }
    for (const { answer: reply } of broker.cancels) reply.resolve({ kind: 'accepted', value: null })
    await desk.settle()
    // A notice that is known already waits a moment for further repeats.
    desk.clock.advance(1_000)
    await desk.settle()
    expect(
      [...notices.values()].map(({ message }) => message).filter((said) => said.startsWith('CANCEL block')),
    ).toEqual([`CANCEL block ${blockId}: 2 of 2 confirmed done.`])
  })

  it('does not say after a minute that a cancel was not sent which was', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker)
    await desk.call('block.cancel', { blockId: block().blockId })
    expect(broker.cancels).toHaveLength(2)
    desk.clock.advance(61_000)
    await desk.settle()
    expect(block().cancel?.unverified.map(({ reason }) => reason)).toEqual([
      'its cancel was requested and is not answered yet',
      'its cancel was requested and is not answered yet',
    ])
  })
})
