/** Which columns a table shows, and in which order. Pure. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { ColumnChoice } from '../../../state/tableChoices.ts'

interface ChosenColumn {
  readonly id: string
  /** Why it cannot be hidden; left out: it can. */
  readonly always?: string
}

const PLAIN: ColumnChoice = { order: [], hidden: [] }

/** All columns in the dealer's order. A column that a release adds stands behind the one that it comes behind. */
export function inChosenOrder<C extends ChosenColumn>(
  columns: readonly C[],
  choice: ColumnChoice | undefined,
): readonly C[] {
  if (choice === undefined) return columns
  const known = new Map(columns.map((column) => [column.id, column]))
  const ordered = [...new Set(choice.order)].flatMap((id) => known.get(id) ?? [])
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return
    const before = columns[index - 1]
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  })
  return ordered
}

const isHidden = ({ id, always }: ChosenColumn, choice: ColumnChoice | undefined): boolean =>
  always === undefined && (choice?.hidden.includes(id) ?? false)

/** The columns that are drawn, in the dealer's order. Never none. */
export function shownColumns<C extends ChosenColumn>(
  columns: readonly C[],
  choice: ColumnChoice | undefined,
): readonly C[] {
  const ordered = inChosenOrder(columns, choice)
  const shown = ordered.filter((column) => !isHidden(column, choice))
  return shown.length === 0 || shown.length === columns.length ? ordered : shown
}

/** Shows a hidden column or hides a shown one. Fails with the reason why it stays. */
export function toggleColumn(
  columns: readonly ChosenColumn[],
  choice: ColumnChoice | undefined,
  id: string,
): Result<ColumnChoice, string> {
  const { order, hidden } = choice ?? PLAIN
  if (hidden.includes(id)) return ok({ order, hidden: hidden.filter((other) => other !== id) })
  const why = columns.find((column) => column.id === id)?.always
  if (why !== undefined) return fail(why)
  if (shownColumns(columns, choice).length === 1) return fail('A table needs a column.')
  return ok({ order, hidden: [...hidden, id] })
}

/** Moves a column by one place, hidden ones counted. */
export function moveColumn(
  columns: readonly ChosenColumn[],
  choice: ColumnChoice | undefined,
  id: string,
  by: 1 | -1,
): ColumnChoice {
  const ids = inChosenOrder(columns, choice).map((column) => column.id)
  const at = ids.indexOf(id)
  const other = ids[at + by]
  const { order, hidden } = choice ?? PLAIN
  if (at < 0 || other === undefined) return { order, hidden }
  ids[at] = other
  ids[at + by] = id
  // What only a later release knows stays in the choice.
  return { order: [...ids, ...order.filter((unknown) => !ids.includes(unknown))], hidden }
}
