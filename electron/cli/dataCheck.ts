/** `npm run data:check`: verifies a data folder whole. Exits with 0 when it is sound, 1 with faults, 2 for bad usage. Changes nothing in the folder. */

import { resolve } from 'node:path'
import { checkFiles } from '../dataFiles/checkFiles.ts'
import { whyIncomplete } from '../dataFiles/moveMark.ts'
import { verdictOn } from './findJournalAndEvidence.ts'
import { requireUnused } from './folderInUse.ts'
import { BadUsage, readArguments, runCommand } from './journalCommand.ts'

const HELP = `Checks a data folder: settings, nonces, databases and the order journal. Close the terminal first.

  npm run data:check -- FOLDER [--key PUBLICKEYFILE]

  FOLDER                the data folder, such as ~/.config/openpit
  --key PUBLICKEYFILE   the public key to trust (PEM); default: the key in this machine's keychain or data folder
  --help                show this text

Prints one line per file, then the journal's verdict. Ends with 0 when everything is sound, 1 with faults.
`
const FAULTS = 1

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
  if (given === undefined || more.length > 0) throw new BadUsage('name one data folder. Try --help.')
  const folder = resolve(given)
  requireUnused(folder, 'check the folder again')
  const incomplete = whyIncomplete(folder)
  if (incomplete !== null) throw new BadUsage(incomplete)
  const files = checkFiles(folder)
  for (const { name, fault, note } of files)
    console.log(`${name}: ${fault ?? 'sound'}${note === '' ? '' : ` (${note})`}`)
  const journalFaults = await checkJournal(folder, values.key)
  const faults = files.filter(({ fault }) => fault !== null).length + journalFaults
  const all = `${files.length} files and the journal`
  console.log(faults === 0 ? `sound: ${all}` : `NOT sound: ${faults} faults in ${all}`)
  return faults === 0 ? 0 : FAULTS
}

/** Prints what is wrong with the journal. Returns the number of findings; a folder without a journal has one. */
async function checkJournal(given: string, key: string | undefined): Promise<number> {
  const { findings, notes, records, segments, keyFrom } = await verdictOn(given, key)
  for (const { file, record, sentence } of findings)
    console.log(`journal/${file}${record === null ? '' : `, record ${record}`}: ${sentence}`)
  for (const note of notes) console.log(`note: ${note}`)
  const count = `${records} records in ${segments} segments, key from ${keyFrom}`
  console.log(`journal: ${findings.length === 0 ? 'sound' : `${findings.length} findings`} (${count})`)
  return findings.length
}

await runCommand('data:check', run)
