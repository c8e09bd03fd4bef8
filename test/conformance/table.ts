/** Writes the table of docs/conformance.md from statements and tags. Pure. */

import { basename } from 'node:path'
import type { Column, Statement } from './statements.ts'
import type { Tag } from './tags.ts'

const SECTIONS: Readonly<Record<string, string>> = {
  1: '1. What the service does',
  2: '2. Resources and their fields',
  3: '3. States and transitions',
  4: '4. Endpoints',
  5: '5. Authentication',
  6: '6. Events',
  7: '7. Errors',
  8: '8. Limits',
  9: '9. Versioning',
  gap: 'Gaps: what the API leaves open',
}

const HEAD = `# Conformance

One row per statement of [the API](api.md) (parts 1 to 9), and one per gap that it leaves open: where the terminal does it, where the
paper broker does it, where it shows on screen, and which tests hold it. A column that does not apply says why (—). An empty cell is work to be done.

Written by \`npm run conformance\` from \`test/conformance/\` and from the tags at the end of test titles, such as \`[4.rule.2]\`. To find the test
of a row, search for its tag: \`vitest run -t '4.rule.2'\` runs it.
`

const link = (file: string, name = basename(file)): string => `[${name}](../${file})`

function cell(column: Column): string {
  if (column.kind === 'empty') return ''
  if (column.kind === 'reason') return `— ${column.reason}`
  return column.places
    .map(({ file, where }) => (where === null ? link(file) : `${link(file)}: ${where}`))
    .join(', ')
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`

const partOf = (id: string): string => id.split('.', 1)[0] ?? ''

export function conformanceTable(statements: readonly Statement[], tags: readonly Tag[]): string {
  const testsOf = (id: string) =>
    tags.filter((tag) => tag.id === id).map(({ file }) => link(file, file.replace(/^test\//, '')))
  const sections = Object.entries(SECTIONS).toSorted(
    ([one], [other]) => Number(one === 'gap') - Number(other === 'gap'),
  )
  return [
    HEAD,
    ...sections.map(([part, title]) =>
      [
        `## ${title}\n`,
        row(['Id', 'Statement', 'Client', 'Paper broker', 'On screen', 'Tests']),
        row(['---', '---', '---', '---', '---', '---']),
        ...statements
          .filter(({ id }) => partOf(id) === part)
          .map(({ id, says, client, paper, screen }) =>
            row([`\`${id}\``, says, cell(client), cell(paper), cell(screen), testsOf(id).join(', ')]),
          ),
        '',
      ].join('\n'),
    ),
  ].join('\n')
}

/** Cells that nothing fills yet, as `id: column`. */
export function emptyCells(statements: readonly Statement[], tags: readonly Tag[]): string[] {
  const held = new Set(tags.map((tag) => tag.id))
  return statements.flatMap(({ id, client, paper, screen }) => [
    ...Object.entries({ client, paper, screen })
      .filter(([, column]) => column.kind === 'empty')
      .map(([name]) => `${id}: ${name}`),
    ...(held.has(id) ? [] : [`${id}: tests`]),
  ])
}
