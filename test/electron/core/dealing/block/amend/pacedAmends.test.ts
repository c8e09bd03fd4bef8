/** The amend of a block with more orders than the limits of a second allow: each change leaves at its turn, and what a dealer stops never leaves. */

import { describe, expect, it } from 'vitest'
import { venueProfile } from '../../../../../../shared/broker/venueProfile.ts'
import type { LimitRule } from '../../../../../../shared/domain/limits/limits.ts'
import { PAPER, draftOf, reportOf, text } from '../../../deskHarness.ts'
import { answer, blockOf, customer, startDesk } from '../blockStage.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const NEW = text('61000')
const COUNT = 10
const IN_A_SECOND = 3
const rule = (bounds: LimitRule['bounds']): LimitRule => ({
  customerCode: null,
  symbol: null,
  bounds,
  instruments: null,
})
const PACED = rule({ ordersInSecond: { warn: null, block: text(String(IN_A_SECOND)) } })
/** Ms that pass at once, and how often at most: far more than the orders need. */
const STEP = 100
const MOST_STEPS = 200

async function resting(limits: readonly LimitRule[] = [PACED]) {
  const stage = await startDesk({ venues: [AMENDS], limits: [...limits] })
  const { desk, broker, block, submit } = stage
  /** Lets time pass until this holds. */
  const until = async (isDone: () => boolean, each: () => Promise<void> = async () => undefined) => {
    for (let step = 0; step < MOST_STEPS && !isDone(); step++) {
      await each()
      if (isDone()) return
      desk.clock.advance(STEP)
      await desk.settle()
    }
    expect(isDone()).toBe(true)
  }
  await submit(blockOf(COUNT, { inFlight: 8 }))
  let answered = 0
  const answerSent = async () => {
    while (answered < broker.sent.length) await answer(desk, broker, answered++)
  }
  await until(() => answered === COUNT, answerSent)
  // The second of the block is over.
  desk.clock.advance(1_000)
  await desk.settle()
  const orders = broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
  const { blockId } = block()
  const amend = async () => {
    const reply = await desk.call('block.amend', { blockId, orders, limitPrice: NEW })
    await desk.settle()
    return reply
  }
  let moved = 0
  /** The venue does every change that has reached it. */
  const moveAll = async () => {
    while (moved < broker.amends.length) {
      const sent = broker.amends[moved++]
      const amount = broker.sent.find(({ id }) => id === sent?.id)?.draft.amount ?? null
      if (sent)
        sent.answer.resolve({
          kind: 'accepted',
          value: reportOf(sent.id, 'open', { customerCode: sent.customer, amount, limitPrice: NEW }),
        })
      await desk.settle()
    }
  }
  const findings = () => desk.journal.entries.filter(({ body }) => body.type === 'limit').length
  return { ...stage, amend, moveAll, until, findings }
}

describe('the amend of a block with more orders than the limits of a second allow', () => {
  it('moves every order in turn, refuses none, and says how many wait', async () => {
    const { broker, block, amend, moveAll, until, findings } = await resting()
    const before = findings()
    expect(await amend()).toMatchObject({ ok: true })
    await moveAll()
    expect(broker.amends).toHaveLength(IN_A_SECOND)
    expect(block().amend).toMatchObject({ moved: IN_A_SECOND, waiting: COUNT - IN_A_SECOND, failed: [] })
    await until(() => block().amend?.moved === COUNT, moveAll)
    expect(block().amend).toMatchObject({ orders: COUNT, waiting: 0, moved: COUNT, over: 0, failed: [] })
    expect(broker.amends).toHaveLength(COUNT)
    expect(findings()).toBe(before)
  })

  it('leaves no faster than the limit: never more changes in a second', async () => {
    const { desk, broker, block, amend, moveAll, until } = await resting()
    await amend()
    const left: number[] = []
    await until(
      () => block().amend?.moved === COUNT,
      async () => {
        await moveAll()
        while (left.length < broker.amends.length) left.push(desk.clock.monotonic())
      },
    )
    for (const at of left)
      expect(left.filter((each) => each > at - 1_000 && each <= at).length).toBeLessThanOrEqual(IN_A_SECOND)
  })

  it('keeps back what waits for the limit once the dealer stops it', async () => {
    const { desk, broker, block, amend, moveAll } = await resting()
    await amend()
    await moveAll()
    const stop = () => desk.call('block.stop', { blockId: block().blockId })
    expect(await stop()).toMatchObject({ ok: true })
    await desk.settle()
    expect(await stop()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('nothing to stop') },
    })
    for (let second = 0; second < 10; second++) {
      desk.clock.advance(1_000)
      await desk.settle()
    }
    expect(broker.amends).toHaveLength(IN_A_SECOND)
    expect(block().amend).toMatchObject({ moved: IN_A_SECOND, waiting: 0 })
    expect(block().amend?.failed).toHaveLength(COUNT - IN_A_SECOND)
  })

  it('gives up all that wait, with one finding, where a limit of a minute is reached', async () => {
    const minute = rule({ ordersInMinute: { warn: null, block: text(String(2 * COUNT)) } })
    const { desk, broker, block, notices, amend, moveAll, findings } = await resting([minute])
    const before = findings()
    await amend()
    expect(broker.amends).toHaveLength(8)
    for (const n of [1, 2])
      await desk.call('order.submit', {
        intentId: `intent-000${n + 1}`,
        draft: draftOf({ amount: text(String(n)) }),
        typed: null,
      })
    await moveAll()
    expect(broker.amends).toHaveLength(8)
    expect(block().amend).toMatchObject({ moved: 8, waiting: 0 })
    expect(block().amend?.failed).toHaveLength(2)
    expect(findings()).toBe(before + 1)
    const said = [...notices.values()].filter(({ message }) => message.includes('not amended'))
    expect(said).toMatchObject([
      { message: expect.stringMatching(/8 of 10 orders .*, 2 are not amended\.$/) },
    ])
  })

  it('keeps the order of one customer alone, where a limit of that customer is reached', async () => {
    const own = {
      ...rule({ ordersInMinute: { warn: null, block: text('2') } }),
      customerCode: customer(COUNT - 1),
    }
    const { desk, broker, block, amend, moveAll, until } = await resting([rule({}), own])
    await amend()
    expect(broker.amends).toHaveLength(8)
    await desk.call('order.submit', {
      intentId: 'intent-0002',
      draft: draftOf({ customerCode: customer(COUNT - 1), amount: text('1') }),
      typed: null,
    })
    await until(() => block().amend?.moved === COUNT - 1, moveAll)
    expect(block().amend).toMatchObject({ waiting: 0, failed: [{ customerCode: customer(COUNT - 1) }] })
  })
})
