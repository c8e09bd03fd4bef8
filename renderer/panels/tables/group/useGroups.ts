/** The rows of a table as grouped by a column: rows of groups with their totals, and which are folded. */

import { useState } from 'react'
import { counted } from '../../../format/numbers.ts'
import { useSession } from '../../../state/useSession.ts'
import type { TableSort } from '../../../state/tableChoices.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import type { GridGroup } from '../../../ui/DataGrid.tsx'
import type { RowsInOrder } from '../../../ui/grid/chosenRows.ts'
import { columnTotals, recordsOf } from '../arrange/columnTotals.ts'
import { valueText } from '../arrange/filterRows.ts'
import type { ArrangedRows, TableRows } from '../arrange/rowOrder.ts'
import type { TableColumn } from '../arrange/tableColumn.ts'
import { EACH_TIME, MOST } from '../useTotals.ts'
import { groupAround, groupRows, isGroupKey, type RowGroup } from './groupRows.ts'

interface GroupsOptions<Row> {
  readonly arranged: ArrangedRows
  readonly rows: TableRows<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly sort: TableSort | null
  /** The column that groups; null: none does. */
  readonly column: TableColumn<Row> | null
  /** Why the totals are not of the whole list, in one sentence; null: they are. */
  readonly partial: string | null
  /** Counts the seconds at which live values may have changed. */
  readonly second: number
  /** A row to bring into view: its group does not stay folded. */
  readonly reveal: { readonly key: string } | null
}

interface Groups {
  /** In view order, the rows of groups among them. */
  readonly view: RowsInOrder
  /** The group whose own row has the key. */
  readonly groupAt: (key: string) => GridGroup | undefined
  /** Folds the group of a row, or unfolds it; answers the key of the group's row. */
  readonly fold: (key: string, isFolded: boolean) => string | null
  readonly toggle: (key: string) => void
  /** Some group hides its rows. */
  readonly isFolded: boolean
}

const UNGROUPED: Omit<Groups, 'view'> = {
  groupAt: () => undefined,
  fold: () => null,
  toggle: () => {},
  isFolded: false,
}

export function useGroups<Row extends object>(options: GroupsOptions<Row>): Groups {
  const { arranged, column, reveal } = options
  const session = useSession()
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set())
  const [order] = useState(() => new GroupOrder<Row>())
  const [sums] = useState(() => new GroupTotals<Row>())
  const ordered = column === null ? null : order.arrange({ ...options, column, folded, session })
  const hiding =
    reveal === null || ordered === null ? undefined : groupAround(ordered.groups, reveal.key)?.key
  // Once for each row that is asked for: a dealer may fold the group again meanwhile.
  const [asked, setAsked] = useState(reveal)
  if (hiding !== undefined && reveal !== asked) {
    setAsked(reveal)
    if (folded.has(hiding)) setFolded(new Set([...folded].filter((key) => key !== hiding)))
  }
  if (column === null || ordered === null) return { ...UNGROUPED, view: arranged }
  const { groups, byKey, view } = ordered
  const fold = (key: string, isFolded: boolean): string | null => {
    const group = groupAround(groups, key)
    if (group === undefined) return null
    setFolded(
      (was) =>
        new Set([...[...was].filter((other) => other !== group.key), ...(isFolded ? [group.key] : [])]),
    )
    return group.key
  }
  return {
    view,
    groupAt: (key) => {
      const group = byKey.get(key)
      if (group === undefined) return undefined
      const totals = sums.of(group, { ...options, column, session })
      return { label: labelOf(group), isFolded: folded.has(key), totals }
    },
    fold,
    toggle: (key) => void fold(key, !folded.has(key)),
    isFolded: groups.some(({ key }) => folded.has(key)),
  }
}

type Ordered<Row> = Pick<GroupsOptions<Row>, 'arranged' | 'rows' | 'sort'> & {
  readonly column: TableColumn<Row>
  readonly folded: ReadonlySet<string>
  readonly session: WindowSession
}

interface OrderedGroups {
  readonly groups: readonly RowGroup[]
  readonly byKey: ReadonlyMap<string, RowGroup>
  readonly view: RowsInOrder
}

/** The groups of one table. They are made again only when the rows were arranged again, or one was folded. */
class GroupOrder<Row> {
  private stamp: readonly unknown[] = []
  private names: ReadonlyMap<string, string> = new Map()
  private ordered: OrderedGroups = { groups: [], byKey: new Map(), view: { count: 0, keyAt: () => '' } }

  arrange({ arranged, rows, sort, column, folded, session }: Ordered<Row>): OrderedGroups {
    const descending = sort?.column === column.id && sort.descending
    const stamp = [arranged, column, descending, folded]
    if (stamp.every((part, index) => part === this.stamp[index])) return this.ordered
    this.stamp = stamp
    const keys = Array.from({ length: arranged.count }, (_, index) => arranged.keyAt(index))
    const names = new Map<string, string>()
    for (const key of keys) {
      const row = rows.rowOf(key)
      // A gone row that keeps its place under the pointer stays in its group.
      const name =
        row === undefined ? this.names.get(key) : valueText(column.value(row, session), column.kind)
      names.set(key, name ?? '')
    }
    this.names = names
    const { waiting } = arranged
    const valueOf = (key: string) => names.get(key) ?? ''
    const { groups, keys: shown } = groupRows({ keys, valueOf, waiting, descending, folded })
    this.ordered = {
      groups,
      byKey: new Map(groups.map((group) => [group.key, group])),
      view: {
        count: shown.length,
        keyAt: (index) => shown[index] ?? '',
        isRow: (key) => !isGroupKey(key),
      },
    }
    return this.ordered
  }
}

function labelOf({ value, keys }: RowGroup): string {
  const rows = keys.length === 1 ? '1 row' : `${counted(keys.length)} rows`
  if (value === null) return `New while the pointer is on the rows · ${rows}`
  return `${value === '' ? 'None' : value} · ${rows}${keys.length > MOST ? ' · no total: too many rows' : ''}`
}

type Summed<Row> = Pick<GroupsOptions<Row>, 'rows' | 'columns' | 'partial' | 'second'> & {
  readonly column: TableColumn<Row>
  readonly session: WindowSession
}

/** The totals of the groups in view. Those of a long group are summed again once a second only. */
class GroupTotals<Row> {
  private stamp: readonly unknown[] = []
  private long = new Map<RowGroup, GridGroup['totals']>()

  of(group: RowGroup, { rows, columns, column, partial, second, session }: Summed<Row>): GridGroup['totals'] {
    if (group.value === null || group.keys.length > MOST) return {}
    const stamp = [second, columns, partial]
    if (stamp.some((part, index) => part !== this.stamp[index])) {
      this.stamp = stamp
      this.long = new Map()
    }
    const known = this.long.get(group)
    if (known) return known
    const { keys } = group
    const records = recordsOf({ count: keys.length, keyAt: (index) => keys[index] ?? '' }, rows)
    const totals = columnTotals(records, columns, session, { partial, group: column.id })
    if (keys.length > EACH_TIME) this.long.set(group, totals)
    return totals
  }
}
