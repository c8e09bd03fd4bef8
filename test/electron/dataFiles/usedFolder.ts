/** A data folder as a terminal of this release leaves it, with every kind of file, and the digests of its files. */

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../../electron/paper/store/store.ts'
import { openDatabase } from '../../../electron/storage/history/database.ts'
import { CANDLES, NOTICES } from '../../../electron/storage/history/schema.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
} from '../../../electron/storage/journal/journal.ts'
import { openNonceMarks } from '../../../electron/storage/nonceMarks.ts'
import { openSettings } from '../../../electron/storage/settingsStore.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { dealing } from '../storage/journal/dealing.ts'

/** A journal of these entries, else of a short piece of dealing, closed, with its key in the data folder. */
export async function writeJournal(
  folder: string,
  entries: readonly JournalEntry[] = dealing,
): Promise<void> {
  const disk = nodeDisk(folder)
  const { journal, close } = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock: new FakeClock(),
    processes: realProcesses(process.pid),
    folder,
  })
  const written = await journal.write(entries)
  if (!written.ok) throw new Error(written.failure)
  await close()
}

/** Journal, settings, nonces and the databases of candles and notices in an existing folder. */
export async function writeUsedFolder(folder: string): Promise<void> {
  await writeJournal(folder)
  const { settings } = await openSettings(folder, new FakeClock())
  settings.save('look', '{}')
  openNonceMarks(folder, { salt: 7, onProblem: () => {} }).marks.write('key', '5')
  for (const kind of [CANDLES, NOTICES]) openDatabase(folder, kind).close()
}

/** The state of a paper broker that was signed in to. */
export function writePaperState(folder: string): void {
  mkdirSync(join(folder, 'paper'), { recursive: true })
  openStore(join(folder, 'paper')).close()
}

/** The digest of every file below a folder, by its path. */
export const digestsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
