/** The conflict report of a desk: from the journal, with its span, over warnings, fills ahead of older orders, and series of single orders. */

import { describe, expect, it } from 'vitest'
import { decimal, multiply, toText } from '../../../../../shared/base/decimal.ts'
import { DEFAULT_RULES } from '../../../../../shared/domain/limits/limits.ts'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { C1, C2, draftOf, reportOf, text } from '../../deskHarness.ts'
import { blockOf, sentOf, startDesk } from '../block/blockStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

const withCrosses = () => startDesk({ limits: DEFAULT_RULES })

let acts = 0
const submit = async (
  { desk }: Stage,
  draft: Partial<OrderDraft>,
  typed: string | null = null,
  intentId = '',
) => {
  const id = intentId === '' ? `intent-${String(++acts).padStart(5, '0')}` : intentId
  const reply = await desk.call('order.submit', { intentId: id, draft: draftOf(draft), typed })
  await desk.settle()
  return { id, reply }
}

/** The venue's answer to the n-th request: open, or filled at a price. */
async function answer({ desk, broker }: Stage, n: number, filledAt: string | null = null) {
  const { id, draft, answer: reply } = sentOf(broker, n)
  const amount = draft.amount ?? text('0')
  reply.resolve({
    kind: 'accepted',
    value: reportOf(id, filledAt === null ? 'open' : 'filled', {
      customerCode: draft.customerCode,
      side: draft.side,
      amount,
      limitPrice: draft.limitPrice,
      ...(filledAt === null
        ? {}
        : { filledAmount: amount, filledQuote: toText(multiply(decimal(amount), decimal(filledAt))) }),
    }),
  })
  await desk.settle()
}

async function report({ desk }: Stage) {
  const reply = desk.call('order.conflicts', {})
  await desk.clock.run(100, 1)
  const read = await reply
  if (!read.ok) throw new Error(read.failure.message)
  return read.value
}

/** C2007's buy at 59,990 waits; C1042, asked two seconds later, buys at 59,980. */
async function oneAhead() {
  const stage = await startDesk()
  await submit(stage, { customerCode: C2, limitPrice: text('59990') })
  await answer(stage, 0)
  await stage.desk.clock.run(2_000, 1_000)
  await submit(stage, { customerCode: C1, limitPrice: text('59995') })
  await answer(stage, 1, '59980')
  return stage
}

describe('the conflict report', () => {
  it('has each warning of a cross, with the order that was sent all the same', async () => {
    const stage = await withCrosses()
    await submit(stage, { customerCode: C2, side: 'sell' })
    await answer(stage, 0)
    const asked = await submit(stage, { customerCode: C1 })
    expect(asked.reply).toMatchObject({
      ok: true,
      value: { outcome: 'warned', warnings: [{ limit: 'crosses' }] },
    })
    const unsent = await report(stage)
    expect(unsent.warned).toMatchObject([{ kind: 'crossed', customerCode: C1, referenceId: null }])
    expect(unsent.warned[0]?.sentence).toContain(`the sell of ${C2}, 2 at 60,000`)
    const type = asked.reply.ok && asked.reply.value.outcome === 'warned' ? asked.reply.value.type : ''
    await submit(stage, { customerCode: C1 }, type, asked.id)
    expect((await report(stage)).warned).toMatchObject([
      { customerCode: C1, what: 'buy 2 BTCUSDC_PERP limit @ 60000', referenceId: sentOf(stage.broker, 1).id },
    ])
  })

  it('of a block has the warned orders that were sent, and no warning of the whole as not sent', async () => {
    const stage = await withCrosses()
    await submit(stage, { customerCode: C2, side: 'sell' })
    await answer(stage, 0)
    const warned = await stage.submit(blockOf(2))
    const type = warned.ok && warned.value.outcome === 'warned' ? warned.value.type : ''
    expect((await report(stage)).warned).toMatchObject([{ referenceId: null }])
    await stage.submit(blockOf(2, { typed: type }))
    await answer(stage, 1)
    await answer(stage, 2)
    const { warned: warnings } = await report(stage)
    expect(warnings.map(({ customerCode, referenceId }) => [customerCode, referenceId])).toEqual(
      expect.arrayContaining(stage.broker.sent.slice(1).map(({ draft, id }) => [draft.customerCode, id])),
    )
    expect(warnings).toHaveLength(2)
  })

  it('counts a scale that was warned of once as one, with the first of its orders', async () => {
    const stage = await withCrosses()
    await submit(stage, { customerCode: C2, side: 'sell' })
    await answer(stage, 0)
    const scale = (typed: string | null) => ({
      intentId: 'scale-0001',
      draft: draftOf({ customerCode: C1, amount: text('3') }),
      rows: [
        { amount: text('2'), limitPrice: text('60000') },
        { amount: text('1'), limitPrice: text('59990') },
      ],
      typed,
    })
    const asked = await stage.desk.call('order.submitScale', scale(null))
    const type = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : ''
    const [before] = (await report(stage)).warned
    await stage.desk.call('order.submitScale', scale(type))
    await stage.desk.settle()
    expect((await report(stage)).warned).toMatchObject([
      { customerCode: C1, what: before?.what, referenceId: sentOf(stage.broker, 1).id },
    ])
  })

  it('has a fill that went ahead of an older order, with the times of the clock, although it was set back between', async () => {
    const stage = await startDesk()
    await submit(stage, { customerCode: C2, limitPrice: text('59990') })
    await answer(stage, 0)
    const since = stage.desk.clock.now()
    stage.desk.clock.setWall(-600_000)
    await stage.desk.clock.run(20_000, 1_000)
    await submit(stage, { customerCode: C1, limitPrice: text('59995') })
    await answer(stage, 1, '59980')
    const at = stage.desk.clock.now()
    expect((await report(stage)).ahead).toMatchObject([
      { customerCode: C1, at, waiting: { customerCode: C2, since } },
    ])
  })

  it('accuses no order of going ahead of a younger one that a clock set back made look older', async () => {
    const stage = await startDesk()
    await submit(stage, { customerCode: C1, limitPrice: text('59995') })
    await answer(stage, 0)
    stage.desk.clock.setWall(-600_000)
    await stage.desk.clock.run(20_000, 1_000)
    await submit(stage, { customerCode: C2, limitPrice: text('59996') })
    await answer(stage, 1)
    const { id, draft } = sentOf(stage.broker, 0)
    const filled = { filledAmount: draft.amount ?? text('0'), filledQuote: text('119980') }
    stage.broker.listener?.order(reportOf(id, 'filled', { ...draft, ...filled }))
    await stage.desk.settle()
    expect((await report(stage)).ahead).toEqual([])
  })

  it('does not say that an order waited at a price that an amend gave it later', async () => {
    const stage = await startDesk()
    await submit(stage, { customerCode: C2, limitPrice: text('50000') })
    await answer(stage, 0)
    await stage.desk.clock.run(2_000, 1_000)
    await submit(stage, { customerCode: C1, limitPrice: text('59995') })
    await answer(stage, 1, '59980')
    expect((await report(stage)).ahead).toEqual([])
    await stage.desk.clock.run(2_000, 1_000)
    const { id, draft } = sentOf(stage.broker, 0)
    stage.broker.listener?.order(
      reportOf(id, 'open', { ...draft, limitPrice: text('59999'), updatedAt: stage.desk.clock.now() }),
    )
    await stage.desk.settle()
    expect((await report(stage)).ahead).toEqual([])
  })

  it('names a fill ahead of an older order at a price at least as good', async () => {
    const stage = await oneAhead()
    const { ahead, untimed } = await report(stage)
    expect(ahead).toMatchObject([
      { customerCode: C1, price: '59980', more: 0, waiting: { customerCode: C2, limitPrice: '59990' } },
    ])
    expect(untimed).toBe(0)
  })

  it('names none where the older order was filled by the same news', async () => {
    const stage = await startDesk()
    await submit(stage, { customerCode: C2, limitPrice: text('59990') })
    await submit(stage, { customerCode: C1, limitPrice: text('59995') })
    await answer(stage, 1, '59980')
    await answer(stage, 0, '59980')
    expect((await report(stage)).ahead).toEqual([])
  })

  it('lists the series in which one customer was filled and another was not', async () => {
    const stage = await startDesk()
    await submit(stage, { customerCode: C1, limitPrice: text('59995') })
    await submit(stage, { customerCode: C2, limitPrice: text('59990') })
    await answer(stage, 0, '59980')
    // The outcome of the second is not known yet, so that nobody can say that it did not fill.
    expect((await report(stage)).oneSided).toEqual([])
    await answer(stage, 1)
    expect((await report(stage)).oneSided).toMatchObject([
      {
        blockId: null,
        filled: [{ customerCode: C1, referenceId: sentOf(stage.broker, 0).id, amount: '2' }],
        unfilled: [
          { customerCode: C2, referenceId: sentOf(stage.broker, 1).id, amount: '2', limitPrice: '59990' },
        ],
        unknown: 0,
      },
    ])
  })

  it('lists a block whose rows have no order once it was stopped, not while it waits or the journal lacks a part', async () => {
    const stage = await startDesk()
    await stage.submit(blockOf(4))
    const { blockId } = stage.block()
    await stage.desk.call('block.pause', { blockId })
    for (const n of [0, 1]) await answer(stage, n, '59980')
    expect((await report(stage)).oneSided).toEqual([])
    await stage.desk.call('block.stop', { blockId })
    await stage.desk.settle()
    expect((await report(stage)).oneSided).toMatchObject([
      { blockId, unfilled: [], unknown: 0, rowsWithoutOrder: 2 },
    ])
    stage.desk.journal.isRecoveredWhole = false
    expect((await report(stage)).oneSided).toEqual([])
  })

  it('counts who is first in series of single orders', async () => {
    const stage = await startDesk()
    for (let n = 0; n < 6; n++) {
      for (const customerCode of [C1, C2]) {
        await submit(stage, { customerCode })
        await answer(stage, stage.broker.sent.length - 1, customerCode === C1 ? '59990' : '60010')
      }
      await stage.desk.clock.run(1_000, 1_000)
    }
    const { series, customers } = await report(stage)
    expect(series).toBe(6)
    expect(customers).toMatchObject([
      {
        customerCode: C1,
        blocks: 6,
        first: 6,
        expectedFirst: '3',
        standsOut: expect.arrayContaining(['first']),
      },
      { customerCode: C2, blocks: 6, first: 0, standsOut: expect.arrayContaining(['first']) },
    ])
    expect(Number(customers[0]?.bps)).toBeLessThan(0)
  })

  it('is the same after a restart, and leaves out another user of the venue', async () => {
    const before = await oneAhead()
    const { entries } = before.desk.journal
    const again = await startDesk({ journal: new FakeJournal(entries) })
    expect((await report(again)).ahead).toEqual((await report(before)).ahead)
    const strange = entries.map((entry) => ({ ...entry, whose: 'another' }))
    const other = await startDesk({ journal: new FakeJournal(strange) })
    expect(await report(other)).toMatchObject({ orders: 0, ahead: [], warned: [] })
  })

  it('says why, where the journal cannot be read, and claims nothing', async () => {
    const stage = await startDesk()
    stage.desk.journal.unreadable = 'The order journal cannot be read: EIO.'
    expect(await stage.desk.call('order.conflicts', {})).toMatchObject({
      ok: false,
      failure: { message: 'The order journal cannot be read: EIO.' },
    })
  })
})
