import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { inTheirPlaces, MOST_AT_ONCE, RowOrder } from '../../../../renderer/panels/tables/arrange/rowOrder.ts'
import type { TableColumn } from '../../../../renderer/panels/tables/arrange/tableColumn.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'

it('rows under the pointer keep their places: new ones come after them, a gone one leaves its place empty', () => {
  expect(inTheirPlaces(['a', 'b', 'c'], ['new', 'c', 'a'])).toEqual(['a', 'b', 'c', 'new'])
})

it('a gone row at the end leaves no empty place', () => {
  expect(inTheirPlaces(['a', 'b', 'c'], ['a'])).toEqual(['a'])
  expect(inTheirPlaces(['a'], [])).toEqual([])
})

interface Fill {
  readonly key: string
}

/** A table of more rows than are ordered at once, the newest first, as the stores keep theirs: one list that grows in place. */
function longTable() {
  const names = createStore<{ value: Readonly<Record<string, string>> }>(() => ({ value: { C1: 'Alpha' } }))
  const keys = Array.from({ length: MOST_AT_ONCE + 1 }, (_, index) => `k${index}`)
  const records = new Map(keys.map((key): [string, Fill] => [key, { key }]))
  const column: TableColumn<Fill> = {
    id: 'name',
    title: 'Name',
    kind: 'text',
    width: '1fr',
    value: ({ key }) => key,
    text: () => names.getState().value['C1'] ?? '',
    cell: () => null,
  }
  const session = {
    server: { customers: names, instruments: names },
    settings: createStore(() => ({ revision: 0 })),
  } as unknown as WindowSession
  const columns = [column]
  const order = new RowOrder<Fill>()
  let second = 0
  let isHeld = false
  const arrange = (words: readonly string[] = []) =>
    order.arrange({
      rows: {
        count: keys.length,
        keyAt: (index) => keys[keys.length - 1 - index] ?? '',
        rowOf: (key) => records.get(key),
        list: '',
        revision: keys.length,
      },
      columns,
      sort: null,
      group: null,
      words,
      session,
      second,
      isHeld: () => isHeld,
    })
  return {
    arrange,
    names,
    add: (key: string) => {
      keys.push(key)
      records.set(key, { key })
    },
    point: (is: boolean) => {
      isHeld = is
    },
    tick: () => second++,
  }
}

describe('a table too long to be ordered each time', () => {
  const newest = `k${MOST_AT_ONCE}`

  it('keeps its rows under the pointer, says how many wait, and shows the newest first once it is gone', () => {
    const table = longTable()
    expect(table.arrange().keyAt(0)).toBe(newest)
    table.point(true)
    table.arrange()
    table.add('new')
    expect(table.arrange().keyAt(0)).toBe(newest)
    table.tick()
    const held = table.arrange()
    expect([held.keyAt(0), held.keyAt(held.count - 1), held.waiting]).toEqual([newest, 'new', 1])
    table.point(false)
    const free = table.arrange()
    expect([free.keyAt(0), free.keyAt(1), free.waiting]).toEqual(['new', newest, 0])
  })

  it('answers the same object until rows come or go', () => {
    const table = longTable()
    const first = table.arrange()
    expect(table.arrange()).toBe(first)
    table.add('new')
    expect(table.arrange()).not.toBe(first)
  })

  it('finds a customer by the new name after a rename', () => {
    const table = longTable()
    expect(table.arrange(['alpha']).count).toBe(MOST_AT_ONCE + 1)
    table.names.setState({ value: { C1: 'Omega' } })
    table.tick()
    expect(table.arrange(['alpha']).count).toBe(0)
    expect(table.arrange(['omega']).count).toBe(MOST_AT_ONCE + 1)
  })
})
