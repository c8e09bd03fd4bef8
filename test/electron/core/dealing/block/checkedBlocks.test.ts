/** `order.checkBlock` answers as `order.submitBlock` would, and leaves no trace: nothing is sent, counted or journaled. */

import { describe, expect, it } from 'vitest'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import { text } from '../../deskHarness.ts'
import { blockOf, customer, startDesk } from './blockStage.ts'

const onAll = (bounds: LimitRule['bounds']): LimitRule => ({
  customerCode: null,
  symbol: null,
  bounds,
  instruments: null,
})

async function started(limits: readonly LimitRule[] = []) {
  const staged = await startDesk({ limits: [...limits] })
  const check = async (count: number) => {
    const { draft, rows } = blockOf(count)
    const reply = await staged.desk.call('order.checkBlock', { draft, rows })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value
  }
  return { ...staged, check }
}

describe('the check of a block as a whole', () => {
  it('refuses what the limits refuse of all customers together, with the sentence of the submit', async () => {
    const { check, submit, broker } = await started([
      onAll({ exposure: { warn: null, block: text('200000') } }),
    ])
    expect(await check(2)).toMatchObject({ refusal: null, findings: [] })
    const { refusal, findings } = await check(3)
    expect(refusal).toMatch(/exposure/i)
    expect(findings).toMatchObject([{ level: 'block', limit: 'exposure', sentence: refusal }])
    expect(await submit(blockOf(3))).toMatchObject({ ok: false, failure: { message: refusal } })
    expect(broker.sent).toEqual([])
  })

  it('names every warning, and keeps nothing back', async () => {
    const { check } = await started([
      onAll({
        exposure: { warn: text('100000'), block: null },
        valueInDay: { warn: text('150000'), block: null },
      }),
    ])
    const { refusal, findings, notional } = await check(3)
    expect(refusal).toBeNull()
    expect(findings.map(({ level, limit }) => [level, limit])).toEqual([
      ['warn', 'exposure'],
      ['warn', 'valueInDay'],
    ])
    expect(notional).not.toBeNull()
  })

  it('counts for nothing: a hundred checks use up no limit of the day', async () => {
    const { check, submit, broker } = await started([
      onAll({ ordersInDay: { warn: null, block: text('3') } }),
    ])
    for (let n = 0; n < 100; n++) expect((await check(3)).refusal).toBeNull()
    await submit(blockOf(3))
    expect(broker.sent.length).toBeGreaterThan(0)
    expect((await check(3)).refusal).not.toBeNull()
  })

  it('names the customer whose halt would keep the block back', async () => {
    const { check, desk } = await started()
    await desk.call('halt.start', {
      scope: { kind: 'customer', customerCode: customer(2) },
      mode: 'halted',
    })
    expect((await check(3)).refusal).toMatch(/^K002: .*halted/)
  })

  it('refuses rows that are no block', async () => {
    const { desk } = await started()
    const { draft, rows } = blockOf(3)
    const reply = await desk.call('order.checkBlock', { draft: { ...draft, amount: text('9') }, rows })
    expect(reply).toMatchObject({ ok: true, value: { refusal: expect.stringContaining('first row') } })
  })
})
