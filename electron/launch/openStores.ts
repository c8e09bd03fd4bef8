/** Opens the stores of the data folder: history, settings, order journal, notices and nonces. A store that fails to open never stops the start. */

import { randomInt } from 'node:crypto'
import type { Clock } from '../../shared/base/clock.ts'
import type { NoticeLevel } from '../../shared/domain/notice.ts'
import { memoryNonceStore, type NonceStore } from '../broker/authentication/nonces.ts'
import type { Measures } from '../core/health/measures.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { NoticeArchive } from '../core/ports/noticeArchive.ts'
import type { Settings } from '../core/ports/settings.ts'
import { MAY_BE_MISSING } from '../storage/diskReason.ts'
import type { DataFolder } from '../storage/dataFolder.ts'
import { openHistory, type OpenedHistory } from '../storage/history/history.ts'
import {
  chooseKeyStore,
  fileKeyStore,
  nodeDisk,
  openJournal,
  type JournalDisk,
  realProcesses,
  type OpenedJournal,
} from '../storage/journal/journal.ts'
import { openKeychain } from '../storage/keychain.ts'
import { memoryJournal } from '../storage/memoryJournal.ts'
import { memoryNotices } from '../storage/memoryNotices.ts'
import { watchFolder } from '../storage/folderWatch.ts'
import { openNonceMarks } from '../storage/nonceMarks.ts'
import { memorySettings, openSettings, SETTINGS_FILE } from '../storage/settingsStore.ts'

export interface StoresOptions {
  readonly folder: DataFolder
  readonly clock: Clock
  /** Counts how long the disk takes to store an entry of the journal. */
  readonly measures: Measures
  /** Entry of the history thread. */
  readonly historyUrl: URL
  /** A replay shows another day: its notices are not stored. */
  readonly isReplay: boolean
  readonly say: (level: NoticeLevel, sentence: string) => void
}

export interface Stores {
  readonly history: OpenedHistory
  readonly settings: Settings
  /** Settings of earlier runs could not be read, or are gone. */
  readonly areSettingsLost: boolean
  readonly journal: Journal
  /** The folder was used before, but its journal is missing. */
  readonly isJournalLost: boolean
  readonly notices: NoticeArchive
  readonly nonces: NonceStore
  /** Problems found while opening, one sentence each; report them after the core's own. */
  readonly problems: readonly string[]
  /** Resolves when everything is on disk. */
  close(): Promise<void>
}

export async function openStores({ folder, clock, ...options }: StoresOptions): Promise<Stores> {
  const { directory } = folder
  const warn = (sentence: string) => options.say('warning', sentence)
  const whyRefused = () => folder.whyRefused()
  const reported = new Set<string>()
  const reportLost = (sentence: string) => {
    if (!reported.has(sentence)) options.say('error', sentence)
    reported.add(sentence)
  }
  const history = openHistory({
    workerUrl: options.historyUrl,
    directory,
    wasUsed: folder.wasUsed,
    whyRefused,
    onProblem: warn,
  })
  // These files are independent, so their waits for the disk run side by side.
  const [stored, journal, notices] = await Promise.all([
    directory === null
      ? { settings: memorySettings(), problem: null, missing: null }
      : openSettings(
          directory,
          clock,
          () => folder.unchanged.get(SETTINGS_FILE) ?? whyRefused(),
          (sentence) => options.say('warning', sentence),
        ),
    directory === null
      ? null
      : openOrderJournal(directory, clock, options.measures, folder, options.say, reportLost),
    options.isReplay ? memoryNotices() : history.notices(),
  ])
  const isJournalLost = journal?.begun === true && folder.wasUsed
  if (isJournalLost) warn(journalLostSentence(directory))
  const settingsLost =
    stored.missing !== null && folder.wasUsed
      ? settingsLostSentence(stored.missing, journal?.journal.problem === null && !journal.begun)
      : null
  const stopWatching = watchFolder({
    clock,
    whyLost: () => (folder.problem === null ? folder.whyRefused() : null),
    isJournalWatching: () => journal === null || journal.journal.problem === null,
    lost: reportLost,
  })
  const nonces =
    directory === null
      ? null
      : openNonceMarks(directory, { salt: randomInt(2 ** 16), whyRefused, onProblem: warn })
  return {
    history,
    settings: stored.settings,
    areSettingsLost:
      stored.problem !== null || settingsLost !== null || (directory === null && folder.problem !== null),
    journal:
      journal?.journal ??
      memoryJournal(folder.problem === null ? null : `${folder.problem} ${MAY_BE_MISSING}`),
    isJournalLost,
    notices,
    nonces: nonces?.marks ?? memoryNonceStore(),
    problems: [stored.problem, settingsLost, nonces?.problem ?? null, ...(journal?.notices ?? [])].filter(
      (sentence) => sentence !== null,
    ),
    async close() {
      stopWatching()
      await history.close()
      await journal?.close()
    },
  }
}

const journalLostSentence = (directory: string | null): string =>
  `The order journal of earlier runs is gone from ${directory}, together with its head. Openpit began a new journal. It does not know the limits, halts, groups under a halt, four-eyes rules, orders, brackets and blocks of those runs. It places no further leg of those brackets and sends no further row of those blocks. Check the open orders and the stops of each customer, set the halts and the four-eyes rules again, then confirm the limits. Or restore the folder from a copy.`

/** `isJournalSound`: the order journal holds the orders and halts of earlier runs. */
const settingsLostSentence = (path: string | null, isJournalSound: boolean): string =>
  `The settings file ${path} of earlier runs is gone. Saved layouts, venue profiles, alerts, and names and groups of customers are missing: no alert is watched. ${isJournalSound ? 'Orders and halts are not affected, because they are in the order journal. ' : ''}Confirm saved limits, and type passwords again. To have the rest back, restore the file from a copy and restart Openpit.`

/** The disk, with every sync counted. */
export const timedDisk = (disk: JournalDisk, clock: Clock, measures: Measures): JournalDisk => ({
  ...disk,
  async sync(path) {
    const from = clock.monotonic()
    await disk.sync(path)
    measures.since('diskSync', from)
  },
})

async function openOrderJournal(
  directory: string,
  clock: Clock,
  measures: Measures,
  folder: DataFolder,
  say: (level: NoticeLevel, sentence: string) => void,
  lost: (sentence: string) => void,
): Promise<OpenedJournal> {
  const disk = timedDisk(nodeDisk(directory), clock, measures)
  const onProblem = (sentence: string) => say('warning', sentence)
  // A disk that fails here also fails for the journal, which reports the failure and halts trading.
  const keyStore = await chooseKeyStore({
    disk,
    keychain: openKeychain(clock),
    directory,
    onProblem,
  }).catch(() => fileKeyStore(disk))
  const opened = await openJournal({
    disk,
    keyStore,
    clock,
    processes: realProcesses(process.pid),
    folder: directory,
    blocked: folder.problem,
    lock: { whyLost: () => folder.whyLost(), lost },
  })
  if (keyStore.inDataFolder && opened.journal.problem === null)
    say(
      'info',
      `The key that signs the order journal is in the data folder ${directory}, because no keychain stored it when the journal began. Anyone who can write to this folder can change the journal unnoticed. Keep copies of the journal elsewhere.`,
    )
  return opened
}
