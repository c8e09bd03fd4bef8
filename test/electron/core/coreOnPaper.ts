/** A core with its real adapter, signed in to a real paper broker of any API variant; only the market is a fake. */

import { expect, onTestFinished, vi } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { Log } from '../../../electron/core/ports/log.ts'
import type { ListedVenue } from '../../../electron/core/ports/listedVenue.ts'
import { createCore } from '../../../electron/core/tradingCore.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import { InflatingSocket } from '../../../electron/net/inflatingSocket.ts'
import type { SocketMaker } from '../../../electron/net/supervisedSocket.ts'
import type { VariantChoices } from '../../../electron/paper/apiVariants.ts'
import { memoryJournal } from '../../../electron/storage/memoryJournal.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { DEFAULT_RULES } from '../../../shared/domain/limits/limits.ts'
import { FakeMarket } from '../../fakes/core/fakeMarket.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'

export const caller: Caller = { windowId: 'w', allows: () => true }
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** `more` is laid over the profile that fits the variant; `socket` stands between the streams and the desk. */
export async function openCoreOnPaper(
  variant: VariantChoices,
  more: Partial<VenueProfile> = {},
  socket: SocketMaker = InflatingSocket,
) {
  const clock = clockOf(globalThis)
  const paper = await startLivePaper({ clock, transferDelayMs: 20, variant })
  onTestFinished(() => paper.close())
  const venue: ListedVenue = {
    id: 'second',
    profile: { ...profileOf(variant, paper), ...more },
    builtIn: { username: paper.username, password: paper.password },
  }
  const core = createCore({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(4), WebSocket: socket }),
    openMarket: () => new FakeMarket(),
    vault: new FakeVault(),
    settings: memorySettings(),
    journal: memoryJournal(),
    notices: memoryNotices(),
    venues: [venue],
    startingLimits: DEFAULT_RULES,
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
  await vi.waitFor(() => expect(now('reconciliation').map(({ open }) => open)).not.toContain(false))
  // Without a price the limits let nothing out.
  await vi.waitFor(() => expect(now('tickers')).not.toEqual([]))
  return { handlers, now, customer: paper.customers[0] as CustomerCode }
}
