/** A block in the core: its plan is on disk before its first row leaves, rows leave in turn, each once, and no more at once than the dealer chose. */

import { describe, expect, it } from 'vitest'
import { add, decimal, ZERO } from '../../../../../shared/base/decimal.ts'
import { pending } from '../../../../fakes/venue/fakeBroker.ts'
import { draftOf, text } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, customersSent, rowsOf, startDesk } from './blockStage.ts'

describe('a block', () => {
  it('sends one order a row, in the order of the rows, with the block in every id and record', async () => {
    const { desk, orders, broker, block, submit } = await startDesk()
    const reply = await submit(blockOf(5))
    expect(reply).toMatchObject({ ok: true, value: { outcome: 'taken', blockId: block().blockId } })
    await answerAll(desk, broker)
    expect(customersSent(broker)).toEqual([1, 2, 3, 4, 5].map(customer))
    expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['1', '2', '3', '4', '5'])
    const sum = broker.sent.reduce((all, { draft }) => add(all, decimal(draft.amount ?? '0')), ZERO)
    expect(sum).toBe(decimal('15'))
    for (const [n, { id }] of broker.sent.entries()) {
      expect(id).toMatch(new RegExp(`^op-[a-z0-9]+-${block().blockId}-[a-zA-Z0-9_-]+$`))
      expect(id.length).toBeLessThanOrEqual(40)
      expect(orders.get(id)?.block).toEqual({ id: block().blockId, row: n + 1, count: 5, attempt: 1 })
      expect(block().rows[n]).toMatchObject({ referenceId: id, state: 'requested', why: null })
    }
    expect(block()).toMatchObject({ state: 'sent', why: null, group: 'A', method: 'equal' })
  })

  it('has its whole plan on disk before the first intent of its rows', async () => {
    const { desk, broker, submit } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const reply = submit(blockOf(3))
    await desk.settle()
    expect(desk.journal.bodies('block')).toMatchObject([
      { event: { kind: 'planned', plan: { rows: rowsOf(3) } } },
    ])
    expect(desk.journal.bodies('order')).toEqual([])
    expect(broker.sent).toHaveLength(0)
    disk.resolve(null)
    await reply
    expect(broker.sent).toHaveLength(2)
  })

  it('sends nothing before its plan is on disk, though the dealer pauses and resumes it, and nothing at all where that took too long', async () => {
    const { desk, broker, block, submit } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const reply = submit(blockOf(3))
    await desk.settle()
    const { blockId } = block()
    desk.clock.advance(4_000)
    await desk.call('block.pause', { blockId })
    await desk.call('block.resume', { blockId })
    expect(desk.journal.bodies('order')).toEqual([])
    desk.clock.advance(2_000)
    disk.resolve(null)
    expect(await reply).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(block().state).toBe('stopped')
  })

  it('never has more requests under way than the dealer chose', async () => {
    const { desk, broker, states, submit } = await startDesk()
    await submit(blockOf(6, { inFlight: 3 }))
    expect(broker.sent).toHaveLength(3)
    await answer(desk, broker, 1)
    expect(broker.sent).toHaveLength(4)
    expect(states()).toEqual(['requested', 'requested', 'requested', 'requested', 'waiting', 'waiting'])
  })

  it('sends nothing where the journal cannot be written', async () => {
    const { desk, broker, blocks, submit } = await startDesk()
    desk.journal.write = async () => ({ ok: false, failure: 'the disk is full' })
    expect(await submit(blockOf(3))).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(broker.sent).toHaveLength(0)
    expect(blocks.size).toBe(0)
  })

  it('makes one block of one intent, however often it is submitted', async () => {
    const { desk, broker, submit } = await startDesk()
    const replies = await Promise.all([1, 2, 3].map(() => submit(blockOf(3))))
    await answerAll(desk, broker)
    replies.push(await submit(blockOf(3)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(customersSent(broker)).toEqual([1, 2, 3].map(customer))
    const other = await submit(blockOf(3, { rows: rowsOf(2) }))
    expect(other).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(3)
  })

  it.each([
    [
      'a first row that is not the order of the block',
      { draft: draftOf({ customerCode: customer(2), amount: text('1') }) },
    ],
    ['a row without contracts', { rows: [...rowsOf(2), { customerCode: customer(9), amount: text('0') }] }],
    ['a price that the rules refuse', { draft: draftOf({ ...rowsOf(1)[0], limitPrice: text('0') }) }],
  ])('is refused as a whole for %s', async (_name, more) => {
    const { broker, blocks, submit } = await startDesk()
    expect(await submit(blockOf(3, more))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
    expect(blocks.size).toBe(0)
  })

  it('is refused as a whole, by name, where one customer is halted', async () => {
    const { desk, broker, blocks, submit } = await startDesk()
    await desk.call('halt.start', { scope: { kind: 'customer', customerCode: customer(3) }, mode: 'halted' })
    const reply = await submit(blockOf(3))
    expect(reply).toMatchObject({ ok: false, failure: { message: expect.stringContaining(customer(3)) } })
    expect(broker.sent).toHaveLength(0)
    expect(blocks.size).toBe(0)
  })
})
