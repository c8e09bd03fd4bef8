import { expect, test } from 'vitest'
import { healthRows } from '../../../../renderer/panels/diagnostics/healthRows.ts'
import type { Figure } from '../../../../shared/domain/health/health.ts'

const figureOf = (name: Figure['name'], value: number | null): Figure => ({
  name,
  value,
  at: value === null ? null : 1_000,
  why: null,
})
const rowsOf = (...figures: Figure[]) =>
  healthRows({ at: 1_000, measures: [], figures, warnings: [], problems: [], history: '' })

test('the longest delay of the program stands in the column of the longest, and no other figure does', () => {
  const shown = rowsOf(figureOf('loopLag', 1_000_000), figureOf('requests', 12))
  expect(shown.map(({ title, value, most }) => [title, value, most])).toEqual([
    ['Program busy', '1.0 s', '1.0 s'],
    ['Requests a minute', '12', ''],
  ])
})

test('a delay that was not read has no longest', () => {
  expect(rowsOf(figureOf('loopLag', null))).toMatchObject([{ most: '', why: 'it was not read' }])
})
