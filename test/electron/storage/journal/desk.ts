/** A journal on a disk in memory and entries to put into it, for the tests of the journal. */

import {
  fileKeyStore,
  openJournal,
  verifyJournal,
  type OpenedJournal,
  type Verdict,
} from '../../../../electron/storage/journal/journal.ts'
import {
  newPrivateKey,
  publicKeyIn,
  sealWith,
  publicKeyPem,
} from '../../../../electron/storage/journal/proof/seal.ts'
import { journalEntry, type JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import type { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'

export const DAY = Date.UTC(2026, 0, 5, 9)
export const KEY = newPrivateKey()
const seal = sealWith(KEY)
if (!seal.ok) throw new Error('no key')
export const PUBLIC_KEY = seal.value.publicKey
export const PUBLIC_PEM = publicKeyPem(PUBLIC_KEY)
if (!publicKeyIn(PUBLIC_PEM).ok) throw new Error('no public key')

export const alert = (message: string, at = DAY): JournalEntry =>
  journalEntry.parse({ at, whose: 'venue/ann', body: { type: 'alert', level: 'warning', message } })

export const alerts = (count: number, word = 'entry'): JournalEntry[] =>
  Array.from({ length: count }, (_, n) => alert(`${word} ${n}`, DAY + n))

/** What was said, in order. */
export const messages = (entries: readonly JournalEntry[]): string[] =>
  entries.flatMap(({ body }) => (body.type === 'alert' ? [body.message] : []))

let pids = 100
/** Opens as a process of its own; every process before it counts as gone. */
export function open(
  disk: MemoryDisk,
  more: { segmentBytes?: number; clock?: FakeClock } = {},
): Promise<OpenedJournal> {
  return openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock: more.clock ?? new FakeClock(DAY),
    processes: { own: `${pids++} start`, isRunning: () => false },
    folder: '/data',
    ...(more.segmentBytes === undefined ? {} : { segmentBytes: more.segmentBytes }),
  })
}

export const readText = async (disk: MemoryDisk, path: string): Promise<string | null> => {
  const bytes = await disk.read(path)
  return bytes && Buffer.from(bytes).toString('utf8')
}

/** The verifier with the key and the head of the data folder. */
export async function verify(disk: MemoryDisk, only: string | null = null): Promise<Verdict> {
  const pem = await readText(disk, 'journal-public-key.pem')
  const key = pem === null ? null : publicKeyIn(pem)
  return verifyJournal({
    disk,
    folder: 'journal',
    only,
    publicKey: key?.ok ? key.value : null,
    head: await readText(disk, 'journal-head.json'),
  })
}
