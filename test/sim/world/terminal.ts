/** The desk of a simulated world: the real core and the real adapter on a machine that can stop at any moment. */

import { seededRandom } from '../../../shared/base/random.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { ok } from '../../../shared/base/result.ts'
import type { Caller, CommandHandlers } from '../../../shared/contract/ports.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { NonceStore } from '../../../electron/broker/authentication/nonces.ts'
import type { Log } from '../../../electron/core/ports/log.ts'
import type { Settings } from '../../../electron/core/ports/settings.ts'
import type { ListedVenue } from '../../../electron/core/ports/listedVenue.ts'
import { createCore, type TradingCore } from '../../../electron/core/tradingCore.ts'
import { memoryNotices } from '../../../electron/storage/memoryNotices.ts'
import { fileKeyStore, openJournal, type JournalDisk } from '../../../electron/storage/journal/journal.ts'
import { FakeMarket } from '../../fakes/core/fakeMarket.ts'
import { NO_LIMITS } from '../../fakes/core/noLimits.ts'
import { FakeVault } from '../../fakes/core/fakeVault.ts'
import type { Intent } from '../plan/dealer.ts'
import type { Machine } from './machine.ts'
import { diskWithPlant, withPlant, type Plant } from '../plantedBugs.ts'
import type { Requests } from './network/requests.ts'
import type { Streams } from './network/streams.ts'
import type { Trace } from '../trace.ts'
import type { SimVenue } from './venue.ts'
import { callerOf, openWindowView, type WindowView, type WindowViewOptions } from './windowView.ts'

/** What outlives a process of the desk, besides the journal. */
export interface Keepings {
  readonly settings: Settings
  readonly nonces: NonceStore
}

export interface DeskOptions {
  readonly machine: Machine
  readonly seed: number
  readonly trace: Trace
  /** Ms since the world began. */
  readonly elapsed: () => number
  readonly venue: SimVenue
  readonly requests: Requests
  readonly streams: Streams
  readonly keepings: Keepings
  readonly disk: JournalDisk
  readonly plant: Plant | null
  readonly onOrder: WindowViewOptions['onOrder']
  readonly onReconciled: WindowViewOptions['onReconciled']
}

export interface SimTerminal extends WindowView {
  readonly machine: Machine
  readonly core: TradingCore
  /** Why the journal takes nothing more; null while it works. */
  problem(): string | null
  submit(intent: Intent, caller: Caller): ReturnType<CommandHandlers['order.submit']>
  submitScale(intent: Intent, caller: Caller): ReturnType<CommandHandlers['order.submitScale']>
  /** Closes core and journal in good order. */
  close(): Promise<void>
}

const SIGN_IN_AGAIN_MS = 2_000
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The public book of every schedule: deep enough for any order, so that the limits let the dealer's orders out. */
function deepMarket(): FakeMarket {
  const market = new FakeMarket()
  const price = '1' as DecimalText
  market.walkAnswer = () => ({
    bestPrice: price,
    averagePrice: price,
    worstPrice: price,
    filled: price,
    quote: price,
    whole: true,
    ranOut: false,
  })
  return market
}

/** Opens the journal, then the desk on it; never resolves when the machine stops meanwhile. */
export async function startSimTerminal(options: DeskOptions): Promise<SimTerminal> {
  const { machine, seed, venue, requests, streams, keepings } = options
  const { clock } = machine
  const entry: ListedVenue = { id: 'venue', profile: venue.profile, builtIn: venue.credentials }
  const disk = diskWithPlant(options.plant, options.disk)
  const opened = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock,
    processes: { own: machine.name, isRunning: (name) => name === machine.name },
    folder: 'the data folder',
  })
  const core = createCore({
    clock,
    random: seededRandom(seed),
    openBroker: withPlant(
      options.plant,
      openBroker({
        clock,
        random: seededRandom(seed + 1),
        nonces: keepings.nonces,
        openHttp: requests.openHttp(machine),
        WebSocket: streams.socketOf(machine),
      }),
    ),
    openMarket: deepMarket,
    vault: new FakeVault(),
    settings: keepings.settings,
    journal: opened.journal,
    notices: memoryNotices(),
    venues: [entry],
    startingLimits: NO_LIMITS,
    program: { version: '0.0.0', dataFolder: null, manual: null },
    venueIdOf: () => 'another',
    log: silent,
  })
  const signInLater = (): void => void clock.after(SIGN_IN_AGAIN_MS, () => void signIn())
  const view = openWindowView({ ...options, core, onSignedOff: signInLater })

  async function signIn(): Promise<void> {
    const done = await core.handlers['session.signIn'](
      { venueId: 'venue', username: null, password: null, signingKey: null, keep: 'run' },
      callerOf('left'),
    )
    if (!done.ok) signInLater()
  }
  clock.after(0, () => void signIn())
  return {
    machine,
    core,
    ...view,
    problem: () => opened.journal.problem,
    submit: (intent, caller) =>
      core.handlers['order.submit'](
        {
          intentId: intent.id,
          draft: intent.draft,
          typed: null,
          ...(intent.bracket ? { bracket: intent.bracket } : {}),
        },
        caller,
      ),
    submitScale: ({ id, draft, rows = [] }, caller) =>
      core.handlers['order.submitScale']({ intentId: id, draft, rows: [...rows], typed: null }, caller),
    async close() {
      core.close()
      await opened.close()
    },
  }
}

/** Settings and nonce marks that survive the process, as files that are written at once. */
export function openKeepings(salt: number): Keepings {
  const values = new Map<string, string>()
  const marks = new Map<string, string>()
  return {
    settings: {
      all: () => Object.fromEntries(values),
      save(name, value) {
        values.set(name, value)
        return ok(null)
      },
      remove(name) {
        values.delete(name)
        return ok(null)
      },
    },
    nonces: {
      salt,
      read: (publicKey) => marks.get(publicKey) ?? null,
      write: (publicKey, mark) => void marks.set(publicKey, mark),
    },
  }
}
