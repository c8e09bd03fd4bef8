/** The amend of the amount of a block: the core splits a new total over the live orders, sends what the dealer read, and counts it in what blocks owe. */

import { describe, expect, it } from 'vitest'
import { CLAIMS_SETTING, readClaims } from '../../../../../../shared/domain/block/shares/claims.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import { PAPER, draftOf, text } from '../../../deskHarness.ts'
import { answerAll, customer, startDesk } from '../blockStage.ts'
import { AMENDS, resting, shared } from './amountStage.ts'

describe('a new amount of a block under way', () => {
  it('is split by the weights, and each order shows its new amount only when the venue does', async () => {
    const { broker, block, notices, split, amend, amended } = await resting()
    expect(await split('12')).toMatchObject({
      sentence: null,
      from: '8',
      rows: [
        { customerCode: 'K001', from: '4', to: '6', filled: '0', why: null },
        { customerCode: 'K002', from: '2', to: '3' },
        { customerCode: 'K003', from: '2', to: '3' },
      ],
    })
    expect(await amend('12')).toMatchObject({ ok: true, value: { orders: 3 } })
    // Two at once, as the block sends.
    expect(broker.amends.map(({ changes }) => changes)).toMatchObject([
      { amount: '6', limitPrice: null, triggerPrice: null },
      { amount: '3', limitPrice: null, triggerPrice: null },
    ])
    expect(block().amend).toMatchObject({ total: '12', orders: 3, moved: 0 })
    await amended(0)
    await amended(1)
    await amended(2)
    expect(block().amend).toMatchObject({ moved: 3, failed: [] })
    expect(block().rows.map(({ amount }) => amount)).toEqual(['6', '3', '3'])
    expect([...notices.values()].at(-1)?.message).toMatch(/3 of 3 orders at their new amounts, 12 in all/)
  })

  it('keeps what has filled: an order at its share or above it stays, and the reason is said', async () => {
    const { split, fill, amend, broker } = await resting()
    await fill(0, '3')
    await fill(1, '2')
    const read = await split('7')
    expect(read.rows.map(({ to, why }) => [to, why])).toEqual([
      ['4', 'its share is 3, and 3 have filled: cancel its order to stop there'],
      ['2', 'it is filled'],
      ['1', null],
    ])
    expect((await split('5')).sentence).toBe(
      'Amount: type more than 5. That much has filled or cannot change. To buy no more, cancel the block.',
    )
    expect(await amend('7', read)).toMatchObject({ ok: true, value: { orders: 1 } })
    expect(broker.amends.map(({ changes }) => changes.amount)).toEqual(['1'])
  })

  it('is refused where an order filled since the dealer read the amounts', async () => {
    const { split, fill, amend, broker } = await resting()
    const read = await split('12')
    await fill(1, '2')
    expect(await amend('12', read)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('an order of this block changed') },
    })
    expect(broker.amends).toEqual([])
  })

  it('is refused where another block of the instrument changed the split, and says that', async () => {
    const { desk, broker, block, split, submit } = await resting(shared(['5', '2', '2']))
    const { blockId } = block()
    const { rows } = await split('11')
    await submit(shared(['5', '3', '2'], { intentId: 'intent-0002' }))
    await answerAll(desk, broker, 3)
    const orders = rows.flatMap(({ customerCode, referenceId, from, to }) =>
      from === to || referenceId === null ? [] : [{ customerCode, referenceId, amount: to }],
    )
    expect(
      await desk.call('block.amend', { blockId, orders, limitPrice: null, total: text('11') }),
    ).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('or another block of the instrument was sent') },
    })
    expect(broker.amends).toEqual([])
    const now = await desk.call('block.splitAnew', { blockId, total: text('11') })
    expect(now).toMatchObject({ value: { rows: [{ to: '6' }, { to: '2' }, { to: '3' }] } })
  })

  it('counts in what blocks owe: each customer is owed its share of the new amount, also after a restart', async () => {
    const { desk, owed, amend, amended } = await resting()
    expect(owed()).toBeNull()
    await amend('9')
    await amended(0)
    const before = owed()
    expect(before).toMatchObject({ denominator: '4', parts: { K001: '-2', K002: '1', K003: '1' } })
    for (const entries of [desk.journal.entries, desk.journal.carried()]) {
      const next = await startDesk({ venues: [AMENDS], journal: new FakeJournal(entries) })
      const shown = next.desk.follow('settings')
      expect(readClaims(shown.now()[CLAIMS_SETTING], draftOf({}).symbol, 'buy')).toEqual(before)
      expect(next.block().rows.map(({ amount }) => amount)).toEqual(['5', '2', '2'])
    }
  })

  it('names each customer whose change the venue refused, and the others have theirs', async () => {
    const { block, notices, split, amend, amended } = await resting()
    await amend('12')
    await amended(0)
    await amended(1, false)
    await amended(2)
    expect(block().amend).toMatchObject({
      moved: 2,
      failed: [{ customerCode: customer(2), why: expect.stringContaining('need 40') }],
    })
    // The block has 11.
    expect([...notices.values()].at(-1)?.message).toMatch(
      /2 of 3 orders at their new amounts, 12 asked for, 1 is not amended\.$/,
    )
    // A second total, typed again, gives each its share: what the refused customer did not get is no claim of the others.
    expect((await split('12')).rows.map(({ from, to }) => [from, to])).toEqual([
      ['6', '6'],
      ['2', '3'],
      ['3', '3'],
    ])
    expect((await split('16')).rows.map(({ to }) => to)).toEqual(['8', '4', '4'])
    expect(await amend('12')).toMatchObject({ ok: true, value: { orders: 1 } })
    await amended(3)
    expect(block().rows.map(({ amount }) => amount)).toEqual(['6', '3', '3'])
  })

  it('is refused beside a price, at a venue without amend, and where positions gave the sizes', async () => {
    const { desk, block, split, broker } = await resting()
    const orders = (await split('12')).rows.flatMap(({ customerCode, referenceId, to }) =>
      referenceId === null ? [] : [{ customerCode, referenceId, amount: to }],
    )
    const both = await desk.call('block.amend', {
      blockId: block().blockId,
      orders,
      limitPrice: text('61000'),
      total: text('12'),
    })
    expect(both).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('one after the other') },
    })
    expect(broker.amends).toEqual([])
    const without = await resting(shared(['4', '2', '2']), [PAPER])
    expect((await without.split('12')).sentence).toMatch(/^This venue does not change orders\./)
    const { split: _, ...own } = shared(['4', '2', '2'], { method: 'target' })
    expect((await (await resting(own)).split('12')).sentence).toMatch(/^Positions gave the sizes/)
  })
})
