/** Alerts while the clock of the machine is set: no customer's figures stay old, and no order becomes younger. */

import { expect, it } from 'vitest'
import { createCustomerFigureReader } from '../../../../electron/core/alerts/readCustomerFigures.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { code, wholeReading } from '../../../fakes/window/scriptedCore.ts'
import { reportOf, text } from '../deskHarness.ts'
import { openAlertDesk } from './alertDesk.ts'

it('the figures of every customer are computed anew within seconds, also after the clock was set back by an hour', () => {
  const clock = new FakeClock()
  const customers = Array.from({ length: 120 }, (_, n) => code(`C${1_000 + n}`))
  const computed = new Set<CustomerCode>()
  const reader = createCustomerFigureReader({
    clock,
    isSignedIn: () => true,
    instrument: () => undefined,
    ticker: () => undefined,
    customers: () => customers,
    whyCustomersUnknown: () => null,
    whyRecordsOld: () => null,
    liveOrders: () => [],
    reading: (customer) => wholeReading(customer),
    account: (customer) => {
      computed.add(customer)
      return {
        balance: undefined,
        cashSums: undefined,
        positions: [],
        margin: undefined,
        reconciliation: undefined,
      }
    },
    connection: () => null,
  })
  const turn = () => {
    clock.advance(1_000)
    reader.beginTurn()
    reader.equity({ customerCode: null })
  }
  turn()
  clock.setWall(-3_600_000)
  computed.clear()
  for (let turns = 0; turns < 3; turns++) turn()
  expect(computed.size).toBe(customers.length)
})

it('an order that is live too long is reported although the clock was set back meanwhile', async () => {
  const { desk, broker, set, reading, fired } = await openAlertDesk()
  await set({ kind: 'orderAge', level: text('60') })
  broker.listener?.order(reportOf('x-1', 'open', { createdAt: desk.clock.now() }))
  await desk.clock.run(30_000, 1_000)
  desk.clock.setWall(-600_000)
  await desk.clock.run(20_000, 1_000)
  expect(reading()?.value).toMatch(/^(?:49|50|51)$/)
  expect(fired().filter(({ referenceId }) => referenceId === 'x-1')).toEqual([])
  await desk.clock.run(20_000, 1_000)
  expect(fired().filter(({ referenceId }) => referenceId === 'x-1')).toMatchObject([{ count: 1 }])
})
