/** Which rows of a long table are in view. Pure arithmetic on fixed row heights. */

export interface GridWindow {
  /** First and one past the last row to draw. */
  readonly from: number
  readonly to: number
}

/** Rows drawn beyond each edge, so that a scroll by a few rows shows no gap. */
const OVERSCAN = 6

/** `top` and `height` in px: what is scrolled away above the first row, and what the rows may fill. */
export function windowOf(top: number, height: number, rowHeight: number, count: number): GridWindow {
  const from = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN)
  return { from: Math.min(from, Math.max(0, to)), to: Math.max(0, to) }
}

/** Where to scroll so that row `index` is wholly in view; null when it is already. */
export function scrollToRow(index: number, top: number, height: number, rowHeight: number): number | null {
  const start = index * rowHeight
  if (start < top) return start
  return start + rowHeight > top + height ? start + rowHeight - height : null
}

/** The row that a key walks to, before it is bounded by the table: `at` is the selected row, -1 for none. Undefined for any other key. */
export function rowOfKey(key: string, at: number, page: number, count: number): number | undefined {
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? 0 : at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  return Object.hasOwn(rows, key) ? rows[key] : undefined
}
