/** The values of a table's cells. Types only. */

/** Text, a decimal as canonical text or as `Decimal`, a count or a time in ms. Null: unknown. */
export type CellValue = string | number | bigint | null

/** How the values of a column compare, and how they are written into a file. */
export type ValueKind = 'text' | 'decimal' | 'count' | 'time'
