/** The one place that constructs core, broker adapter, market data, storage and the built-in paper broker. Decides nothing else. */

import { createHash, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Clock } from '../shared/base/clock.ts'
import { seededRandom } from '../shared/base/random.ts'
import { fail, ok, type Result } from '../shared/base/result.ts'
import { venueProfile, type VenueProfile } from '../shared/broker/venueProfile.ts'
import { faultOf } from '../shared/contract/frames.ts'
import type { NoticeLevel } from '../shared/domain/notice.ts'
import type { CustomerCode } from '../shared/domain/scalars.ts'
import { begin, type EarlyStart } from './launch/earlyStart.ts'
import { openBroker } from './broker/broker.ts'
import { memoryNonceStore } from './broker/authentication/nonces.ts'
import { readOnly } from './broker/readOnly.ts'
import type { Notices } from './core/support/notices.ts'
import type { Broker, OpenBroker, Venue } from './core/ports.ts'
import { DEFAULT_RULES } from '../shared/domain/limits/limits.ts'
import { createCore } from './core/tradingCore.ts'
import { StartError, type Desk, type DeskOptions } from './deskTypes.ts'
import { openLog } from './log.ts'
import { openMarket, type Backfill } from './market/market.ts'
import { keepSpareThread, type SpareThread } from './market/spareThread.ts'
import { openTape, type Tape } from './record/tape.ts'
import type { PaperAddress } from './launch/venueProcess.ts'
import type { ReplayStatus } from '../shared/contract/replay.ts'
import { replayNews, replayProblem, replayVenue } from './launch/replayVenue.ts'
import type { DataFolder } from './storage/dataFolder.ts'
import { openHistory } from './storage/history/history.ts'
import { openKeychainVault } from './storage/keychainVault.ts'
import {
  chooseKeyStore,
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
  type OpenedJournal,
} from './storage/journal/journal.ts'
import { openKeychain } from './storage/keychain.ts'
import { memoryJournal } from './storage/memoryJournal.ts'
import { memoryNotices } from './storage/memoryNotices.ts'
import { openNonceMarks } from './storage/nonceMarks.ts'
import { memorySettings, openSettings } from './storage/settingsStore.ts'

const PAPER = 'paper'

/** Throws a StartError for a venue file, a recording or an option that cannot be used; other trouble becomes a notice on screen. */
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

async function build(options: DeskOptions, begun: EarlyStart): Promise<Desk> {
  const { clock, folder, venue: own, besideEntry } = begun
  const { directory } = folder
  const random = seededRandom(randomInt(2 ** 32))
  const fromFile = options.venueFile === null ? null : readVenueFile(options.venueFile)
  const opened = openLog(directory)
  const { log } = opened
  let notices: Notices | null = null
  /** What is said before there is a core to say it. */
  const early: [NoticeLevel, string][] = []
  const tell = (level: NoticeLevel, sentence: string) => {
    if (notices) notices.say(level, sentence)
    else early.push([level, sentence])
  }
  const say = (sentence: string) => tell('warning', sentence)
  if (folder.problem !== null) tell('error', folder.problem)
  for (const sentence of folder.notices) say(sentence)
  const history = openHistory({
    workerUrl: besideEntry('storage/history/worker'),
    directory,
    onProblem: say,
  })
  // Files that know nothing of each other: their waits for the disk run side by side. A replay tells of another day: its notices are nobody's record.
  const [stored, journal, archive] = await Promise.all([
    directory === null ? { settings: memorySettings(), problem: null } : openSettings(directory, clock),
    directory === null ? null : openOrderJournal(directory, clock, folder, tell),
    options.session === null ? history.notices() : memoryNotices(),
  ])
  const isJournalLost = journal?.begun === true && folder.wasUsed
  if (isJournalLost)
    say(
      `The order journal of earlier runs is gone from ${directory}, together with its key and its head; a new one was begun. Limits, halts, groups under a halt and orders of those runs are not known here. Look at the open orders of each customer, start the halts again, then confirm the limits. Or put the folder back from a copy.`,
    )

  // Candles older than the stream come through the signed-in broker: the worker holds no credentials.
  let signedIn: Broker | null = null
  const nonces =
    directory === null
      ? null
      : openNonceMarks(directory, {
          salt: randomInt(2 ** 16),
          onProblem: say,
        })
  const nonceStore = nonces?.marks ?? memoryNonceStore()
  let tape: Tape | null = null
  /** Recordings of sessions that ended, until they are on disk. */
  const endings = new Set<Promise<void>>()
  const awaitEnd = (ended: Promise<void>) => {
    endings.add(ended)
    void ended.finally(() => endings.delete(ended))
  }
  const adapterInUse: OpenBroker = (profile) => {
    const { record } = options
    if (tape) awaitEnd(tape.close())
    tape = record && openTape({ clock, random, ...record, onProblem: say }, profile)
    const broker = openBroker({ clock, random, nonces: nonceStore, ...tape?.wires })(profile)
    signedIn = options.session === null ? broker : readOnly(broker)
    return signedIn
  }
  const backfill: Backfill = async (symbol, before) =>
    signedIn
      ? await signedIn.marketTrades(symbol, before ?? undefined)
      : { ok: false, failure: { kind: 'unreachable', code: null, message: 'nobody is signed in' } }

  const venues: Venue[] = fromFile === null ? [] : [{ id: idOf(fromFile), profile: fromFile, builtIn: null }]
  const workerUrl = besideEntry('market/worker')
  let spare: SpareThread | null = null
  const core = createCore({
    clock,
    random,
    openBroker: adapterInUse,
    openMarket: openMarket({
      workerUrl,
      spareThread: () => spare?.take() ?? null,
      clock,
      random,
      backfill,
      history,
      record: () => tape?.market() ?? null,
      onEnding: awaitEnd,
    }),
    vault: openKeychainVault(clock, process.platform),
    settings: stored.settings,
    journal: journal?.journal ?? memoryJournal(folder.problem),
    isJournalLost,
    notices: archive,
    saveFile: options.saveFile ?? null,
    venues,
    controlReplay: (act) =>
      own.say({ replay: act }) ? ok(null) : fail('The replay does not run: wait until it is started again.'),
    startingLimits: DEFAULT_RULES,
    venueIdOf: idOf,
    log,
  })
  notices = core.notices
  for (const [level, sentence] of early) tell(level, sentence)
  for (const sentence of [
    opened.problem,
    stored.problem,
    nonces?.problem ?? null,
    ...(journal?.notices ?? []),
  ])
    if (sentence !== null) say(sentence)

  const { session } = options
  const down = (sentence: string) => core.notices.say('error', sentence)
  /** Where the recording stands that the own venue plays; null where it plays none. */
  let replay: ReplayStatus | null = null
  const paper = (address: PaperAddress | null): Venue => ({
    ...paperVenue(address),
    start: startPaper,
    ...(replay ? { replay } : {}),
  })
  async function startPaper(): Promise<Result<Venue, string>> {
    const started = await own.start()
    return started.ok
      ? ok(paper(started.value))
      : fail(`The built-in broker did not start: ${started.failure} Other venues are not affected by this.`)
  }
  let played: Venue | null = null
  own.listen({
    log,
    down,
    ready(address, said) {
      replay = replayNews(said)
      const venue = session === null ? paper(address) : replayVenue(address, said)
      played = replay && venue
      if (venue) core.replaceVenue(venue)
    },
    said(said) {
      replay = replayNews(said) ?? replay
      if (played && replay) core.listVenue({ ...played, replay })
      const missing = replayProblem(said)
      if (missing !== null) say(missing)
    },
  })
  let closing: Promise<void> | null = null
  const closeAll = async (): Promise<void> => {
    core.close()
    spare?.close()
    await history.close()
    await journal?.close()
    // Last: whatever the desk wrote on a wire until now belongs into the recording.
    await Promise.all([tape?.close(), ...endings])
    await begun.end()
    opened.close()
  }
  const close = (): Promise<void> => {
    closing ??= closeAll()
    return closing
  }
  // A replay is all that there is to see; the paper broker is one venue among others, and starts when it is chosen.
  if (session === null) core.replaceVenue(paper(null))
  else {
    const started = await own.start()
    if (!started.ok) {
      await close()
      throw new StartError(`The replay did not start: ${started.failure}`)
    }
  }
  // Behind everything that a window waits for; the dealer has yet to sign in.
  spare = keepSpareThread(workerUrl)

  return {
    handlers: core.handlers,
    sources: core.sources,
    allows(door, scope) {
      if (scope === 'trade' && options.session !== null) return false
      if (door === 'shell' || scope !== 'trade') return true
      const venue = core.venue()
      // A profile saved on screen may call itself paper; only the built-in broker and the file of `--venue` are believed.
      const believed = venue !== null && (venue.builtIn !== null || venues.includes(venue))
      return options.liveOverLoopback || (believed && venue.profile.kind === 'paper')
    },
    close,
  }
}

function readVenueFile(path: string): VenueProfile {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartError(
      error instanceof SyntaxError
        ? `The venue file ${path} is not valid JSON. Mend it or leave out --venue.`
        : `The venue file ${path} cannot be read. Check its name and rights.`,
    )
  }
  const read = venueProfile.safeParse(json)
  if (!read.success)
    throw new StartError(`The venue file ${path} is not a venue profile: ${faultOf(read.error).message}.`)
  return read.data
}

/** By address, not by file or name: a password kept for one address is never offered to another. */
const idOf = ({ restUrl }: VenueProfile): string =>
  `venue-${createHash('sha256').update(restUrl).digest('hex').slice(0, 16)}`

async function openOrderJournal(
  directory: string,
  clock: Clock,
  taken: DataFolder,
  tell: (level: NoticeLevel, sentence: string) => void,
): Promise<OpenedJournal> {
  const disk = nodeDisk(directory)
  const onProblem = (sentence: string) => tell('warning', sentence)
  // A disk that fails here fails for the journal too, which says so and halts trading.
  const safe = await chooseKeyStore({ disk, keychain: openKeychain(clock), directory, onProblem }).catch(() =>
    fileKeyStore(disk),
  )
  if (safe.inDataFolder)
    tell(
      'info',
      `The key that signs the order journal lies in the data folder ${directory}, because no keychain took it when the journal was begun. Whoever can write there can change the journal unseen: keep copies of it elsewhere.`,
    )
  const lock = { whyLost: () => taken.whyLost(), lost: (sentence: string) => tell('error', sentence) }
  return openJournal({
    disk,
    safe,
    clock,
    processes: realProcesses(process.pid),
    folder: directory,
    lock: taken.problem === null ? lock : undefined,
  })
}

/** Names for the customers that the built-in paper broker opens with; the broker itself knows codes alone. */
const sampleCustomers: ReadonlyMap<CustomerCode, string> = new Map(
  Object.entries({
    C1042: 'Acme Pension',
    C2007: 'Blue Harbor',
    C3311: 'Nord Capital',
    C3312: 'Nord Capital II',
    C5501: 'M. Okafor',
    C7719: 'Helvetia DV',
  }).map(([code, name]) => [code as CustomerCode, name]),
)

/** Addresses of a broker that does not run yet: nothing is sent there, because the venue is started before anybody signs in. */
const NOT_YET = { restUrl: 'http://127.0.0.1:9', streamUrl: 'ws://127.0.0.1:9', credentials: null }

/** `address` is null until the broker runs. */
function paperVenue(address: PaperAddress | null): Venue {
  const { restUrl, streamUrl, credentials } = address ?? NOT_YET
  return {
    id: PAPER,
    profile: venueProfile.parse({
      name: 'Built-in broker',
      kind: 'paper',
      restUrl,
      streamUrl,
      capabilities: { openOrders: true, amend: true },
      paging: { limit: 1000 },
    }),
    builtIn: credentials,
    sampleCustomers,
  }
}
