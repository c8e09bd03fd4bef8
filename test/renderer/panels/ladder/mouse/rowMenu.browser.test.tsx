/** What the menu of a row may do once something else happened after it opened. */

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LadderProps, LadderRequest } from '../../../../../renderer/panels/ladder/ladderProps.ts'
import { stageLadder } from '../../../../pixels/stage.tsx'
import { calm, orderOf } from '../scenes.ts'
import { handOn } from './hand.ts'

const grid = () => page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
const menu = () => page.getByRole('menu')
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
/** Long enough to read what is on screen, ms. */
const READ = 1_000

/** A ladder with the menu of the row of the best bid, opened by key. */
async function opened(props: Partial<LadderProps> = {}) {
  const staged = await stageLadder(calm(), props)
  staged.clock.advance(READ)
  ;(grid().element() as HTMLElement).focus()
  await userEvent.keyboard('{BracketLeft}{Shift>}{F10}{/Shift}')
  await expect.element(menu()).toBeVisible()
  await expect.poll(() => menu().element().contains(document.activeElement)).toBe(true)
  return {
    ...staged,
    called: (name: string) => staged.calls.filter((call) => call.name === name),
    asked: async () => {
      await staged.paint.settle()
      return staged.calls
        .filter((call) => call.name === 'onRequest')
        .map((call) => call.args[0] as LadderRequest)
    },
    read: () => staged.clock.advance(READ),
  }
}

test('of two own orders with the same words the chosen one is canceled', async () => {
  const orders = [orderOf('buy', '62149'), orderOf('buy', '62149')]
  const { asked, read } = await opened({ orders })
  read()
  await item(/^Cancel BUY/)
    .nth(1)
    .click()
  expect(await asked()).toEqual([{ kind: 'cancel', orders: [orders[1]] }])
})

test('an own order that ends does not give its place to the next one', async () => {
  const orders = [orderOf('buy', '62149'), orderOf('buy', '62149')]
  const { asked, read, change } = await opened({ orders })
  read()
  const first = item(/^Cancel BUY/).first()
  await first.hover()
  const { x, y } = first.element().getBoundingClientRect()
  await change({ orders: orders.slice(1) })
  const under = document.elementFromPoint(x + 9, y + 9)
  under?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  under?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await userEvent.keyboard('{Enter}')
  expect(await asked()).toEqual([])
  read()
  await item(/^Cancel BUY/).click()
  expect(await asked()).toEqual([{ kind: 'cancel', orders: orders.slice(1) }])
})

test('does not come back with the customer', async () => {
  const { change } = await opened()
  await change({ customer: { code: 'C2007', name: 'Beacon', closed: null } })
  await expect.element(menu()).not.toBeInTheDocument()
  await change({ customer: { code: 'C1042', name: 'Acme Pension', closed: null } })
  await expect.element(menu()).not.toBeInTheDocument()
})

test('its cursor item goes to no other price when the rows changed their size', async () => {
  const { asked, read, change, books, paint, clock } = await opened()
  await change({ grouping: 10 })
  for (const { sink } of books.open) sink.snapshot(calm({ rowStep: 50 }))
  await paint.settle()
  clock.advance(250)
  await paint.settle()
  read()
  await item(/^Cursor to/).click()
  ;(grid().element() as HTMLElement).focus()
  await userEvent.keyboard('b')
  expect((await asked()).filter((wanted) => wanted.kind !== 'limit' || wanted.price !== '62149')).toEqual([])
})

test('a double click on an item does nothing to the rows behind it', async () => {
  const { asked, read } = await opened({ express: true })
  read()
  await item(/^Buy 2.5: limit/).dblClick({ position: { x: 60, y: 8 } })
  expect(await asked()).toMatchObject([{ kind: 'limit', side: 'buy', price: '62149' }])
})

test('a click beside the menu closes it and does nothing to the row there', async () => {
  const { asked, read } = await opened({ express: true })
  read()
  await userEvent.click(document.documentElement, { position: { x: 110, y: 60 } })
  await expect.element(menu()).not.toBeInTheDocument()
  expect(await asked()).toEqual([])
})

test('a held Enter, or one before the menu could be read, chooses nothing', async () => {
  const { asked, read } = await opened({ express: true })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(await asked()).toEqual([])
  read()
  const held = () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'Enter',
        code: 'Enter',
        repeat: true,
        bubbles: true,
        cancelable: true,
      }),
    )
  held()
  held()
  expect(await asked()).toEqual([])
})

test('keys that reach the ladder before the menu has the focus do nothing', async () => {
  const { clock, calls } = await stageLadder(calm(), { proposal: 'BUY 2.5', express: true })
  clock.advance(READ)
  const element = grid().element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{BracketLeft}')
  for (const [key, shiftKey] of [
    ['F10', true],
    ['ArrowDown', false],
    ['Enter', false],
    ['KeyB', false],
  ] as const)
    element.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, shiftKey, bubbles: true }))
  expect(calls.map(({ name }) => name).filter((name) => name === 'onSend' || name === 'onRequest')).toEqual(
    [],
  )
})

test('chooses nothing that is refused by now: disarmed, then Enter', async () => {
  const { asked, read, change } = await opened()
  await userEvent.keyboard('{ArrowDown}')
  await change({ armed: false })
  read()
  await userEvent.keyboard('{Enter}')
  expect(await asked()).toEqual([])
})

test('closes when the focus goes elsewhere', async () => {
  await opened()
  const elsewhere = document.createElement('button')
  document.body.append(elsewhere)
  elsewhere.focus()
  await expect.element(menu()).not.toBeInTheDocument()
  elsewhere.remove()
})

test('a double right click opens the menu and chooses nothing', async () => {
  const { clock, paint, calls } = await stageLadder(calm(), {
    mouseProfile: 'tt',
    orders: [orderOf('buy', '62147.5')],
  })
  clock.advance(READ)
  const { height, left, top } = grid().element().getBoundingClientRect()
  const place = { x: 110, y: height - 60 }
  handOn(grid().element()).click(place, 'right')
  await paint.settle()
  await expect.element(menu()).toBeVisible()
  clock.advance(READ)
  await userEvent.click(document.documentElement, {
    button: 'right',
    position: { x: left + place.x, y: top + place.y },
  })
  await paint.settle()
  expect(calls.filter(({ name }) => name === 'onRequest')).toEqual([])
})
