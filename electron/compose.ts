/** Constructs core, broker adapter, market data, storage and the built-in paper broker, and connects them. Decides nothing else. */

import { randomInt } from 'node:crypto'
import { seededRandom } from '../shared/base/random.ts'
import { fail, ok } from '../shared/base/result.ts'
import type { NoticeLevel } from '../shared/domain/notice.ts'
import { DEFAULT_RULES } from '../shared/domain/limits/limits.ts'
import { createMeasures } from './core/health/measures.ts'
import type { Notices } from './core/notices/raiseAndAcknowledgeNotices.ts'
import { createCore } from './core/tradingCore.ts'
import type { ListedVenue } from './core/ports/listedVenue.ts'
import { StartError, type Desk, type DeskOptions } from './deskTypes.ts'
import { begin, type EarlyStart } from './launch/earlyStart.ts'
import { watchThisRun } from './health/watchThisRun.ts'
import { connectBuiltInVenue } from './launch/builtInVenue.ts'
import { openStores } from './launch/openStores.ts'
import { createVenueConnections } from './launch/venueConnections.ts'
import { programStatus } from './launch/programStatus.ts'
import { readVenueFile, venueIdOf } from './launch/venueFile.ts'
import { LOG_BYTES, openLog } from './log.ts'
import { openMarket } from './market/market.ts'
import { openSpareThread, type SpareThread } from './market/spareThread.ts'
import { createStatementPrinter } from './print/statementPrinter.ts'
import { createPassphrases } from './storage/passphrases.ts'
import { openKeychainVault } from './storage/keychainVault.ts'

/** Throws a StartError for an unusable venue file, recording or option. Other failures become a notice on screen. */
export async function compose(
  options: DeskOptions,
  beginning: Promise<EarlyStart> = begin(options),
): Promise<Desk> {
  const begun = await beginning
  try {
    return await build(options, begun)
  } catch (error) {
    await begun.end()
    throw error
  }
}

function venueOf(file: string): ListedVenue {
  const profile = readVenueFile(file)
  return { id: venueIdOf(profile), profile, builtIn: null }
}

async function build(options: DeskOptions, begun: EarlyStart): Promise<Desk> {
  const { clock, folder, venue: ownProcess, besideEntry } = begun
  const isReplay = options.session !== null
  const random = seededRandom(randomInt(2 ** 32))
  const venues: ListedVenue[] = options.venueFile === null ? [] : [venueOf(options.venueFile)]
  const notices = createEarlyNotices()
  const opened = openLog(folder.directory, LOG_BYTES, { clock, say: notices.say })
  const warn = (sentence: string) => notices.say('warning', sentence)
  for (const sentence of folder.notices) warn(sentence)
  const measures = createMeasures(clock)
  const stores = await openStores({
    folder,
    clock,
    measures,
    historyUrl: besideEntry('storage/history/worker'),
    isReplay,
    say: notices.say,
  })
  const connections = createVenueConnections({
    clock,
    random,
    nonces: stores.nonces,
    record: options.record,
    isReadOnly: isReplay,
    onProblem: warn,
  })
  const program = programStatus(options.processRoot, folder.directory)
  const workerUrl = besideEntry('market/worker')
  let spare: SpareThread | null = null
  const core = createCore({
    clock,
    random,
    openBroker: connections.openBroker,
    checkVenue: connections.checkVenue,
    openMarket: openMarket({
      workerUrl,
      spareThread: () => spare?.take() ?? null,
      clock,
      random,
      backfill: connections.backfill,
      history: stores.history,
      record: connections.marketRecording,
      onEnding: connections.awaitEnd,
    }),
    vault: openKeychainVault(clock, process.platform),
    settings: stores.settings,
    areSettingsLost: stores.areSettingsLost,
    journal: stores.journal,
    isJournalLost: stores.isJournalLost,
    notices: stores.notices,
    saveFile: options.saveFile ?? null,
    ...(options.updates === undefined ? {} : { updates: options.updates }),
    passphrases: createPassphrases(),
    printStatement: createStatementPrinter(besideEntry('print/worker')),
    venues,
    controlReplay: (act) =>
      ownProcess.say({ replay: act })
        ? ok(null)
        : fail('The replay is not running. Wait until it has started again.'),
    startingLimits: DEFAULT_RULES,
    venueIdOf,
    log: opened.log,
    health: watchThisRun({
      folder,
      version: program.version,
      measures,
      clock,
      journal: stores.journal,
      isReplay,
      windowMemory: options.windowMemory ?? null,
    }),
    program,
  })
  notices.handOver(core.notices)
  for (const sentence of [opened.problem, ...stores.problems]) if (sentence !== null) warn(sentence)

  let closing: Promise<void> | null = null
  const closeAll = async (): Promise<void> => {
    core.close()
    spare?.close()
    await stores.close()
    // Closed after every writer of a connection: its last frames belong into the recording.
    await connections.close()
    await begun.end()
    opened.close()
  }
  const close = (): Promise<void> => {
    closing ??= closeAll()
    return closing
  }
  const connected = await connectBuiltInVenue({
    process: ownProcess,
    venues: core,
    log: opened.log,
    isReplay,
    onDown: (sentence) => notices.say('error', sentence),
    onProblem: warn,
  })
  if (!connected.ok) {
    await close()
    throw new StartError(`The replay did not start: ${connected.failure}`)
  }
  // Started last, because windows wait for everything before it. The dealer has yet to sign in.
  spare = openSpareThread(workerUrl)

  return {
    handlers: core.handlers,
    sources: core.sources,
    allows(door, scope) {
      if (scope === 'trade' && isReplay) return false
      if (door === 'shell' || scope !== 'trade') return true
      const venue = core.venue()
      // A profile saved on screen may claim to be paper. Only the built-in broker and the file of `--venue` are trusted.
      const isTrusted = venue !== null && (venue.builtIn !== null || venues.includes(venue))
      return options.liveOverLoopback || (isTrusted && venue.profile.kind === 'paper')
    },
    resumed: () => core.resumed(),
    close,
  }
}

/** Notices raised before the core exists: collects them, then passes later notices on. */
function createEarlyNotices(): {
  readonly say: (level: NoticeLevel, sentence: string) => void
  handOver(to: Notices): void
} {
  const early: [NoticeLevel, string][] = []
  let notices: Notices | null = null
  return {
    say(level, sentence) {
      if (notices) notices.say(level, sentence)
      else early.push([level, sentence])
    },
    handOver(to) {
      notices = to
      for (const [level, sentence] of early) to.say(level, sentence)
    },
  }
}
