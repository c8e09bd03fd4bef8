/** The limit on orders that go ahead of other customers' resting orders, on a whole desk: whom it names, what answers it, and what it leaves out. */

import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../shared/base/result.ts'
import { venueProfile } from '../../../../../shared/broker/venueProfile.ts'
import { NO_CHANGES, type OrderDraft } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { C1, C2, PAPER, draftOf, reportOf, text, tradeOf } from '../../deskHarness.ts'
import { answerAll, blockOf, customersSent, customer, sentOf, startDesk } from '../block/blockStage.ts'
import { limited } from '../scale/scaleStage.ts'

type Stage = Awaited<ReturnType<typeof startDesk>>

const C3 = 'C3311' as CustomerCode
const WARNS = limited({ ahead: { warn: text('0'), block: null } })
const BLOCKS = limited({ ahead: { warn: null, block: text('0') } })
const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}

let acts = 0
const send = async ({ desk }: Stage, draft: Partial<OrderDraft>, typed: string | null = null, id = '') => {
  const intentId = id === '' ? `ahead-${String(++acts).padStart(5, '0')}` : id
  return {
    intentId,
    reply: await desk.call('order.submit', { intentId, draft: draftOf(draft), typed }),
  }
}

/** The venue shows the n-th order as open, at its own price unless another is given. */
async function rest({ desk, broker }: Stage, n: number, limitPrice?: string): Promise<ReferenceId> {
  const { id, draft, answer } = sentOf(broker, n)
  const price = limitPrice === undefined ? draft.limitPrice : text(limitPrice)
  answer.resolve({ kind: 'accepted', value: reportOf(id, 'open', { ...draft, limitPrice: price }) })
  await desk.settle()
  return id
}

/** C2007 buys 2 at 59,990, which rests. */
async function oneWaits(options: Parameters<typeof startDesk>[0] = {}) {
  const stage = await startDesk({ limits: WARNS, venues: [AMENDS], ...options })
  await send(stage, { customerCode: C2, limitPrice: text('59990') })
  await rest(stage, 0)
  return stage
}

const sentenceOf = (reply: Awaited<ReturnType<typeof send>>['reply']): string =>
  reply.ok && reply.value.outcome === 'warned' ? (reply.value.warnings[0]?.sentence ?? '') : ''

describe('an order at a better price than the resting order of another customer', () => {
  it('is warned of by name before it is sent, goes with the number, and stands in the report', async () => {
    const stage = await oneWaits()
    const { intentId, reply } = await send(stage, { limitPrice: text('59990.5') })
    expect(sentenceOf(reply)).toBe(
      'This order goes ahead of the buy of C2007, 2 at 59,990: the venue may fill this order first. The warning for the desk allows 0 such orders.',
    )
    expect(stage.broker.sent).toHaveLength(1)
    const type = reply.ok && reply.value.outcome === 'warned' ? reply.value.type : null
    await send(stage, { limitPrice: text('59990.5') }, type, intentId)
    expect(stage.broker.sent).toHaveLength(2)
    const read = stage.desk.call('order.conflicts', {})
    await stage.desk.clock.run(100, 1)
    expect(await read).toMatchObject({
      ok: true,
      value: {
        warned: [
          {
            kind: 'ahead',
            customerCode: C1,
            referenceId: sentOf(stage.broker, 1).id,
            sentence: sentenceOf(reply),
          },
        ],
      },
    })
  })

  it('says of how many customers the open orders are not read', async () => {
    const stage = await oneWaits({
      prepare(broker) {
        broker.venueTrades = [tradeOf('t1', { customerCode: C3 })]
        broker.openOrdersOf.set(C3, async () => fail({ kind: 'unreadable', code: null, message: 'cut off' }))
      },
    })
    const { reply } = await send(stage, { limitPrice: text('59991') })
    expect(sentenceOf(reply)).toMatch(
      /The open orders of 1 other customer are not read whole, so there may be more/,
    )
  })

  it.each([
    ['at the same price', { limitPrice: text('59990') }],
    ['of the same customer', { customerCode: C2, limitPrice: text('59995') }],
    ['on the other side', { side: 'sell' as const, limitPrice: text('60010') }],
  ])('an order %s is not warned of', async (_words, draft) => {
    const stage = await oneWaits()
    await send(stage, draft)
    expect(stage.broker.sent).toHaveLength(2)
  })

  it('is not warned of where the limit is not set', async () => {
    const stage = await oneWaits({ limits: limited({}) })
    await send(stage, { limitPrice: text('59995') })
    expect(stage.broker.sent).toHaveLength(2)
  })
})

describe('an amend', () => {
  const amendTo = async (stage: Stage, referenceId: ReferenceId, changes: Partial<typeof NO_CHANGES>) => {
    const request = { customerCode: C1, referenceId, changes: { ...NO_CHANGES, ...changes } }
    return stage.desk.call('order.amend', request)
  }

  it('that goes ahead is refused by the sentence, and one that changes no place in the queue is not', async () => {
    const stage = await oneWaits()
    await send(stage, { limitPrice: text('59980') })
    const behind = await rest(stage, 1)
    expect(await amendTo(stage, behind, { limitPrice: text('59985') })).toMatchObject({ ok: true })
    await stage.desk.settle()
    const [{ answer } = { answer: null }] = stage.broker.amends
    answer?.resolve({
      kind: 'accepted',
      value: reportOf(behind, 'open', { limitPrice: text('59985') }),
    })
    await stage.desk.settle()
    expect(await amendTo(stage, behind, { limitPrice: text('59991') })).toMatchObject({
      ok: false,
      failure: {
        message: expect.stringMatching(/goes ahead of the buy of C2007, 2 at 59,990: .*cancel the order/),
      },
    })
  })

  it('of the amount of an order that was ahead already passes', async () => {
    const stage = await startDesk({ limits: BLOCKS, venues: [AMENDS] })
    await send(stage, { limitPrice: text('59995') })
    const first = await rest(stage, 0)
    await send(stage, { customerCode: C2, limitPrice: text('59990') })
    await rest(stage, 1)
    expect(await amendTo(stage, first, { amount: text('1') })).toMatchObject({ ok: true })
  })
})

describe('a block', () => {
  it('is warned of as a whole where it goes ahead of another customer', async () => {
    const stage = await oneWaits()
    const reply = await stage.submit(blockOf(2))
    expect(reply).toMatchObject({
      ok: true,
      value: {
        outcome: 'warned',
        warnings: [{ limit: 'ahead', sentence: expect.stringContaining('the buy of C2007, 2 at 59,990') }],
      },
    })
  })

  it('sends its next row although an earlier one rests at a worse price now', async () => {
    const stage = await startDesk({ limits: BLOCKS })
    await stage.submit(blockOf(2, { inFlight: 1 }))
    await rest(stage, 0, '59900')
    await answerAll(stage.desk, stage.broker, 1)
    expect(customersSent(stage.broker)).toEqual([1, 2].map(customer))
  })

  it('is moved order by order, and no row counts as ahead of the others', async () => {
    const stage = await startDesk({ limits: BLOCKS, venues: [AMENDS] })
    await stage.submit(blockOf(2))
    await answerAll(stage.desk, stage.broker)
    const orders = stage.broker.sent.map(({ id, draft }) => ({
      customerCode: draft.customerCode,
      referenceId: id,
    }))
    await stage.desk.call('block.amend', {
      blockId: stage.block().blockId,
      orders,
      limitPrice: text('60001'),
    })
    await stage.desk.settle()
    expect(stage.broker.amends).toHaveLength(2)
    expect(stage.block().amend?.failed).toEqual([])
  })
})
