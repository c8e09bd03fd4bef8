/** Holds docs/conformance.md: current, no empty cell, every tag known, every file there. */

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStatements, statements, type Column } from './statements.ts'
import { conformanceTable, emptyCells } from './table.ts'
import { collectTags, tagsIn } from './tags.ts'

const root = resolve(import.meta.dirname, '../..')
const tags = collectTags(root)
const filesOf = (column: Column) => (column.kind === 'places' ? column.places.map(({ file }) => file) : [])

describe('docs/conformance.md', () => {
  it('is what `npm run conformance` writes now', () => {
    expect(readFileSync(join(root, 'docs/conformance.md'), 'utf8')).toBe(conformanceTable(statements, tags))
  })

  it('has every id once, and all 29 gaps', () => {
    const ids = statements.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(ids.filter((id) => id.startsWith('gap.'))).toEqual(
      Array.from({ length: 29 }, (_, n) => `gap.${n + 1}`),
    )
    expect(ids.filter((id) => !/^(?:[1-9]|gap)(?:\.[A-Za-z0-9_]+)+$/.test(id))).toEqual([])
  })

  it('names statements that docs/api.md describes, each under an anchor of its id', () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
    const anchors = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)
    expect(statements.map(({ id }) => id).filter((id) => !anchors.includes(id))).toEqual([])
    expect(anchors.filter((id, at) => anchors.indexOf(id) !== at)).toEqual([])
  })

  it('has no empty cell: every statement has its places, or the reason why not, and a test', () => {
    expect(emptyCells(statements, tags)).toEqual([])
  })

  it('is tagged with known ids only', () => {
    const known = new Set(statements.map(({ id }) => id))
    expect(tags.filter(({ id }) => !known.has(id))).toEqual([])
  })

  it('names files that exist, each under the part of the terminal it stands for', () => {
    const wrong = statements.flatMap(({ id, client, paper, screen }) =>
      [
        ...filesOf(client).filter((file) => !/^(?:shared|electron)\//.test(file)),
        ...filesOf(paper).filter((file) => !file.startsWith('electron/paper/')),
        ...filesOf(screen).filter((file) => !file.startsWith('renderer/')),
        ...[client, paper, screen].flatMap(filesOf).filter((file) => !existsSync(join(root, file))),
      ].map((file) => `${id}: ${file}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the tags of a test', () => {
  it('stand at the end of a title or of a case’s name, one or more', () => {
    expect(
      tagsIn(
        [
          "it('one [4.rule.2]', () => {})",
          'test(`two [4.rule.5] [8.leverage]`, run)',
          "  ['a case [gap.17 2.ledger.direction]', 1],",
          'describe("three, of you’re [6.balance.1, 6.balance.2]", () => {})',
          "it('it\\'s four [5.jwt.1]', run)",
        ].join('\n'),
      ),
    ).toEqual([
      '4.rule.2',
      '4.rule.5',
      '8.leverage',
      'gap.17',
      '2.ledger.direction',
      '6.balance.1',
      '6.balance.2',
      '5.jwt.1',
    ])
  })

  it('are not found in comments, skipped tests, code, or the middle of a title', () => {
    expect(
      tagsIn(
        [
          "// it('one [4.rule.2]')",
          "it.skip('two [4.rule.2]', run)",
          'const x = list[1.5]',
          "it('three [4.rule.2] and more', run)",
          "it('four [rule.2]', run)",
        ].join('\n'),
      ),
    ).toEqual([])
  })
})

it('an empty cell is an empty column or a statement that no test names', () => {
  const [one, other] = readStatements(
    '4.a | says | shared/a.ts: here | — none | \n4.b | says | — n | — n | — n',
  )
  if (!one || !other) throw new Error('two statements were written')
  expect(emptyCells([one, other], [{ id: '4.b', file: 'test/b.test.ts' }])).toEqual([
    '4.a: screen',
    '4.a: tests',
  ])
  expect(conformanceTable([one], [])).toContain(
    '| `4.a` | says | [a.ts](../shared/a.ts): here | — none |  |  |',
  )
})
