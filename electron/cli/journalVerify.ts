/** `npm run journal:verify`: prints one line per finding. Exits with 0 for a sound journal, 1 for findings, 2 for bad usage. */

import { readFileSync } from 'node:fs'
import { BadUsage, readArguments, runCommand } from './journalCommand.ts'
import { evidenceAt, findJournal } from './findJournalAndEvidence.ts'
import { verifyJournal, type Finding } from '../storage/journal/journal.ts'

const HELP = `Checks that an order journal is unchanged since it was written.

  npm run journal:verify -- FILE_OR_FOLDER [--key PUBLICKEYFILE]

  FILE_OR_FOLDER        the data folder, its journal folder, or one segment (000001.journal)
  --key PUBLICKEYFILE   the public key to trust (PEM); default: the key in this machine's keychain or data folder
  --help                show this text

Prints one line per finding: file, record, byte, and what is wrong. Ends with 0 when the journal is sound, 1 with findings.
`
const FINDINGS = 1

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new BadUsage(`--key: ${path} cannot be read.`, { cause: error })
  }
}

const lineOf = ({ file, record, offset, sentence }: Finding): string =>
  `${file}${record === null ? '' : `, record ${record}`}${offset === null ? '' : `, byte ${offset}`}: ${sentence}`

async function run(): Promise<number> {
  const { values, positionals } = readArguments({
    key: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0) throw new BadUsage('name one file or folder. Try --help.')
  const place = findJournal(given)
  if (!place.ok) throw new BadUsage(place.failure)
  const evidence = await evidenceAt(place.value, values.key === undefined ? null : textOf(values.key))
  if (!evidence.ok) throw new BadUsage(`--key: ${evidence.failure}.`)
  const { publicKey, head, keyFrom } = evidence.value
  const { disk, folder, only } = place.value
  const verdict = await verifyJournal({ disk, folder, only, publicKey, head })
  for (const finding of verdict.findings) console.log(lineOf(finding))
  for (const note of verdict.notes) console.log(`note: ${note}`)
  const count = `${verdict.records} records in ${verdict.segments} segments, key from ${keyFrom}`
  console.log(
    verdict.findings.length === 0
      ? `sound: ${count}`
      : `NOT sound: ${verdict.findings.length} findings, ${count}`,
  )
  return verdict.findings.length === 0 ? 0 : FINDINGS
}

await runCommand('journal:verify', run)
