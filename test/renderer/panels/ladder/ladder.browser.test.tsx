/** A dealer's hands on a ladder: keys and clicks in a real browser, against a book fed by the test. */

import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LadderRequest } from '../../../../renderer/panels/ladder/ladderProps.ts'
import { stageLadder, type Staged } from '../../../pixels/stage.tsx'
import type { LadderMark } from '../../../../renderer/paint/ladder/markedRows.ts'
import { calm, orderOf, text, traded } from './scenes.ts'
import { handOn } from './mouse/hand.ts'

const grid = () => page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
const focus = () => (grid().element() as HTMLElement).focus()
const requests = ({ calls }: Staged): LadderRequest[] =>
  calls.filter((call) => call.name === 'onRequest').map((call) => call.args[0] as LadderRequest)
/** The text of the row at a price, cell by cell: Work, Bids, Price, Asks, Work, Volume. */
const cells = (price: string): string[] => {
  const row = [...grid().element().querySelectorAll('[role=row]')].find((element) =>
    element.children[2]?.textContent.startsWith(price),
  )
  return [...(row?.children ?? [])].map((element) => element.textContent)
}
/** Moves the test's clock on so that age and grid are written. */
const tick = async ({ clock, paint }: Staged, ms = 250) => {
  await paint.settle()
  clock.advance(ms)
  await paint.settle()
}

describe('the grid beside the canvas', () => {
  test('states prices, depth and own orders in words [6.book]', async () => {
    const orders = [orderOf('buy', '62147.5'), orderOf('sell', '62153', { phase: 'sent' })]
    await stageLadder(calm(), { orders })
    const queue =
      'about 6.383 ahead at most, from the size there when first seen, less trades and withdrawals since'
    expect(cells('62,147.5')).toEqual([`0.1 buy limit, ${queue}`, '6.383', '62,147.5', '', '', ''])
    expect(cells('62,153.0')).toEqual(['', '', '62,153.0', '11.099', '0.1 sell limit sent', ''])
    expect(cells('62,149.5')).toEqual(['', '', '62,149.5 last 0.412', '', '', ''])
    await expect.element(page.getByRole('gridcell', { name: `0.1 buy limit, ${queue}` })).toBeInTheDocument()
  })

  test('states the volume at price and since when it counts, and sums the depth near the touch', async () => {
    await stageLadder(traded({ volumeMissing: true, prints: [[621_490, 1_200, -1, 100]] }))
    expect(cells('62,149.0')[2]).toBe('62,149.0 traded 1.200')
    expect(cells('62,149.0')[5]).toBe('427')
    const heading = (name: RegExp) => page.getByRole('columnheader', { name })
    await expect
      .element(heading(/^Volume at price, since 07:12:00 UTC, trades may be missing$/))
      .toBeInTheDocument()
    await expect.element(heading(/^Bids, 95.597 in the best 15 rows, 49 % of both$/)).toBeInTheDocument()
    await expect.element(heading(/^Asks, 100.682 in the best 15 rows, 51 % of both$/)).toBeInTheDocument()
  })

  test('names what a row means to the position, and what is out of view, with the key that leads there', async () => {
    const at = (kind: LadderMark['kind'], price: string): LadderMark => ({
      kind,
      price: text(price),
      isLong: true,
      priceText: price,
      size: kind === 'average' ? '+1.000' : '',
    })
    const staged = await stageLadder(calm(), { marks: [at('average', '62145'), at('liquidation', '58210')] })
    expect(cells('62,145.0')[2]).toBe('62,145.0, average +1.000 62145')
    const describes = async (words: string) => {
      await expect.element(grid()).toHaveAttribute('aria-description', words)
    }
    await describes('The liquidation price is below these rows, at 58210. End leads to it')
    focus()
    await userEvent.keyboard('{End}')
    await tick(staged)
    await expect.poll(() => cells('58,210.0')[2]).toBe('58,210.0, liquidation 58210')
    await describes('The market is above these rows, at 62,149.5. End leads to it')
    await userEvent.keyboard('{End}')
    await tick(staged)
    await expect.poll(() => cells('62,149.5')[2]).toBe('62,149.5 last 0.412')
  })

  test('End leads to an own order that is out of view, and back to the market', async () => {
    const staged = await stageLadder(calm(), { orders: [orderOf('sell', '62500', { amount: text('2') })] })
    const describes = async (words: string) => {
      await expect.element(grid()).toHaveAttribute('aria-description', words)
    }
    await describes('The nearest own order out of view is above these rows, at 62,500.0. End leads to it')
    focus()
    await userEvent.keyboard('{End}')
    await tick(staged)
    await expect.poll(() => cells('62,500.0')[4]).toMatch(/^2 sell limit/)
    await userEvent.keyboard('{End}')
    await tick(staged)
    await expect.poll(() => cells('62,149.5')[2]).toBe('62,149.5 last 0.412')
  })

  test('has the first book as soon as it is drawn, without waiting for the clock', async () => {
    const { books, paint } = await stageLadder(null)
    expect(cells('62,147.5')).toEqual([])
    for (const { sink } of books.open) sink.snapshot(calm())
    await paint.settle()
    await expect.poll(() => cells('62,147.5')[1]).toBe('6.383')
  })

  test('points at the cursor row', async () => {
    const staged = await stageLadder(calm())
    focus()
    await userEvent.keyboard('{BracketLeft}')
    await tick(staged)
    const id = grid().element().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(id)?.children[2]?.textContent).toBe('62,149.0')
  })
})

describe('a compact ladder', () => {
  const shape = { isCompact: true, off: [] }
  const wall = { width: 252, height: 520 }
  const foot = () => document.querySelector('.ladder-foot')?.textContent ?? ''

  test('says the change of the day, spread and turnover, and without a live book no spread', async () => {
    const staged = await stageLadder(calm(), { shape, customer: null, position: null, armed: false }, wall)
    await expect.element(page.getByText('+1.24 %')).toBeVisible()
    await expect.poll(foot).toMatch(/^spread 2 ticksvol ~604.0 M0\.\d s$/)
    await tick(staged, 6_000)
    await expect.poll(foot).toMatch(/^spread —/)
  })

  test('names customer and position in its line; armed it has the sizes to click, none on a second line', async () => {
    const staged = await stageLadder(calm(), { shape, armed: false }, wall)
    await expect.poll(foot).toMatch(/^▼ C1042\+1\.000@ 61,402\.5\+747\.00/)
    await page.getByRole('button', { name: 'Position +1.000' }).click()
    expect(staged.calls.at(-1)).toMatchObject({ name: 'onSizes' })
    await staged.change({ armed: true, sizes: ['100', '500', '1000', '2500', '5000', '10000'].map(text) })
    const sizes = ['100', '500', '1000', '2500', '5000', '10000'].map(
      (size) => page.getByRole('button', { name: `Size ${size}`, exact: true }).element() as HTMLElement,
    )
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['100', '500', '1k', '2500', '5k', '10k'])
    expect(new Set(sizes.map(({ offsetTop }) => offsetTop)).size).toBe(1)
    await expect.element(page.getByText(/C1042/)).toBeVisible()
    await page.getByRole('button', { name: 'Size 10000', exact: true }).click()
    expect(staged.calls.at(-1)).toMatchObject({ name: 'onSizes', args: [expect.anything(), 5] })
  })

  test('cancels an own order of either side with a click in its one column', async () => {
    const orders = [orderOf('sell', '62152'), orderOf('buy', '62147.5')]
    const staged = await stageLadder(calm(), { shape, orders, armed: false }, wall)
    staged.clock.advance(1_000)
    const hand = handOn(grid().element())
    const rowOf = (price: string) =>
      [...grid().element().querySelectorAll('[role=row]')].findIndex((row) =>
        row.children[2]?.textContent.startsWith(price),
      )
    for (const price of ['62,152.0', '62,147.5']) hand.click({ x: 12, y: (rowOf(price) + 1) * 19 + 9 })
    await staged.paint.settle()
    expect(requests(staged)).toEqual(orders.map((order) => ({ kind: 'cancel', orders: [order] })))
  })
})

describe('the menu of the columns', () => {
  const menu = () => page.getByRole('menu', { name: 'Columns of ladder BTCUSDC_PERP' })
  const item = (name: RegExp) => page.getByRole('menuitemcheckbox', { name })

  test('opens with the menu key where no row is chosen; ↓ and Enter switch, and it stays for the next', async () => {
    const staged = await stageLadder(traded(), { armed: false })
    focus()
    await userEvent.keyboard('{ContextMenu}')
    await expect.element(menu()).toBeVisible()
    await expect.element(item(/^Volume/)).toHaveAttribute('aria-checked', 'true')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const [name, off] = [staged.calls.at(-1)?.name, staged.calls.at(-1)?.args[0]]
    expect([name, off]).toEqual(['onShape', { isCompact: false, off: [expect.any(String)] }])
    await staged.change({ shape: { isCompact: false, off: ['volume'] } })
    await expect.element(item(/^Volume/)).toHaveAttribute('aria-checked', 'false')
    await tick(staged, 1_000)
    await expect.poll(() => cells('62,149.0')[5]).toBe('')
    await userEvent.keyboard('{Escape}')
    await expect.element(menu()).not.toBeInTheDocument()
    await expect.element(grid()).toHaveFocus()
  })

  test('opens with a right click on the headings, and from the menu of a row', async () => {
    const staged = await stageLadder(calm())
    await grid().click({ position: { x: 60, y: 8 }, button: 'right' })
    await expect.element(menu()).toBeVisible()
    await item(/^Asks/).click()
    expect(staged.calls.at(-1)).toEqual({ name: 'onShape', args: [{ isCompact: false, off: ['asks'] }] })
    await userEvent.keyboard('{Escape}')
    await expect.element(menu()).not.toBeInTheDocument()
    await userEvent.keyboard('{BracketLeft}{Shift>}{F10}{/Shift}')
    staged.clock.advance(150)
    await page.getByRole('menuitem', { name: 'Columns …' }).click()
    await expect.element(menu()).toBeVisible()
    await page.getByText('BTCUSDC_PERP', { exact: true }).click({ button: 'right', force: true })
    expect(requests(staged)).toEqual([])
  })

  test('takes the keys that come before it has the focus: nothing is dealt', async () => {
    const staged = await stageLadder(calm())
    focus()
    const element = grid().element()
    for (const code of ['ContextMenu', 'KeyF', 'Enter'])
      element.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true }))
    await staged.paint.settle()
    expect(requests(staged)).toEqual([])
  })
})

describe('by keyboard', () => {
  test('cursor to a price, B asks for exactly that order; without arms it says why', async () => {
    const staged = await stageLadder(calm(), { armed: false })
    focus()
    await userEvent.keyboard('{BracketLeft}{ArrowDown}b')
    await expect.element(page.getByText('Not armed: F10 arms this ladder')).toBeVisible()
    await userEvent.keyboard('{F10}')
    expect(staged.calls.at(-1)).toEqual({ name: 'onToggleArmed', args: [] })
    await staged.change({ armed: true })
    await userEvent.keyboard('b')
    expect(requests(staged)).toEqual([{ kind: 'limit', side: 'buy', price: '62148.5', amount: '2.5' }])
  })

  test('Enter sends the proposal that is shown, Esc drops it', async () => {
    const staged = await stageLadder(calm(), { proposal: 'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,148.5 GTC' })
    await expect.element(page.getByText('Enter sends · Esc drops')).toBeVisible()
    focus()
    await userEvent.keyboard('{Enter}{Escape}')
    expect(staged.calls.map((call) => call.name).filter((name) => name !== 'onBookState')).toEqual([
      'onSend',
      'onDrop',
    ])
  })

  test('0 edits the size: Enter takes the typed size, Esc drops it, a wrong one gets its reason', async () => {
    const staged = await stageLadder(calm())
    focus()
    await userEvent.keyboard('0')
    const field = page.getByRole('textbox', { name: 'Size preset 4' })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('0.00001{Enter}')
    await expect.element(page.getByText('A size is a multiple of the lot, 0.001')).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('{Control>}a{/Control}1.5k{Enter}')
    const sizes = ['0.1', '0.5', '1', '1500', '5', '10']
    expect(staged.calls.at(-1)).toEqual({ name: 'onSizes', args: [sizes, 3] })
    await expect.element(grid()).toHaveFocus()
    const heard = staged.calls.length
    await userEvent.keyboard('07{Escape}')
    await expect.element(grid()).toHaveFocus()
    expect(staged.calls).toHaveLength(heard)
    expect(requests(staged)).toEqual([])
  })

  test('rows grow finer and coarser by mouse', async () => {
    const staged = await stageLadder(calm(), { grouping: 5 })
    await page.getByRole('button', { name: 'Coarser rows' }).click()
    await page.getByRole('button', { name: 'Finer rows' }).click()
    expect(staged.calls.filter((call) => call.name === 'onGrouping').map((call) => call.args)).toEqual([
      [10],
      [2],
    ])
    const wheel = (deltaY: number) =>
      grid()
        .element()
        .dispatchEvent(new WheelEvent('wheel', { deltaY, ctrlKey: true, bubbles: true, cancelable: true }))
    wheel(100)
    wheel(-100)
    expect(
      staged.calls
        .filter((call) => call.name === 'onGrouping')
        .map((call) => call.args)
        .slice(2),
    ).toEqual([[10], [2]])
    await staged.change({ grouping: 1 })
    await expect.element(page.getByRole('button', { name: 'Finer rows' })).toBeDisabled()
  })

  test('Tab walks own orders, Delete cancels, and Tab past the last leaves the ladder', async () => {
    const orders = [orderOf('buy', '62147.5'), orderOf('sell', '62153')]
    const staged = await stageLadder(calm(), { orders, armed: false })
    focus()
    await userEvent.keyboard('{Tab}{Tab}{Delete}')
    expect(requests(staged)).toEqual([{ kind: 'cancel', orders: [orders[0]] }])
    await userEvent.keyboard('{Tab}')
    expect(grid().element().contains(document.activeElement)).toBe(false)
  })

  test('a book that grew old disarms through the window and refuses to deal', async () => {
    const staged = await stageLadder(calm())
    await tick(staged, 5_500)
    expect(staged.calls.at(-1)).toEqual({ name: 'onBookState', args: ['live', true] })
    focus()
    await userEvent.keyboard('{Shift>}b{/Shift}')
    expect(requests(staged)).toEqual([])
    await expect.element(page.getByText(/last message of the venue is 5 s old/)).toBeVisible()
  })
})

describe('by pointer', () => {
  /** Where a cell of the canvas is: columns as fractions of the width. */
  const at = (price: string, fraction: number) => {
    const rows = [...grid().element().querySelectorAll('[role=row]')]
    const n = rows.findIndex((row) => row.children[2]?.textContent.startsWith(price))
    if (n < 0) throw new Error(`The grid has no row at ${price}.`)
    return { x: Math.round(grid().element().clientWidth * fraction), y: (n + 1) * 19 + 9 }
  }
  const BIDS = 0.28
  const WORK = 0.14

  test('a click on Bids buys there, on an own order cancels it', async () => {
    const orders = [orderOf('buy', '62147.5')]
    const staged = await stageLadder(calm(), { orders })
    await grid().click({ position: at('62,146.0', BIDS) })
    await grid().click({ position: at('62,147.5', WORK) })
    await staged.paint.settle()
    expect(requests(staged)).toEqual([
      { kind: 'limit', side: 'buy', price: '62146', amount: '2.5' },
      { kind: 'cancel', orders },
    ])
  })

  test('a modifier or a second button on the way asks for nothing', async () => {
    const staged = await stageLadder(calm())
    const hand = handOn(grid().element())
    const place = at('62,146.0', BIDS)
    hand.down(place)
    hand.up('left', { shiftKey: true })
    hand.down(place)
    hand.down(place, 'right')
    hand.up('left')
    hand.up('right')
    await staged.paint.settle()
    expect(requests(staged)).toEqual([])
    hand.click(place, 'left', { shiftKey: true })
    await staged.paint.settle()
    expect(requests(staged)).toMatchObject([{ kind: 'trigger', type: 'take_profit', side: 'buy' }])
  })

  test('a right click opens the menu of its row; a choice deals for that price, Esc gives the focus back', async () => {
    const staged = await stageLadder(calm())
    await grid().click({ position: at('62,146.0', BIDS), button: 'right' })
    await staged.paint.settle()
    await expect.element(page.getByRole('menu', { name: /62,146\.0, C1042/ })).toBeVisible()
    staged.clock.advance(150)
    await page.getByRole('menuitem', { name: 'Sell 2.5: limit at 62,146.0' }).click()
    expect(requests(staged)).toEqual([{ kind: 'limit', side: 'sell', price: '62146', amount: '2.5' }])
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await userEvent.keyboard('{BracketLeft}{Shift>}{F10}{/Shift}')
    await expect.element(page.getByRole('menu', { name: /62,149\.0/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(grid()).toHaveFocus()
    expect(requests(staged)).toHaveLength(1)
  })

  test('the menu closes when the customer changes under it', async () => {
    const staged = await stageLadder(calm())
    await grid().click({ position: at('62,146.0', BIDS), button: 'right' })
    await staged.paint.settle()
    await expect.element(page.getByRole('menu')).toBeVisible()
    await staged.change({ customer: { code: 'C2007', name: 'Beacon', closed: null } })
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  })

  test('the proposal stands beside its row, also while the rows move, and never over it', async () => {
    const staged = await stageLadder(calm())
    // The grid of a ladder with the focus follows every turn.
    focus()
    for (const [price, side] of [
      ['62,154.0', 'sell'],
      ['62,149.0', 'buy'],
      ['62,144.0', 'buy'],
    ] as const) {
      const spot = { price: text(price.replace(',', '')), side }
      await staged.change({
        spot,
        proposal: `C1042 · BUY 2.5 BTCUSDC_PERP LIMIT ${price} GTC ≈ 155,365 USDC`,
      })
      const boxes = () => {
        const { top, left, width } = grid().element().getBoundingClientRect()
        const note = document.querySelector('.ladder-proposal')?.getBoundingClientRect()
        if (note === undefined) throw new Error('Nothing is proposed.')
        return { row: top + at(price, 0).y, note, middle: left + width / 2 }
      }
      const isBeside = () => {
        const { row, note } = boxes()
        return (
          Math.min(Math.abs(note.top - row), Math.abs(note.bottom - row)) < 16 &&
          !(note.top < row && row < note.bottom)
        )
      }
      await expect.poll(isBeside).toBe(true)
      const { note, middle } = boxes()
      // Near the lower edge it takes the whole width before it goes above its row.
      const isWide = price === '62,144.0'
      expect(isWide || (side === 'buy' ? note.left > middle : note.right < middle)).toBe(true)
      grid()
        .element()
        .dispatchEvent(
          new WheelEvent('wheel', { deltaY: side === 'buy' ? 70 : -70, bubbles: true, cancelable: true }),
        )
      await tick(staged)
      await expect.poll(isBeside).toBe(true)
      await staged.change({ spot: null, proposal: null })
    }
  })

  test('says beside the row under the pointer what a click would do, and no more once it left', async () => {
    const order = orderOf('buy', '62147.5', { amount: text('3') })
    const staged = await stageLadder(calm(), { orders: [order] })
    const says = () => {
      const note = document.querySelector<HTMLElement>('.ladder-hover')
      return note === null || note.hidden ? null : note.innerText.replace('\n', ' · ')
    }
    await grid().hover({ position: at('62,146.0', BIDS) })
    await expect.poll(says).toBe('C1042 BUY 2.5 LIMIT 62,146.0 · Click proposes, Enter sends')
    await staged.change({ sizeIndex: 0, express: true })
    await expect.poll(says).toBe('C1042 BUY 0.1 LIMIT 62,146.0 · Click sends at once within express')
    await grid().hover({ position: at('62,147.5', WORK) })
    await expect.poll(says).toBe('C1042 CANCEL BUY 3 limit · Click cancels at once')
    await staged.change({ orders: [] })
    await expect.poll(says).toBeNull()
    await grid().hover({ position: at('62,153.0', 0.72) })
    await expect.poll(says).toMatch(/^C1042 SELL 0\.1 LIMIT 62,153\.0/)
    await staged.change({ proposal: 'C1042 · BUY' })
    await expect.poll(says).toBeNull()
    await staged.change({ proposal: null, armed: false })
    await expect.poll(says).toBeNull()
  })

  test('a click whose rows come more than a second later is dropped with a sentence', async () => {
    const staged = await stageLadder(calm())
    const { worker } = staged.paint
    const clickLate = async (ms: number) => {
      const held: unknown[] = []
      worker.postMessage = (message: unknown) => void held.push(message)
      await grid().click({ position: at('62,146.0', BIDS) })
      staged.clock.advance(ms)
      Reflect.deleteProperty(worker, 'postMessage')
      for (const message of held) worker.postMessage(message, [])
      await staged.paint.settle()
    }
    await clickLate(1_001)
    expect(requests(staged)).toEqual([])
    await expect
      .element(page.getByText('Click dropped after 1.0 s, nothing sent. Check the rows, click again'))
      .toBeVisible()
    await clickLate(1_000)
    expect(requests(staged)).toHaveLength(1)
  })

  test('rows that just moved take no click, and the ladder never moves under the pointer by itself', async () => {
    const staged = await stageLadder(calm())
    const before = at('62,146.0', BIDS)
    await grid().hover({ position: before })
    staged.books.delta(calm({ bids: [[622_490, 1_000]], asks: [[622_500, 1_000]] }))
    await tick(staged)
    expect(at('62,146.0', BIDS)).toEqual(before)
    grid()
      .element()
      .dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }))
    await grid().click({ position: before })
    await staged.paint.settle()
    expect(requests(staged)).toEqual([])
    await expect.element(page.getByText(/The rows had just moved/)).toBeVisible()
    staged.clock.advance(250)
    await grid().click({ position: before })
    await staged.paint.settle()
    expect(requests(staged)).toHaveLength(1)
  })
})

/** Ms. */
const FRAME = 17

describe('the book', () => {
  test('a book is granted frame by frame, only after painting', async () => {
    const staged = await stageLadder(calm())
    const [opened] = staged.books.open
    expect(opened).toMatchObject({ key: { symbol: 'BTCUSDC_PERP', grouping: 1 }, ready: 1 })
    // A hidden window draws nothing.
    staged.paint.painter.hide(true)
    staged.books.delta(calm())
    await staged.paint.settle()
    expect(opened?.ready).toBe(1)
    staged.paint.painter.hide(false)
    // Later within its frame, so that what comes is as new as the next frame can show.
    await staged.paint.settle()
    staged.clock.advance(FRAME)
    await expect.poll(() => opened?.ready).toBe(2)
  })

  test('another grouping opens the book anew, and closing the ladder closes the book', async () => {
    const staged = await stageLadder(calm())
    await staged.change({ grouping: 10 })
    expect(staged.books.open.map((held) => held.key)).toMatchObject([{ grouping: 10 }])
    await staged.unmount()
    await expect.poll(() => staged.books.open).toEqual([])
    expect(staged.clock.planned).toBe(0)
  })

  test('a lost link is a book that is down', async () => {
    const staged = await stageLadder(calm())
    const lastCall = async () => {
      await tick(staged)
      return staged.calls.at(-1)
    }
    staged.books.cut()
    await expect.poll(lastCall).toEqual({ name: 'onBookState', args: ['down', false] })
    staged.books.blocked = false
    await expect.poll(lastCall).toEqual({ name: 'onBookState', args: ['live', false] })
  })
})
