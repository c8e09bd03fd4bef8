/** The table of planted bugs in docs/reliability.md, as text. Pure. */

import type { PlantedBug } from './bug.ts'
import type { Catch } from './hunt.ts'
import { nameOf } from './testCheck.ts'

const BEGIN = '<!-- planted bugs: written by node test/tools/plantedBugs.ts --write -->'
const END = '<!-- planted bugs: end -->'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const testOf = ({ test }: PlantedBug): string => `\`${test.file}\`: ${cell(nameOf(test))}`
const simOf = ({ bug, schedule }: Catch): string => (bug.sim ? `schedule ${schedule ?? '—'}` : '')

export function tableOf(catches: readonly Catch[]): string {
  const rows = catches.map(
    (bug) =>
      `| ${cell(bug.bug.name)} | ${cell(bug.bug.wrong)} | \`${bug.bug.file}\` | ${testOf(bug.bug)} | ${simOf(bug)} |`,
  )
  return [
    BEGIN,
    '',
    `${catches.filter(({ missed }) => missed === null).length} of ${catches.length} planted bugs are caught.`,
    '',
    '| Bug | What the terminal then does wrong | Planted in | The test that fails | Simulator, `--seed 1` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    END,
  ].join('\n')
}

/** The names that the table in a text has, in its order; null where there is no table. */
export function namesIn(text: string): string[] | null {
  const [, rest] = text.split(BEGIN)
  if (rest === undefined) return null
  return [...(rest.split(END)[0] ?? '').matchAll(/^\| (.*?) \|/gm)].map(([, name]) => name ?? '').slice(1)
}

/** The text with its table replaced; fails with null where it has no place for one. */
export function withTable(text: string, table: string): string | null {
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  return from < 0 || to < from ? null : text.slice(0, from) + table + text.slice(to + END.length)
}
