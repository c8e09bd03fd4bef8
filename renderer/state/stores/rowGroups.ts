/** Keys of rows by group, updated as rows change, so that a count does not read the whole table. */

/** Mutated in place. `revision` gets a new value, never an old one, when a row of the group is added, removed or changed. */
export interface RowGroup {
  readonly keys: ReadonlySet<string>
  readonly revision: number
}

interface Counted {
  readonly keys: Set<string>
  revision: number
}

export class RowGroups<Row> {
  private readonly groupsOf: (row: Row) => readonly string[]
  private groups = new Map<string, Counted>()
  private revisions = 0

  constructor(groupsOf: (row: Row) => readonly string[]) {
    this.groupsOf = groupsOf
  }

  /** By name. A group stays once it had a row, since callers may hold its revision. */
  get all(): ReadonlyMap<string, RowGroup> {
    return this.groups
  }

  /** No row counts any more. */
  clear(): void {
    this.groups = new Map()
  }

  /** Replaces a row by another; undefined: no row before, or no row now. */
  change(key: string, before: Row | undefined, now: Row | undefined): void {
    const entered = now === undefined ? [] : this.groupsOf(now)
    for (const name of before === undefined ? [] : this.groupsOf(before))
      if (!entered.includes(name)) this.group(name).keys.delete(key)
    for (const name of entered) this.group(name).keys.add(key)
  }

  /** A group that is about to change. */
  private group(name: string): Counted {
    const known = this.groups.get(name) ?? { keys: new Set<string>(), revision: 0 }
    known.revision = ++this.revisions
    this.groups.set(name, known)
    return known
  }
}
