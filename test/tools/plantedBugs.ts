/**
 * Plants the bugs of test/planted one by one in a copy of the project and sees whether its tests and its simulator find them:
 * `node test/tools/plantedBugs.ts`. Exits 1 when one is not found, or when a check fails without any bug.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { aloneBugs, SCHEDULES_ALONE } from '../planted/simulatorOnly.ts'
import { bugs } from '../planted/bugs.ts'
import { hunt, huntBySim, unplantedProblems, type Catch } from '../planted/hunt.ts'
import { copyOf, removeCopy } from '../planted/sources.ts'
import { tableOf, withTable } from '../planted/table.ts'

const HELP = `node test/tools/plantedBugs.ts [--only NAME] [--no-sim] [--write] [--json]

  --only NAME   the bug of that name alone
  --no-sim      the tests alone
  --sim-alone   the simulator alone on eight bugs of order path, reconciliation and journal; ends with 0 when it finds six
  --write       writes the table in docs/reliability.md
  --json        one line per bug and nothing else
`
const BAD_USE = 2
const root = resolve(import.meta.dirname, '../..')
const docs = join(root, 'docs/reliability.md')

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'no-sim': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'sim-alone': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const say = (sentence: string): void => {
  if (!values.json) console.log(sentence)
}

const lineOf = ({ bug, schedule, missed }: Catch): string => {
  const how = missed ?? `caught${schedule === null ? '' : `, by the simulator in schedule ${schedule}`}`
  return `${bug.name.padEnd(36)} ${how}`
}

/** How many of the eight the simulator must find by itself. */
const ENOUGH_ALONE = 6

async function simAlone(): Promise<number> {
  const sources = copyOf(root)
  let found = 0
  try {
    for (const { bug, room } of aloneBugs) {
      const caught = await huntBySim(sources, bug, SCHEDULES_ALONE)
      if (caught.missed === null) found++
      console.log(values.json ? JSON.stringify({ ...caught, room, bug: bug.name }) : lineOf(caught))
    }
    say(`${found} of ${aloneBugs.length} found by the simulator alone within ${SCHEDULES_ALONE} schedules`)
    return found >= ENOUGH_ALONE ? 0 : 1
  } finally {
    removeCopy(sources)
  }
}

async function main(): Promise<number> {
  if (values['sim-alone']) return simAlone()
  const chosen = bugs.filter(({ name }) => values.only === undefined || name === values.only)
  if (chosen.length === 0 || (values.write && (values.only !== undefined || values['no-sim']))) {
    console.error(
      chosen.length === 0
        ? `plantedBugs: there is no bug "${values.only}": ${bugs.map(({ name }) => name).join(' · ')}`
        : 'plantedBugs: the table is written of all bugs together, with the simulator',
    )
    return BAD_USE
  }
  // One state of the sources for all of them, whatever is edited meanwhile.
  const sources = copyOf(root)
  try {
    const problems = await unplantedProblems(sources, chosen)
    for (const problem of problems)
      console.log(values.json ? JSON.stringify({ problem }) : `without any bug: ${problem}`)
    const catches: Catch[] = []
    for (const bug of chosen) {
      const caught = await hunt(sources, bug, !values['no-sim'])
      catches.push(caught)
      console.log(values.json ? JSON.stringify({ ...caught, bug: bug.name }) : lineOf(caught))
    }
    const missed = catches.filter((outcome) => outcome.missed !== null)
    say(`${catches.length - missed.length} of ${catches.length} caught`)
    if (values.write) {
      const text = withTable(readFileSync(docs, 'utf8'), tableOf(catches))
      if (text === null) throw new Error('docs/reliability.md has no place for the table')
      writeFileSync(docs, text)
    }
    return missed.length + problems.length === 0 ? 0 : 1
  } finally {
    removeCopy(sources)
  }
}

if (values.help) process.stdout.write(HELP)
else
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(`plantedBugs: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = BAD_USE
  }
