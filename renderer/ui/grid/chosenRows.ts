/** Which rows of a table are chosen together. Rows move and go: a choice names them by key. Pure. */

export interface ChosenRows {
  /** Keys of the chosen rows; empty: none but the selected row counts. */
  readonly keys: ReadonlySet<string>
  /** Key of the row that a range starts at; null: the selected row. */
  readonly anchor: string | null
}

/** A change by key or click. Indexes are of the rows in view order. */
export type RowChoice =
  /** The rows between the start of the range and `to`. `from`: the selected row, where no range has started. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** Adds or removes one row. `selected`: the row that was selected, which counts as chosen. */
  | { readonly kind: 'toggle'; readonly key: string; readonly selected: string | null }
  | { readonly kind: 'all' }
  /** No more than the selected row. */
  | { readonly kind: 'none' }

/** The rows in view order. */
export interface RowsInOrder {
  readonly count: number
  readonly keyAt: (index: number) => string
  /** Whether a row can be chosen: the row of a group cannot. Left out: every row can. */
  readonly isRow?: (key: string) => boolean
}

export const NONE_CHOSEN: ChosenRows = { keys: new Set(), anchor: null }

export function choose(before: ChosenRows, change: RowChoice, rows: RowsInOrder): ChosenRows {
  switch (change.kind) {
    case 'none':
      return before.keys.size === 0 ? before : NONE_CHOSEN
    case 'all':
      return { keys: keysBetween(rows, 0, rows.count - 1), anchor: before.anchor }
    case 'toggle': {
      if (!(rows.isRow?.(change.key) ?? true)) return before
      const keys = new Set(before.keys)
      if (keys.size === 0 && change.selected !== null && (rows.isRow?.(change.selected) ?? true))
        keys.add(change.selected)
      if (!keys.delete(change.key)) keys.add(change.key)
      return { keys, anchor: change.key }
    }
    case 'range': {
      const start = before.anchor === null ? -1 : indexOfKey(rows, before.anchor)
      const from = start < 0 ? change.from : start
      return {
        keys: keysBetween(rows, Math.min(from, change.to), Math.max(from, change.to)),
        anchor: rows.keyAt(from),
      }
    }
  }
}

/** The choice without the rows that have left the table, so that they are not chosen again should they come back. */
export function stillThere(chosen: ChosenRows, rows: RowsInOrder): ChosenRows {
  if (chosen.keys.size === 0) return chosen
  const there = new Set<string>()
  for (let index = 0; index < rows.count && there.size < chosen.keys.size; index++) {
    const key = rows.keyAt(index)
    if (chosen.keys.has(key)) there.add(key)
  }
  if (there.size === chosen.keys.size) return chosen
  return there.size === 0 ? NONE_CHOSEN : { ...chosen, keys: there }
}

function keysBetween(
  { count, keyAt, isRow = () => true }: RowsInOrder,
  first: number,
  last: number,
): ReadonlySet<string> {
  const keys = new Set<string>()
  for (let index = Math.max(0, first); index <= Math.min(last, count - 1); index++) {
    const key = keyAt(index)
    if (isRow(key)) keys.add(key)
  }
  return keys
}

export function indexOfKey({ count, keyAt }: RowsInOrder, key: string): number {
  for (let index = 0; index < count; index++) if (keyAt(index) === key) return index
  return -1
}
