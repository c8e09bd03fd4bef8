import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planted } from './bug.ts'
import { bugs } from './bugs.ts'
import { hunt } from './hunt.ts'
import { namesIn } from './table.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe.each(bugs)('$name', (bug) => {
  it('still fits its file, and the test that finds it is there', () => {
    expect(planted(read(bug.file), bug)).toMatchObject({ ok: true })
    expect(existsSync(join(root, bug.test.file))).toBe(true)
    expect(read(bug.test.file)).toContain(bug.test.title)
  })
})

it('no two have one name, and docs/reliability.md lists each', () => {
  const names = bugs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(namesIn(read('docs/reliability.md'))).toEqual(names)
})

// The rest are for node test/tools/plantedBugs.ts.
it.each(['nonce as Number', 'checkpoint without count'])(
  'planted for real, “%s” is found',
  async (name) => {
    const bug = bugs.find((plantedBug) => plantedBug.name === name)
    expect(bug && (await hunt(root, bug, false))).toMatchObject({ missed: null })
  },
  60_000,
)
