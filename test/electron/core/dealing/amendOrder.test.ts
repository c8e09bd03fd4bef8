import { beforeEach, describe, expect, test } from 'vitest'
import { type OrderReport, NO_CHANGES, type OrderChanges } from '../../../../shared/domain/orders/order.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { C1, Desk, PAPER, reportOf, text } from '../deskHarness.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const A = 'a' as ReferenceId
const changesOf = (more: Partial<OrderChanges>): OrderChanges => ({ ...NO_CHANGES, ...more })
const to61000 = changesOf({ limitPrice: text('61000') })

let desk: Desk
let broker: FakeBroker
let orders: ReturnType<Desk['orders']>

const listed = (report: OrderReport) => broker.venueOrders.set(`C1042 ${report.referenceId}`, report)
const amend = (changes: OrderChanges) =>
  desk.call('order.amend', { customerCode: C1, referenceId: A, changes })
const answer = async (outcome: Parameters<FakeBroker['amends'][number]['answer']['resolve']>[0]) => {
  broker.amends.at(-1)?.answer.resolve(outcome)
  await desk.settle()
}

async function open(venues = [AMENDS], limits = NO_LIMITS) {
  desk = new Desk({ venues, limits })
  broker = await desk.ready()
  orders = desk.orders()
  listed(reportOf('a', 'open'))
  broker.listener?.order(reportOf('a', 'open'))
}
beforeEach(() => open())

describe('amending an order', () => {
  test('is pending until the venue shows the change, with its answer before [4.orders.amend gap.11]', async () => {
    expect(await amend(to61000)).toEqual({ ok: true, value: {} })
    expect(orders.get('a')).toMatchObject({ pending: 'amend', limitPrice: '60000', phase: 'working' })
    expect(broker.amends[0]).toMatchObject({ customer: C1, id: 'a', changes: to61000 })
    await answer({ kind: 'accepted', value: reportOf('a', 'open', { limitPrice: text('61000') }) })
    expect(orders.get('a')).toMatchObject({ pending: null, limitPrice: '61000', refusal: null })
  })

  test('is refused at a venue without amend, with the way by hand, and nothing is sent [gap.11]', async () => {
    await open([PAPER])
    const refused = await amend(to61000)
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(refused.ok ? '' : refused.failure.message).toMatch(
      /Cancel the order, wait.*new order for the rest/,
    )
    expect(broker.amends).toHaveLength(0)
    expect(orders.get('a')).toMatchObject({ pending: null })
  })

  test('is checked against the limits before anything is sent', async () => {
    await open([AMENDS], DEFAULT_RULES)
    const refused = await amend(changesOf({ amount: text('200') }))
    expect(refused.ok ? '' : refused.failure.message).toBe(
      'Notional 12,000,000 USDC, over the limit of 10,000,000 USDC for the desk.',
    )
    expect(broker.amends).toHaveLength(0)
    expect(orders.get('a')).toMatchObject({ pending: null, amount: '2' })
  })

  test('a refusal leaves the order unchanged and gives the reason', async () => {
    await amend(to61000)
    await answer({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'margin' })
    expect(orders.get('a')).toMatchObject({
      phase: 'working',
      pending: null,
      limitPrice: '60000',
      refusal: {
        code: 'INSUFFICIENT_FUNDS',
        message: expect.stringMatching(/^Not amended\..*collateral.*margin/),
      },
    })
  })

  test('an amend that was never sent is reported as not sent, and may be sent again', async () => {
    await amend(to61000)
    await answer({ kind: 'not-sent', message: 'no line' })
    expect(orders.get('a')).toMatchObject({ pending: null, refusal: { code: 'NOT_SENT' } })
    expect((await amend(to61000)).ok).toBe(true)
  })

  test('NOT_FOUND asks the venue: the order may have filled meanwhile', async () => {
    await amend(to61000)
    listed(reportOf('a', 'filled', { filledAmount: text('2'), filledQuote: text('120000') }))
    await answer({ kind: 'refused', code: 'NOT_FOUND', message: '' })
    expect(orders.get('a')).toMatchObject({ phase: 'closed', status: 'filled', pending: null })
  })

  test('with an unknown outcome is looked up until the venue shows it, and sent once', async () => {
    await amend(to61000)
    await answer({ kind: 'unknown', message: 'timeout' })
    expect(orders.get('a')).toMatchObject({ pending: 'amend', limitPrice: '60000' })
    expect((await amend(to61000)).ok).toBe(false)
    desk.clock.advance(1_000)
    await desk.settle()
    expect(orders.get('a')).toMatchObject({ pending: 'amend' })
    listed(reportOf('a', 'open', { limitPrice: text('61000') }))
    desk.clock.advance(1_000)
    await desk.settle()
    expect(orders.get('a')).toMatchObject({ pending: null, limitPrice: '61000' })
    expect(broker.amends).toHaveLength(1)
  })

  test('with an unknown outcome is reported after a minute, and the order may be amended again', async () => {
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    await amend(to61000)
    await answer({ kind: 'unknown', message: 'timeout' })
    for (let second = 0; second < 70; second++) {
      desk.clock.advance(1_000)
      await desk.settle()
    }
    expect(orders.get('a')).toMatchObject({ pending: null, limitPrice: '60000', phase: 'working' })
    expect(
      [...notices.values()].filter(({ level }) => level === 'error').map(({ message }) => message),
    ).toEqual([expect.stringMatching(/^Not confirmed that BUY .* was amended/)])
    expect(broker.amends).toHaveLength(1)
  })

  test('a cancel goes ahead of an amend, and the order stays marked', async () => {
    await amend(to61000)
    await desk.call('order.cancel', { customerCode: C1, referenceId: A })
    expect(orders.get('a')).toMatchObject({ pending: 'cancel' })
    await answer({ kind: 'accepted', value: reportOf('a', 'open', { limitPrice: text('61000') }) })
    expect(orders.get('a')).toMatchObject({ pending: 'cancel', limitPrice: '61000' })
    expect(await amend(changesOf({ limitPrice: text('1') }))).toMatchObject({ ok: false })
  })

  test.each([
    ['nothing to change', changesOf({}), 'changes.amount'],
    ['a price of 0', changesOf({ limitPrice: text('0') }), 'changes.limitPrice'],
    ['a price the type has not', changesOf({ triggerPrice: text('5') }), 'changes.triggerPrice'],
    ['an amount below what filled', changesOf({ amount: text('0.5') }), 'changes.amount'],
  ])('refuses %s by its field', async (_what, changes, field) => {
    broker.listener?.order(
      reportOf('a', 'partially_filled', { filledAmount: text('1'), filledQuote: text('60000') }),
    )
    expect(await amend(changes)).toMatchObject({ ok: false, failure: { kind: 'refused', field } })
    expect(broker.amends).toHaveLength(0)
  })
})
