/** Puts the rows of a table under a row for each group. Groups are in the order of their names, so that no market moves them. Pure. */

export interface RowGroup {
  /** The key of the group's own row. No record has such a key. */
  readonly key: string
  /** What its rows share; null: they came while the pointer is on the rows, and wait for their group. */
  readonly value: string | null
  /** Keys of its rows, in their order. */
  readonly keys: readonly string[]
}

const MARK = '\u0001'
const WAITING_KEY = `${MARK}waiting`

export const isGroupKey = (key: string): boolean => key.startsWith(MARK)

interface GroupedRows {
  readonly groups: readonly RowGroup[]
  /** The keys of the rows in view order: each group, then its rows unless it is folded. */
  readonly keys: readonly string[]
}

interface Grouping {
  /** In the order of the table. */
  readonly keys: readonly string[]
  readonly valueOf: (key: string) => string
  /** As many of the last keys came while the pointer is on the rows. */
  readonly waiting: number
  /** Names of groups in the other direction. */
  readonly descending: boolean
  /** The keys of the groups that hide their rows. */
  readonly folded: ReadonlySet<string>
}

export function groupRows({ keys, valueOf, waiting, descending, folded }: Grouping): GroupedRows {
  const members = new Map<string, string[]>()
  const settled = keys.length - waiting
  for (const key of keys.slice(0, settled)) {
    const value = valueOf(key)
    const group = members.get(value)
    if (group) group.push(key)
    else members.set(value, [key])
  }
  const turn = descending ? -1 : 1
  const groups: RowGroup[] = [...members]
    .toSorted(([one], [other]) => turn * (one < other ? -1 : one > other ? 1 : 0))
    .map(([value, own]) => ({ key: `${MARK}=${value}`, value, keys: own }))
  if (waiting > 0) groups.push({ key: WAITING_KEY, value: null, keys: keys.slice(settled) })
  return {
    groups,
    keys: groups.flatMap((group) => [group.key, ...(folded.has(group.key) ? [] : group.keys)]),
  }
}

/** The group of a row, or of the group's own row. */
export const groupAround = (groups: readonly RowGroup[], key: string): RowGroup | undefined =>
  groups.find((group) => group.key === key || group.keys.includes(key))
