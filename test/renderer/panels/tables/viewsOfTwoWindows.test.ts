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
