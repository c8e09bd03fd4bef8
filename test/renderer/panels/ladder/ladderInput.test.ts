import { describe, expect, test } from 'vitest'
import { whyNotBook } from '../../../../renderer/panels/ladder/ladderAnswer.ts'
import { answerKey, type KeyPress } from '../../../../renderer/panels/ladder/ladderInput.ts'
import { HEADER } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { calm, longOne, NOW, orderOf, text } from './scenes.ts'
import { bid, offer, situation, sizes, type Given } from './situation.ts'

const plain: KeyPress = { code: '', shift: false, ctrl: false, alt: false, repeat: false, composing: false }
/** `Ctrl+Shift+KeyB` as a key press. */
function key(word: string, more: Partial<KeyPress> = {}): KeyPress {
  const parts = word.split('+')
  return {
    ...plain,
    code: parts.at(-1) ?? '',
    shift: parts.includes('Shift'),
    ctrl: parts.includes('Ctrl'),
    alt: parts.includes('Alt'),
    ...more,
  }
}
const atRow: Given = { state: { cursor: 124_295 } }

describe('keys that look', () => {
  test.each([
    ['Space', { kind: 'recentre' }],
    ['ArrowUp', { kind: 'moveCursor', by: 1 }],
    ['ArrowDown', { kind: 'moveCursor', by: -1 }],
    ['PageUp', { kind: 'moveCursor', by: 10 }],
    ['PageDown', { kind: 'moveCursor', by: -10 }],
    ['BracketLeft', { kind: 'cursorTo', row: 124_298 }],
    ['BracketRight', { kind: 'cursorTo', row: 124_300 }],
  ])('%s', (code, event) => {
    for (const armed of [true, false])
      expect(answerKey(key(code), situation({ props: { armed } }))).toMatchObject({ kind: 'view', event })
  })

  test('work on a stale book too, because looking sends nothing', () => {
    expect(answerKey(key('ArrowUp'), situation({ now: NOW + 60_000 }))).toMatchObject({ kind: 'view' })
  })

  test.each([
    ['NumpadAdd', 1, { kind: 'grouping', ticksPerRow: 2 }],
    ['NumpadAdd', 7, { kind: 'grouping', ticksPerRow: 10 }],
    ['NumpadSubtract', 10, { kind: 'grouping', ticksPerRow: 5 }],
    ['NumpadSubtract', 1, { kind: 'refused' }],
    ['NumpadAdd', 10_000, { kind: 'refused' }],
  ])('%s at %d ticks', (code, grouping, answer) => {
    expect(answerKey(key(code), situation({ props: { grouping } }))).toMatchObject(answer)
  })

  test('1 to 6 choose a size, P takes the position into the last preset', () => {
    expect(answerKey(key('Digit2'), situation())).toEqual({ kind: 'sizes', sizes, index: 1 })
    expect(answerKey(key('Digit0'), situation())).toEqual({ kind: 'editSize' })
    expect(answerKey(key('Numpad6'), situation())).toEqual({ kind: 'sizes', sizes, index: 5 })
    const short = { ...longOne, size: text('-3.25') }
    expect(answerKey(key('KeyP'), situation({ props: { position: short } }))).toEqual({
      kind: 'sizes',
      sizes: ['0.1', '0.5', '1', '2.5', '5', '3.25'],
      index: 5,
    })
    expect(answerKey(key('KeyP'), situation({ props: { position: null } }))).toMatchObject({
      kind: 'refused',
    })
  })

  test.each(['KeyX', 'F5', 'Ctrl+KeyK', 'Alt+KeyB', 'Shift+KeyF', 'Escape', 'Enter'])(
    '%s is not the ladder’s',
    (word) => {
      expect(answerKey(key(word), situation())).toBeNull()
    },
  )
})

const triggered = (type: 'stop_loss' | 'take_profit', side: 'buy' | 'sell') => ({
  kind: 'request',
  request: { kind: 'trigger', type, side, price: text('62147.5'), limitPrice: null, amount: text('2.5') },
})

describe('keys that move an own order', () => {
  const chosen = { orders: [bid], props: { orders: [bid] }, state: { selected: bid.referenceId } }

  test.each([
    ['Shift+ArrowUp', 1, false],
    ['Shift+ArrowDown', -1, false],
    ['Alt+ArrowUp', 1, true],
    ['Alt+ArrowDown', -1, true],
  ] as const)('%s moves the selected order by a tick', (input, ticks, both) => {
    expect(answerKey(key(input), situation(chosen))).toEqual({
      kind: 'request',
      request: { kind: 'move', order: bid, ticks, both },
    })
  })

  test('nothing moves on a held key, without a selection, unarmed, or once the order is over', () => {
    const up = key('Shift+ArrowUp')
    expect(answerKey({ ...up, repeat: true }, situation(chosen))).toEqual({ kind: 'nothing' })
    const refusals = [
      situation({ ...chosen, state: { selected: null } }),
      situation({ ...chosen, props: { orders: [bid], armed: false } }),
      situation({ ...chosen, props: { orders: [{ ...bid, phase: 'closed' }] } }),
      situation({ ...chosen, props: { orders: [] } }),
    ].map((given) => answerKey(up, given)?.kind)
    expect(refusals).toEqual(['refused', 'refused', 'refused', 'refused'])
  })
})

test('Ctrl Shift E asks for express once, never on a held key', () => {
  expect(answerKey(key('Ctrl+Shift+KeyE'), situation())).toEqual({ kind: 'toggleExpress' })
  expect(answerKey(key('Ctrl+Shift+KeyE', { repeat: true }), situation())).toEqual({ kind: 'nothing' })
})

test('Shift Space recentres every ladder, armed or not', () => {
  expect(answerKey(key('Shift+Space'), situation({ props: { armed: false } }))).toEqual({
    kind: 'recentreAll',
  })
})

describe('keys that deal', () => {
  test.each(['KeyB', 'KeyS'])('%s deals at no price that went out of view', (code) => {
    expect(answerKey(key(code), situation({ state: { cursor: 1 } }))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/out of view/),
    })
  })

  const limit = (side: string, price: string) => ({
    kind: 'request',
    request: { kind: 'limit', side, price, amount: '2.5' },
  })
  const take = (side: string, price: string) => ({
    kind: 'request',
    request: { kind: 'take', side, price, amount: '2.5' },
  })
  const cases = [
    ['KeyB', limit('buy', '62147.5')],
    ['KeyS', limit('sell', '62147.5')],
    ['Shift+KeyB', limit('buy', '62149')],
    ['Shift+KeyS', limit('sell', '62150')],
    ['Ctrl+KeyB', take('buy', '62181.5')],
    ['Ctrl+KeyS', take('sell', '62117.5')],
    ['KeyF', { kind: 'request', request: { kind: 'flatten' } }],
    ['KeyR', { kind: 'request', request: { kind: 'reverse' } }],
    ['KeyO', { kind: 'request', request: { kind: 'protect' } }],
    ['Ctrl+Shift+KeyB', triggered('take_profit', 'buy')],
    ['Ctrl+Shift+KeyS', triggered('stop_loss', 'sell')],
  ] as const

  test.each(cases)('%s', (input, answer) => {
    expect(answerKey(key(input), situation(atRow))).toEqual(answer)
  })

  describe.each(cases.map(([input]) => input))('%s sends nothing', (input) => {
    test.each([
      ['while not armed', { ...atRow, props: { armed: false } }, /Not armed/],
      ['without a customer', { ...atRow, props: { customer: null } }, /No customer/],
      [
        'on a book whose venue is silent',
        { ...atRow, now: NOW + 5_400 },
        /last message of the venue is 5 s old/,
      ],
      ['on a book in doubt', { ...atRow, frame: calm({ state: 'suspect' }) }, /in doubt/],
      ['without a stream', { ...atRow, linked: false }, /no stream/],
      ['before the book', { frame: null }, /has not arrived yet/],
    ] satisfies [string, Given, RegExp][])('%s, and says why', (_, given, why) => {
      const answer = answerKey(key(input), situation(given))
      expect(answer).toMatchObject({ kind: 'refused' })
      expect(answer).toHaveProperty('why', expect.stringMatching(why))
    })

    test('on repeat or in the middle of a composed character', () => {
      expect(answerKey(key(input, { repeat: true }), situation(atRow))).toEqual({ kind: 'nothing' })
      expect(answerKey(key(input, { composing: true }), situation(atRow))).toEqual({ kind: 'nothing' })
    })
  })

  test('B without a cursor says how to choose a price', () => {
    expect(answerKey(key('KeyB'), situation())).toMatchObject({ kind: 'refused' })
  })

  test('join and take use the exact best prices, not the edges of coarse rows', () => {
    const frame = calm({
      rowStep: 100,
      bids: [[621_400, 9_000]],
      asks: [[621_500, 9_000]],
    })
    frame[HEADER.bestBid] = 621_490
    frame[HEADER.bestAsk] = 621_495
    expect(answerKey(key('Shift+KeyB'), situation({ frame }))).toEqual(limit('buy', '62149'))
    expect(answerKey(key('Ctrl+KeyB'), situation({ frame }))).toEqual(take('buy', '62181'))
  })

  test('one-sided books refuse an order at their missing side', () => {
    const frame = calm({ asks: [] })
    expect(answerKey(key('Ctrl+KeyB'), situation({ frame }))).toMatchObject({ kind: 'refused' })
    expect(answerKey(key('Shift+KeyS'), situation({ frame }))).toMatchObject({ kind: 'refused' })
  })
})

describe('Enter and Esc', () => {
  const waiting: Given = { props: { proposal: 'BUY 2.5 …' } }
  test('Enter sends a waiting proposal once', () => {
    expect(answerKey(key('Enter'), situation(waiting))).toEqual({ kind: 'send' })
    expect(answerKey(key('Enter', { repeat: true }), situation(waiting))).toEqual({ kind: 'nothing' })
  })

  test('Enter on a stale book does not send the proposal', () => {
    expect(answerKey(key('Enter'), situation({ ...waiting, now: NOW + 6_000 }))).toMatchObject({
      kind: 'refused',
    })
  })

  test('Esc drops the proposal first, then the cursor, then belongs to the page', () => {
    expect(answerKey(key('Escape'), situation({ ...waiting, ...atRow }))).toEqual({ kind: 'drop' })
    expect(answerKey(key('Escape'), situation(atRow))).toEqual({ kind: 'view', event: { kind: 'deselect' } })
    expect(answerKey(key('Escape'), situation())).toBeNull()
  })
})

describe('own orders by key', () => {
  const orders = [bid, offer]
  test('on a ladder that is not armed Tab walks own orders from the top and leaves past the last', () => {
    const selected = (input: Order | null) =>
      situation({ orders, state: { selected: input?.referenceId ?? null }, props: { armed: false } })
    expect(answerKey(key('Tab'), selected(null))).toMatchObject({
      event: { order: offer.referenceId, row: 124_306 },
    })
    expect(answerKey(key('Tab'), selected(offer))).toMatchObject({ event: { order: bid.referenceId } })
    expect(answerKey(key('Tab'), selected(bid))).toBeNull()
    expect(answerKey(key('Shift+Tab'), selected(null))).toMatchObject({ event: { order: bid.referenceId } })
    expect(answerKey(key('Shift+Tab'), selected(offer))).toBeNull()
    expect(answerKey(key('Tab'), situation({ props: { armed: false } }))).toBeNull()
  })

  test('Tab never takes the focus from an armed ladder', () => {
    const armed = (own: readonly Order[], input: Order | null) =>
      situation({ orders: own, state: { selected: input?.referenceId ?? null }, props: { armed: true } })
    expect(answerKey(key('Tab'), armed(orders, bid))).toMatchObject({ event: { order: offer.referenceId } })
    expect(answerKey(key('Shift+Tab'), armed(orders, offer))).toMatchObject({
      event: { order: bid.referenceId },
    })
    // The last own order was canceled, and the dealer's next Tab is already on its way.
    expect(answerKey(key('Tab'), armed([], bid))).toMatchObject({ kind: 'refused' })
    expect(answerKey(key('Shift+Tab'), armed([], null))).toMatchObject({ kind: 'refused' })
  })

  test('the first Tab after the selected order ended stays on the ladder', () => {
    const ended = situation({ state: { selected: bid.referenceId }, props: { armed: false } })
    expect(answerKey(key('Tab'), ended)).toEqual({ kind: 'view', event: { kind: 'leave' } })
  })

  test.each([true, false])(
    'Delete cancels the order at the cursor or selected, armed or not (%s)',
    (armed) => {
      const cancel = (order: Order) => ({ kind: 'request', request: { kind: 'cancel', orders: [order] } })
      expect(answerKey(key('Delete'), situation({ orders, ...atRow, props: { armed } }))).toEqual(cancel(bid))
      expect(
        answerKey(
          key('Delete'),
          situation({ orders, state: { selected: offer.referenceId }, props: { armed } }),
        ),
      ).toEqual(cancel(offer))
    },
  )

  test('an order already being canceled is not canceled again', () => {
    const going = orderOf('buy', '62147.5', { pending: 'cancel' })
    expect(answerKey(key('Delete'), situation({ orders: [going], ...atRow }))).toMatchObject({
      kind: 'refused',
    })
  })

  test.each([
    ['Ctrl+Delete', null],
    ['Ctrl+Shift+BracketLeft', 'buy'],
    ['Ctrl+Shift+BracketRight', 'sell'],
  ])('%s cancels all of a side or both, for a chosen customer only', (word, side) => {
    expect(answerKey(key(word), situation({ now: NOW + 60_000 }))).toEqual({
      kind: 'request',
      request: { kind: 'cancelAll', side },
    })
    expect(answerKey(key(word), situation({ props: { customer: null } }))).toMatchObject({ kind: 'refused' })
    expect(answerKey(key(word, { repeat: true }), situation())).toEqual({ kind: 'nothing' })
  })
})

describe('the menu of the row', () => {
  test.each(['ContextMenu', 'Shift+F10'])(
    '%s opens it at the cursor, armed or not; without a cursor that of the columns',
    (word) => {
      const given: Given = { ...atRow, props: { armed: false } }
      expect(answerKey(key(word), situation(given))).toEqual({ kind: 'menu', row: 124_295 })
      expect(answerKey(key(word), situation())).toEqual({ kind: 'columns' })
      expect(answerKey(key(word, { repeat: true }), situation(given))).toEqual({ kind: 'nothing' })
    },
  )
})

describe('F10', () => {
  test('asks the window to arm or disarm, once for each press', () => {
    expect(answerKey(key('F10'), situation({ props: { armed: false } }))).toEqual({ kind: 'toggleArmed' })
    expect(answerKey(key('F10', { repeat: true }), situation())).toEqual({ kind: 'nothing' })
  })

  test('arms on a live book, and on none that is old or has no stream', () => {
    const said = (input: Parameters<typeof situation>[0]) => whyNotBook(situation(input).condition)
    expect(said({})).toBeNull()
    expect(said({ now: NOW + 9_000 })).toContain('last message of the venue is 9 s old')
    expect(said({ linked: false })).toContain('has no stream')
  })
})
