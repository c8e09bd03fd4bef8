/** The queue of customers to be read, and the turns of their audit. */

import { describe, expect, it } from 'vitest'
import { scheduleCustomerAudits } from '../../../../electron/core/reconciliation/customerAuditSchedule.ts'
import { createCustomerQueue } from '../../../../electron/core/reconciliation/customerReadQueue.ts'
import { customerCode, type CustomerCode } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const codes = (count: number): CustomerCode[] =>
  Array.from({ length: count }, (_, n) => customerCode.parse(`C${n + 1}`))

describe('the queue of customers', () => {
  const open = (atOnce: number) => {
    const started: CustomerCode[] = []
    const finish: (() => void)[] = []
    const queue = createCustomerQueue(atOnce, (customer) => {
      started.push(customer)
      return new Promise((done) => finish.push(done))
    })
    const finishNext = async () => {
      finish.shift()?.()
      await Promise.resolve()
      await Promise.resolve()
    }
    return { queue, started, finishNext }
  }

  it('reads a fixed number of customers at once, and the next when one is done', async () => {
    const { queue, started, finishNext } = open(2)
    const all = codes(4)
    for (const customer of all) queue.push(customer)
    expect(started).toEqual(all.slice(0, 2))
    await finishNext()
    expect(started).toEqual(all.slice(0, 3))
  })

  it('holds a waiting customer once, and takes it again after its turn', async () => {
    const { queue, started, finishNext } = open(1)
    const [first, second] = codes(2) as [CustomerCode, CustomerCode]
    for (const customer of [first, second, second, first]) queue.push(customer)
    for (let n = 0; n < 3; n++) await finishNext()
    expect(started).toEqual([first, second, first])
  })

  it('starts none of the waiting customers after it was cleared', async () => {
    const { queue, started, finishNext } = open(1)
    for (const customer of codes(3)) queue.push(customer)
    queue.clear()
    await finishNext()
    expect(started).toEqual(codes(1))
  })
})

describe('the turns of the audit', () => {
  it('come to every customer once a minute, one after another', () => {
    const clock = new FakeClock()
    const audited: CustomerCode[] = []
    const stop = scheduleCustomerAudits(
      clock,
      () => codes(4),
      (customer) => audited.push(customer),
    )
    clock.advance(14_999)
    expect(audited).toEqual([])
    clock.advance(45_001)
    expect(audited).toEqual(codes(4))
    stop()
    clock.advance(60_000)
    expect(audited).toHaveLength(4)
  })

  it('keep a distance of 250 ms where there are more than 240 customers', () => {
    const clock = new FakeClock()
    let audits = 0
    scheduleCustomerAudits(
      clock,
      () => codes(1_000),
      () => audits++,
    )
    clock.advance(60_000)
    expect(audits).toBe(240)
  })

  it('take a new customer into the next round', () => {
    const clock = new FakeClock()
    let known = codes(1)
    const audited: CustomerCode[] = []
    scheduleCustomerAudits(
      clock,
      () => known,
      (customer) => audited.push(customer),
    )
    clock.advance(60_000)
    known = codes(2)
    clock.advance(60_000 + 30_000)
    expect(audited).toEqual([...codes(1), ...codes(2)])
  })
})
