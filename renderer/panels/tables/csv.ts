/** A blotter as CSV text: plain numbers, UTC times, one line per row. Pure. */

/** Text that a spreadsheet does not run: it takes text with a leading = + - @, also in full width, as a formula. Numbers keep their sign. */
export const safeText = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? `'${text}` : text

const cell = (value: string | number | null | undefined): string => {
  const safe = safeText(value === null || value === undefined ? '' : String(value))
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
