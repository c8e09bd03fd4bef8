/** Two windows that save or delete views of one kind of table, with the core's own settings behind them. */

import { expect, it } from 'vitest'
import { readViews, viewsSetting } from '../../../../renderer/panels/tables/views/savedViews.ts'
import { deleteView, saveView } from '../../../../renderer/panels/tables/views/tableViews.ts'
import { openDesk } from '../../state/workspaces/desk.ts'

const ORDERS = 'orders:1'
const SETTING = viewsSetting('orders')

function twoWindows() {
  const desk = openDesk()
  const views = () => readViews(desk.stored()[SETTING]).views.map(({ name }) => name)
  return { desk, first: desk.open('main'), second: desk.open('windowa'), views }
}

it('two windows that save a view at the same moment keep both', async () => {
  const { desk, first, second, views } = twoWindows()
  desk.holdNews(true)
  await Promise.all([saveView(first, ORDERS, 'Mine'), saveView(second, ORDERS, 'Theirs')])
  desk.holdNews(false)
  expect(views()).toEqual(['Mine', 'Theirs'])
})

it('a window that has not heard of a view neither deletes nor loses it', async () => {
  const { desk, first, second, views } = twoWindows()
  await saveView(first, ORDERS, 'Old')
  desk.holdNews(true)
  await saveView(first, ORDERS, 'New')
  await deleteView(second, ORDERS, 'Old')
  desk.holdNews(false)
  expect(views()).toEqual(['New'])
})

it('a view of the same name is the one that was saved last', async () => {
  const { desk, first, second, views } = twoWindows()
  second.workspace.setState(({ panels }) => ({
    panels: {
      ...panels,
      [ORDERS]: { ...panels[ORDERS], table: { sort: { column: 'price', descending: true } } },
    } as typeof panels,
  }))
  desk.holdNews(true)
  await saveView(first, ORDERS, 'Mine')
  await saveView(second, ORDERS, 'mine')
  desk.holdNews(false)
  expect(views()).toEqual(['mine'])
  expect(readViews(desk.stored()[SETTING]).views[0]?.choices.sort).toEqual({
    column: 'price',
    descending: true,
  })
})

it('the first view over damaged ones leaves their text in the settings', async () => {
  const desk = openDesk({ [SETTING]: '{"version":1,"views":[{"name":7}]}' })
  const window = desk.open('main')
  await saveView(window, ORDERS, 'Mine')
  expect(readViews(desk.stored()[SETTING]).views.map(({ name }) => name)).toEqual(['Mine'])
  expect(desk.stored()[`${SETTING}.unread.a`]).toBe('{"version":1,"views":[{"name":7}]}')
  desk.save(SETTING, 'damaged again')
  await saveView(window, ORDERS, 'Other')
  expect(desk.stored()[`${SETTING}.unread.b`]).toBe('damaged again')
  expect(desk.stored()[`${SETTING}.unread.a`]).toBe('{"version":1,"views":[{"name":7}]}')
})

it('damaged views stay where they are while their text cannot be set aside', async () => {
  const places = Object.fromEntries(
    'a b c d e f g h i j'.split(' ').map((letter) => [`${SETTING}.unread.${letter}`, `damaged ${letter}`]),
  )
  const desk = openDesk({ ...places, [SETTING]: 'damaged' })
  await saveView(desk.open('main'), ORDERS, 'Mine')
  expect(desk.stored()).toEqual({ ...places, [SETTING]: 'damaged' })
  desk.save(`${SETTING}.unread.c`, 'damaged')
  await saveView(desk.open('main'), ORDERS, 'Mine')
  expect(readViews(desk.stored()[SETTING]).views.map(({ name }) => name)).toEqual(['Mine'])
})
