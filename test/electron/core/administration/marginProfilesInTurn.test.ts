/** The margin profiles that account figures need are read by themselves, one at a time, and again. */

import { expect, test } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { C1, C2, Desk, rowOf, text, tradeOf } from '../deskHarness.ts'

const profile: MarginProfile = {
  initialMargin: text('8'),
  maintenanceMargin: text('4'),
  maxLeverage: text('13'),
  instrumentMargins: [],
}

async function deskWithPositions(customers: readonly CustomerCode[]) {
  const desk = new Desk()
  desk.prepare = (broker) => {
    broker.venueTrades = customers.map((customerCode, n) => tradeOf(`t${n}`, { customerCode }))
    broker.venueLedger = [rowOf('d1', { customerCode: 'C3311' as CustomerCode })]
  }
  const margins = desk.follow('margins')
  const broker = await desk.ready()
  let underWay = 0
  let most = 0
  const asked: number[] = []
  broker.marginProfileAnswer = async () => {
    asked.push(desk.clock.now())
    most = Math.max(most, ++underWay)
    await Promise.resolve()
    underWay--
    return ok(profile)
  }
  const pass = async (ms: number) => {
    for (let n = 0; n < ms / 500; n++) {
      desk.clock.advance(500)
      await desk.settle()
    }
  }
  return { desk, broker, margins, pass, asked, most: () => most }
}

test('each customer with a position is read once, one after the other; others are not read [4.margin.get]', async () => {
  const { margins, pass, asked, most } = await deskWithPositions([C1, C2])
  expect(margins.now()).toEqual([])
  await pass(5_000)
  const read = margins.deltas.flat()
  expect(read.map(({ customerCode }) => customerCode).toSorted()).toEqual([C1, C2])
  for (const reading of read) expect(reading).toMatchObject({ profile, why: null })
  expect(most()).toBe(1)
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(500)
  await pass(290_000)
  expect(asked).toHaveLength(2)
  await pass(15_000)
  expect(asked).toHaveLength(4)
})

test('a profile that cannot be read again stays, with the reason, and is requested again later', async () => {
  const { broker, margins, pass } = await deskWithPositions([C1])
  await pass(2_000)
  expect(margins.now()).toMatchObject([{ profile, why: null }])
  const answers = broker.marginProfileAnswer
  broker.marginProfileAnswer = async () => fail({ kind: 'unreachable', code: null, message: 'No answer.' })
  await pass(305_000)
  expect(margins.now()).toMatchObject([{ customerCode: C1, profile, why: 'No answer.' }])
  broker.marginProfileAnswer = answers
  await pass(30_000)
  expect(margins.now()).toMatchObject([{ profile, why: null }])
})
