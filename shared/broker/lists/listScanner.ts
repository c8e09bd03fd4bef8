/** Splits a JSON body with a list into its rows while the body arrives, so that no list needs to fit into one text. Pure; parses nothing. */

/** Characters of one row, and of everything around the rows, that are stored at most. */
const LONGEST_ROW = 1 << 18
const LONGEST_REST = 1 << 20

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const SQUARE = 0x5b
const isSpace = (code: number): boolean => code <= 0x20

/** The name before a value at the end of a text: `… "orders" :`. */
const LAST_NAME = /"((?:[^"\\]|\\.)*)"\s*:\s*$/

export class ListScanner {
  /** Names of the lists that have begun. */
  readonly begun = new Set<string>()
  /** A list that occurs twice under the same name; null: none. */
  twice: string | null = null
  private readonly names: ReadonlySet<string>
  private readonly onRow: (list: string, row: string) => void
  private depth = 0
  private inString = false
  private escaped = false
  /** Depth of the rows of the list that is open; 0 while none is. */
  private rowDepth = 0
  private list = ''
  private rowOpen = false
  private row = ''
  private around = ''
  private overflow: string | null = null

  /** `names`: fields whose arrays are lists; an array that is the body itself always is one, under the name ''. */
  constructor(names: Iterable<string>, onRow: (list: string, row: string) => void) {
    this.names = new Set(names)
    this.onRow = onRow
  }

  /** The body with its lists emptied: JSON once the whole body has come. */
  get rest(): string {
    return this.around
  }

  /** Why the body cannot be split; a clause without a full stop. Null: no fault so far. */
  get problem(): string | null {
    return this.overflow
  }

  push(text: string): void {
    let from = 0
    for (let at = 0; at < text.length && this.overflow === null; at++) {
      const code = text.charCodeAt(at)
      if (this.inString) {
        if (this.escaped) this.escaped = false
        else if (code === BACKSLASH) this.escaped = true
        else if (code === QUOTE) this.inString = false
      } else if (code === QUOTE) {
        this.inString = true
        from = this.maybeOpenRow(at, from)
      } else if (OPENING.has(code)) {
        from = this.maybeOpenRow(at, from)
        this.depth++
        if (code === SQUARE && this.rowDepth === 0 && this.depth <= 2) {
          this.keepAround(text.slice(from, at))
          from = at
          const name = this.nameHere()
          if (name !== null) {
            this.keepAround('[')
            from = at + 1
            this.rowDepth = this.depth
            this.list = name
            if (this.begun.has(name)) this.twice = name
            this.begun.add(name)
          }
        }
      } else if (CLOSING.has(code)) {
        if (this.rowDepth === this.depth && this.rowDepth > 0) {
          if (this.rowOpen) this.closeRow(text.slice(from, at))
          this.rowDepth = 0
          from = at
        }
        this.depth--
      } else if (this.rowDepth === this.depth && this.rowDepth > 0) {
        if (code === COMMA) {
          if (this.rowOpen) this.closeRow(text.slice(from, at))
          from = at + 1
        } else if (!isSpace(code)) from = this.maybeOpenRow(at, from)
      }
    }
    if (this.rowDepth === 0) this.keepAround(text.slice(from))
    else if (this.rowOpen) this.keepRow(text.slice(from))
  }

  /** The start of a row: a value at the depth of the rows. */
  private maybeOpenRow(at: number, from: number): number {
    if (this.rowDepth === 0 || this.depth !== this.rowDepth || this.rowOpen) return from
    this.rowOpen = true
    this.row = ''
    return at
  }

  private closeRow(end: string): void {
    this.keepRow(end)
    this.rowOpen = false
    const { row } = this
    this.row = ''
    if (this.overflow === null) this.onRow(this.list, row.trimEnd())
  }

  private keepRow(text: string): void {
    this.row += text
    if (this.row.length > LONGEST_ROW)
      this.overflow = `one of its rows is longer than ${LONGEST_ROW} characters`
  }

  private keepAround(text: string): void {
    this.around += text
    if (this.around.length > LONGEST_REST)
      this.overflow = `the text around its rows is longer than ${LONGEST_REST} characters`
  }

  /** The name of the list that begins here; null where this array is none. */
  private nameHere(): string | null {
    if (this.depth === 1) return ''
    if (!this.around.trimStart().startsWith('{')) return null
    const name = LAST_NAME.exec(this.around.slice(-300))?.[1]
    return name !== undefined && this.names.has(name) ? name : null
  }
}
