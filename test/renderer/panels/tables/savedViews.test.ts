import { describe, expect, it } from 'vitest'
import {
  readViews,
  viewNameProblem,
  viewsText,
  withoutView,
  withView,
  type SavedView,
} from '../../../../renderer/panels/tables/views/savedViews.ts'
import { PLAIN_TABLE } from '../../../../renderer/state/tableChoices.ts'

const view = (name: string, more: Partial<SavedView> = {}): SavedView => ({
  name,
  filter: '',
  choices: PLAIN_TABLE,
  ...more,
})
const stored = (...views: readonly SavedView[]) => readViews(viewsText(views))

describe('saved views', () => {
  it('come back as they were saved, by name', () => {
    const losers = view('Losers', {
      filter: 'btc',
      choices: {
        sort: { column: 'unrealised', descending: false },
        group: 'customer',
        columns: { order: ['size'], hidden: ['fees'] },
      },
    })
    expect(stored(losers, view('All')).views).toEqual([view('All'), losers])
  })

  it('a view with the name of another one replaces it, whatever the capitals', () => {
    const replaced = withView(stored(view('Losers')), view(' losers ', { filter: 'eth' }))
    expect(replaced).toEqual({ ok: true, value: [view('losers', { filter: 'eth' })] })
  })

  it('of damaged text none is offered, and the next save sets it aside', () => {
    for (const text of ['{', '[]', '{"version":1,"views":[{"name":""}]}', '{"version":0,"views":[]}']) {
      const saved = readViews(text)
      expect(saved).toMatchObject({
        views: [],
        trouble: expect.stringMatching(/cannot be read/),
        isLocked: false,
      })
      expect(withView(saved, view('New')).ok).toBe(true)
    }
  })

  it('of a newer release none is offered, and nothing is saved over them', () => {
    const saved = readViews('{"version":2,"tables":{}}')
    expect(saved).toMatchObject({
      views: [],
      trouble: expect.stringMatching(/newer Openpit/),
      isLocked: true,
    })
    expect(withView(saved, view('New')).ok).toBe(false)
    expect(withoutView(saved, 'Old').ok).toBe(false)
  })

  it('a choice that cannot be read has its usual value, and the view stays', () => {
    const text =
      '{"version":1,"views":[{"name":"A","filter":"","choices":{"sort":7,"group":3,"later":true}}]}'
    expect(readViews(text).views[0]?.choices).toMatchObject({ sort: null, group: undefined, later: true })
  })

  it.each([
    ['', /Type a name/],
    ['x'.repeat(25), /at most 24/],
    ['a\u0007', /letters, digits/],
  ])('refuse the name %j', (name, why) => {
    expect(viewNameProblem(stored(), name)).toMatch(why)
  })

  it('are twenty at most; one of them can still be replaced', () => {
    const full = stored(...Array.from({ length: 20 }, (_, n) => view(`View ${n}`)))
    expect(viewNameProblem(full, 'One more')).toMatch(/at most 20/)
    expect(viewNameProblem(full, 'view 3')).toBeNull()
  })
})
