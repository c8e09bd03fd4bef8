import { describe, expect, test } from 'vitest'
import { hoverWords } from '../../../../../renderer/panels/ladder/notes/hoverWords.ts'
import { spotOf } from '../../../../../renderer/panels/ladder/notes/proposalSpot.ts'
import { refused, request, view } from '../../../../../renderer/panels/ladder/ladderAnswer.ts'
import { NO_CHANGES, plainDraft } from '../../../../../shared/domain/orders/order.ts'
import { customerCode, orderOf, symbol, text } from '../scenes.ts'
import { situation } from '../situation.ts'

const write = (price: string) => `P${price}`
const limit = request({ kind: 'limit', side: 'buy', price: text('62147.5'), amount: text('2.5') })
const other = orderOf('sell', '62152')
const own = orderOf('sell', '62152', { amount: text('4') })

describe('what a click would do', () => {
  test.each([
    ['limit', limit, 'C1042 BUY 2.5 LIMIT P62147.5', 'Click proposes, Enter sends'],
    [
      'trigger',
      request({
        kind: 'trigger',
        type: 'stop_loss',
        side: 'sell',
        price: text('62100'),
        limitPrice: text('62068.5'),
        amount: text('1'),
      }),
      'C1042 SELL 1 STOP P62100 LIMIT P62068.5',
      'Click proposes, Enter sends',
    ],
    [
      'cancel',
      request({ kind: 'cancel', orders: [own] }),
      'C1042 CANCEL SELL 4 limit',
      'Click cancels at once',
    ],
    [
      'cancel of several',
      request({ kind: 'cancel', orders: [own, other] }),
      'C1042 CANCEL 2 orders here',
      'Click cancels at once',
    ],
  ])('%s', (_, answer, what, click) => {
    expect(hoverWords(answer, situation({ orders: [own, other] }), write)).toEqual({ what, click })
  })

  test('says when an order would leave at once', () => {
    const express = situation({ props: { express: true } })
    expect(hoverWords(limit, express, write)?.click).toBe('Click sends at once within express')
  })

  test('says why an armed ladder refuses; nothing on a disarmed one, for the cursor or without a customer', () => {
    const closed = refused('The book is in doubt')
    expect(hoverWords(closed, situation(), write)).toEqual({ what: 'The book is in doubt', click: '' })
    expect(hoverWords(closed, situation({ props: { armed: false } }), write)).toBeNull()
    expect(hoverWords(view({ kind: 'cursorTo', row: 3 }), situation(), write)).toBeNull()
    expect(hoverWords(limit, situation({ props: { customer: null } }), write)).toBeNull()
    expect(hoverWords(request({ kind: 'cancel', orders: [own] }), situation(), write)).toBeNull()
  })
})

describe('the row of what waits for Enter', () => {
  const draft = plainDraft({ customerCode, symbol, side: 'buy', type: 'limit', amount: text('1') })
  test('is that of a limit or of a trigger, and of the price to which an order would move', () => {
    const at = (more: object) => spotOf({ kind: 'order', draft: { ...draft, ...more } })
    expect(at({ limitPrice: '62147.5' })).toEqual({ price: '62147.5', side: 'buy' })
    expect(at({ limitPrice: '62147.5', triggerPrice: '62150' })).toEqual({ price: '62150', side: 'buy' })
    const changes = { ...NO_CHANGES, limitPrice: text('62155') }
    expect(spotOf({ kind: 'amend', order: own, changes })).toEqual({ price: '62155', side: 'sell' })
  })
  test('is none for a market order, a flatten or nothing', () => {
    expect(spotOf({ kind: 'order', draft: { ...draft, type: 'market' } })).toBeNull()
    expect(spotOf({ kind: 'flatten', customerCode, symbol })).toBeNull()
    expect(spotOf(null)).toBeNull()
  })
})
