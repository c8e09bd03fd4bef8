import { expect, it } from 'vitest'
import { ADMIN_PANELS, PANEL_WORDS, type AdminPanelId } from '../../../renderer/admin/panels.ts'
import { rankItems } from '../../../renderer/ui/rankItems.ts'
import { PANELS } from '../../../renderer/workspace/defaultLayout.ts'

const items = [
  ...Object.values(PANELS).map((label) => ({ label, detail: '' })),
  ...Object.entries(ADMIN_PANELS).map(([key, label]) => ({
    label,
    detail: PANEL_WORDS[key as AdminPanelId],
  })),
]

it.each([...Object.values(PANELS), ...Object.values(ADMIN_PANELS)])(
  'the title of a panel finds that panel first: %s',
  (title) => {
    expect(rankItems(items, title)[0]?.label).toBe(title)
    expect(rankItems(items, title.toLowerCase())[0]?.label).toBe(title)
  },
)

it.each([
  ['venue', 'Venue profile'],
  ['profile', 'Venue profile'],
  ['marg', 'Margin'],
  ['bps', 'Fees'],
])('%s finds %s: titles before descriptions', (typed, title) => {
  expect(rankItems(items, typed)[0]?.label).toBe(title)
})

it('keeps all items in their order while nothing is typed, and none that does not fit', () => {
  expect(rankItems(items, ' ')).toEqual(items)
  expect(rankItems(items, 'no such panel')).toEqual([])
})
