import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { CellValue, ValueKind } from '../../../../renderer/panels/tables/sort/cellValue.ts'
import type { TableColumn } from '../../../../renderer/panels/tables/arrange/tableColumn.ts'
import { csvOf } from '../../../../shared/base/csv.ts'
import { tsvOf } from '../../../../renderer/panels/tables/tsv.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'

interface Row {
  readonly value: CellValue
  readonly isSure?: boolean
}
const column = (title: string, kind: ValueKind): TableColumn<Row> => ({
  id: title,
  title,
  kind,
  width: '1fr',
  value: ({ value }) => value,
  isSure: ({ isSure = true }) => isSure,
  cell: () => null,
})
const NO_SESSION = {} as WindowSession
const copied = (kind: ValueKind, ...rows: readonly Row[]) =>
  tsvOf(rows, [column('Title', kind)], NO_SESSION)
    .text.split('\r\n')
    .slice(1, -1)

describe('copied rows', () => {
  it('have titles and exact values, an unknown value is empty, and a time is in UTC whatever the screen shows', () => {
    expect(
      tsvOf(
        [{ value: '0.000000012500' }, { value: null }],
        [column('A', 'decimal'), column('B', 'text')],
        NO_SESSION,
      ).text,
    ).toBe('A\tB\r\n0.000000012500\t0.000000012500\r\n\t\r\n')
    expect(copied('decimal', { value: decimal('62149.50') })).toEqual(['62149.5'])
    expect(tsvOf([{ value: 0 }], [column('Venue time, local', 'time')], NO_SESSION).text).toBe(
      'Venue time, UTC\r\n1970-01-01T00:00:00.000Z\r\n',
    )
  })

  it('mark a value that is not sure, and count it', () => {
    const { text, unsure } = tsvOf(
      [{ value: '2.5', isSure: false }, { value: null, isSure: false }, { value: '1' }],
      [column('A', 'decimal')],
      NO_SESSION,
    )
    expect(text).toBe('A\r\n~2.5\r\n\r\n1\r\n')
    expect(unsure).toBe(1)
  })

  it.each(['=1+1', '+cmd', '@SUM(A1)', '-2+3+cmd|x!A0', '-cmd', '＝1+1'])('run no formula: %s', (text) => {
    expect(copied('text', { value: text })).toEqual([`'${text}`])
    expect(csvOf([{ a: text }], ['a'])).toBe(`a\r\n'${text}\r\n`)
  })

  it.each(['-5.1', '+3', '.5', '-0.00000001'])('keep the sign of a number: %s', (text) => {
    expect(copied('decimal', { value: text })).toEqual([text])
  })

  it('keep text with a quotation mark in its cell, and show a tab or a line', () => {
    expect(copied('text', { value: 'a\tb "c"\n' })).toEqual(['"a\\u{9}b ""c""\\u{a}"'])
  })
})
