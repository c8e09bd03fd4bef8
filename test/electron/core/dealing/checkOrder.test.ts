/** `order.check` answers as `order.submit` would, and leaves no trace: nothing is sent, counted or journaled. */

import { expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { Desk, draftOf, text } from '../deskHarness.ts'

async function startCore() {
  const desk = new Desk({ limits: DEFAULT_RULES })
  const broker = await desk.ready()
  const check = async (amount: string, more = {}) => {
    const reply = await desk.call('order.check', {
      draft: draftOf({ amount: text(amount), limitPrice: text('59000'), ...more }),
    })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value
  }
  return { desk, broker, check }
}

it('names the limit that would refuse the order, as the submit does', async () => {
  const { desk, broker, check } = await startCore()
  const large = { amount: text('5000') }
  const { refusal, findings } = await check('5000')
  expect(findings[0]).toMatchObject({ level: 'block', sentence: refusal })
  const submitted = await desk.call('order.submit', {
    intentId: 'intent-0001',
    draft: draftOf({ ...large, limitPrice: text('59000') }),
    typed: null,
  })
  expect(submitted).toMatchObject({ ok: false, failure: { message: refusal } })
  expect(broker.sent).toEqual([])
})

it('says what the venue does not take', async () => {
  const { check } = await startCore()
  expect((await check('1', { symbol: 'DOGEUSDC_PERP' })).refusal).toMatch(/no instrument DOGEUSDC_PERP/)
})

it('counts for nothing: a hundred checks use up no limit, and the order after them is taken', async () => {
  const { desk, broker, check } = await startCore()
  for (let n = 0; n < 100; n++) expect((await check('0.01')).refusal).toBeNull()
  expect(broker.sent).toEqual([])
  expect((await check('0.01')).findings).toEqual([])
  const draft = draftOf({ amount: text('0.01'), limitPrice: text('59000') })
  takenId(await desk.call('order.submit', { intentId: 'intent-0001', draft, typed: null }))
  expect(broker.sent).toHaveLength(1)
  // The same order twice within 10 s is a warning now: only the order that was sent counts.
  expect((await check('0.01')).findings).toMatchObject([{ level: 'warn' }])
})

it('says whether a refusal may pass: that of the desk may, the size of an order and a halt of its customer may not', async () => {
  const { desk, check } = await startCore()
  expect(await check('1')).toMatchObject({ refusal: null, mayPass: false })
  expect(await check('5000')).toMatchObject({ refusal: expect.any(String), mayPass: false })
  await desk.call('halt.start', {
    scope: { kind: 'customer', customerCode: draftOf({}).customerCode },
    mode: 'halted',
  })
  expect(await check('1')).toMatchObject({ refusal: expect.any(String), mayPass: false })
  await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
  expect(await check('1')).toMatchObject({ refusal: expect.any(String), mayPass: true })
})

it('says that a refusal for want of a fresh price may pass', async () => {
  const { desk, check } = await startCore()
  desk.clock.advance(60_000)
  expect(await check('1')).toMatchObject({ refusal: expect.stringMatching(/price/), mayPass: true })
})
