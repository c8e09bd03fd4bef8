import { describe, expect, it } from 'vitest'
import { createBackwardPager } from '../../../../../electron/core/reconciliation/tradesAndLedger/backwardPager.ts'
import { ok } from '../../../../../shared/base/result.ts'

describe('reading back', () => {
  /** A venue's list, newest first, in pages. */
  function listOf(size: number, page: number) {
    const all = Array.from({ length: size }, (_, n) => `c${n}`)
    const taken = new Set<string>()
    let reads = 0
    const history = createBackwardPager<string>({
      read: async (before) => {
        reads++
        const newest = all.toReversed()
        const start = before === undefined ? 0 : newest.indexOf(before) + 1
        const items = newest.slice(start, start + page)
        return ok({ items, next: start + page < newest.length ? (items.at(-1) ?? null) : null })
      },
      codeOf: (code) => code,
      take: (items) => items.forEach((code) => taken.add(code)),
      pending: () => [],
    })
    return { all, taken, history, reads: () => reads }
  }

  it('is whole at the first record, and after a gap only once it reached known records [gap.24 4.transactions.order]', async () => {
    const { all, taken, history } = listOf(7, 3)
    expect(history.whole).toBe(false)
    await history.catchUp()
    expect(history.whole).toBe(true)
    history.gap()
    expect(history.whole).toBe(false)
    // A record that the stream brings after the gap must not pass for the edge of what was known before it.
    for (let n = 7; n < 20; n++) all.push(`c${n}`)
    history.note('c19')
    await history.catchUp()
    expect(history.whole).toBe(true)
    expect(taken.size).toBe(20)
  })

  it('reads one page when nothing is missing', async () => {
    const { history, reads } = listOf(50, 10)
    await history.catchUp()
    const before = reads()
    await history.catchUp()
    expect(reads() - before).toBe(1)
  })

  it('reports a long history as not whole until its oldest page has come', async () => {
    const { taken, history } = listOf(45, 2)
    await history.catchUp()
    expect(history.whole).toBe(false)
    for (let n = 0; n < 5; n++) await history.readOlder()
    expect(history.whole).toBe(true)
    expect(taken.size).toBe(45)
  })

  /** A list whose venue shows these pages, whatever is asked for, and speaks of `total` rows. */
  function countedList(pages: readonly (readonly string[])[], total: number, unreadable = 0) {
    let reads = 0
    const taken: string[] = []
    const history = createBackwardPager<string>({
      read: async () => {
        const at = Math.min(reads++, pages.length - 1)
        const items = pages[at] ?? []
        return ok({
          items,
          next: at === pages.length - 1 ? null : (items.at(-1) ?? null),
          unreadable: at === 0 ? unreadable : 0,
          behind: (known) => (total > known ? `the venue counts ${total} and showed ${known}` : null),
        })
      },
      codeOf: (code) => code,
      take: (items) => taken.push(...items),
      pending: () => [],
    })
    return { history, taken }
  }

  it('is not whole where the venue counts more rows than it shows, and is read again', async () => {
    const { history, taken } = countedList([['c3', 'c2']], 37)
    expect(await history.catchUp()).toMatchObject({
      failure: { message: 'This list is not whole: the venue counts 37 and showed 2.' },
    })
    expect(taken).toEqual(['c2', 'c3'])
    expect(history.whole).toBe(false)
    expect((await history.catchUp()).ok).toBe(false)
  })

  it('is whole where the count equals all rows of all pages, including unreadable ones', async () => {
    const { history } = countedList([['c3', 'c2'], ['c1']], 4, 1)
    expect(await history.catchUp()).toEqual(ok(null))
    expect(history.whole).toBe(true)
  })

  it('stays open when a gap came while it was reading', async () => {
    const { history } = listOf(3, 3)
    const reading = history.catchUp()
    history.gap()
    await reading
    expect(history.whole).toBe(false)
  })
})
