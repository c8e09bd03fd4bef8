/**
 * The order journal: what is in it survives a crash, and no change of it goes unseen. Door of the folder; knows no order's meaning.
 *
 * What it proves. Every byte of every record is covered by SHA-256 and every record by the next. At least every 256 records, every
 * 60 s, at the start and at the end of a run and of a segment the place is signed (Ed25519) with the count of records, and the last
 * signed head is kept in a second place. So a change, a deletion, an insertion, a swap or a missing end is seen by whoever holds the public key.
 *
 * What it does not prove. Whoever holds the private key can write another history and sign it: the journal is tamper-evident against
 * others, not against the key's holder, and where there is no keychain everybody who can read the data folder as its user holds
 * the key. Records of a run that crashed after its last checkpoint (at most 256, or 60 s) are chained but not signed: if they are cut
 * off or written anew before the next start, nothing shows it. An older state of folder and second place together is not noticed:
 * for that, keep copies elsewhere.
 */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Journal } from '../../core/ports.ts'
import type { JournalDisk } from './files/disk.ts'
import { linesMentioning } from './lines.ts'
import { takeLock, type Lock } from './files/lock.ts'
import { findJournal, provenEntries, type Place, type WatchedLock } from './opening.ts'
import type { Processes } from './files/processes.ts'
import { whyOf, type JournalKeyStore } from './keyStore.ts'
import { FOLDER } from './files/segments.ts'
import { SegmentWriter } from './writer.ts'

export type { JournalDisk } from './files/disk.ts'
export type { JournalKeyStore } from './keyStore.ts'
export type { Processes } from './files/processes.ts'
export { nodeDisk } from './files/nodeDisk.ts'
export { realProcesses } from './files/processes.ts'
export { fileKeyStore } from './keyStore.ts'
export { chooseKeyStore } from './keychainKeyStore.ts'
export { evidenceOf, type Evidence } from './proof/evidence.ts'
export { readLines } from './lines.ts'
export { lifeAsCsv, lifeAsText } from './lifeText.ts'
export { customerDay, orderLife } from './lives.ts'
export { verifyJournal, type Finding, type Verdict } from './proof/verify.ts'

const SEGMENT_BYTES = 64 * 1024 * 1024

export interface JournalOptions {
  readonly disk: JournalDisk
  readonly safe: JournalKeyStore
  readonly clock: Clock
  readonly processes: Processes
  /** The data folder as the dealer knows it: stands in sentences only. */
  readonly folder: string
  /** The caller holds the folder's lock and gives it back after `close`; else the journal takes it itself. */
  readonly lock?: WatchedLock | undefined
  /** Size at which a segment is left for the next; 64 MB unless told. */
  readonly segmentBytes?: number
}

export interface OpenedJournal {
  readonly journal: Journal
  /** What the dealer should hear once: a torn tail put aside, a lock taken over. One sentence each. */
  readonly notices: readonly string[]
  /** A new journal, where neither a segment nor a head of an earlier one was found. */
  readonly begun: boolean
  /** Signs the end, keeps its head and gives the lock back. The journal takes nothing afterwards. Never rejects. */
  readonly close: () => Promise<void>
}

/**
 * Opens the journal of a data folder; never rejects. Where it cannot be used, the answer is a journal whose `problem` says why in one
 * sentence and that takes nothing: the desk starts with trading halted. Its `kept` is then what of the newest segment is proven up
 * to the damage, so that orders known to be live can be shown, looked up and canceled; empty when another desk has the journal.
 *
 * In `compose.ts`, once per start, before the core is made:
 *
 *     const disk = nodeDisk(directory)
 *     const safe = await chooseKeyStore({ disk, keychain: openKeychain(clock), directory, onProblem })
 *     const opened = await openJournal({ disk, safe, clock, processes: realProcesses(process.pid), folder: directory })
 *     // opened.journal.carry(…) before the first write, opened.notices to the notice board, opened.journal to the core, opened.close() as the last step of closing
 */
export async function openJournal({
  segmentBytes = SEGMENT_BYTES,
  processes,
  ...place
}: JournalOptions): Promise<OpenedJournal> {
  const { disk, folder } = place
  let held: Lock | null = null
  const mentioning: Journal['mentioning'] = async (text) => {
    try {
      return { ok: true, value: await linesMentioning(disk, FOLDER, text) }
    } catch (error) {
      return { ok: false, failure: `The order journal cannot be read: ${whyOf(error)}.` }
    }
  }
  const letGo = async (): Promise<void> => {
    try {
      await held?.release()
      await disk.close()
    } catch {
      // A lock that stays is taken over by the next start, which says so.
    }
  }
  try {
    await disk.makeFolder(FOLDER)
    if (!place.lock) {
      const lock = await takeLock(disk, processes)
      if (!lock.ok) return halted({ sentence: lock.failure, kept: [] }, mentioning, letGo)
      held = lock.value
    }
    const found = await findJournal(place)
    if (!found.ok) return halted(found.failure, mentioning, letGo)
    const { kept, torn } = found.value
    const writer = new SegmentWriter(place, found.value, segmentBytes)
    await writer.begin(torn)
    const notices = [
      ...(held?.notice ? [held.notice] : []),
      ...(torn === null
        ? []
        : [
            `The last run ended in the middle of a write: ${torn.bytes} bytes at the end of the order journal were put aside as ${torn.file}.`,
          ]),
    ]
    return {
      journal: {
        kept,
        get problem() {
          return writer.problem
        },
        write: (entries) => writer.write(entries),
        async mentioning(text) {
          // What was written before the question is on disk when it is answered.
          await writer.write([])
          return mentioning(text)
        },
        carry: (entries) => writer.carry(entries),
      },
      notices,
      begun: found.value.begun,
      close: async () => {
        await writer.close()
        await letGo()
      },
    }
  } catch (error) {
    const sentence = `The order journal in ${folder} cannot be opened: ${whyOf(error)}. Nothing is recorded, so nothing can be sent.`
    return halted({ sentence, kept: await stillReadable(place) }, mentioning, letGo)
  }
}

/** A full or read-only disk can still be read: live orders are shown and can be canceled. */
async function stillReadable(place: Place): Promise<Journal['kept']> {
  try {
    return await provenEntries(place)
  } catch {
    // Not even that: the desk starts knowing nothing, and sends nothing.
    return []
  }
}

function halted(
  { sentence, kept }: { sentence: string; kept: Journal['kept'] },
  mentioning: Journal['mentioning'],
  letGo: () => Promise<void>,
): OpenedJournal {
  return {
    journal: {
      kept,
      problem: sentence,
      write: async () => ({ ok: false, failure: sentence }),
      mentioning,
      carry: () => {},
    },
    notices: [],
    begun: false,
    close: letGo,
  }
}
