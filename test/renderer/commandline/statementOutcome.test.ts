/** What the venue must show before the next statement of a line comes up. */

import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../renderer/commandline/statementOutcome.ts'
import type { Intent } from '../../../renderer/state/stores/proposalStore.ts'
import { NO_CHANGES, orderKey, plainDraft, type Order } from '../../../shared/domain/orders/order.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { WRITTEN_OFF } from '../../../shared/domain/orders/orderLife.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { NOW, code, orderOf, reference, sym } from '../../fakes/window/scriptedCore.ts'

const rows = (...orders: Order[]) => new Map(orders.map((order) => [orderKey(order), order]))
const resting = orderOf({ referenceId: reference('v1-a') })
const over = (status: string): Order => ({ ...resting, phase: 'closed', status })
const WRITTEN_OFF_HERE: Order = {
  ...resting,
  phase: 'dead',
  refusal: { code: WRITTEN_OFF, message: 'dealer declared this order done.' },
}
const REFUSED = { code: 'NOT_FOUND', message: '' }

describe('a cancel', () => {
  const all: Intent = { kind: 'cancelAll', customerCode: code('C1042'), symbol: null, side: null }
  const one: Intent = { kind: 'cancel', orders: [resting] }
  it.each<[string, Order, string]>([
    ['waits for the venue', { ...resting, pending: 'cancel' }, 'open'],
    ['waits while the order is live, also after its request ended', resting, 'open'],
    ['is confirmed by the end of the order', over('canceled'), 'confirmed'],
    ['fails where the venue refused it', { ...resting, refusal: REFUSED }, 'failed'],
    ['fails where the order filled first', over('filled'), 'failed'],
    ['fails where a dealer wrote the order off', WRITTEN_OFF_HERE, 'failed'],
  ])('%s', (_, now, kind) => {
    for (const intent of [all, one]) expect(outcomeOf(intent, rows(resting), rows(now), null).kind).toBe(kind)
  })

  it('of all orders is not confirmed while the list of open orders was not read whole', () => {
    const gap: OpenOrderReading = {
      customerCode: code('C1042'),
      state: 'unavailable',
      readAt: NOW,
      shown: 0,
      reason: 'NOT_FOUND',
    }
    const why =
      'it is not known whether every order is canceled, because the venue shows no list of open orders of C1042: orders sent from elsewhere cannot be seen'
    expect(outcomeOf(all, rows(), rows(), gap)).toEqual({ kind: 'failed', why })
    expect(outcomeOf(all, rows(resting), rows(over('canceled')), gap).kind).toBe('failed')
    expect(outcomeOf(all, rows(), rows(), null).kind).toBe('confirmed')
  })

  it('of one order is about no other', () => {
    const other = orderOf({ referenceId: reference('v1-b') })
    expect(outcomeOf(one, rows(resting, other), rows(over('canceled'), other), null).kind).toBe('confirmed')
    expect(outcomeOf(all, rows(resting, other), rows(over('canceled'), other), null).kind).toBe('open')
  })
})

describe('a scale', () => {
  const price = (text: string) => decimalText.parse(text)
  const scale = ['61000', '62000'].map((limitPrice) => ({
    limitPrice: price(limitPrice),
    amount: price('1'),
  }))
  const draft = plainDraft({
    customerCode: code('C1042'),
    symbol: sym('BTCUSDC_PERP'),
    side: 'buy',
    type: 'limit',
    amount: price('2'),
    limitPrice: price('61000'),
  })
  const [first, second] = ['v1-1', 'v1-2'].map((id) => orderOf({ referenceId: reference(id) }))

  it('waits for every one of its orders', () => {
    const intent: Intent = { kind: 'order', draft, scale }
    if (!first || !second) throw new Error('no orders')
    expect(outcomeOf(intent, rows(), rows(first), null).kind).toBe('open')
    expect(outcomeOf(intent, rows(), rows(first, second), null).kind).toBe('confirmed')
    const refused: Order = { ...second, phase: 'rejected', refusal: REFUSED }
    expect(outcomeOf(intent, rows(), rows(first, refused), null).kind).toBe('failed')
  })
})

describe('an order', () => {
  const draft = plainDraft({
    customerCode: code('C1042'),
    symbol: sym('BTCUSDC_PERP'),
    side: 'buy',
    type: 'market',
    amount: decimalText.parse('1'),
  })
  const made = (more: Partial<Order>) => orderOf({ referenceId: reference('v1-new'), ...more })
  it.each<[string, Order[], string]>([
    ['waits until it is in the list', [], 'open'],
    ['waits until it was sent', [made({ phase: 'intent', status: null })], 'open'],
    ['waits while its fate is unknown', [made({ phase: 'unknown', status: null })], 'open'],
    ['is confirmed when the venue shows it', [made({})], 'confirmed'],
    [
      'is confirmed by a fill',
      [made({ phase: 'closed', status: 'filled', filledAmount: decimalText.parse('1') })],
      'confirmed',
    ],
    ['fails where the venue refused it', [made({ phase: 'rejected', refusal: REFUSED })], 'failed'],
    ['fails where it was not sent', [made({ phase: 'not-sent' })], 'failed'],
    [
      'fails where it ended without a fill',
      [made({ phase: 'closed', status: 'canceled', filledAmount: decimalText.parse('0') })],
      'failed',
    ],
  ])('%s', (_, now, kind) => {
    expect(outcomeOf({ kind: 'order', draft }, rows(resting), rows(resting, ...now), null).kind).toBe(kind)
  })

  it('of another customer, or from elsewhere, confirms nothing', () => {
    for (const more of [{ customerCode: code('C2007') }, { origin: 'external' as const }])
      expect(outcomeOf({ kind: 'order', draft }, rows(), rows(made(more)), null).kind).toBe('open')
  })
})

describe('an amend', () => {
  const limitPrice = decimalText.parse('61000')
  const intent: Intent = { kind: 'amend', order: resting, changes: { ...NO_CHANGES, limitPrice } }
  it.each<[string, Order, string]>([
    ['waits for the venue', { ...resting, pending: 'amend' }, 'open'],
    ['is confirmed by its new value', { ...resting, limitPrice }, 'confirmed'],
    ['fails where the order keeps its old value', resting, 'failed'],
    ['fails where the venue refused it', { ...resting, refusal: REFUSED }, 'failed'],
    ['fails where the order ended', over('filled'), 'failed'],
  ])('%s', (_, now, kind) => {
    expect(outcomeOf(intent, rows(resting), rows(now), null).kind).toBe(kind)
  })
})
