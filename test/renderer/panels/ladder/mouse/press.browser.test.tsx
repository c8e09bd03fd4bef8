/** What a press of the mouse on the ladder may do once something else happened before its release. */

import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LadderProps, LadderRequest } from '../../../../../renderer/panels/ladder/ladderProps.ts'
import { stageLadder, type Staged } from '../../../../pixels/stage.tsx'
import { calm, orderOf } from '../scenes.ts'
import { handOn } from './hand.ts'

const grid = () => page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
const at = (price: string, fraction: number) => {
  const rows = [...grid().element().querySelectorAll('[role=row]')]
  const n = rows.findIndex((row) => row.children[2]?.textContent.startsWith(price))
  if (n < 0) throw new Error(`The grid has no row at ${price}.`)
  return { x: Math.round(grid().element().clientWidth * fraction), y: (n + 1) * 19 + 9 }
}
const BIDS = 0.28
const WORK = 0.14
const requests = ({ calls }: Staged): LadderRequest[] =>
  calls.filter((call) => call.name === 'onRequest').map((call) => call.args[0] as LadderRequest)

async function stage(props: Partial<LadderProps> = {}) {
  const staged = await stageLadder(calm(), props)
  // No move of the rows is recent.
  staged.clock.advance(1_000)
  return {
    ...staged,
    hand: handOn(grid().element()),
    /** What the ladder asked for, once every click is answered. */
    asked: async () => {
      await staged.paint.settle()
      return requests(staged)
    },
  }
}
const wheel = () =>
  grid()
    .element()
    .dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }))
async function says(words: RegExp) {
  await expect.element(page.getByText(words)).toBeVisible()
}

describe('a press', () => {
  test('with a second button down asks for nothing, also not the second button’s cancel', async () => {
    const { hand, asked } = await stage({ mouseProfile: 'ib', orders: [orderOf('buy', '62147.5')] })
    const place = at('62,147.5', WORK)
    hand.down(place)
    hand.down(place, 'right')
    hand.up('right')
    hand.up('left')
    expect(await asked()).toEqual([])
    hand.click(place, 'right')
    expect(await asked()).toMatchObject([{ kind: 'cancel' }])
  })

  test.each([BIDS, WORK])(
    'that left its cell and came back asks for nothing (column at %s)',
    async (column) => {
      const { hand, asked } = await stage({ orders: [orderOf('buy', '62147.5')] })
      hand.down(at('62,147.5', column))
      hand.move(at('62,145.5', column))
      hand.move(at('62,147.5', column))
      hand.up()
      expect(await asked()).toEqual([])
      await says(/The pointer left the cell/)
    },
  )

  test('that the system took away asks for nothing at a later release', async () => {
    const { hand, asked } = await stage()
    hand.down(at('62,146.0', BIDS))
    hand.cancel()
    hand.up()
    expect(await asked()).toEqual([])
  })

  test.each([
    ['a click', BIDS, '62,147.5'],
    ['a drag of an order', WORK, '62,145.5'],
  ])('that was %s asks for nothing once Esc gave it up', async (_what, column, to) => {
    const { hand, asked, calls } = await stage({
      orders: [orderOf('buy', '62147.5')],
      express: true,
      proposal: 'C1042 · BUY',
    })
    ;(grid().element() as HTMLElement).focus()
    hand.down(at('62,147.5', column))
    if (column === WORK) hand.move(at(to, column))
    await userEvent.keyboard('{Escape}')
    hand.up()
    expect(await asked()).toEqual([])
    // One Esc has one meaning: what waited still waits.
    expect(calls.filter(({ name }) => name === 'onDrop')).toEqual([])
  })

  test.each(['the pointer came back', 'the window lost the focus'])(
    'whose button came up elsewhere asks for nothing at a later release: %s',
    async (how) => {
      const { hand, asked } = await stage({ orders: [orderOf('buy', '62147.5')], express: true })
      hand.down(at('62,147.5', WORK))
      if (how === 'the pointer came back') hand.comeBack(at('62,146.0', WORK))
      else window.dispatchEvent(new Event('blur'))
      hand.move(at('62,145.5', WORK))
      hand.up()
      expect(await asked()).toEqual([])
    },
  )

  test('of a second finger or of a pen’s eraser asks for nothing', async () => {
    const { asked } = await stage({ express: true })
    const { left, top } = grid().element().getBoundingClientRect()
    const { x, y } = at('62,146.0', BIDS)
    const send = (kind: string, more: PointerEventInit) =>
      grid()
        .element()
        .dispatchEvent(
          new PointerEvent(kind, {
            bubbles: true,
            clientX: left + x,
            clientY: top + y,
            isPrimary: true,
            ...more,
          }),
        )
    send('pointerdown', { pointerType: 'pen', button: 5, buttons: 32 })
    send('pointerup', { pointerType: 'pen', button: 5 })
    send('pointerdown', { pointerType: 'touch', pointerId: 1, buttons: 1 })
    send('pointerdown', { pointerType: 'touch', pointerId: 2, buttons: 1, isPrimary: false })
    send('pointerup', { pointerType: 'touch', pointerId: 2, isPrimary: false })
    send('pointerup', { pointerType: 'touch', pointerId: 1 })
    expect(await asked()).toEqual([])
    send('pointerdown', { pointerType: 'touch', pointerId: 1, buttons: 1 })
    send('pointerup', { pointerType: 'touch', pointerId: 1 })
    expect(await asked()).toHaveLength(1)
  })

  test.each([BIDS, WORK])('during which the rows moved asks for nothing (column at %s)', async (column) => {
    const { hand, asked, clock } = await stage({ orders: [orderOf('buy', '62147.5')] })
    hand.down(at('62,147.5', column))
    wheel()
    await asked()
    clock.advance(2_000)
    hand.up()
    expect(await asked()).toEqual([])
    if (column === BIDS) await says(/The rows moved during the press/)
  })

  test('made just after a move of the rows asks for nothing, however late its release', async () => {
    const { hand, asked, clock } = await stage()
    wheel()
    hand.down(at('62,146.0', BIDS))
    clock.advance(2_000)
    hand.up()
    expect(await asked()).toEqual([])
    // Whether the move was drawn before the press or during it, is up to the painter.
    await says(/The rows (?:had just moved|moved during the press)/)
  })

  test.each<[string, Partial<LadderProps>, Partial<LadderProps>]>([
    ['another customer', {}, { customer: { code: 'C2007', name: 'Beacon', closed: null } }],
    ['another size', {}, { sizeIndex: 5 }],
    ['express', {}, { express: true }],
    ['arms', { armed: false }, { armed: true }],
    ['another mouse profile', { mouseProfile: 'tt' }, { mouseProfile: 'ib' }],
  ])('that found %s at its release asks for nothing', async (_, before, after) => {
    const { hand, asked, change } = await stage(before)
    hand.down(at('62,146.0', BIDS))
    await change(after)
    hand.up()
    expect(await asked()).toEqual([])
    await says(/changed during the press/)
    hand.click(at('62,146.0', BIDS))
    expect(await asked()).toMatchObject([{ kind: 'limit' }])
  })

  test('of the right button under one profile cancels nothing under the next', async () => {
    const { hand, asked, change } = await stage({ orders: [orderOf('buy', '62147.5')] })
    hand.down(at('62,147.5', WORK), 'right')
    await change({ mouseProfile: 'ib' })
    hand.up('right')
    expect(await asked()).toEqual([])
  })

  test('on an own order still cancels it when the ladder disarms meanwhile', async () => {
    const order = orderOf('buy', '62147.5')
    const { hand, asked, change } = await stage({ orders: [order] })
    hand.down(at('62,147.5', WORK))
    await change({ armed: false })
    hand.up()
    expect(await asked()).toEqual([{ kind: 'cancel', orders: [order] }])
  })

  test.each([{ modifierAltGraph: true }, { ctrlKey: true, altKey: true, modifierAltGraph: true }])(
    'with AltGr (%o) is no plain press',
    async (modifiers) => {
      const { hand, asked } = await stage({ express: true })
      hand.click(at('62,146.0', BIDS), 'left', modifiers)
      expect(await asked()).toEqual([])
      await says(/Nothing was done: a .*AltGr left click means nothing/)
    },
  )
})

describe('an own order', () => {
  test('that came to the row during the press is not canceled with it', async () => {
    const first = orderOf('buy', '62147.5')
    const { hand, asked, change } = await stage({ orders: [first] })
    hand.down(at('62,147.5', WORK))
    await change({ orders: [first, orderOf('buy', '62147.5')] })
    hand.up()
    expect(await asked()).toEqual([{ kind: 'cancel', orders: [first] }])
  })

  test('that took the place of the pressed one is not canceled', async () => {
    const { hand, asked, change } = await stage({ orders: [orderOf('buy', '62147.5')] })
    hand.down(at('62,147.5', WORK))
    await change({ orders: [orderOf('buy', '62147.5')] })
    hand.up()
    expect(await asked()).toEqual([])
  })

  test('dragged by a real mouse is asked to move to the row of the release, and nothing else happens', async () => {
    const order = orderOf('buy', '62147.5')
    const { asked } = await stage({ orders: [order] })
    await userEvent.dragAndDrop(grid(), grid(), {
      sourcePosition: at('62,147.5', WORK),
      targetPosition: at('62,145.5', WORK),
    })
    expect(await asked()).toEqual([{ kind: 'moveTo', order, price: '62145.5' }])
  })

  test('that ended or changed during its drag is not moved', async () => {
    const order = orderOf('buy', '62147.5')
    const { hand, asked, change } = await stage({ orders: [order] })
    for (const orders of [
      [],
      [{ ...order, limitPrice: '62140' as never }],
      [{ ...order, pending: 'cancel' as const }],
    ]) {
      await change({ orders: [order] })
      hand.down(at('62,147.5', WORK))
      await change({ orders })
      hand.move(at('62,145.5', WORK))
      hand.up()
      expect(await asked()).toEqual([])
      await says(/changed or ended/)
    }
  })

  test('that would move is neither canceled nor moved by its ghost', async () => {
    const order = orderOf('buy', '62147.5')
    const ghost = { ...order, limitPrice: '62145.5' as never }
    const { hand, asked } = await stage({ orders: [order], ghost, proposal: 'AMEND', mouseProfile: 'ib' })
    hand.click(at('62,145.5', WORK))
    hand.click(at('62,145.5', WORK), 'right')
    hand.down(at('62,145.5', WORK))
    hand.move(at('62,144.0', WORK))
    hand.up()
    expect(await asked()).toEqual([])
  })
})

describe('Enter', () => {
  test('right after a click sends nothing before the click is answered', async () => {
    const staged = await stage({ proposal: 'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,148.5 GTC' })
    const element = grid().element() as HTMLElement
    element.focus()
    staged.hand.click(at('62,146.0', BIDS))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }))
    expect(await staged.asked()).toHaveLength(1)
    expect(staged.calls.filter(({ name }) => name === 'onSend')).toEqual([])
  })

  test('after a click that hung does not send what waited before it', async () => {
    const { hand, asked, calls, clock, paint } = await stage({ proposal: 'BUY 2.5' })
    const held: unknown[] = []
    paint.worker.postMessage = (message: unknown) => void held.push(message)
    hand.click(at('62,146.0', BIDS))
    clock.advance(1_001)
    Reflect.deleteProperty(paint.worker, 'postMessage')
    for (const message of held) paint.worker.postMessage(message, [])
    expect(await asked()).toEqual([])
    expect(calls.filter(({ name }) => name === 'onDrop')).toHaveLength(1)
  })

  test('after a refused key or click does not send what waited before it', async () => {
    const staged = await stage({ proposal: 'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,148.5 GTC' })
    const drops = () => staged.calls.filter(({ name }) => name === 'onDrop').length
    ;(grid().element() as HTMLElement).focus()
    // No price is chosen.
    await userEvent.keyboard('s')
    expect(drops()).toBe(1)
    staged.hand.click(at('62,146.0', BIDS), 'left', { ctrlKey: true })
    expect(await staged.asked()).toEqual([])
    expect(drops()).toBe(2)
  })
})

test('Delete cancels nothing at a price that is out of view', async () => {
  const { asked } = await stage({ orders: [orderOf('buy', '62147.5')] })
  ;(grid().element() as HTMLElement).focus()
  await userEvent.keyboard('{BracketLeft}{ArrowDown}{ArrowDown}{ArrowDown}')
  for (let n = 0; n < 20; n++) wheel()
  await userEvent.keyboard('{Delete}')
  expect(await asked()).toEqual([])
  await says(/out of view/)
})

test('B with AltGr is no plain B', async () => {
  const { asked } = await stage({ express: true })
  const element = grid().element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{BracketLeft}')
  element.dispatchEvent(
    new KeyboardEvent('keydown', { key: '”', code: 'KeyB', bubbles: true, modifierAltGraph: true }),
  )
  expect(await asked()).toEqual([])
})
