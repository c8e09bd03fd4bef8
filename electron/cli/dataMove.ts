/** `npm run data:move`: copies a closed data folder to another place and proves the copy. Exits with 0 when it is proven, 1 where not, 2 for bad usage. Never changes the source. */

import { resolve } from 'node:path'
import { clockOf } from '../../shared/base/clock.ts'
import { checkFiles } from '../dataFiles/checkFiles.ts'
import {
  bytesOf,
  carryHead,
  copyFolder,
  finishMove,
  firstDifference,
  whyNoTarget,
} from '../dataFiles/moveFolder.ts'
import { whyIncomplete } from '../dataFiles/moveMark.ts'
import { whyTooNew } from '../dataFiles/newerFiles.ts'
import { fixOf, reasonOf } from '../storage/diskReason.ts'
import { takeLock } from '../storage/journal/files/lock.ts'
import { nodeDisk, realProcesses } from '../storage/journal/journal.ts'
import { countedRecords, verdictOn, type JournalVerdict } from './findJournalAndEvidence.ts'
import { requireUnused } from './folderInUse.ts'
import { BadUsage, readPlacesAndKey, runCommand } from './journalCommand.ts'

const HELP = `Copies a data folder to another place and proves that the copy is the same. Close the terminal first. The source stays as it is.

  npm run data:move -- FROM TO [--key PUBLICKEYFILE]

  FROM                  the data folder, such as ~/.config/openpit
  TO                    a new folder, or the target of the same move that was cut off: it continues
  --key PUBLICKEYFILE   the public key to trust (PEM); default: the key in this machine's keychain or data folder
  --help                show this text

Ends with 0 when every file and the order journal are proven to be the same, 1 where they are not, 2 for bad usage.
`
const NOT_MOVED = 1
const clock = clockOf(globalThis)

async function run(): Promise<number> {
  const given = readPlacesAndKey(HELP)
  if (given === null) return 0
  const [givenFrom, givenTo, ...more] = given.places
  if (givenFrom === undefined || givenTo === undefined || more.length > 0)
    throw new BadUsage('name the data folder and a new one. Try --help.')
  const [from, to] = [resolve(givenFrom), resolve(givenTo)]
  requireUnused(from, 'move the folder again')
  const refused = whyTooNew(from) ?? whyIncomplete(from) ?? whyNoTarget(from, to)
  if (refused !== null) throw new BadUsage(refused)
  const release = await holdLock(from)
  try {
    return await move(from, to, given.key)
  } catch (failed) {
    if (failed instanceof BadUsage) throw failed
    return notMoved(
      `the disk failed: ${reasonOf(failed)}. ${to} is not complete, and Openpit refuses to start there. ${fixOf(failed)}, then run the command again: it continues.`,
    )
  } finally {
    await release()
  }
}

/** Keeps a terminal from starting in the source meanwhile. A read-only source has no lock: no terminal can record there. */
async function holdLock(from: string): Promise<() => Promise<void>> {
  const disk = nodeDisk(from)
  try {
    const lock = await takeLock(disk, realProcesses(process.pid), from)
    if (!lock.ok) throw new BadUsage(lock.failure)
    return async () => {
      await lock.value.release()
      await disk.close()
    }
  } catch (error) {
    await disk.close()
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'ENOENT')
      return () => Promise.resolve()
    throw error
  }
}

function notMoved(why: string): number {
  console.log(`NOT moved: ${why}`)
  return NOT_MOVED
}

async function move(from: string, to: string, key: string | undefined): Promise<number> {
  const before = await soundJournal(from, key)
  if (before === null)
    return notMoved(
      `${from} is not sound. Nothing was copied. Run npm run data:check -- ${from}, and follow it.`,
    )
  const files = copyFolder(from, to, clock.now())
  const different = firstDifference(from, to)
  if (different !== null)
    return notMoved(
      `${different} is not the same in both folders. ${to} is not complete, and Openpit refuses to start there. Run the command again.`,
    )
  console.log(`files: the same ${files.length} files, ${bytesOf(to, files)} bytes, by SHA-256`)
  carryHead(to, before.head)
  const after = await soundJournal(to, key)
  if (after === null || !isSameJournal(before, after))
    return notMoved(
      `the journal in ${to} does not continue that in ${from}. ${to} is not complete, and Openpit refuses to start there. Run npm run data:check -- ${from}.`,
    )
  finishMove(to, clock.now())
  console.log(
    `journal: the same ${countedRecords(after.records, after.segments)}, with the same signed head, key from ${after.keyFrom}`,
  )
  console.log(`moved: ${to} is complete. ${from} was not changed; never start it again.`)
  console.log(WHAT_STAYS)
  if (!before.isKeyInFolder) console.log(KEY_STAYS)
  return 0
}

const WHAT_STAYS =
  "What does not move: passwords and signing keys of venues are in this machine's keychain. Type them again at the first sign-in on another machine."
const KEY_STAYS =
  "The private key of the order journal is in this machine's keychain too, under the name of the old folder. At the new place the journal can be read and verified, and not continued: the terminal sends cancels only until you begin a new journal there, as docs/operations.md says."

/** The verdict on a folder without any fault; null: it has one, which is printed. */
async function soundJournal(folder: string, key: string | undefined): Promise<JournalVerdict | null> {
  const faults = checkFiles(folder).flatMap(({ name, fault }) =>
    fault === null ? [] : [`${name}: ${fault}`],
  )
  const verdict = await verdictOn(folder, key)
  const found = verdict.findings.map(({ file, sentence }) => `journal/${file}: ${sentence}`)
  for (const line of [...faults, ...found]) console.log(line)
  return faults.length + found.length === 0 ? verdict : null
}

const isSameJournal = (a: JournalVerdict, b: JournalVerdict): boolean =>
  a.head !== null && a.head === b.head && a.records === b.records && a.segments === b.segments

await runCommand('data:move', run)
