/** How many orders a cancel says that it takes: exactly where the customer's list is whole, at least where it is not. */

import { afterEach, describe, expect, it } from 'vitest'
import { sentenceOf } from '../../../renderer/state/actions/intentSentence.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import {
  ScriptedCore,
  code,
  instrumentOf,
  orderOf,
  positionOf,
  reference,
  sym,
  wholeReading,
} from '../../fakes/window/scriptedCore.ts'
import { openWindow } from './openWindow.ts'

const C1 = code('C1042')
const BTC = sym('BTCUSDC_PERP')
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const ORDERS = [
  orderOf({ referenceId: reference('bid') }),
  orderOf({ referenceId: reference('ask'), side: 'sell' }),
  orderOf({ referenceId: reference('over'), phase: 'closed', status: 'canceled' }),
  orderOf({ referenceId: reference('eth'), symbol: sym('ETHUSDC_PERP') }),
  orderOf({ referenceId: reference('other'), customerCode: code('C2007') }),
]
const PARTIAL: OpenOrderReading = {
  ...wholeReading('C1042'),
  state: 'partial',
  shown: 2,
  reason: 'the venue shows 2 of 5',
}

function sessionOf(
  orders = ORDERS,
  reading: OpenOrderReading = wholeReading('C1042'),
  positions: Position[] = [],
) {
  const desk = new ScriptedCore()
  desk.startWith('positions', positions)
  desk.startWith('orders', orders)
  desk.startWith('openOrderReadings', [reading, wholeReading('C2007')])
  const { session } = openWindow(desk)
  closers.push(() => session.close())
  return session
}
const all = { kind: 'cancelAll', customerCode: C1, symbol: BTC, side: null } as const

describe('the sentence of a cancel of all orders', () => {
  it.each([
    ['an instrument', {}, 'C1042 · CANCEL ALL BTCUSDC_PERP: 2 orders'],
    ['one side', { side: 'sell' }, 'C1042 · CANCEL ALL ASKS BTCUSDC_PERP: 1 order'],
    ['every instrument', { symbol: null }, 'C1042 · CANCEL ALL of every instrument: 3 orders'],
  ] as const)('counts the live orders of %s', (_name, more, words) =>
    expect(sentenceOf(sessionOf(), { ...all, ...more })).toBe(words),
  )

  it('says "at least" where the customer’s list is not whole', () =>
    expect(sentenceOf(sessionOf(ORDERS, PARTIAL), all)).toBe(
      'C1042 · CANCEL ALL BTCUSDC_PERP: at least 2 orders',
    ))

  it('says that no order is open only where the list is whole', () => {
    expect(sentenceOf(sessionOf([]), all)).toBe('C1042 · CANCEL ALL BTCUSDC_PERP: no order is open')
    expect(sentenceOf(sessionOf([], PARTIAL), all)).toBe(
      'C1042 · CANCEL ALL BTCUSDC_PERP: no live order is known here, but the list of C1042 is not complete (2 orders shown): the venue shows 2 of 5',
    )
  })
})

describe('the sentence of a flatten', () => {
  const flatten = { kind: 'flatten', customerCode: C1, symbol: BTC } as const
  it('says "at least" of its cancels where the list is not whole', () =>
    expect(sentenceOf(sessionOf(ORDERS, PARTIAL), flatten)).toMatch(/: cancel at least 2 orders, then /))

  it('says of a flat position that orders may be open where the list is not whole', () =>
    expect(sentenceOf(sessionOf([], PARTIAL), flatten)).toBe(
      'C1042 · FLATTEN BTCUSDC_PERP: the position is flat, nothing is to be closed; no live order is known here, but the list of C1042 is not complete (2 orders shown): the venue shows 2 of 5',
    ))

  it('names no instrument as another that it looks like', () => {
    const odd = sym('\u0412TCUSDC_PERP')
    const desk = new ScriptedCore()
    desk.startWith('instruments', [{ ...instrumentOf('BTC', '0.5', '0.001'), symbol: odd }])
    desk.startWith('positions', [positionOf('C1042', odd, '2', '61000')])
    const { session } = openWindow(desk)
    closers.push(() => session.close())
    for (const intent of [
      { ...flatten, symbol: odd },
      { kind: 'flattenAll', customerCode: C1, symbols: [odd] } as const,
    ]) {
      expect(sentenceOf(session, intent)).toContain('\\u{412}TCUSDC_PERP')
      expect(sentenceOf(session, intent)).not.toContain(odd)
    }
  })

  const HELD = positionOf('C1042', 'BTCUSDC_PERP', '2', '61000')
  const NO_LIST: OpenOrderReading = { ...wholeReading('C1042'), state: 'unavailable', reason: 'no list' }
  it.each([
    [
      'a list that is not whole',
      HELD,
      PARTIAL,
      /SELL 2.*; no live order is known here, but the list of C1042 is not/,
    ],
    [
      'a venue without lists',
      HELD,
      NO_LIST,
      /SELL 2.*; no live order is known here, but the venue shows no list/,
    ],
    [
      'a size that is not known',
      { ...HELD, complete: false },
      PARTIAL,
      /its trades are not all read; no live order is known here, but the list of C1042 is not/,
    ],
  ])('with no known order says that orders may be open: %s', (_name, position, reading, words) =>
    expect(sentenceOf(sessionOf([], reading, [position]), flatten)).toMatch(words),
  )

  it('says nothing about open orders where the list is whole', () =>
    expect(sentenceOf(sessionOf([], wholeReading('C1042'), [HELD]), flatten)).not.toContain('live order'))

  it.each([
    [PARTIAL, /one after the other; no live order is known here, but the list of C1042 is not complete/],
    [NO_LIST, /one after the other; no live order is known here, but the venue shows no list/],
    [wholeReading('C1042'), /one after the other$/],
  ])('of all positions says the same ($state)', (reading, words) =>
    expect(
      sentenceOf(sessionOf([], reading, [HELD]), { kind: 'flattenAll', customerCode: C1, symbols: [BTC] }),
    ).toMatch(words),
  )
})
