/** A body taken in piece by piece gives the rows and the rest that parsing the whole body gives. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ListScanner } from '../../../../shared/broker/lists/listScanner.ts'

function scan(body: string, cuts: readonly number[], names: readonly string[] = ['items']) {
  const rows: [list: string, row: unknown][] = []
  const scanner = new ListScanner(names, (list, row) => rows.push([list, JSON.parse(row)]))
  const ends = [...new Set(cuts.map((cut) => cut % (body.length + 1)))].toSorted((a, b) => a - b)
  let from = 0
  for (const end of [...ends, body.length]) {
    scanner.push(body.slice(from, end))
    from = end
  }
  return { rows, scanner }
}

it('cut anywhere, rows and rest are those of the parsed body', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.dictionary(
        fc.string().filter((name) => name !== 'items' && name !== '__proto__'),
        fc.jsonValue(),
      ),
      fc.boolean(),
      fc.constantFrom(undefined, 1, '\t'),
      fc.array(fc.nat(5_000), { maxLength: 20 }),
      (list, around, bare, indent, cuts) => {
        const value = bare ? list : { ...around, items: list }
        const { rows, scanner } = scan(JSON.stringify(value, null, indent), cuts)
        const name = bare ? '' : 'items'
        expect(rows).toEqual(JSON.parse(JSON.stringify(list.map((row) => [name, row]))))
        expect(JSON.parse(scanner.rest)).toEqual(
          JSON.parse(JSON.stringify(bare ? [] : { ...around, items: [] })),
        )
        expect(scanner.problem).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})

it('a list inside a row, under another name or deeper than the body’s fields is no list', () => {
  const body = '{"others":[1,2],"meta":{"items":[3]},"items":[{"items":[4]},[5]]}'
  const { rows, scanner } = scan(body, [])
  expect(rows).toEqual([
    ['items', { items: [4] }],
    ['items', [5]],
  ])
  expect(JSON.parse(scanner.rest)).toEqual({ others: [1, 2], meta: { items: [3] }, items: [] })
})

it('an empty list counts as begun; a body that breaks off keeps its complete rows', () => {
  expect([...scan('{"items": [ ] }', [3, 9]).scanner.begun]).toEqual(['items'])
  expect(scan('{"items":[{"a":1},{"a":2},{"a":', []).rows.map(([, row]) => row)).toEqual([{ a: 1 }, { a: 2 }])
})

it('a row or remainder without an end is refused before it fills the memory', () => {
  expect(scan(`[${'9'.repeat(300_000)}`, []).scanner.problem).toMatch(/one of its rows is longer/)
  expect(scan(`{"a":"${'x'.repeat(1_100_000)}`, []).scanner.problem).toMatch(/around its rows is longer/)
})
