/** `npm run data:check`: verifies a data folder whole. Exits with 0 when it is sound, 1 with faults, 2 for bad usage. Changes nothing in the folder. */

import { resolve } from 'node:path'
import { whyIncomplete } from '../dataFiles/moveMark.ts'
import { checkFolder } from './checkFolder.ts'
import { requireUnused } from './folderInUse.ts'
import { BadUsage, readPlacesAndKey, runCommand } from './journalCommand.ts'

const HELP = `Checks a data folder: settings, nonces, databases and the order journal. Close the terminal first.

  npm run data:check -- FOLDER [--key PUBLICKEYFILE]

  FOLDER                the data folder, such as ~/.config/openpit
  --key PUBLICKEYFILE   the public key to trust (PEM); default: the key in this machine's keychain or data folder
  --help                show this text

Prints one line per file, then the journal's verdict. Ends with 0 when everything is sound, 1 with faults,
2 where nothing was checked, for example because a terminal uses the folder.
`
const FAULTS = 1

async function run(): Promise<number> {
  const given = readPlacesAndKey(HELP)
  if (given === null) return 0
  const [place, ...more] = given.places
  if (place === undefined || more.length > 0) throw new BadUsage('name one data folder. Try --help.')
  const folder = resolve(place)
  requireUnused(folder, 'check the folder again')
  const incomplete = whyIncomplete(folder)
  if (incomplete !== null) throw new BadUsage(incomplete)
  const { lines, faults } = await checkFolder(folder, given.key)
  for (const line of lines) console.log(line)
  return faults === 0 ? 0 : FAULTS
}

await runCommand('data:check', run)
