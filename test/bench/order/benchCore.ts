/** The real core with its real adapter, journal on a real disk and market worker, in this process, signed in to the bench's venue. Measures nothing. */

import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { openBroker } from '../../../electron/broker/broker.ts'
import { createMeasures } from '../../../electron/core/health/measures.ts'
import { createCore } from '../../../electron/core/tradingCore.ts'
import { openHistoryFiles } from '../../../electron/health/historyFiles.ts'
import { openMachineHealth } from '../../../electron/health/machineHealth.ts'
import { timedDisk } from '../../../electron/launch/openStores.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import { openMarket } from '../../../electron/market/market.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
} from '../../../electron/storage/journal/journal.ts'
import { LOCK } from '../../../electron/storage/journal/files/segments.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { invariant } from '../../../shared/base/result.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { serveContract } from '../../../shared/contract/server/server.ts'
import { blankCustomer } from '../../../shared/domain/accounts/customer.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'
import type { FromWindow, ToWindow } from './dealerWindow.ts'
import type { BenchVenue } from '../venue/venue.ts'
import { CUSTOMER } from '../venue/words.ts'

const clock = clockOf(globalThis)
const VENUE = 'bench'

/** All that is in force from the start, but for the bounds on how fast and how alike orders may be. */
const RULES: readonly LimitRule[] = DEFAULT_RULES.map((rule) => ({
  ...rule,
  bounds: Object.fromEntries(
    Object.entries(rule.bounds).filter(([name]) => !/^(orders|value|duplicates)/.test(name)),
  ),
}))

type Taken = Extract<FromWindow, { kind: 'taken' }>
type BlockTaken = Extract<FromWindow, { kind: 'blockTaken' }>
type BlockRequest = Request<'order.submitBlock'>

export interface BenchCore {
  /** Sends an order by a window that looks at ladders; answers when it is taken. */
  order(intentId: string, draft: OrderDraft): Promise<Taken>
  /** The same of a block. */
  block(request: BlockRequest): Promise<BlockTaken>
  /** A copy of the data folder as it is now, without the lock of this process: what a crash would leave. For `from` of another core. */
  copyFolder(): string
  close(): Promise<void>
}

export interface BenchCoreOptions {
  readonly windows?: number
  /** The data folder, from `copyFolder` of another core; removed at the end. Default: a new one. */
  readonly from?: string
  /** Codes that the desk knows from the start. */
  readonly customers?: readonly string[]
  /** Trades of each that must have been read and compared before the desk counts as ready. */
  readonly tradesEach?: number
  /** Whether the desk watches its health as in a start: steps, disk, machine, history, and what its windows draw. */
  readonly watchesHealth?: boolean
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'openpit-bench-'))

function copyOf(folder: string): string {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true, filter: (path) => basename(path) !== LOCK })
  return copy
}

/** Signed in and ready; each of the windows follows what a real one does, and the first one deals. */
export async function openBenchCore(
  venue: BenchVenue,
  { windows = 1, from, customers = [CUSTOMER], tradesEach = 0, watchesHealth = false }: BenchCoreOptions = {},
): Promise<BenchCore> {
  const folder = from ?? newFolder()
  const measures = createMeasures(clock)
  const disk = watchesHealth ? timedDisk(nodeDisk(folder), clock, measures) : nodeDisk(folder)
  const opened = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock,
    processes: realProcesses(process.pid),
    folder,
  })
  const core = createCore({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(4) }),
    openMarket: openMarket({
      workerUrl: new URL('../timed/market/worker.ts', import.meta.url),
      clock,
      random: seededRandom(5),
    }),
    vault: new FakeVault(),
    settings: memorySettings({
      [`core-customers-${VENUE}`]: JSON.stringify(
        customers.map((code) => blankCustomer(code as CustomerCode, 'hand')),
      ),
    }),
    journal: opened.journal,
    notices: memoryNotices(),
    venues: [{ id: VENUE, profile: venue.profile, builtIn: { username: 'bench', password: 'bench' } }],
    startingLimits: RULES,
    venueIdOf: () => 'another',
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...(watchesHealth && {
      health: {
        measures,
        machine: openMachineHealth(folder),
        history: openHistoryFiles(folder, clock, () => null),
        bundles: null,
      },
    }),
    program: { version: '0.0.0', dataFolder: null, manual: null },
  })
  const openOne = (windowId: string, venueId: string | null) => {
    const { port1: near, port2: far } = new MessageChannel()
    serveContract(portTransport(far), {
      handlers: core.handlers,
      sources: core.sources,
      caller: { windowId, allows: () => true },
      clock,
      report: (sentence, error) => {
        throw new Error(sentence, { cause: error })
      },
    })
    return openWindow(near, { venueId, customers, tradesEach, countsDrawn: watchesHealth })
  }
  const window = openOne('bench', VENUE)
  const others: (typeof window)[] = []
  const close = async (): Promise<void> => {
    await Promise.all([window, ...others].map((open) => open.close()))
    core.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await window.signedIn
    while (others.length < windows - 1) others.push(openOne(`bench${others.length}`, null))
    await Promise.all(others.map((other) => other.signedIn))
  } catch (error) {
    await close()
    throw error
  }
  return {
    order: (intentId, draft) => window.order(intentId, draft),
    block: (request) => window.block(request),
    copyFolder: () => copyOf(folder),
    close,
  }
}

/** A dealer's window in its own thread. */
function openWindow(port: MessagePort, joins: Omit<Extract<ToWindow, { kind: 'join' }>, 'kind' | 'port'>) {
  const thread = new Worker(new URL('dealerWindow.ts', import.meta.url))
  const ask = async (what: ToWindow, ports: MessagePort[] = []): Promise<FromWindow> => {
    const heard = once(thread, 'message')
    thread.postMessage(what, ports)
    const [answer] = (await heard) as [FromWindow]
    if (answer.kind === 'failed') throw new Error(answer.why)
    return answer
  }
  return {
    signedIn: ask({ kind: 'join', port, ...joins }, [port]),
    async order(intentId: string, draft: OrderDraft): Promise<Taken> {
      const answer = await ask({ kind: 'order', intentId, draft })
      invariant(answer.kind === 'taken', 'A window that was asked for an order answered something else')
      return answer
    },
    async block(request: BlockRequest): Promise<BlockTaken> {
      const answer = await ask({ kind: 'block', request })
      invariant(answer.kind === 'blockTaken', 'A window that was asked for a block answered something else')
      return answer
    },
    close: () => thread.terminate(),
  }
}
