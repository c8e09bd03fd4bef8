/** Customers as CSV: what is written reads back as the same, and bad rows are refused one by one. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, readOnlyCells } from '../../../../../renderer/panels/customers/csv/csvLine.ts'
import { readCustomersCsv } from '../../../../../renderer/panels/customers/csv/customersCsv.ts'
import { importPreview } from '../../../../../renderer/panels/customers/csv/importPreview.ts'
import { csvOf } from '../../../../../shared/base/csv.ts'
import {
  blankCustomer,
  customer,
  type Customer,
  type ListedCustomer,
} from '../../../../../shared/domain/accounts/customer.ts'
import { customerCode, type CustomerCode } from '../../../../../shared/domain/scalars.ts'

const code = (text: string) => text as CustomerCode
const fields = ['customer_code', 'name', 'group', 'tags', 'ratio', 'note'] as const
const written = (customers: readonly Customer[]) => csvOf(customers.map(csvLine), fields)

/** What the file makes of an empty list: the entries by code, and the sentences by row. */
function read(text: string, present: readonly ListedCustomer[] = []) {
  const file = readCustomersCsv(text)
  if (!file.ok) return { failure: file.failure }
  const { changes, problems, unchanged } = importPreview(file.value, present, [])
  return { entries: changes.map(({ after }) => after), problems, unchanged }
}

/** Text as a form takes it: no signs that cannot be shown, and no spaces around it. */
const shown = (most: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: most }),
      fc.constantFrom(
        "=cmd|' /C calc'!A0",
        '@SUM(1)',
        '+1',
        '-2+3',
        "'",
        "''=x",
        '"',
        'a;b,c\td',
        'a;=1',
        "a; '-x;",
        ";''\"b",
        "a;'",
        '＝1',
        '-7',
      ),
    )
    .map((text) =>
      text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\uFFFD\u2800]|(?! )\p{Z}/gu, '').trim(),
    )
    .filter((text) => text.length <= most)
const entries = fc.record({
  code: fc.oneof(
    fc.stringMatching(/^[A-Z][0-9]{1,6}$/),
    fc.constantFrom('-A', '+B1', '＝C', '-5').filter((text) => customerCode.safeParse(text).success),
  ),
  name: shown(80),
  group: shown(40),
  note: shown(400),
  tags: fc.uniqueArray(fc.stringMatching(/^[a-z0-9_][a-z0-9_-]{0,8}$/), { maxLength: 12 }),
  ratio: fc.option(fc.constantFrom('1', '0.5', '12.25', '1000')),
})

describe('the export', () => {
  it('reads back as the same entries, whatever is in them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entries, { selector: (entry) => entry.code, maxLength: 8 }), (made) => {
        const customers = made.map((entry) => customer.parse({ ...entry, origin: 'hand' }))
        if (customers.length === 0) return
        const text = written(customers)
        expect(read(text)).toEqual({ entries: customers, problems: [], unchanged: 0 })
        expect(read(text, customers)).toEqual({ entries: [], problems: [], unchanged: customers.length })
      }),
    )
  })

  it('reads back with the columns that only the export has, and imports neither', () => {
    const made = customer.parse({ ...blankCustomer(code('C1'), 'hand'), name: 'Acme', note: 'quiet' })
    const line = { ...csvLine(made), ...readOnlyCells('acme =x', 2) }
    const text = csvOf([line], Object.keys(line) as (keyof typeof line)[])
    expect(text.split(/\r?\n/, 1)[0]).toBe('customer_code,name,group,tags,ratio,note,names,own_limits')
    const file = readCustomersCsv(text)
    expect(file.ok && file.value.notImported).toEqual(['names', 'own_limits'])
    expect(read(text)).toEqual({ entries: [made], problems: [], unchanged: 0 })
    // Wherever the columns stand.
    expect(read('names,customer_code,own_limits,note\r\n=cmd(),C1,7,quiet\r\n')).toMatchObject({
      entries: [{ code: 'C1', note: 'quiet' }],
      problems: [],
    })
  })

  it('writes no 0 for limits that are not read', () => {
    expect(readOnlyCells('', null).own_limits).toEqual({ exact: '' })
    expect(readOnlyCells('', 0).own_limits).toEqual({ exact: '0' })
  })

  it('holds no cell that a spreadsheet runs', () => {
    const text = written([{ ...blankCustomer(code('C1')), name: '=cmd()', note: '@now' }])
    expect(text).toBe("customer_code,name,group,tags,ratio,note\r\nC1,'=cmd(),,,,'@now\r\n")
  })

  it('holds no cell that a spreadsheet with semicolons between its cells runs', () => {
    const text = written([{ ...blankCustomer(code('C1')), name: 'Zed;=cmd()', note: 'late; @now' }])
    expect(text).toBe('customer_code,name,group,tags,ratio,note\r\nC1,"Zed;\'=cmd()",,,,"late; \'@now"\r\n')
  })

  it('does not confirm a detected code that it names as it is', () => {
    const detected = { ...blankCustomer(code('C9')), isDetected: true as const }
    expect(read(written([detected]), [detected])).toEqual({ entries: [], problems: [], unchanged: 1 })
  })
})

describe('a file', () => {
  const zed = { ...blankCustomer(code('C9'), 'hand'), name: 'Zed, "the" first', group: 'macro', ratio: '1.5' }
  it.each([
    ['commas and LF', 'customer_code,name,group,ratio\nC9,"Zed, ""the"" first",macro,1.5'],
    [
      'semicolons, CRLF and a byte order mark',
      '\uFEFFcustomer_code;name;group;ratio\r\nC9;"Zed, ""the"" first";macro;1,5\r\n',
    ],
    ['tabs and CR', 'Customer Code\tName\tGroup\tRatio\rC9\tZed, "the" first\tmacro\t1.5\r'],
    [
      'columns in another order, spaces and empty cells',
      'group,customer_code , ratio,name\n macro, C9 , 1.5 ,"Zed, ""the"" first",,,',
    ],
  ])('with %s is read', (_, text) => {
    expect(read(text)).toEqual({ entries: [zed], problems: [], unchanged: 0 })
  })

  it('leaves a field without a column as it is, and empties one with an empty cell', () => {
    const present = { ...blankCustomer(code('C9'), 'hand'), name: 'Zed', group: 'macro', tags: ['vip'] }
    const { entries: after } = read('customer_code,name,group\nC9,Zoe,\n', [present])
    expect(after).toEqual([{ ...present, name: 'Zoe', group: '' }])
  })

  it.each<[string, string, RegExp]>([
    ['a code with a space', 'C 9,', /^The code is 1 to 64 characters/],
    ['no code', ',Zed', /^The code is 1 to 64 characters/],
    ['a formula', 'C9,=cmd()', /^The name “=cmd\(\)” begins like a formula\. Put a ' in front/],
    ['a formula as code', '=C9,', /^The customer_code “=C9” begins like a formula/],
    [
      'a cell of a megabyte',
      `C9,${'x'.repeat(1_048_576)}`,
      /^The name has 1,048,576 characters\. At most 80 fit\.$/,
    ],
    ['a cell too many', 'C9,Zed,a,b,1,n,more', /^The row has 7 cells, and there are 6 columns/],
    ['text behind a quote', 'C9,"Zed" the first', /^Text stands behind the closing quote/],
    ['a line break in a name', 'C9,"Zed\nthe first"', /^The name has a line break/],
    [
      'a sign that is not UTF-8',
      'C9,Z\uFFFDd',
      /^The name has a sign that cannot be read\. Save the file as UTF-8\.$/,
    ],
    ['a tag with a sign', 'C9,,,a!b', /^The tag “a!b” does not fit/],
    ['a ratio of 0', 'C9,,,,0', /^The ratio must be above 0\. Leave it empty for none\.$/],
    ['a ratio below 0', 'C9,,,,-2', /^The ratio must be above 0/],
    ['a ratio in words', 'C9,,,,two', /^The ratio “two” is not a number\.$/],
    ['a ratio with a doubtful comma', 'C9,,,,"1,500"', /^The ratio “1,500” can mean two numbers/],
    [
      'a sign that turns the name round',
      'C9,\u202Eacme',
      /^The name has a sign that turns its letters round/,
    ],
    ['a group with a sign that nobody sees', 'C9,,macro\u200B', /^The group has a sign that nobody can see/],
    ['a ratio of many digits', `C9,,,,${'9'.repeat(60)}`, /^The ratio “9{24}…” is not a number\.$/],
    ['a quote that nothing closes', 'C9,"Zed', /^A quote opens a cell and none closes it/],
  ])('with %s names the row and why, and keeps the others', (_, row, sentence) => {
    const result = read(`${fields.join(',')}\nC1,Acme\n${row}\n`)
    expect(result.entries?.map((entry) => entry.code)).toEqual(['C1'])
    expect(result.problems).toEqual([{ row: 3, sentence: expect.stringMatching(sentence) as string }])
  })

  it('with a code twice leaves out all its rows, because nobody knows which is right', () => {
    const result = read('customer_code,name\nC1,Acme\nC2,Zed\nC1,Other\n')
    expect(result.entries?.map((entry) => entry.code)).toEqual(['C2'])
    expect(result.problems).toEqual([
      { row: 2, sentence: '“C1” stands in rows 2 and 4. Keep one of them.' },
      { row: 4, sentence: '“C1” stands in rows 2 and 4. Keep one of them.' },
    ])
  })

  it('with a quote that swallows rows says how many lines are lost', () => {
    const result = read('customer_code,name,note\nC1,"Smith,big\nC2,Jones,x\nC3,"Brown",y\nC4,Green,z\n')
    expect(result.entries?.map((entry) => entry.code)).toEqual(['C4'])
    expect(result.problems).toEqual([
      { row: 2, sentence: expect.stringMatching(/The row covers 3 lines of the file/) },
    ])
  })

  it.each([';', '\t'])('with cells separated by %j refuses a ratio whose point may mean thousands', (by) => {
    const rows = [
      ['customer_code', 'ratio'],
      ['C1', '1.500'],
      ['C2', '1.5'],
      ['C3', '1.234,5'],
      ['C4', '0.125'],
    ]
    const result = read(rows.map((cells) => cells.join(by)).join('\n'))
    expect(result.entries?.map((entry) => [entry.code, entry.ratio])).toEqual([
      ['C2', '1.5'],
      ['C4', '0.125'],
    ])
    expect(result.problems).toEqual([
      { row: 2, sentence: expect.stringMatching(/^The ratio “1\.500” can mean two numbers/) },
      { row: 4, sentence: expect.stringMatching(/can mean two numbers/) },
    ])
  })

  it('without a ratio keeps the present one, whatever separates its cells', () => {
    const present = { ...blankCustomer(code('C9'), 'hand'), ratio: '1.125' as Customer['ratio'] }
    expect(read('customer_code;name\nC9;Zoe\n', [present]).entries).toEqual([{ ...present, name: 'Zoe' }])
  })

  it.each<[string, string, RegExp]>([
    ['nothing', '', /^The first row names no column “customer_code”/],
    ['no titles', 'C1,Acme\n', /^The first row names no column “customer_code”/],
    [
      'a row for the separator',
      '\uFEFFsep=;\r\ncustomer_code;name\r\nC1;a\r\n',
      /^The first row only names the separator.*Delete this row/,
    ],
    ['an unknown column', 'customer_code,phone\nC1,1\n', /^The file has the column “phone”/],
    ['a column twice', 'customer_code,name,name\nC1,a,b\n', /^The file has the column “name” twice\.$/],
    ['UTF-16', 'c\0u\0s\0t\0o\0m\0e\0r\0', /^The first row names no column/],
    ['too much', ' '.repeat(20_000_001), /^The file has more than 20,000,000 characters/],
  ])('with %s is refused as a whole', (_, text, sentence) => {
    expect(read(text).failure).toMatch(sentence)
  })
})
