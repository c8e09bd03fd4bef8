import { describe, expect, it } from 'vitest'
import { PANELS } from '../../../renderer/panels/panelRegistry.tsx'
import { rankItems, soleItem } from '../../../renderer/ui/rankItems.ts'

const items = PANELS.map(({ title, description }) => ({ label: title, detail: description }))

it.each(PANELS)('the title of a panel finds that panel first: $title', ({ title }) => {
  expect(rankItems(items, title)[0]?.label).toBe(title)
  expect(rankItems(items, title.toLowerCase())[0]?.label).toBe(title)
})

it.each([
  ['venue', 'Venue profile'],
  ['profile', 'Venue profile'],
  ['marg', 'Margin'],
  ['bps', 'Fees'],
])('%s finds %s: titles before descriptions', (typed, title) => {
  expect(rankItems(items, typed)[0]?.label).toBe(title)
})

it('keeps all items in order while nothing is typed, later only the fitting ones', () => {
  expect(rankItems(items, ' ')).toEqual(items)
  expect(rankItems(items, 'no such panel')).toEqual([])
})

describe('the item that a text names', () => {
  const customers = ['C1042', 'C1043', 'C10'].map((label) => ({ label, detail: 'Acme' }))

  it.each(['', ' ', 'c104', 'acme', 'C9'])('is none while several or none can be meant: "%s"', (typed) => {
    expect(soleItem(customers, typed)).toBeNull()
  })

  it.each([
    ['the whole label, though others begin with it', 'c10', 'C10'],
    ['the only one that fits', '1043', 'C1043'],
  ])('is %s', (_name, typed, label) => {
    expect(soleItem(customers, typed)?.label).toBe(label)
  })
})
