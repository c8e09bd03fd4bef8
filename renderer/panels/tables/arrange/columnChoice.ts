/** Which columns a table shows, and in which order. Pure. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { ColumnChoice } from '../../../state/tableChoices.ts'

interface ChosenColumn {
  readonly id: string
  /** Why it cannot be hidden; left out: it can. */
  readonly always?: string
  /** It is not shown until the dealer shows it. */
  readonly isOffAtFirst?: true
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

const isHidden = (
  { id, always, isOffAtFirst }: ChosenColumn,
  { hidden, shown = [] }: ColumnChoice = PLAIN,
): boolean => always === undefined && (hidden.includes(id) || (isOffAtFirst === true && !shown.includes(id)))

/** The columns that are drawn, in the dealer's order. Never none. */
export function shownColumns<C extends ChosenColumn>(
  columns: readonly C[],
  choice: ColumnChoice | undefined,
): readonly C[] {
  const ordered = inChosenOrder(columns, choice)
  const shown = ordered.filter((column) => !isHidden(column, choice))
  return shown.length === 0 || shown.length === columns.length ? ordered : shown
}

/** What the dealer shows of columns that are off at first. */
const kept = (choice: ColumnChoice | undefined): Pick<ColumnChoice, 'shown'> =>
  choice?.shown === undefined ? {} : { shown: choice.shown }

/** Shows a hidden column or hides a shown one. Fails with the reason why it stays. */
export function toggleColumn(
  columns: readonly ChosenColumn[],
  choice: ColumnChoice | undefined,
  id: string,
): Result<ColumnChoice, string> {
  const { order, hidden, shown = [] } = choice ?? PLAIN
  const column = columns.find((each) => each.id === id)
  const without = (ids: readonly string[]) => ids.filter((other) => other !== id)
  const isOff = column?.isOffAtFirst ?? false
  if (column === undefined || isHidden(column, choice))
    return ok({
      order,
      hidden: without(hidden),
      ...(isOff ? { shown: [...without(shown), id] } : kept(choice)),
    })
  const why = column.always
  if (why !== undefined) return fail(why)
  if (shownColumns(columns, choice).length === 1) return fail('A table needs a column.')
  return isOff
    ? ok({ order, hidden, shown: without(shown) })
    : ok({ order, hidden: [...hidden, id], ...kept(choice) })
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
  if (at < 0 || other === undefined) return { order, hidden, ...kept(choice) }
  ids[at] = other
  ids[at + by] = id
  // What only a later release knows stays in the choice.
  return { order: [...ids, ...order.filter((unknown) => !ids.includes(unknown))], hidden, ...kept(choice) }
}
