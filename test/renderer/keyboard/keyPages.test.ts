import { panelCommandRows } from '../../../renderer/keyboard/panelCommandRows.ts'
import { describe, expect, it } from 'vitest'
import { keyGroups, keyPages } from '../../../renderer/keyboard/keyCard.ts'
import { KEYS_IN_PANELS } from '../../../renderer/keyboard/keysInPanels.ts'
import { windowKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import { PANEL_COMMANDS, PANEL_KEYS, PANELS } from '../../../renderer/panels/panelRegistry.tsx'

const groups = keyGroups(windowKeyRows(PANEL_KEYS), panelCommandRows(PANEL_COMMANDS))
const titles = (page: ReturnType<typeof keyPages>[number] | undefined) =>
  page?.groups.map(({ title }) => title)

describe('the pages of the F1 card', () => {
  it('begin with the keys of the focused panel, and those that work anywhere', () => {
    const [here] = keyPages(groups, { kind: 'ladder', title: 'Ladder 2' })
    expect(here?.title).toBe('Ladder 2')
    expect(titles(here)).toEqual([
      'Ladder',
      'Armed ladder',
      'Mouse on a ladder',
      'Anywhere',
      'Layout and links',
    ])
    for (const { id, title } of PANELS)
      expect(titles(keyPages(groups, { kind: id, title })[0])?.slice(-2)).toEqual([
        'Anywhere',
        'Layout and links',
      ])
  })

  it('show of the keys of tables only those of the focused table, whatever its number', () => {
    const keysOf = (title: string) =>
      keyPages(groups, { kind: 'a table', title })[0]?.groups.find((group) => group.title === 'Tables')?.keys
    expect(keysOf('Positions')).toContainEqual(['F · R · H', 'flatten · reverse · halve (Positions)'])
    expect(keysOf('Quote board 3')).toContainEqual([
      'Shift K · Shift J',
      'move the row up · down in your own order (Quote board)',
    ])
    expect(keysOf('Quote board 3')?.some(([, does]) => does.includes('(Positions)'))).toBe(false)
    expect(keysOf('Orders')).toContainEqual(['↑ ↓ Home End', 'walk the rows'])
  })

  it('name no key that the plain rows of the watchlist do not have', () => {
    const [tables] = keyPages(groups, { kind: 'watchlist', title: 'Watchlist 2' })[0]?.groups ?? []
    expect(tables).toEqual({ title: 'Tables', keys: [['↑ ↓ Home End', 'walk the rows']] })
  })

  it('begin with the window where no panel has the focus', () => {
    expect(keyPages(groups, null).map(({ title }) => title)).toEqual(['Window', 'All panels', 'Command line'])
  })

  it('together hold every key, without an exception', () => {
    const shown = keyPages(groups, null).flatMap((page) => page.groups.flatMap(({ keys }) => keys))
    for (const rows of Object.values(KEYS_IN_PANELS))
      for (const { cap } of rows) expect(shown.map(([keys]) => keys)).toContain(cap)
    expect(shown).toHaveLength(groups.flatMap(({ keys }) => keys).length)
  })
})
