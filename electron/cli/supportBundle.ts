/** `npm run support:bundle`: lists what a support bundle holds, and writes it after `--yes`. Works where the terminal does not start. Never holds a secret. */

import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { clockOf } from '../../shared/base/clock.ts'
import { visible } from '../../shared/base/visibleText.ts'
import { gatherBundle } from '../health/bundle/gatherBundle.ts'
import { writeBundle } from '../health/bundle/reviewedBundles.ts'
import { checkFolder } from './checkFolder.ts'
import { runningIn } from './folderInUse.ts'
import { BadUsage, readArguments, runCommand } from './journalCommand.ts'

const HELP = `Makes one file for support: versions, settings without secrets, health, log, verdict on the data folder.

  npm run support:bundle -- --data-dir FOLDER [--show NAME] [--customers] [--out FOLDER] [--yes]

  --data-dir FOLDER   the data folder, such as ~/.config/openpit
  --show NAME         print one entry of the bundle as it would be written, such as openpit.log
  --customers         keep customer codes and names; without it each code has a stand-in, and names are taken out
  --out FOLDER        where the file goes; default: the present folder
  --yes               write the file; without it nothing is written but the salt of the stand-ins
  --help              show this text
`
const FAILED = 1

async function run(): Promise<number> {
  const { values, positionals } = readArguments({
    'data-dir': { type: 'string' },
    show: { type: 'string' },
    customers: { type: 'boolean', default: false },
    out: { type: 'string', default: '.' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const given = values['data-dir']
  if (given === undefined || positionals.length > 0)
    throw new BadUsage('name the data folder with --data-dir. Try --help.')
  const directory = resolve(given)
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new BadUsage(`${directory} is no folder.`)
  const user = runningIn(directory)
  const now = clockOf(globalThis).now()
  const entries = await gatherBundle({
    directory,
    version: program.version,
    now,
    withCustomers: values.customers,
    environment: process.env,
    home: homedir(),
    verdict: async () =>
      user === null
        ? (await checkFolder(directory, undefined)).lines
        : [
            `Not checked: Openpit (process ${user}) is using the folder. Close it, then make the bundle again.`,
          ],
  })
  if (values.show !== undefined) {
    const shown = entries.find(({ name }) => name === values.show)
    if (!shown)
      throw new BadUsage(
        `the bundle has no ${values.show}. It has ${entries.map(({ name }) => name).join(', ')}.`,
      )
    process.stdout.write(visible(shown.text))
    return 0
  }
  for (const { name, says, text } of entries) console.log(`${name}: ${text.length} characters. ${says}`)
  console.log(
    values.customers
      ? 'Customer codes and names are in it, as you asked.'
      : 'Customer codes have stand-ins, the same in each bundle of this folder. Names of customers are taken out.',
  )
  if (!values.yes) {
    console.log('Nothing was written. --show NAME prints an entry; --yes writes the file.')
    return 0
  }
  const written = writeBundle(resolve(values.out), now, entries)
  console.log(written.ok ? `Written: ${written.value}` : written.failure)
  return written.ok ? 0 : FAILED
}

await runCommand('support:bundle', run)
