/** A dealer's act is done within seconds of the key or not at all, and nothing waits for a link (docs/order-lifecycle.md#intents). */

import { expect, it, vi } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import { connectContract } from '../../shared/contract/client/client.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import { memoryPair, type Transport } from '../../shared/contract/transport.ts'
import type { ReferenceId } from '../../shared/domain/scalars.ts'
import { draftOf } from '../electron/core/deskHarness.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import { fakeCore } from './fakeCore.ts'

const request = { intentId: 'intent-0001', draft: draftOf(), typed: null }

/** A window and a core with a clock each; `transports` has the window's ends of their links. */
async function connected() {
  const fake = fakeCore()
  const sent: string[] = []
  fake.handlers['order.submit'] = async ({ intentId }) => {
    sent.push(intentId)
    return ok({ outcome: 'taken', referenceId: 'op-1' as ReferenceId })
  }
  const [windowClock, coreClock] = [new FakeClock(), new FakeClock()]
  const transports: Transport[] = []
  const client = connectContract({
    openTransport() {
      const [near, far] = memoryPair()
      transports.push(near)
      serveContract(far, {
        handlers: fake.desk.handlers,
        sources: fake.desk.sources,
        caller: { windowId: 'w', allows: () => true },
        clock: coreClock,
        report: fake.report,
      })
      return Promise.resolve(near)
    },
    clock: windowClock,
  })
  let link = 'down'
  client.onLink((state) => (link = state))
  const isUp = () => vi.waitFor(() => expect(link).toBe('up'))
  await isUp()
  return {
    client,
    sent,
    windowClock,
    coreClock,
    isUp,
    cut: () => transports.at(-1)?.close('cut'),
    link: () => link,
  }
}

it('an order five seconds after its key is accepted', async () => {
  const { client, sent, coreClock } = await connected()
  coreClock.setWall(5_000)
  expect((await client.call('order.submit', request)).ok).toBe(true)
  expect(sent).toEqual([request.intentId])
})

it.each([5_001, -5_001])(
  'an order whose key was %i ms ago is refused, and the desk never hears of it',
  async (age) => {
    const { client, sent, coreClock } = await connected()
    coreClock.setWall(age)
    expect(await client.call('order.submit', request)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('too late') as string },
    })
    expect(sent).toEqual([])
  },
)

it('a cancel only takes risk away and is done however late', async () => {
  const { client, coreClock } = await connected()
  coreClock.setWall(60_000)
  const reply = await client.call('order.cancel', {
    customerCode: request.draft.customerCode,
    referenceId: 'op-1' as ReferenceId,
  })
  expect(reply).toMatchObject({ ok: false, failure: { message: 'order.cancel is not played here' } })
})

it('a call while the link is down fails at once and is not sent later', async () => {
  const { client, sent, windowClock, isUp, cut, link } = await connected()
  cut()
  await vi.waitFor(() => expect(link()).toBe('down'))
  expect(await client.call('order.submit', request)).toMatchObject({
    ok: false,
    failure: {
      kind: 'not-connected',
      message: 'The link to the core is down, so nothing was sent. Wait until the window is connected again.',
    },
  })
  windowClock.advance(10_000)
  await isUp()
  expect(sent).toEqual([])
  windowClock.setWall(-10_000)
  expect((await client.call('order.submit', { ...request, intentId: 'intent-0002' })).ok).toBe(true)
  expect(sent).toEqual(['intent-0002'])
})
