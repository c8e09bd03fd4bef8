/** A blotter as CSV text: plain numbers, UTC times, one line per row. Pure. */

const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value)
  // A spreadsheet would run text with a leading = + - @ as a formula. Numbers keep their sign.
  const safe = /^[=+@\t\r]|^-(?![\d.])/.test(text) && !/^[+-]?[\d.]+$/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Columns in the order of `fields`; the first line names them. */
export function csvOf<Row extends object>(
  rows: Iterable<Row>,
  fields: readonly (keyof Row & string)[],
): string {
  const lines = [fields.join(',')]
  for (const row of rows)
    lines.push(
      fields
        .map((field) => {
          const value = row[field]
          return cell(
            value !== null && typeof value === 'object'
              ? JSON.stringify(value)
              : (value as string | number | null),
          )
        })
        .join(','),
    )
  return `${lines.join('\r\n')}\r\n`
}
