import { describe, expect, it } from 'vitest'
import {
  inChosenOrder,
  moveColumn,
  shownColumns,
  toggleColumn,
} from '../../../../renderer/panels/tables/arrange/columnChoice.ts'

const COLUMNS = [{ id: 'a', always: 'A stays.' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]
const ids = (columns: readonly { readonly id: string }[]) => columns.map(({ id }) => id).join('')

describe('the choice of columns', () => {
  it('shows every column as they come without a choice', () => {
    expect(shownColumns(COLUMNS, undefined)).toBe(COLUMNS)
  })

  it('moves a column over hidden ones too, and never beyond an end', () => {
    const moved = moveColumn(COLUMNS, { order: [], hidden: ['c'] }, 'd', -1)
    expect(ids(inChosenOrder(COLUMNS, moved))).toBe('abdc')
    expect(ids(inChosenOrder(COLUMNS, moveColumn(COLUMNS, undefined, 'a', -1)))).toBe('abcd')
    expect(ids(inChosenOrder(COLUMNS, moveColumn(COLUMNS, undefined, 'd', 1)))).toBe('abcd')
  })

  it('puts a column of a later release behind the one that it comes behind, and keeps what it does not know', () => {
    expect(ids(inChosenOrder(COLUMNS, { order: ['d', 'b', 'a'], hidden: [] }))).toBe('dbca')
    expect(moveColumn(COLUMNS, { order: ['x', 'b'], hidden: ['y'] }, 'b', 1)).toMatchObject({
      order: expect.arrayContaining(['x']),
      hidden: ['y'],
    })
  })

  it('never hides a column that must stay, nor the last one, also when a stored choice says so', () => {
    expect(toggleColumn(COLUMNS, undefined, 'a')).toEqual({ ok: false, failure: 'A stays.' })
    expect(ids(shownColumns(COLUMNS, { order: [], hidden: ['a', 'b', 'c', 'd'] }))).toBe('a')
    const free = [{ id: 'b' }, { id: 'c' }]
    expect(toggleColumn(free, { order: [], hidden: ['b'] }, 'c').ok).toBe(false)
    expect(ids(shownColumns(free, { order: [], hidden: ['b', 'c'] }))).toBe('bc')
  })

  it('shows a hidden column again', () => {
    const hidden = toggleColumn(COLUMNS, undefined, 'b')
    expect(hidden.ok && ids(shownColumns(COLUMNS, hidden.value))).toBe('acd')
    const shown = hidden.ok ? toggleColumn(COLUMNS, hidden.value, 'b') : hidden
    expect(shown.ok && ids(shownColumns(COLUMNS, shown.value))).toBe('abcd')
  })

  it('shows a column that is off at first only once the dealer shows it, and keeps that through other changes', () => {
    const columns = [{ id: 'a' }, { id: 'b', isOffAtFirst: true as const }, { id: 'c' }]
    expect(ids(shownColumns(columns, undefined))).toBe('ac')
    expect(ids(shownColumns(columns, { order: ['b', 'a'], hidden: [] }))).toBe('ca')
    const on = toggleColumn(columns, undefined, 'b')
    if (!on.ok) throw new Error(on.failure)
    expect(ids(shownColumns(columns, on.value))).toBe('abc')
    const moved = moveColumn(columns, on.value, 'b', 1)
    expect(ids(shownColumns(columns, moved))).toBe('acb')
    const less = toggleColumn(columns, moved, 'a')
    expect(less.ok && ids(shownColumns(columns, less.value))).toBe('cb')
    const off = toggleColumn(columns, moved, 'b')
    expect(off.ok && ids(shownColumns(columns, off.value))).toBe('ac')
  })
})
