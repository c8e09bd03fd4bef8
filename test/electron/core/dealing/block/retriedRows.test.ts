/** Rows that the dealer sends once more: which of them leave, in turn, and what keeps back those that have not left. */

import { describe, expect, it } from 'vitest'
import { pending } from '../../../../fakes/venue/fakeBroker.ts'
import { text } from '../../deskHarness.ts'
import { limited } from '../scale/scaleStage.ts'
import { answer, answerAll, blockOf, customer, customersSent, startDesk } from './blockStage.ts'

const three = [1, 2, 3].map(customer)

describe('a retry of a row', () => {
  it('sends a refused row once more under a new intent, and no other row', async () => {
    const { desk, orders, broker, block, submit } = await startDesk()
    await submit(blockOf(3))
    await answerAll(desk, broker, 0, (n) => (n === 1 ? 'refused' : 'open'))
    const retry = { blockId: block().blockId, customerCodes: [customer(2)] }
    expect(await desk.call('block.retryRows', retry)).toMatchObject({
      ok: true,
      value: { taken: 1, refused: [] },
    })
    await answerAll(desk, broker, 3)
    expect(customersSent(broker)).toEqual([...three, customer(2)])
    const id = broker.sent[3]?.id ?? ''
    expect(block().rows[1]).toMatchObject({ referenceId: id, state: 'requested' })
    expect(orders.get(id)?.block).toMatchObject({ row: 2, attempt: 2 })
    const intents = desk.journal
      .bodies('order')
      .flatMap(({ event }) => (event.kind === 'intent' ? [event.intentId] : []))
    expect(new Set(intents).size).toBe(4)
  })

  it.each(['open', 'unknown'] as const)('of a row whose answer is "%s" is refused', async (how) => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => how)
    const retry = { blockId: block().blockId, customerCodes: [customer(1)] }
    expect(await desk.call('block.retryRows', retry)).toMatchObject({
      value: { taken: 0, refused: [{ customerCode: customer(1) }] },
    })
    expect(broker.sent).toHaveLength(2)
  })

  it('of two keys at once sends one order', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    const retry = { blockId: block().blockId, customerCodes: [customer(1)] }
    const replies = await Promise.all([
      desk.call('block.retryRows', retry),
      desk.call('block.retryRows', retry),
    ])
    expect(replies.map((reply) => (reply.ok ? reply.value.taken : null))).toEqual([1, 0])
    expect(broker.sent).toHaveLength(3)
  })

  it('of many rows sends each of them, as many at once as the block may', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(5, { inFlight: 2 }))
    await answerAll(desk, broker, 0, () => 'refused')
    const five = [1, 2, 3, 4, 5].map(customer)
    const retry = { blockId: block().blockId, customerCodes: five }
    expect(await desk.call('block.retryRows', retry)).toMatchObject({ value: { taken: 5, refused: [] } })
    await desk.settle()
    expect(broker.sent).toHaveLength(7)
    await answerAll(desk, broker, 5)
    expect(customersSent(broker).slice(5)).toEqual(five)
  })

  it('waits for the limits of a second like the first time', async () => {
    const { desk, broker, block, submit } = await startDesk({
      limits: limited({ ordersInSecond: { warn: null, block: text('2') } }),
    })
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    await desk.call('block.retryRows', { blockId: block().blockId, customerCodes: [1, 2].map(customer) })
    await desk.settle()
    expect(broker.sent).toHaveLength(2)
    desk.clock.advance(1_100)
    await desk.settle()
    expect(broker.sent).toHaveLength(4)
  })

  it.each(['block.cancel', 'block.stop', 'block.pause'] as const)(
    'of many rows ends with %s',
    async (act) => {
      const { desk, broker, block, notices, submit } = await startDesk()
      await submit(blockOf(6, { inFlight: 2 }))
      await answerAll(desk, broker, 0, () => 'refused')
      const { blockId } = block()
      await desk.call('block.retryRows', { blockId, customerCodes: [1, 2, 3, 4, 5, 6].map(customer) })
      await desk.settle()
      expect(broker.sent).toHaveLength(8)
      expect(await desk.call(act, { blockId })).toMatchObject({ ok: true })
      await answer(desk, broker, 6)
      await answer(desk, broker, 7)
      expect(broker.sent).toHaveLength(8)
      expect(block().rows[5]).toMatchObject({
        isRetried: false,
        why: expect.stringContaining('not sent once more'),
      })
      expect([...notices.values()].map(({ message }) => message)).toContain(
        `Block ${blockId}: 4 rows were not sent once more.`,
      )
    },
  )

  it.each(['block.cancel', 'block.stop'] as const)(
    'that waits for the disk does not leave after %s',
    async (act) => {
      const { desk, broker, block, submit } = await startDesk()
      await submit(blockOf(4, { inFlight: 1, onRefused: 'stop' }))
      await answer(desk, broker, 0, 'refused')
      const { blockId } = block()
      const disk = pending<null>()
      desk.journal.disk = disk.promise
      await desk.call('block.retryRows', { blockId, customerCodes: [customer(1)] })
      await desk.settle()
      await desk.call(act, { blockId })
      disk.resolve(null)
      await desk.settle()
      expect(broker.sent).toHaveLength(1)
      expect(block().rows[0]).toMatchObject({ state: 'not-sent' })
    },
  )

  it.each(['block.cancel', 'block.stop'] as const)(
    'of a block that is over does not leave after %s, though it has its order',
    async (act) => {
      const { desk, broker, block, submit } = await startDesk()
      await submit(blockOf(2))
      await answerAll(desk, broker, 0, () => 'refused')
      const { blockId } = block()
      expect(block().state).toBe('sent')
      const disk = pending<null>()
      desk.journal.disk = disk.promise
      await desk.call('block.retryRows', { blockId, customerCodes: [customer(1)] })
      await desk.settle()
      await desk.call(act, { blockId })
      disk.resolve(null)
      await desk.settle()
      expect(broker.sent).toHaveLength(2)
    },
  )

  it('is given up by a halt, which says so', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(4, { inFlight: 1 }))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    await desk.call('block.retryRows', { blockId, customerCodes: [1, 2, 3].map(customer) })
    await desk.settle()
    await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await answer(desk, broker, 4)
    expect(broker.sent).toHaveLength(5)
    expect(block().rows[2]).toMatchObject({ isRetried: false, why: expect.stringContaining('halted') })
  })
})
