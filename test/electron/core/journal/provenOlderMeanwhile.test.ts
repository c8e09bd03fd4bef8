/** A live order of this terminal that the journal does not name: what waits for the disk meanwhile, and a journal that cannot be searched. */

import { expect, it } from 'vitest'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { C1, Desk, draftOf, PAPER, reportOf, text } from '../deskHarness.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'

const AMENDING = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}

/** A desk with one resting order. `proveOlder`: the venue shows a live order with the letters of this terminal, which the journal does not name. */
async function startDesk() {
  const desk = new Desk({ limits: NO_LIMITS, venues: [AMENDING] })
  const orders = desk.orders()
  const broker = await desk.ready()
  const submit = (n: number) =>
    desk.call('order.submit', {
      intentId: `intent-${n}-0000`,
      draft: draftOf({ amount: text(String(n)) }),
      typed: null,
    })
  const id = takenId(await submit(1))
  broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open', { amount: text('1') }) })
  await desk.settle()
  let written = () => undefined as void
  const slowDisk = () => {
    desk.journal.disk = new Promise<void>((done) => {
      written = done
    })
  }
  const proveOlder = async () => {
    broker.listener?.order(reportOf(id.replace(/[^-]*$/, 'later0'), 'open'))
    await desk.settle()
    expect(desk.follow('session').now().restriction).toMatch(/older than the venue/)
    written()
    await desk.clock.run(500)
  }
  return { desk, orders, broker, id, submit, slowDisk, proveOlder }
}

it('an order does not leave', async () => {
  const { desk, orders, broker, submit, slowDisk, proveOlder } = await startDesk()
  slowDisk()
  const submitted = submit(2)
  await desk.settle()
  await proveOlder()
  await submitted
  expect(broker.sent).toHaveLength(1)
  expect([...orders.values()].find(({ amount }) => amount === '2')).toMatchObject({ phase: 'not-sent' })
})

it('an amend does not leave', async () => {
  const { desk, broker, id, slowDisk, proveOlder } = await startDesk()
  slowDisk()
  const changes = { ...NO_CHANGES, limitPrice: text('59000') }
  expect((await desk.call('order.amend', { customerCode: C1, referenceId: id, changes })).ok).toBe(true)
  await proveOlder()
  expect(broker.amends).toHaveLength(0)
})

it('a journal that cannot be searched proves nothing, and is searched again with the next change', async () => {
  const { desk, broker, id } = await startDesk()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const session = desk.follow('session')
  const missing = id.replace(/[^-]*$/, 'later0')
  desk.journal.unreadable = 'The disk does not answer.'
  broker.listener?.order(reportOf(missing, 'open'))
  await desk.settle()
  expect(session.now().restriction).toBeNull()
  expect(
    [...notices.values()].find(({ message }) => message.includes('could not be searched')),
  ).toMatchObject({
    level: 'warning',
    referenceId: missing,
    detail: expect.stringMatching(/^The disk does not answer\./),
  })
  desk.journal.unreadable = null
  broker.listener?.order(reportOf(missing, 'open', { filledAmount: text('0.5'), status: 'partially_filled' }))
  await desk.settle()
  expect(session.now().restriction).toMatch(/older than the venue/)
})
