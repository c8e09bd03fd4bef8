/**
 * The order journal: its entries survive a crash, and every later change of them is detected. Entry of this folder; does not interpret orders.
 *
 * What the journal proves. SHA-256 covers every byte of a record, and each record covers the one before. A checkpoint signs the position and
 * the count of records (Ed25519): every 256 records, every 60 s, and at the start and end of a run and of a segment. The key store holds the
 * last signed head. A holder of the public key therefore detects a change, a deletion, an insertion, a swap or a missing end.
 *
 * What the journal does not prove. The holder of the private key can write and sign another history. Without a keychain, everybody who can
 * read the data folder as its user holds that key. A crashed run leaves records after its last checkpoint chained but not signed (at most 256,
 * or 60 s). Changing these before the next start leaves no trace. Restoring older copies of folder and key store together is not detected
 * either; only copies elsewhere reveal it.
 */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { JournalDisk } from './files/disk.ts'
import { eachLineMentioning, linesMentioning } from './lines.ts'
import { takeLock, type Lock } from './files/lock.ts'
import { findJournal, provenEntries, type Place, type Proven, type WatchedLock } from './opening.ts'
import { createOlderSegments, type OlderSegments } from './olderSegments.ts'
import { checkWith } from './proof/seal.ts'
import type { Processes } from './files/processes.ts'
import { whatToDoAbout, whyOf, type JournalKeyStore } from './keyStore.ts'
import { CANCEL_ONLY, MAY_BE_MISSING } from '../diskReason.ts'
import { FOLDER } from './files/segments.ts'
import { SegmentWriter } from './writer.ts'

export type { JournalDisk } from './files/disk.ts'
export type { JournalKeyStore } from './keyStore.ts'
export type { Processes } from './files/processes.ts'
export { nodeDisk } from './files/nodeDisk.ts'
export { realProcesses } from './files/processes.ts'
export { fileKeyStore, KEY_FILE } from './keyStore.ts'
export { chooseKeyStore } from './keychainKeyStore.ts'
export { evidenceOf, type Evidence } from './proof/evidence.ts'
export { readLines } from './lines.ts'
export { lifeAsCsv, lifeAsText } from './lifeText.ts'
export { customerDay, deskDay, orderLife } from './lives.ts'
export { verifyJournal, type Finding, type Verdict } from './proof/verify.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024

export interface JournalOptions {
  readonly disk: JournalDisk
  readonly keyStore: JournalKeyStore
  readonly clock: Clock
  readonly processes: Processes
  /** The data folder as the dealer knows it, for sentences only. */
  readonly folder: string
  /** Why the folder cannot be written, as the sentences of `problem`. The journal is then only read. Null or left out: it can be written. */
  readonly blocked?: string | null
  /** The folder's lock, which the caller releases after `close`. Left out: the journal takes the lock itself. */
  readonly lock?: WatchedLock | undefined
  /** Size at which a new segment begins; 64 MB where left out. */
  readonly segmentBytes?: number
}

export interface OpenedJournal {
  readonly journal: Journal
  /** Sentences for the dealer: a torn tail was moved, a lock was taken over. */
  readonly notices: readonly string[]
  /** True for a new journal: neither a segment nor a head of an earlier journal was found. */
  readonly begun: boolean
  /** Signs the end, stores its head and releases the lock. The journal accepts no entry afterwards. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Opens the journal of a data folder; never rejects. A journal that cannot be used accepts no entry, and its `problem` says why, so that the
 * terminal starts with trading halted. Its `recovered` then holds the entries of the newest segment that are proven before the damage. So live
 * orders can be shown, looked up and canceled. `recovered` is empty where another terminal holds the journal.
 */
export async function openJournal({
  segmentBytes = SEGMENT_BYTES,
  processes,
  blocked = null,
  ...place
}: JournalOptions): Promise<OpenedJournal> {
  const { disk, folder } = place
  let held: Lock | null = null
  /** Null: the journal cannot be trusted. */
  let older: OlderSegments | null = null
  const searched = async <T>(search: () => Promise<T>): Promise<Result<T, string>> => {
    try {
      return ok(await search())
    } catch (error) {
      return fail(`The order journal cannot be read: ${whyOf(error)}.`)
    }
  }
  const search: Search = {
    mentioning: (text) => searched(() => linesMentioning(disk, FOLDER, text)),
    eachMentioning: (texts, take) =>
      searched(async () => {
        const areAllRead = await eachLineMentioning(disk, FOLDER, texts, take)
        return { isProven: areAllRead && (await older?.areProven()) === true }
      }),
  }
  const release = async (): Promise<void> => {
    try {
      await held?.release()
      await disk.close()
    } catch {
      // The next start takes over a lock that was not released, and reports it.
    }
  }
  const halt = (sentence: string, proven: Proven) => halted(sentence, proven, search, release)
  const haltWithProven = async (sentence: string) => {
    const proven = await readableEntries(place)
    return halt(proven.isWhole ? sentence : `${sentence} ${MAY_BE_MISSING}`, proven)
  }
  if (blocked !== null) return haltWithProven(blocked)
  try {
    await disk.makeFolder(FOLDER)
    if (!place.lock) {
      const lock = await takeLock(disk, processes, folder)
      if (!lock.ok) return halt(lock.failure, NOTHING_PROVEN)
      held = lock.value
    }
    const found = await findJournal(place)
    if (!found.ok) return halt(found.failure.sentence, found.failure)
    const { recovered, torn } = found.value
    older = createOlderSegments(disk, checkWith(found.value.seal.publicKey))
    const writer = new SegmentWriter(place, found.value, segmentBytes)
    await writer.begin(torn)
    const notices = [
      ...(held?.notice ? [held.notice] : []),
      ...(torn === null
        ? []
        : [
            `The last run ended during a write: ${torn.bytes} bytes at the end of the order journal were moved to ${torn.file}. An entry that was on disk when Openpit confirmed it is whole, unless the disk lost it or something else cut the file: then the journal lacks it. Compare the live orders with the venue.`,
          ]),
    ]
    return {
      journal: {
        recovered,
        isRecoveredWhole: true,
        get problem() {
          return writer.problem
        },
        write: (entries) => writer.write(entries),
        // An empty write waits until every earlier entry is on disk.
        async mentioning(text) {
          await writer.write([])
          return search.mentioning(text)
        },
        async eachMentioning(texts, take) {
          await writer.write([])
          return search.eachMentioning(texts, take)
        },
        carry: (entries) => writer.carry(entries),
        listen: (failed) => writer.listen(failed),
      },
      notices,
      begun: found.value.begun,
      close: async () => {
        await writer.close()
        await release()
      },
    }
  } catch (error) {
    return haltWithProven(
      `The order journal in ${folder} cannot be opened: ${whyOf(error)}. ${CANCEL_ONLY} ${whatToDoAbout(error)}, then restart Openpit.`,
    )
  }
}

type Search = Pick<Journal, 'mentioning' | 'eachMentioning'>

const NOTHING_PROVEN: Proven = { recovered: [], isWhole: false }

/** The entries of a full or read-only disk, which can still be read, so that live orders are shown and can be canceled. */
async function readableEntries(place: Place): Promise<Proven> {
  try {
    return await provenEntries(place)
  } catch {
    // The disk cannot be read either: the terminal starts without records and sends nothing new.
    return NOTHING_PROVEN
  }
}

function halted(
  sentence: string,
  { recovered, isWhole }: Proven,
  search: Search,
  release: () => Promise<void>,
): OpenedJournal {
  return {
    journal: {
      recovered,
      isRecoveredWhole: isWhole,
      problem: sentence,
      write: async () => ({ ok: false, failure: sentence }),
      ...search,
      carry: () => {},
      listen: () => {},
    },
    notices: [],
    begun: false,
    close: release,
  }
}
