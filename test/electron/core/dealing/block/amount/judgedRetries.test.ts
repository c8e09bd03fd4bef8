/** A retry of rows after a change of their block: nobody judges the whole again, so no row leaves with more than was judged with the plan. */

import { describe, expect, it } from 'vitest'
import type { LimitRule } from '../../../../../../shared/domain/limits/limits.ts'
import type { CustomerCode } from '../../../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import { draftOf, reportOf, text } from '../../../deskHarness.ts'
import { answerAll, customer, letRowsStart, startDesk } from '../blockStage.ts'
import { AMENDS, shared } from './amountStage.ts'

const rule = (bounds: LimitRule['bounds'], customerCode: CustomerCode | null = null): LimitRule => ({
  customerCode,
  symbol: null,
  bounds,
  instruments: null,
})

/** Three customers with two contracts each, of whom the venue takes the first and refuses the others. */
async function oneRests(limits: readonly LimitRule[], limitPrice = '60000') {
  const stage = await startDesk({ venues: [AMENDS], journal: new FakeJournal([]), limits: [...limits] })
  const { desk, broker, block, submit } = stage
  const request = shared(['2', '2', '2'], {
    draft: draftOf({ customerCode: customer(1), limitPrice: text(limitPrice) }),
  })
  const asked = await submit(request)
  if (asked.ok && asked.value.outcome === 'warned') await submit({ ...request, typed: asked.value.type })
  await answerAll(desk, broker, 0, (n) => (n === 0 ? 'open' : 'refused'))
  const first = () => ({ customerCode: customer(1), referenceId: broker.sent[0]?.id ?? ('' as never) })
  const amend = async (change: { limitPrice: string } | { amount: string }) => {
    const { blockId } = block()
    const reply = await desk.call('block.amend', {
      blockId,
      ...('amount' in change
        ? {
            orders: [{ ...first(), amount: text(change.amount) }],
            limitPrice: null,
            total: text(change.amount),
          }
        : { orders: [first()], limitPrice: text(change.limitPrice) }),
    })
    await desk.settle()
    return reply
  }
  /** The venue shows the newest change. */
  const amended = async () => {
    const { id, customer: customerCode, changes, answer } = broker.amends.at(-1) ?? ({} as never)
    const { amount, limitPrice: price } = changes
    answer.resolve({
      kind: 'accepted',
      value: reportOf(id, 'open', {
        customerCode,
        amount: amount ?? text('2'),
        limitPrice: price ?? text(limitPrice),
      }),
    })
    await desk.settle()
  }
  const retry = async (...ns: readonly number[]) => {
    const { blockId } = block()
    const reply = await desk.call('block.retryRows', { blockId, customerCodes: ns.map(customer) })
    await letRowsStart(desk)
    return reply
  }
  return { ...stage, amend, amended, retry }
}

const saysWhy = (...words: readonly string[]) => ({
  value: { taken: 0, refused: words.map((each) => ({ why: expect.stringContaining(each) })) },
})

describe('a retry after a change of the block', () => {
  it('is refused at a price above the judged one, where the whole would pass a limit', async () => {
    const { broker, block, amend, amended, retry } = await oneRests([
      rule({ notional: { warn: null, block: text('400000') } }),
    ])
    expect(await amend({ limitPrice: '100000' })).toMatchObject({ value: { outcome: 'taken' } })
    await amended()
    expect(await retry(2, 3)).toMatchObject(
      saysWhy(
        'The amount or the price of K002 was changed since the limits and the four-eyes rules judged this block.',
        'Send a single order for K003, or a new block with K003',
      ),
    )
    expect(broker.sent).toHaveLength(3)
    expect(block().rows[1]).toMatchObject({ isRetried: false })
  })

  it('leaves again once the block is back at the price that was judged', async () => {
    const { broker, amend, amended, retry } = await oneRests([])
    for (const limitPrice of ['100000', '60000']) {
      await amend({ limitPrice })
      await amended()
    }
    expect(await retry(2, 3)).toMatchObject({ value: { taken: 2, refused: [] } })
    expect(broker.sent.slice(3).map(({ draft }) => draft.limitPrice)).toEqual(['60000', '60000'])
  })

  it('is refused where the block would have more contracts than were judged', async () => {
    const { broker, amend, amended, retry } = await oneRests([
      rule({ notional: { warn: null, block: text('400000') } }),
    ])
    expect(await amend({ amount: '4' })).toMatchObject({ value: { outcome: 'taken' } })
    const why = 'this block would have 8 contracts. The limits and the four-eyes rules judged 6.'
    // One of them still fits.
    for (const isDone of [false, true]) {
      if (isDone) await amended()
      expect(await retry(...(isDone ? [3] : [2, 3]))).toMatchObject({
        value: {
          taken: isDone ? 0 : 1,
          refused: [{ customerCode: customer(3), why: expect.stringContaining(why) }],
        },
      })
    }
    expect(broker.sent.map(({ draft }) => draft.customerCode)).toEqual([1, 2, 3, 2].map(customer))
  })

  it('is kept back by a warning of the customer that was answered for another price', async () => {
    const own = rule({ away: { warn: text('1'), block: null } }, customer(3))
    const { broker, block, amend, amended, retry } = await oneRests([rule({}), own], '59000')
    await amend({ limitPrice: '40000' })
    await amended()
    await retry(2, 3)
    expect(broker.sent.slice(3).map(({ draft }) => draft.customerCode)).toEqual([customer(2)])
    expect(block().rows[2]).toMatchObject({ isRetried: false, why: expect.stringContaining(customer(3)) })
  })
})
