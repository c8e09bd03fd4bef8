/** The amend of a block: which orders it moves, what became of each, and what keeps it back. */

import { describe, expect, it } from 'vitest'
import { venueProfile } from '../../../../../shared/broker/venueProfile.ts'
import { NO_CHANGES, orderKey } from '../../../../../shared/domain/orders/order.ts'
import { PAPER, reportOf, text } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, sentOf, startDesk } from './blockStage.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const NEW = text('61000')

/** A block whose rows all rest. */
async function resting(count: number, inFlight = 2) {
  const stage = await startDesk({ venues: [AMENDS] })
  const { desk, broker, block, submit } = stage
  await submit(blockOf(count, { inFlight }))
  await answerAll(desk, broker)
  const named = broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
  const amend = async (orders = named) => {
    const reply = await desk.call('block.amend', { blockId: block().blockId, orders, limitPrice: NEW })
    await desk.settle()
    return reply
  }
  /** The venue answers the n-th amend. */
  const amended = async (n: number, how: 'moved' | 'refused' | 'filled' | 'moved and filled') => {
    const sent = broker.amends[n]
    if (!sent) throw new Error(`amend ${n} has not left`)
    const { id, customer: customerCode, answer: reply } = sent
    const before = broker.sent.find((order) => order.id === id)
    const amount = before?.draft.amount ?? null
    if (how === 'moved')
      reply.resolve({
        kind: 'accepted',
        value: reportOf(id, 'open', { customerCode, amount, limitPrice: NEW }),
      })
    else if (how === 'moved and filled')
      reply.resolve({
        kind: 'accepted',
        value: reportOf(id, 'filled', {
          customerCode,
          amount,
          limitPrice: NEW,
          filledAmount: amount ?? text('0'),
        }),
      })
    else if (how === 'refused') reply.resolve({ kind: 'refused', code: 'PRICE_BANDS', message: 'too far' })
    else {
      const report = reportOf(id, 'filled', { customerCode, amount, filledAmount: amount ?? text('0') })
      broker.venueOrders.set(orderKey({ customerCode, referenceId: id }), report)
      broker.listener?.order(report)
      reply.resolve({ kind: 'refused', code: 'NOT_FOUND', message: 'not open' })
    }
    await desk.settle()
  }
  /** From now on the disk takes nothing in, until the returned function is called. */
  const holdDisk = () => {
    let isOpen: (value: null) => void = () => undefined
    desk.journal.disk = new Promise((resolve) => (isOpen = resolve))
    return async () => {
      isOpen(null)
      await desk.settle()
    }
  }
  return { ...stage, named, amend, amended, holdDisk }
}

describe('the amend of a block', () => {
  it('moves so many at once as the block sends, and counts an order as moved only when the venue shows the price', async () => {
    const { broker, block, amend, amended } = await resting(3)
    expect(await amend()).toMatchObject({ ok: true, value: { orders: 3 } })
    expect(broker.amends).toHaveLength(2)
    expect(block().amend).toEqual({ limitPrice: NEW, orders: 3, waiting: 1, moved: 0, over: 0, failed: [] })
    await amended(0, 'moved')
    expect(broker.amends).toHaveLength(3)
    expect(block().amend).toMatchObject({ moved: 1 })
    await amended(1, 'moved')
    await amended(2, 'moved')
    expect(block().amend).toMatchObject({ orders: 3, moved: 3, over: 0, failed: [] })
  })

  it('says which order the venue refused, and which was filled first, in one notice at the end', async () => {
    const { block, notices, amend, amended } = await resting(3)
    await amend()
    await amended(0, 'refused')
    await amended(1, 'filled')
    await amended(2, 'moved')
    expect(block().amend).toMatchObject({
      moved: 1,
      over: 1,
      failed: [{ customerCode: customer(1), why: expect.stringContaining('too far') }],
    })
    const said = [...notices.values()].filter(({ message }) => message.includes('orders at 61000'))
    expect(said).toHaveLength(1)
    expect(said[0]).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/1 of 3 orders at 61000, 1 ended, 1 is not amended/),
      detail: expect.stringContaining('K001'),
    })
  })

  it('counts an order that filled at the new price as moved', async () => {
    const { block, notices, amend, amended } = await resting(3)
    await amend()
    for (const n of [0, 1, 2]) await amended(n, 'moved and filled')
    expect(block().amend).toMatchObject({ orders: 3, moved: 3, over: 0, failed: [] })
    expect([...notices.values()].some(({ message }) => message.includes('3 of 3 orders at 61000.'))).toBe(
      true,
    )
  })

  it('amends no order that the dealer did not read, and none of another block', async () => {
    const { broker, named, amend } = await resting(3)
    expect(await amend(named.slice(0, 1))).toMatchObject({ ok: true, value: { orders: 1 } })
    expect(broker.amends.map(({ customer: code }) => code)).toEqual([customer(1)])
    const [first] = named
    const strange = { customerCode: customer(2), referenceId: first?.referenceId ?? ('' as never) }
    expect(await amend([strange])).toMatchObject({ ok: false })
  })

  it('is refused while an amend is under way, and while rows have not left', async () => {
    const { desk, broker, amend } = await resting(2)
    await amend()
    expect(await amend()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('still being amended') },
    })
    const second = await startDesk({ venues: [AMENDS] })
    await second.submit(blockOf(4))
    await answer(second.desk, second.broker, 0)
    const { id, draft } = sentOf(second.broker, 0)
    const early = await second.desk.call('block.amend', {
      blockId: second.block().blockId,
      orders: [{ customerCode: draft.customerCode, referenceId: id }],
      limitPrice: NEW,
    })
    expect(early).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('have not been sent') },
    })
    expect(second.broker.amends).toHaveLength(0)
    expect(broker.amends).toHaveLength(2)
    await desk.settle()
  })

  it('keeps back what has not left once the block is canceled', async () => {
    const { desk, broker, block, amend, amended } = await resting(4)
    await amend()
    await desk.call('block.cancel', { blockId: block().blockId })
    await desk.settle()
    await amended(0, 'moved')
    expect(broker.amends).toHaveLength(2)
    expect(block().amend?.failed.map(({ customerCode }) => customerCode)).toEqual([customer(3), customer(4)])
  })

  it.each([2, 4])(
    'keeps back what waits for a slow disk once the dealer stops it, with %i in flight',
    async (inFlight) => {
      const { desk, broker, block, amend, holdDisk } = await resting(3, inFlight)
      const openDisk = holdDisk()
      await amend()
      expect(await desk.call('block.stop', { blockId: block().blockId })).toMatchObject({ ok: true })
      await openDisk()
      expect(broker.amends).toHaveLength(0)
      const failed = block().amend?.failed ?? []
      expect(failed.map(({ customerCode }) => customerCode).toSorted()).toEqual([1, 2, 3].map(customer))
      for (const { why } of failed) expect(why).toContain('The block was stopped by')
    },
  )

  it('keeps back what waits for a slow disk once the block is canceled', async () => {
    const { desk, broker, block, amend, holdDisk } = await resting(3, 4)
    const openDisk = holdDisk()
    await amend()
    const canceled = desk.call('block.cancel', { blockId: block().blockId })
    await desk.settle()
    await openDisk()
    expect(await canceled).toMatchObject({ ok: true, value: { orders: 3 } })
    expect(broker.amends).toHaveLength(0)
    expect(broker.cancels).toHaveLength(3)
  })

  it('leaves an order alone that was changed by itself while its turn had not come', async () => {
    const { desk, broker, block, named, amend, amended } = await resting(3, 1)
    await amend()
    const third = named[2]
    if (!third) throw new Error('the block has no third order')
    const limitPrice = text('59000')
    await desk.call('order.amend', { ...third, changes: { ...NO_CHANGES, limitPrice } })
    const { customerCode, referenceId } = third
    broker.amends[1]?.answer.resolve({
      kind: 'accepted',
      value: reportOf(referenceId, 'open', { customerCode, amount: text('3'), limitPrice }),
    })
    await desk.settle()
    await amended(0, 'moved')
    await amended(2, 'moved')
    expect(broker.amends.map(({ customer: code }) => code)).toEqual([1, 3, 2].map(customer))
    expect(block().amend).toMatchObject({
      moved: 2,
      failed: [{ customerCode, why: expect.stringContaining('changed after you sent this change') }],
    })
  })

  it('keeps back what has not left under a halt, with the reason for each customer', async () => {
    const { desk, broker, block, amend, amended } = await resting(4)
    await amend()
    await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'reducing' })
    await desk.settle()
    await amended(0, 'moved')
    expect(broker.amends).toHaveLength(2)
    expect(block().amend?.failed.map(({ customerCode }) => customerCode)).toEqual([customer(3), customer(4)])
  })

  it('moves the triggers of stops, and counts an order as moved only when the venue shows the trigger', async () => {
    const stop = { type: 'stop_loss' as const, limitPrice: null, triggerPrice: text('70000') }
    const { desk, broker, block, submit, notices } = await startDesk({ venues: [AMENDS] })
    const request = blockOf(2)
    await submit({ ...request, draft: { ...request.draft, ...stop, timeInForce: null } })
    for (const { id, draft, answer: reply } of broker.sent) {
      const { customerCode, side, amount } = draft
      reply.resolve({
        kind: 'accepted',
        value: reportOf(id, 'untriggered', { customerCode, side, amount, ...stop }),
      })
    }
    await desk.settle()
    expect(broker.sent.map(({ draft }) => draft.triggerPrice)).toEqual(['70000', '70000'])
    const orders = broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
    const { blockId } = block()
    const wrong = await desk.call('block.amend', { blockId, orders, limitPrice: NEW })
    expect(wrong).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('no limit price') },
    })
    const none = await desk.call('block.amend', { blockId, orders, limitPrice: null })
    expect(none).toMatchObject({ ok: false, failure: { message: expect.stringContaining('No new price') } })
    const triggerPrice = text('71000')
    expect(await desk.call('block.amend', { blockId, orders, limitPrice: null, triggerPrice })).toMatchObject(
      {
        ok: true,
        value: { orders: 2 },
      },
    )
    await desk.settle()
    expect(broker.amends.map(({ changes }) => changes.triggerPrice)).toEqual(['71000', '71000'])
    for (const [n, shown] of ['71000', '70000'].entries()) {
      const { id, customer: customerCode, answer: reply } = broker.amends[n] ?? { answer: null }
      reply?.resolve({
        kind: 'accepted',
        value: reportOf(id, 'untriggered', { customerCode, ...stop, triggerPrice: text(shown) }),
      })
      await desk.settle()
    }
    expect(block().amend).toMatchObject({ triggerPrice: '71000', orders: 2, moved: 1, failed: [] })
    const { id, customer: customerCode } = broker.amends[1] ?? { id: '' as never, customer: customer(2) }
    broker.listener?.order(reportOf(id, 'untriggered', { customerCode, ...stop, triggerPrice }))
    await desk.settle()
    expect(block().amend).toMatchObject({ moved: 2, failed: [] })
    expect([...notices.values()].at(-1)?.message).toMatch(/2 of 2 orders at trigger 71000/)
  })

  it('is refused at a venue without amend, for each order with the way by hand', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker)
    const { id, draft } = sentOf(broker, 0)
    await desk.call('block.amend', {
      blockId: block().blockId,
      orders: [{ customerCode: draft.customerCode, referenceId: id }],
      limitPrice: NEW,
    })
    await desk.settle()
    expect(block().amend).toMatchObject({ moved: 0, failed: [{ why: expect.stringContaining('no amend') }] })
  })
})
