/** Warnings of the limits on a block: whom they name, which the typed number answers, and which keep a row back at its turn. */

import { describe, expect, it } from 'vitest'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { draftOf, text } from '../../deskHarness.ts'
import { answer, answerAll, blockOf, customer, customersSent, startDesk } from './blockStage.ts'

const warnsAt = (customerCode: CustomerCode | null, exposure: string): LimitRule => ({
  customerCode,
  symbol: null,
  bounds: { exposure: { warn: text(exposure), block: null } },
  instruments: null,
})

/** Another order of the customer, whose warnings the dealer answers there. */
async function tradeMore({ desk }: Awaited<ReturnType<typeof startDesk>>, code: CustomerCode) {
  const draft = draftOf({ customerCode: code, amount: text('10') })
  const request = { intentId: `intent more ${code}`, draft, typed: null }
  const asked = await desk.call('order.submit', request)
  if (asked.ok && asked.value.outcome === 'warned')
    await desk.call('order.submit', { ...request, typed: asked.value.type })
}

async function submitTyped({ submit }: Awaited<ReturnType<typeof startDesk>>, count: number) {
  const warned = await submit(blockOf(count, { inFlight: 1 }))
  if (!warned.ok || warned.value.outcome !== 'warned') throw new Error('the block was not warned of')
  await submit(blockOf(count, { inFlight: 1, typed: warned.value.type }))
  return warned.value.warnings.map(({ sentence }) => sentence)
}

describe('a warning of a block', () => {
  it('that was answered lets the order out of each customer whom it named', async () => {
    const staged = await startDesk({
      limits: [warnsAt(customer(1), '50000'), warnsAt(customer(3), '100000')],
    })
    const [sentence] = await submitTyped(staged, 3)
    expect(sentence).toMatch(/ It warns of K001, K003\.$/)
    await answerAll(staged.desk, staged.broker)
    expect(customersSent(staged.broker)).toEqual([1, 2, 3].map(customer))
  })

  it('is not answered by the same limit of another customer', async () => {
    const staged = await startDesk({
      limits: [warnsAt(customer(1), '50000'), warnsAt(customer(2), '200000')],
    })
    const { desk, broker, block } = staged
    await submitTyped(staged, 3)
    await tradeMore(staged, customer(2))
    await answer(desk, broker, 0)
    await answerAll(desk, broker, 1)
    expect(customersSent(broker)).toEqual([1, 2, 3].map(customer))
    expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['1', '10', '3'])
    expect(block().rows[1]).toMatchObject({ state: 'not-sent', why: expect.stringContaining(customer(2)) })
  })

  it('of all customers together does not answer one by a limit of the customer, also where it is exceeded further', async () => {
    const staged = await startDesk({ limits: [warnsAt(null, '10000'), warnsAt(customer(2), '200000')] })
    const { desk, broker, block } = staged
    await submitTyped(staged, 3)
    await tradeMore(staged, customer(2))
    await answer(desk, broker, 0)
    await answerAll(desk, broker, 1)
    expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['1', '10', '3'])
    expect(block().rows[1]).toMatchObject({ state: 'not-sent', why: expect.stringContaining(customer(2)) })
  })

  it('is asked again where it concerns another customer by the time that the number is typed', async () => {
    const staged = await startDesk({
      limits: [warnsAt(customer(1), '50000'), warnsAt(customer(2), '200000')],
    })
    const { submit } = staged
    const warned = await submit(blockOf(3))
    const type = warned.ok && warned.value.outcome === 'warned' ? warned.value.type : ''
    await tradeMore(staged, customer(2))
    expect(await submit(blockOf(3, { typed: type }))).toMatchObject({
      ok: true,
      value: { outcome: 'warned' },
    })
    expect(customersSent(staged.broker)).toEqual([customer(2)])
  })
})
