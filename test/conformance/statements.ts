/** Every statement of docs/api.md and every gap, with a stable id and where it lives. The door to this folder's lists. */

import { GAPS } from './gaps.ts'
import { PARTS_1_TO_3 } from './parts1to3.ts'
import { PARTS_4_AND_5 } from './parts4and5.ts'
import { PARTS_6_TO_9 } from './parts6to9.ts'

/** A file of the project, and where in it or on screen when that helps. */
export interface Place {
  readonly file: string
  readonly where: string | null
}

/** Where one column of a statement lives: places, the reason why the column does not apply, or nothing yet. */
export type Column =
  | { readonly kind: 'places'; readonly places: readonly Place[] }
  | { readonly kind: 'reason'; readonly reason: string }
  | { readonly kind: 'empty' }

export interface Statement {
  /** Such as `4.rule.2` or `gap.17`, an anchor of docs/api.md: part of the API, then words of our own that never change. */
  readonly id: string
  readonly says: string
  readonly client: Column
  readonly paper: Column
  readonly screen: Column
}

/** `file`, `file: where`, several with commas between; or `— reason`; or nothing. */
function readColumn(text: string): Column {
  if (text === '') return { kind: 'empty' }
  if (text.startsWith('—')) return { kind: 'reason', reason: text.slice(1).trim() }
  const places = text.split(', ').map((part) => {
    const [file = '', where = null] = part.split(': ')
    return { file, where }
  })
  return { kind: 'places', places }
}

/** One statement a line: id, what it says, client, paper broker, screen, with ` | ` between. */
export function readStatements(text: string): Statement[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split(/ \| ?/).map((cell) => cell.trim())
      const [id, says, client, paper, screen] = cells
      if (cells.length !== 5 || !id || !says)
        throw new Error(`a statement needs id, words and three columns: ${line}`)
      return {
        id,
        says,
        client: readColumn(client ?? ''),
        paper: readColumn(paper ?? ''),
        screen: readColumn(screen ?? ''),
      }
    })
}

export const statements: readonly Statement[] = [PARTS_1_TO_3, PARTS_4_AND_5, PARTS_6_TO_9, GAPS].flatMap(
  readStatements,
)
