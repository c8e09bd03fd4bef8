/** The amend of a block against the limits: the whole is judged as it would be after the change, before the first order changes. */

import { describe, expect, it } from 'vitest'
import { venueProfile } from '../../../../../../shared/broker/venueProfile.ts'
import type { Request } from '../../../../../../shared/contract/contract.ts'
import type { LimitRule } from '../../../../../../shared/domain/limits/limits.ts'
import { PAPER, draftOf, reportOf, text } from '../../../deskHarness.ts'
import { answerAll, blockOf, customer, startDesk } from '../blockStage.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const rule = (bounds: LimitRule['bounds']): LimitRule => ({
  customerCode: null,
  symbol: null,
  bounds,
  instruments: null,
})
const bound = (warn: string | null, block: string | null) => ({
  warn: warn === null ? null : text(warn),
  block: block === null ? null : text(block),
})

const CUSTOMERS = 3

/** Three customers with two contracts each, resting at 60000: 360,000 USDC. */
async function resting(bounds: LimitRule['bounds']) {
  const stage = await startDesk({ venues: [AMENDS], limits: [rule({})] })
  const { desk, broker, block } = stage
  const rows = Array.from({ length: CUSTOMERS }, (_, n) => ({
    customerCode: customer(n + 1),
    amount: text('2'),
  }))
  await stage.submit(
    blockOf(CUSTOMERS, {
      draft: draftOf({ ...rows[0] }),
      rows,
      split: {
        lot: text('1'),
        tick: null,
        whole: text('6'),
        weights: text('3'),
        shares: rows.map(({ customerCode }) => ({ customerCode, weight: text('1') })),
      },
    }),
  )
  await answerAll(desk, broker)
  // The limits are set once the block rests, so that only its change meets them.
  const { version } = desk.follow('limits').now()
  const saved = await desk.call('limits.save', {
    baseVersion: version,
    rules: [rule(bounds)],
    typed: '',
    unconfirmed: null,
  })
  if (!saved.ok) throw new Error(saved.failure.message)
  await desk.settle()
  const { blockId } = block()
  const named = () =>
    broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
  const priceOf = (limitPrice: string): Request<'block.checkAmend'> => ({
    blockId,
    orders: named(),
    limitPrice: text(limitPrice),
  })
  const amountOf = (each: string): Request<'block.checkAmend'> => ({
    blockId,
    orders: named().map((order) => ({ ...order, amount: text(each) })),
    limitPrice: null,
    total: text(String(Number(each) * CUSTOMERS)),
  })
  const amend = async (request: Request<'block.amend'>) => {
    const reply = await desk.call('block.amend', request)
    await desk.settle()
    return reply
  }
  const check = async (request: Request<'block.checkAmend'>) => {
    const reply = await desk.call('block.checkAmend', request)
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value
  }
  /** The venue does every change that has reached it. */
  const moveAll = async () => {
    for (let n = 0; n < broker.amends.length; n++) {
      const sent = broker.amends[n]
      const { draft } = broker.sent.find(({ id }) => id === sent?.id) ?? {}
      sent?.answer.resolve({
        kind: 'accepted',
        value: reportOf(sent.id, 'open', {
          customerCode: sent.customer,
          amount: sent.changes.amount ?? draft?.amount ?? null,
          limitPrice: sent.changes.limitPrice ?? draft?.limitPrice ?? null,
        }),
      })
      await desk.settle()
    }
  }
  return { ...stage, priceOf, amountOf, amend, check, moveAll }
}

describe('a change of a block that the limits of the desk bound', () => {
  it('is refused where the whole would be above a block, though each order is far below it', async () => {
    const { broker, block, amend, amountOf, check } = await resting({ notional: bound(null, '1000000') })
    const request = amountOf('10')
    const { refusal, findings, notional } = await check(request)
    expect(notional).toBe('1800000')
    expect(findings).toMatchObject([{ level: 'block', limit: 'notional', sentence: refusal }])
    expect(await amend(request)).toMatchObject({
      ok: false,
      failure: { message: `Nothing was amended. ${refusal}` },
    })
    expect(broker.amends).toHaveLength(0)
    expect(block().amend).toBeNull()
    // A retyped total that fits goes.
    expect(await amend(amountOf('5'))).toMatchObject({ ok: true, value: { outcome: 'taken', orders: 3 } })
  })

  it.each([
    ['amount', (stage: Awaited<ReturnType<typeof resting>>) => stage.amountOf('4')],
    ['price', (stage: Awaited<ReturnType<typeof resting>>) => stage.priceOf('62100')],
  ])('asks for the number of the whole where a new %s is above a warning', async (_, requestOf) => {
    const stage = await resting({ notional: bound('300000', null) })
    const request = requestOf(stage)
    expect(await stage.check(request)).toMatchObject({ refusal: null, findings: [{ level: 'warn' }] })
    const asked = await stage.amend(request)
    expect(asked).toMatchObject({ ok: true, value: { outcome: 'warned', means: 'notional' } })
    expect(stage.broker.amends).toHaveLength(0)
    expect(await stage.amend({ ...request, typed: '1' })).toMatchObject({ value: { outcome: 'warned' } })
    const type = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : ''
    expect(await stage.amend({ ...request, typed: type })).toMatchObject({ value: { outcome: 'taken' } })
    await stage.moveAll()
    expect(stage.block().amend).toMatchObject({ moved: CUSTOMERS, failed: [] })
  })

  it('asks no number of one change for another', async () => {
    const stage = await resting({ notional: bound('300000', null) })
    const asked = await stage.amend(stage.amountOf('4'))
    const type = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : ''
    expect(await stage.amend({ ...stage.priceOf('124000'), typed: type })).toMatchObject({
      value: { outcome: 'warned' },
    })
  })

  it('passes at the turn of each order what the number of the whole answered', async () => {
    // Each order alone is above the warning, too.
    const stage = await resting({ notional: bound('200000', null) })
    const request = stage.amountOf('4')
    const asked = await stage.amend(request)
    const type = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : ''
    await stage.amend({ ...request, typed: type })
    await stage.moveAll()
    expect(stage.block().amend).toMatchObject({ moved: CUSTOMERS, failed: [] })
  })

  it('is refused where all customers together would be above the exposure of the desk', async () => {
    const { amend, amountOf, check } = await resting({ exposure: bound(null, '600000') })
    const { refusal } = await check(amountOf('4'))
    expect(refusal).toMatch(/exposure/i)
    expect(await amend(amountOf('4'))).toMatchObject({ ok: false })
    expect((await check(amountOf('3'))).refusal).toBeNull()
  })

  it('may always become smaller, also where the block is above a block of the whole', async () => {
    const stage = await resting({ notional: bound(null, '100000') })
    expect((await stage.check(stage.priceOf('62100'))).refusal).not.toBeNull()
    expect(await stage.amend(stage.amountOf('1'))).toMatchObject({ value: { outcome: 'taken' } })
  })

  it('counts what has filled as a new block counts it', async () => {
    const { desk, broker, check, priceOf } = await resting({ notional: bound(null, '372000') })
    const { id, draft } = broker.sent[0] ?? { id: '' as never, draft: draftOf({}) }
    broker.listener?.order(
      reportOf(id, 'filled', {
        customerCode: draft.customerCode,
        amount: text('2'),
        filledAmount: text('2'),
        filledQuote: text('124000'),
      }),
    )
    await desk.settle()
    const { orders, ...rest } = priceOf('62001')
    expect(await check({ ...rest, orders: orders.slice(1) })).toMatchObject({ notional: '372006' })
    expect((await check({ ...rest, orders: orders.slice(1) })).refusal).not.toBeNull()
  })

  it('counts the changes in a minute together: more than the limit allows are refused before one leaves', async () => {
    const { broker, amend, amountOf } = await resting({ ordersInMinute: bound(null, '5') })
    expect(await amend(amountOf('3'))).toMatchObject({ ok: false })
    expect(broker.amends).toHaveLength(0)
  })

  it('is refused where one order alone is worth more than the limits allow in a second', async () => {
    const { broker, amend, priceOf, check } = await resting({ valueInSecond: bound(null, '130000') })
    // 132,000 each.
    const { refusal } = await check(priceOf('66000'))
    expect(refusal).toContain('130,000')
    expect(await amend(priceOf('66000'))).toMatchObject({ ok: false })
    expect(broker.amends).toHaveLength(0)
    // What the block sent in this second keeps no change back that waits.
    expect((await check(priceOf('62000'))).refusal).toBeNull()
  })

  it('asks about a warning of a second that one order exceeds alone', async () => {
    const { desk, broker, amend, priceOf } = await resting({ valueInSecond: bound('130000', null) })
    const asked = await amend(priceOf('66000'))
    expect(asked).toMatchObject({ value: { outcome: 'warned', warnings: [{ limit: 'valueInSecond' }] } })
    const type = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : ''
    expect(await amend({ ...priceOf('66000'), typed: type })).toMatchObject({ value: { outcome: 'taken' } })
    desk.clock.advance(1_100)
    await desk.settle()
    expect(broker.amends.length).toBeGreaterThan(0)
  })

  it('ends for an order that alone exceeds a limit of a second at its turn', async () => {
    const { desk, broker, block, amend, priceOf } = await resting({ valueInSecond: bound(null, '130000') })
    expect(await amend(priceOf('62000'))).toMatchObject({ value: { outcome: 'taken' } })
    expect(block().amend).toMatchObject({ waiting: CUSTOMERS })
    await desk.call('limits.save', {
      baseVersion: desk.follow('limits').now().version,
      rules: [rule({ valueInSecond: bound(null, '100000') })],
      unconfirmed: null,
      typed: '',
    })
    for (let n = 0; n < 20; n++) {
      desk.clock.advance(100)
      await desk.settle()
    }
    expect(broker.amends).toHaveLength(0)
    expect(block().amend).toMatchObject({ waiting: 0, moved: 0 })
    expect(block().amend?.failed).toHaveLength(CUSTOMERS)
  })
})
