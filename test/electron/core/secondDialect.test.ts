/** The whole desk on a venue that answers every doubt otherwise, with a profile that does not even know its words of direction. */

import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { Log, Venue } from '../../../electron/core/ports.ts'
import { createCore } from '../../../electron/core/tradingCore.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { add, decimal, toText, ZERO } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import type { CustomerCode } from '../../../shared/domain/text.ts'
import { FakeMarket } from '../../fakes/fakeMarket.ts'
import { FakeVault } from '../../fakes/fakeVault.ts'
import { profileOf, SECOND_DOUBTS } from '../../fakes/secondDialect.ts'
import { draftOf, text } from './deskHarness.ts'

const caller: Caller = { windowId: 'w', allows: () => true }
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function open() {
  const clock = clockOf(globalThis)
  const paper = await startPaperBroker({
    exchange: simulatedExchange({ seed: 11, clock, historyHours: 1 }),
    clock,
    randomBytes,
    onFault: (error) => {
      throw error
    },
    transferDelayMs: 20,
    doubts: SECOND_DOUBTS,
  })
  onTestFinished(() => paper.close())
  const known = profileOf(SECOND_DOUBTS, paper)
  const venue: Venue = {
    id: 'second',
    profile: { ...known, directions: { in: ['in'], out: ['out'] } },
    builtIn: { username: paper.username, password: paper.password },
  }
  const core = createCore({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(4) }),
    openMarket: () => new FakeMarket(),
    vault: new FakeVault(),
    settings: memorySettings(),
    venues: [venue],
    venueIdOf: () => 'another',
    log: silent,
  })
  onTestFinished(() => core.close())

  /** What a new window would see of a topic now. */
  const now = <T extends TopicName>(name: T): Snapshot<T> => {
    let seen: Snapshot<T> | undefined
    const sink: TopicSink<T> = {
      snapshot: (value) => {
        seen = value
      },
      delta: () => undefined,
      end: () => undefined,
    }
    const source = core.sources[name] as unknown as (
      key: null,
      sink: TopicSink<T>,
      caller: Caller,
    ) => TopicFeed
    source(null, sink, caller).close()
    return seen as Snapshot<T>
  }
  const { handlers } = core
  await handlers['session.signIn'](
    { venueId: 'second', username: null, password: null, signingKey: null, keep: 'run' },
    caller,
  )
  await vi.waitFor(() => expect(now('session').phase).toBe('ready'), 8_000)
  return { handlers, now, customer: paper.customers[0] as CustomerCode }
}

test('deals, says what this venue cannot do, and learns which way money went [gap.17 gap.10 gap.11 gap.13]', async () => {
  const { handlers, now, customer } = await open()
  const said = () => now('notices').map(({ message }) => message)
  await vi.waitFor(() => expect(said().join('\n')).toMatch(/no list of open orders/))
  expect(said().join('\n')).toMatch(/direction this desk does not know \(incoming\).*kept out of sums/)
  const rows = () => now('ledger').filter((row) => row.customerCode === customer)
  expect(rows().length).toBeGreaterThan(0)
  expect(rows().map((row) => row.signedAmount)).toEqual(rows().map(() => null))
  expect(now('balances').find((of) => of.customerCode === customer)?.amount).toBeNull()

  // A resting order under a status word that nobody has heard of is live, and can be cancelled.
  const order = draftOf({ customerCode: customer, amount: text('0.01'), limitPrice: text('100') })
  const sent = await handlers['order.submit']({ intentId: 'intent-1', draft: order }, caller)
  const referenceId = sent.ok ? sent.value.referenceId : ('' as never)
  const shown = () => now('orders').find((of) => of.referenceId === referenceId)
  await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'working', status: 'working' }))
  expect(
    await handlers['order.amend'](
      {
        customerCode: customer,
        referenceId,
        changes: {
          amount: text('0.02'),
          limitPrice: null,
          triggerPrice: null,
          stopLossPrice: null,
          takeProfitPrice: null,
        },
      },
      caller,
    ),
  ).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/no amend\. Cancel/) as string } })
  await handlers['order.cancel']({ customerCode: customer, referenceId }, caller)
  await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'closed', status: 'canceled' }))

  // Two movements each way, told by list and stream, explain the words of all the others.
  for (const [n, kind] of (['deposit', 'withdrawal', 'deposit', 'withdrawal'] as const).entries())
    expect(
      await handlers['transfer.submit'](
        {
          intentId: `transfer-${n}`,
          transfer: { customerCode: customer, kind, amount: text('1.5'), asset: 'USDC' },
        },
        caller,
      ),
    ).toMatchObject({ ok: true })
  await vi.waitFor(
    () => {
      expect(rows().every((row) => row.status === 'completed' && row.signedAmount !== null)).toBe(true)
      expect(said().filter((message) => message.includes('is read as money'))).toHaveLength(2)
    },
    { timeout: 10_000, interval: 50 },
  )
  const sum = rows().reduce((total, row) => add(total, decimal(row.signedAmount ?? '')), ZERO)
  expect(now('balances').find((of) => of.customerCode === customer)?.amount).toBe(toText(sum))
}, 30_000)
