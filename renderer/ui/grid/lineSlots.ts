/** Names the drawn lines of a grid. After another order was chosen, the lines that are drawn already take the new rows, so that none is removed and created anew. No domain words. */

export class LineSlots {
  private slots = new Map<string, number>()
  private order: unknown
  private next = 0

  /** The line of each row, in the order of the rows. `order` is another object once the dealer chose another order. */
  of(keys: readonly string[], order: unknown): readonly number[] {
    const known = this.slots
    const present = new Set(keys)
    // A scroll or a new row gives its line to no other row: a press of the mouse that began on a line must not end on another row.
    const free =
      order === this.order ? [] : [...known].flatMap(([key, slot]) => (present.has(key) ? [] : [slot]))
    this.order = order
    let taken = 0
    this.slots = new Map(keys.map((key) => [key, known.get(key) ?? free[taken++] ?? this.next++]))
    return keys.map((key) => this.slots.get(key) ?? 0)
  }
}
