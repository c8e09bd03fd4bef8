/** How the dealer has a table, and the changes of it by key and click. The panel keeps them. */

import { useMemo } from 'react'
import { changePanel } from '../../../state/actions/workspaceActions.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { PLAIN_TABLE, type TableChoices, type TableSort } from '../../../state/tableChoices.ts'
import { usePanelState } from '../../../state/usePanel.ts'
import { useSession } from '../../../state/useSession.ts'
import { shownColumns } from './columnChoice.ts'
import { NO_PINS } from './pinnedRows.ts'
import { groupedByNext, sortedByNext, sortedByTitle, turnedRound } from './sortKeys.ts'
import type { TableColumn } from './tableColumn.ts'

interface ChosenTable<Row> {
  /** Those that are shown, in the dealer's order. */
  readonly columns: readonly TableColumn<Row>[]
  /** Null: the table's own order. */
  readonly sort: TableSort | null
  /** The column that groups the rows; null: none does. */
  readonly group: TableColumn<Row> | null
  /** Keys of the pinned rows. */
  readonly pins: readonly string[]
  readonly sortNext: (by: 1 | -1) => void
  readonly sortBy: (column: string) => void
  readonly turn: () => void
  readonly groupNext: () => void
}

/** `all`: every column, as they come. */
export function useTableChoices<Row>(id: InstanceId, all: readonly TableColumn<Row>[]): ChosenTable<Row> {
  const { workspace } = useSession()
  const choices = usePanelState(id).table ?? PLAIN_TABLE
  const { sort } = choices
  const columns = useMemo(() => shownColumns(all, choices.columns), [all, choices.columns])
  const group = all.find((column) => column.groups && column.id === choices.group) ?? null
  const change = (changed: Partial<TableChoices>) =>
    changePanel(workspace, id, { table: { ...choices, ...changed } })
  return {
    columns,
    sort,
    group,
    pins: choices.pinned ?? NO_PINS,
    sortNext: (by) => change({ sort: sortedByNext(columns, sort, by) }),
    sortBy: (column) => change({ sort: sortedByTitle(columns, sort, column) }),
    turn: () => change({ sort: turnedRound(sort) }),
    groupNext: () => change({ group: groupedByNext(all, group?.id ?? null) }),
  }
}
