/** Sleep between the key and the wire, with clocks as Linux and macOS have them: the monotonic clock and its timers stand still while the machine sleeps. */

import { describe, expect, it } from 'vitest'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { pending } from '../../../fakes/venue/fakeBroker.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import { C1, Desk, draftOf, PAPER, reportOf, text } from '../deskHarness.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const THREE_HOURS = 3 * 3_600_000

const submit = (desk: Desk, intentId = 'intent-0001') =>
  desk.call('order.submit', { intentId, draft: draftOf(), typed: null })

/** The disk does not answer until the machine has slept. No timer ran meanwhile. */
async function sleepsWhileTheDiskHangs(desk: Desk, act: () => Promise<unknown>) {
  const disk = pending<null>()
  desk.journal.disk = disk.promise
  const reply = act()
  await desk.settle()
  desk.clock.setWall(THREE_HOURS)
  disk.resolve(null)
  desk.journal.disk = Promise.resolve()
  await reply
  await desk.settle()
}

describe('what waits for the disk while the machine sleeps', () => {
  it('an order never leaves, and says why', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    const broker = await desk.ready()
    await sleepsWhileTheDiskHangs(desk, () => submit(desk))
    expect(broker.sent).toEqual([])
    expect([...orders.values()]).toMatchObject([
      { phase: 'not-sent', refusal: { message: expect.stringMatching(/more than 5 s passed/) as string } },
    ])
  })

  it('an amend never leaves', async () => {
    const desk = new Desk({ limits: NO_LIMITS, venues: [AMENDS] })
    const broker = await desk.ready()
    const id = takenId(await submit(desk))
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    await sleepsWhileTheDiskHangs(desk, () =>
      desk.call('order.amend', {
        customerCode: C1,
        referenceId: id,
        changes: { ...NO_CHANGES, limitPrice: text('59000') },
      }),
    )
    expect(desk.journal.bodies('order').map(({ event }) => event.kind)).toContain('amend-asked')
    expect(broker.amends).toEqual([])
  })

  it('a deposit never leaves, and its reply says that nothing was sent', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const transfer = { customerCode: C1, kind: 'deposit' as const, asset: 'USDC', amount: text('100') }
    let reply: unknown = null
    await sleepsWhileTheDiskHangs(desk, async () => {
      reply = await desk.call('transfer.submit', { intentId: 'intent-0009', transfer })
    })
    expect(broker.transfers).toEqual([])
    expect(reply).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/5 s/) as string } })
  })

  it('a fee write never leaves, and its reply says that nothing was sent', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const fees = { customerCode: C1, symbol: null, makerFee: text('1'), takerFee: text('4'), before: [] }
    let reply: unknown = null
    await sleepsWhileTheDiskHangs(desk, async () => {
      reply = await desk.call('feeProfile.write', { intentId: 'intent-0010', ...fees })
    })
    expect(broker.feeWrites).toEqual([])
    expect(reply).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/5 s/) as string } })
  })

  it('a cancel leaves: it only takes risk away', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const id = takenId(await submit(desk))
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    await sleepsWhileTheDiskHangs(desk, () =>
      desk.call('order.cancel', { customerCode: C1, referenceId: id }),
    )
    expect(broker.cancels).toHaveLength(1)
  })
})

describe('after the machine slept', () => {
  it('the private channels are opened anew at once, and no deposit leaves before everything was read back', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const connected = pending<null>()
    broker.reconnects = connected.promise
    const trades = pending<null>()
    broker.tradesAnswered = trades.promise
    desk.core.resumed()
    expect(broker.restarts).toEqual([expect.stringMatching(/^This machine slept\. .*canceling works/)])
    const transfer = { customerCode: C1, kind: 'deposit' as const, asset: 'USDC', amount: text('100') }
    const deposit = () => desk.call('transfer.submit', { intentId: 'intent-0009', transfer })
    expect(await deposit()).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/still reading .* back/) as string },
    })
    expect(broker.transfers).toEqual([])
    trades.resolve(null)
    await desk.settle()
    void deposit()
    await desk.settle()
    expect(broker.transfers).toHaveLength(1)
  })
})

describe('the first key after the machine slept', () => {
  it('meets a closed desk although no timer has compared the clocks', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const lists = pending<never>()
    broker.openOrdersOf.set(C1, () => lists.promise)
    expect((await submit(desk)).ok).toBe(true)
    desk.clock.setWall(THREE_HOURS)
    const reply = await submit(desk, 'intent-0002')
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(broker.sent).toHaveLength(1)
    expect(desk.journal.bodies('clock')).toEqual([{ type: 'clock', stepMs: THREE_HOURS }])
    // The timer compares once more and finds nothing new.
    desk.clock.advance(1_000)
    expect(desk.journal.bodies('clock')).toHaveLength(1)
  })

  it('sends no deposit before everything was read back', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const broker = await desk.ready()
    const lists = pending<never>()
    broker.openOrdersAnswer = () => lists.promise
    desk.clock.setWall(-THREE_HOURS)
    const transfer = { customerCode: C1, kind: 'deposit' as const, asset: 'USDC', amount: text('100') }
    const reply = await desk.call('transfer.submit', { intentId: 'intent-0009', transfer })
    expect(reply.ok).toBe(false)
    expect(broker.transfers).toEqual([])
  })
})

it('after the clock was set back, no order is checked against a price from before', async () => {
  const desk = new Desk({ limits: DEFAULT_RULES })
  const broker = await desk.ready()
  const notices = desk.mirror('notices', ({ id }) => String(id))
  broker.tickersAnswer = () => []
  desk.clock.setWall(-10 * 60_000)
  await desk.clock.run(2_000, 500)
  await desk.settle()
  const said =
    'The clock of this machine was set back by 10 min. Orders at the venue stayed live meanwhile. Openpit reads everything back before it sends anything new; canceling works. Look at orders and positions before you deal.'
  expect([...notices.values()]).toContainEqual(
    expect.objectContaining({ level: 'warning', message: said }) as unknown,
  )
  expect(broker.restarts).toEqual([said])
  const reply = await submit(desk)
  expect(reply).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/No price of BTCUSDC_PERP younger than 5 s/) as string },
  })
  expect(broker.sent).toEqual([])
})
