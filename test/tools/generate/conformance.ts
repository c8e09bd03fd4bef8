/** `npm run conformance`: writes docs/conformance.md and names the cells that are still empty. */

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { statements } from '../../conformance/statements.ts'
import { conformanceTable, emptyCells } from '../../conformance/table.ts'
import { collectTags } from '../../conformance/tags.ts'

const root = resolve(import.meta.dirname, '../../..')
const tags = collectTags(root)
writeFileSync(join(root, 'docs/conformance.md'), conformanceTable(statements, tags))
const empty = emptyCells(statements, tags)
process.stdout.write(
  `${statements.length} statements, ${tags.length} tags, ${empty.length} empty cells${empty.length > 0 ? `:\n${empty.join('\n')}` : ''}\n`,
)
