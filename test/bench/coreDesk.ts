/** The real core with its real adapter, journal on a real disk and market worker, in this process, signed in to the bench's venue. Measures nothing. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBroker } from '../../electron/broker/broker.ts'
import { createCore } from '../../electron/core/tradingCore.ts'
import { openMarket } from '../../electron/market/market.ts'
import { fileSafe, nodeDisk, openJournal, realProcesses } from '../../electron/storage/journal/journal.ts'
import { memorySettings } from '../../electron/storage/settingsStore.ts'
import { seededRandom } from '../../shared/base/random.ts'
import { connectContract } from '../../shared/contract/client.ts'
import type { Snapshot } from '../../shared/contract/contract.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { serveContract } from '../../shared/contract/server.ts'
import { memoryPair } from '../../shared/contract/transport.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import { DEFAULT_RULES, type LimitRule } from '../../shared/domain/limits.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import { clock } from '../contract/roads.ts'
import { until } from '../crash/killableDesk.ts'
import { FakeVault } from '../fakes/fakeVault.ts'
import { limitSetting } from '../fakes/noLimits.ts'
import type { BenchVenue } from './venue/venue.ts'
import { CUSTOMER } from './venue/words.ts'

const VENUE = 'bench'

/** All that is in force from the start, but for the bounds on how fast and how alike orders may be. */
const RULES: readonly LimitRule[] = DEFAULT_RULES.map((rule) => ({
  ...rule,
  bounds: Object.fromEntries(
    Object.entries(rule.bounds).filter(([name]) => !/^(orders|value|duplicates)/.test(name)),
  ),
}))

const ME: Customer = { code: CUSTOMER as CustomerCode, name: '', group: '', note: '', origin: 'hand' }

export interface CoreDesk {
  readonly client: ContractClient
  close(): Promise<void>
}

/** Signed in and ready; the window follows what a real one does. */
export async function openCoreDesk(venue: BenchVenue): Promise<CoreDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-bench-'))
  const disk = nodeDisk(folder)
  const opened = await openJournal({
    disk,
    safe: fileSafe(disk),
    clock,
    processes: realProcesses(process.pid),
    folder,
  })
  const core = createCore({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(4) }),
    openMarket: openMarket({
      workerUrl: new URL('timed/market/worker.ts', import.meta.url),
      clock,
      random: seededRandom(5),
    }),
    vault: new FakeVault(),
    settings: memorySettings({
      ...Object.fromEntries([limitSetting(RULES)]),
      [`core-customers-${VENUE}`]: JSON.stringify([ME]),
    }),
    journal: opened.journal,
    venues: [{ id: VENUE, profile: venue.profile, builtIn: { username: 'bench', password: 'bench' } }],
    venueIdOf: () => 'another',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const [near, far] = memoryPair()
  serveContract(far, {
    handlers: core.handlers,
    sources: core.sources,
    caller: { windowId: 'bench', allows: () => true },
    clock,
    report: (sentence, error) => {
      throw new Error(sentence, { cause: error })
    },
  })
  const client = connectContract({ openTransport: () => Promise.resolve(near), clock })
  const close = async (): Promise<void> => {
    client.close()
    core.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await signIn(client)
  } catch (error) {
    await close()
    throw error
  }
  return { client, close }
}

async function signIn(client: ContractClient): Promise<void> {
  let up = false
  let phase = ''
  let priced = 0
  let tied = false
  client.onLink((state) => (up = state === 'up'))
  const nothing = { snapshot: () => {}, delta: () => {} }
  const session = (of: { readonly phase: string }) => (phase = of.phase)
  client.open('session', null, { snapshot: session, delta: session })
  client.open('orders', null, nothing)
  client.open('notices', null, nothing)
  client.open('connection', null, nothing)
  const tickers = client.open('tickers', null, {
    snapshot: (all) => {
      priced = all.length
      clock.after(0, () => tickers.painted())
    },
    delta: (all) => {
      priced = Math.max(priced, all.length)
      clock.after(0, () => tickers.painted())
    },
  })
  await until('the link', () => (up ? true : null))
  const signedIn = await client.call('session.signIn', {
    venueId: VENUE,
    username: null,
    password: null,
    signingKey: null,
    keep: 'run',
  })
  if (!signedIn.ok) throw new Error(`Not signed in: ${signedIn.failure.message}`)
  await until('the desk', () => (phase === 'ready' && priced > 0 ? true : null))
  const open = (ties: Snapshot<'reconciliation'>) =>
    (tied ||= ties.some((of) => of.customerCode === ME.code && of.open))
  client.open('reconciliation', null, { snapshot: open, delta: open })
  await until('the customer', () => (tied ? true : null))
}
