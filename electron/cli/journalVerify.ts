/** `npm run journal:verify`: prints one line per finding. Exits with 0 for a sound journal, 1 for findings, 2 for bad usage. */

import { plural } from '../../shared/base/plural.ts'
import { BadUsage, readPlacesAndKey, runCommand } from './journalCommand.ts'
import { countedRecords, verdictOn } from './findJournalAndEvidence.ts'
import type { Finding } from '../storage/journal/journal.ts'

const HELP = `Checks that an order journal is unchanged since it was written.

  npm run journal:verify -- FILE_OR_FOLDER [--key PUBLICKEYFILE]

  FILE_OR_FOLDER        the data folder, its journal folder, or one segment (000001.journal)
  --key PUBLICKEYFILE   the public key to trust (PEM); default: the key in this machine's keychain or data folder
  --help                show this text

Prints one line per finding: file, record, byte, and what is wrong. Ends with 0 when the journal is sound, 1 with findings.
`
const FINDINGS = 1

const lineOf = ({ file, record, offset, sentence }: Finding): string =>
  `${file}${record === null ? '' : `, record ${record}`}${offset === null ? '' : `, byte ${offset}`}: ${sentence}`

async function run(): Promise<number> {
  const given = readPlacesAndKey(HELP)
  if (given === null) return 0
  const [place, ...more] = given.places
  if (place === undefined || more.length > 0) throw new BadUsage('name one file or folder. Try --help.')
  const verdict = await verdictOn(place, given.key)
  for (const finding of verdict.findings) console.log(lineOf(finding))
  for (const note of verdict.notes) console.log(`note: ${note}`)
  const count = `${countedRecords(verdict.records, verdict.segments)}, key from ${verdict.keyFrom}`
  console.log(
    verdict.findings.length === 0
      ? `sound: ${count}`
      : `NOT sound: ${plural(verdict.findings.length, 'finding')}, ${count}`,
  )
  return verdict.findings.length === 0 ? 0 : FINDINGS
}

await runCommand('journal:verify', run)
