/** `npm run journal:export`: exports the life of one order, one customer's day, or one day of the whole desk from the journal. Changes nothing. */

import { plural } from '../../shared/base/plural.ts'
import { BadUsage, readArguments, runCommand } from './journalCommand.ts'
import { evidenceAt, findJournal } from './findJournalAndEvidence.ts'
import {
  customerDay,
  deskDay,
  lifeAsCsv,
  lifeAsText,
  orderLife,
  readLines,
  verifyJournal,
} from '../storage/journal/journal.ts'

const HELP = `Exports entries of the order journal: time, user, dealer, shown values, limits, answers, and the state after each event.

  npm run journal:export -- FOLDER --order REFERENCE_ID [--csv]
  npm run journal:export -- FOLDER --customer CODE --day YYYY-MM-DD [--csv]
  npm run journal:export -- FOLDER --desk --day YYYY-MM-DD [--csv]

  FOLDER                the data folder or its journal folder
  --order REFERENCE_ID  every entry of one order
  --customer CODE       every entry of one customer on one day (UTC)
  --desk                every request for a second dealer, event of a block and notice to acknowledge on one day (UTC)
  --day YYYY-MM-DD
  --csv                 as CSV instead of text
  --help                show this text

The journal is verified first. Ends with 0, with 1 when it is not sound (readable entries are still printed), 2 for bad usage.
`
const NOT_SOUND = 1

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments({
    order: { type: 'string' },
    customer: { type: 'string' },
    desk: { type: 'boolean', default: false },
    day: { type: 'string' },
    csv: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0) throw new BadUsage('name one folder. Try --help.')
  const { order, customer, desk, day } = values
  if ([order !== undefined, customer !== undefined, desk].filter(Boolean).length !== 1)
    throw new BadUsage('give one of --order, --customer and --desk. Try --help.')
  if ((order === undefined) !== (day !== undefined))
    throw new BadUsage(`${desk ? '--desk' : '--customer'} and --day go together.`)
  if (day !== undefined && !isDay(day)) throw new BadUsage(`--day: ${day} is not a day such as 2026-01-31.`)
  const place = findJournal(given)
  if (!place.ok) throw new BadUsage(place.failure)
  const { disk, folder, only } = place.value
  if (only !== null)
    throw new BadUsage('name the folder: one segment may not hold the whole life of an order.')
  const evidence = await evidenceAt(place.value, null)
  if (!evidence.ok) throw new BadUsage(`${evidence.failure}.`)
  const { publicKey, head } = evidence.value
  const { findings } = await verifyJournal({ disk, folder, only: null, publicKey, head })
  const { lines, unknown } = await readLines(disk, folder)
  const rows =
    order !== undefined
      ? orderLife(lines, order)
      : customer !== undefined
        ? customerDay(lines, customer, day ?? '')
        : deskDay(lines, day ?? '')
  process.stdout.write(values.csv ? lifeAsCsv(rows) : lifeAsText(rows))
  if (customer !== undefined)
    console.error(
      'journal:export: requests for a second dealer name no customer and are not in this list. --desk has them.',
    )
  if (rows.length === 0) console.error('journal:export: the journal has no matching entries.')
  if (unknown > 0)
    console.error(`journal:export: ${unknown} entries are of a kind that this version does not know.`)
  if (findings.length === 0) return 0
  console.error(
    `journal:export: the journal is NOT sound (${plural(findings.length, 'finding')}). Run npm run journal:verify on it before you rely on this export.`,
  )
  return NOT_SOUND
}

await runCommand('journal:export', run)
