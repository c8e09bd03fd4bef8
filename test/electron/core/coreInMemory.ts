/** A core that stores nothing and logs nothing, on a fake market unless a test gives another, and what a new window would see of it. */

import { createCore } from '../../../electron/core/tradingCore.ts'
import type { Log } from '../../../electron/core/ports/log.ts'
import { memoryJournal } from '../../../electron/storage/memoryJournal.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import type { Snapshot, TopicName } from '../../../shared/contract/contract.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'
import { DEFAULT_RULES } from '../../../shared/domain/limits/limits.ts'
import { FakeMarket } from '../../fakes/core/fakeMarket.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

type CoreOptions = Parameters<typeof createCore>[0]
type Needed = Pick<CoreOptions, 'clock' | 'random' | 'openBroker' | 'venues'>

/** Limits: those that a new desk has, unless `options` has others. */
export const createCoreInMemory = (options: Needed & Partial<CoreOptions>) =>
  createCore({
    openMarket: () => new FakeMarket(),
    vault: new FakeVault(),
    settings: memorySettings(),
    journal: memoryJournal(),
    notices: memoryNotices(),
    startingLimits: DEFAULT_RULES,
    venueIdOf: () => 'another',
    log: silent,
    program: { version: '0.0.0', dataFolder: null, manual: null },
    ...options,
  })

/** What a new window would see of a topic now. */
export function topicNow<T extends TopicName>(
  core: Pick<ReturnType<typeof createCore>, 'sources'>,
  name: T,
  caller: Caller,
): Snapshot<T> {
  let seen: Snapshot<T> | undefined
  const sink: TopicSink<T> = {
    snapshot: (value) => {
      seen = value
    },
    delta: () => undefined,
    end: () => undefined,
  }
  const source = core.sources[name] as unknown as (key: null, sink: TopicSink<T>, caller: Caller) => TopicFeed
  source(null, sink, caller).close()
  return seen as Snapshot<T>
}
