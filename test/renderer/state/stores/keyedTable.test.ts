import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTable } from '../../../../renderer/state/stores/keyedTable.ts'

interface Row {
  readonly id: string
  readonly customerCode: string
  readonly open: boolean
  readonly kinds: readonly string[]
}
const table = (mostOver?: number) =>
  createTable<Row>((item) => item.id, {
    isOpen: (item) => item.open,
    groupsOf: (item) => item.kinds,
    ...(mostOver === undefined ? {} : { mostOver }),
  })
const row = (n: number, open: boolean, kinds: readonly string[] = []): Row => ({
  id: `r${n}`,
  customerCode: `C${n % 2}`,
  open,
  kinds,
})
const anyRow = fc
  .record({ n: fc.nat(9), open: fc.boolean(), kinds: fc.subarray(['a', 'b', 'c']) })
  .map(({ n, open, kinds }) => row(n, open, kinds))

describe('a table', () => {
  it('counts groups like a walk over the open rows, and changes their revision with them', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.array(anyRow), (first, then) => {
        const { store, writer } = table()
        writer.replaceAll(first)
        for (const one of then) {
          const before = store.getState()
          const revisions = new Map([...before.groups].map(([name, group]) => [name, group.revision]))
          const was = before.rows.get(one.id)
          writer.put([one])
          const { rows, openKeys, groups } = store.getState()
          for (const name of ['a', 'b', 'c']) {
            const walked = [...rows.values()].filter((item) => item.open && item.kinds.includes(name))
            expect([...(groups.get(name)?.keys ?? [])].toSorted()).toEqual(
              walked.map((item) => item.id).toSorted(),
            )
            const touched = [was, one].some((item) => item?.open && item.kinds.includes(name))
            expect((groups.get(name)?.revision ?? 0) > (revisions.get(name) ?? 0)).toBe(touched)
          }
          expect(openKeys).toEqual(
            new Set([...rows.values()].flatMap((item) => (item.open ? [item.id] : []))),
          )
        }
      }),
    )
  })

  it('drops the rows that closed first when there are too many, never an open one', () => {
    const { store, writer } = table(100)
    writer.put([row(0, true), row(1, true)])
    for (let n = 2; n < 102; n++) writer.put([row(n, false)])
    // The oldest row is over last.
    writer.put([row(0, false)])
    expect(store.getState()).toMatchObject({ letGo: 0 })
    for (let n = 102; n < 110; n++) writer.put([row(n, false)])
    const { rows, keys, keysByCustomer, letGo, openKeys } = store.getState()
    expect(letGo).toBe(6)
    expect([...rows.keys()]).toEqual(keys)
    expect(keys.slice(0, 3)).toEqual(['r0', 'r1', 'r8'])
    expect(keys).toHaveLength(104)
    expect([...openKeys]).toEqual(['r1'])
    expect([...keysByCustomer.values()].flat().toSorted()).toEqual(keys.toSorted())
    writer.replaceAll([row(1, true)])
    expect(store.getState()).toMatchObject({ letGo: 0, keys: ['r1'] })
  })
})
