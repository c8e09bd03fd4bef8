/** Rows that the dealer sends once more: which of them leave, in turn, and what keeps back those that have not left. */

import { describe, expect, it } from 'vitest'
import { pending, type FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { reportOf, text } from '../../deskHarness.ts'
import { limited } from '../scale/scaleStage.ts'
import {
  answer,
  answerAll,
  blockOf,
  customer,
  customersSent,
  letRowsStart,
  sentOf,
  startDesk,
} from './blockStage.ts'

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
    await letRowsStart(desk)
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
      await letRowsStart(desk)
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
      // A cancel is confirmed once it is on disk.
      const done = desk.call(act, { blockId })
      await desk.settle()
      disk.resolve(null)
      await done
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
      const done = desk.call(act, { blockId })
      await desk.settle()
      disk.resolve(null)
      expect(await done).toMatchObject({ ok: true })
      await desk.settle()
      expect(broker.sent).toHaveLength(2)
      expect(await desk.call('block.stop', { blockId })).toMatchObject({ ok: false })
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

describe('an order of a row that was over and comes back', () => {
  const fillOf = (broker: FakeBroker, n: number) => {
    const { id, draft } = sentOf(broker, n)
    const { customerCode, amount } = draft
    return reportOf(id, 'filled', {
      customerCode,
      amount,
      filledAmount: text('1'),
      filledQuote: text('60000'),
    })
  }

  it('after the row was sent once more is said loudly, is seen in the row, and lets no third one out', async () => {
    const { desk, broker, block, notices, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    const retry = { blockId, customerCodes: [customer(1)] }
    await desk.call('block.retryRows', retry)
    await answer(desk, broker, 2, 'refused')
    broker.listener?.order(fillOf(broker, 0))
    await desk.settle()
    expect([...notices.values()].find(({ message }) => message.includes('twice'))).toMatchObject({
      level: 'error',
      customerCode: customer(1),
      referenceId: broker.sent[0]?.id,
      message: `Block ${blockId}: ${customer(1)} may have its order twice.`,
    })
    expect(block().rows[0]).toMatchObject({
      referenceId: broker.sent[2]?.id,
      end: { as: 'rejected' },
      earlier: [{ referenceId: broker.sent[0]?.id, end: { as: 'filled', filledAmount: '1' } }],
    })
    expect(await desk.call('block.retryRows', retry)).toMatchObject({
      value: { taken: 0, refused: [{ why: expect.stringContaining('came back') }] },
    })
    expect(broker.sent).toHaveLength(3)
  })

  it('while the row waits to be sent once more gives up what waits', async () => {
    const { desk, broker, block, notices, submit } = await startDesk()
    await submit(blockOf(3, { inFlight: 1 }))
    await answerAll(desk, broker, 0, () => 'refused')
    const { blockId } = block()
    await desk.call('block.retryRows', { blockId, customerCodes: [1, 2, 3].map(customer) })
    broker.listener?.order(fillOf(broker, 2))
    await answerAll(desk, broker, 3)
    expect(customersSent(broker).slice(3)).toEqual([customer(1)])
    expect(block().rows[2]).toMatchObject({ isRetried: false, end: { as: 'ended' } })
    expect([...notices.values()].some(({ message }) => message.includes('twice'))).toBe(true)
  })

  it('while its next one waits for the disk keeps that one back', async () => {
    const { desk, broker, block, submit } = await startDesk()
    await submit(blockOf(2))
    await answerAll(desk, broker, 0, () => 'refused')
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    await desk.call('block.retryRows', { blockId: block().blockId, customerCodes: [customer(1)] })
    await desk.settle()
    broker.listener?.order(fillOf(broker, 0))
    disk.resolve(null)
    await desk.settle()
    expect(broker.sent).toHaveLength(2)
  })
})

it('a row whose order is proven never to have reached the venue can be sent once more', async () => {
  const { desk, orders, broker, block, submit } = await startDesk()
  broker.validUntil = desk.clock.now() + 5_000
  // The venue's clock runs with ours.
  Object.defineProperty(broker, 'time', { get: () => desk.clock.now() })
  await submit(blockOf(2, { inFlight: 1 }))
  await answer(desk, broker, 0, 'unknown')
  await desk.clock.run(120_000, 500)
  expect(orders.get(sentOf(broker, 0).id)?.phase).toBe('dead')
  expect(block().rows[0]?.end).toMatchObject({ as: 'never-arrived' })
  await desk.call('block.retryRows', { blockId: block().blockId, customerCodes: [customer(1)] })
  expect(customersSent(broker)).toEqual([customer(1), customer(1)])
})
