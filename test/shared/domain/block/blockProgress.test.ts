/** What became of a block: the fate of each row, counts that add up, averages and deviations. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, toText } from '../../../../shared/base/decimal.ts'
import { blockProgress, canRetry, isOver } from '../../../../shared/domain/block/blockProgress.ts'
import type { BlockRowState } from '../../../../shared/domain/block/blockRecord.ts'
import { orderPhase, type Order } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { code, orderOf, reference } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)

const rowOf = (n: number, more: Partial<BlockRowState> = {}): BlockRowState => ({
  customerCode: code(`C${n}`),
  amount: text('2'),
  referenceId: reference(`B1-${n}`),
  state: 'requested',
  why: null,
  isRetried: false,
  ...more,
})

const orderFor = (n: number, more: Partial<Order> = {}): Order =>
  orderOf({ customerCode: code(`C${n}`), referenceId: reference(`B1-${n}`), amount: text('2'), ...more })

const progressOf = (rows: readonly BlockRowState[], orders: readonly Order[]) =>
  blockProgress({ rows: [...rows] }, (customerCode, referenceId) =>
    orders.find((order) => order.customerCode === customerCode && order.referenceId === referenceId),
  )

const filled = (amount: string, quote: string): Partial<Order> => ({
  filledAmount: text(amount),
  filledQuote: text(quote),
})

describe('the fate of a row', () => {
  it('is what its order shows, and unknown where no order shows anything', () => {
    const { rows, counts } = progressOf(
      [1, 2, 3, 4, 5, 6, 7]
        .map((n) => rowOf(n))
        .concat([
          rowOf(8, { state: 'waiting', referenceId: null }),
          rowOf(9, { state: 'not-sent', referenceId: null, why: 'C9 is halted.' }),
        ]),
      [
        orderFor(1, { phase: 'working', status: 'open' }),
        orderFor(2, { phase: 'working', status: 'partially_filled', ...filled('1', '100') }),
        orderFor(3, { phase: 'closed', status: 'filled', ...filled('2', '204') }),
        orderFor(4, { phase: 'rejected', refusal: { code: 'ORDER_REJECTED', message: 'Too large.' } }),
        orderFor(5, { phase: 'resolving' }),
        orderFor(6, { phase: 'closed', status: 'canceled' }),
      ],
    )
    expect(rows.map(({ fate }) => fate)).toEqual([
      'resting',
      'part',
      'filled',
      'refused',
      'unknown',
      'ended',
      'unknown',
      'waiting',
      'not-sent',
    ])
    expect(rows[6]?.why).toBe('its order is not in the list of orders of this window')
    expect(rows[8]?.why).toBe('C9 is halted.')
    expect(rows.filter(canRetry).map(({ customerCode }) => customerCode)).toEqual(['C4', 'C9'])
    expect(counts).toMatchObject({ unknown: 2, filled: 1, waiting: 1 })
  })

  it('is live while the venue calls a full order live: its status decides, and its amount may be raised', () => {
    const progress = progressOf(
      [rowOf(1)],
      [orderFor(1, { phase: 'working', status: 'partially_filled', ...filled('2', '204') })],
    )
    expect(progress.rows.map(({ fate, why }) => [fate, why])).toEqual([
      ['part', 'all of it is filled, but the venue still calls its order live'],
    ])
    expect(progress.filled).toBe(decimal('2'))
    expect(isOver(progress)).toBe(false)
  })

  it('lets a row be sent again whose order is proven never to have arrived, and none that a dealer wrote off', () => {
    const { rows } = progressOf(
      [rowOf(1), rowOf(2), rowOf(3)],
      [
        orderFor(1, { phase: 'dead', status: null }),
        orderFor(2, {
          phase: 'dead',
          status: null,
          refusal: { code: 'WRITTEN_OFF', message: 'dealer declared this order done.' },
        }),
        orderFor(3, { phase: 'dead', status: 'open' }),
      ],
    )
    expect(rows.map(({ fate }) => fate)).toEqual(['never-arrived', 'ended', 'ended'])
    expect(rows.map(canRetry)).toEqual([true, false, false])
  })

  it('is what the block stored of its end, where the order is not in the list any more', () => {
    const end = { filledAmount: text('0'), filledQuote: text('0'), isProvenDead: true, why: 'Too large.' }
    const { rows, filled: all } = progressOf(
      [
        rowOf(1, { end: { ...end, as: 'rejected' } }),
        rowOf(2, {
          end: {
            ...end,
            as: 'filled',
            isProvenDead: false,
            filledAmount: text('2'),
            filledQuote: text('200'),
          },
        }),
      ],
      [],
    )
    expect(rows.map(({ fate, why }) => [fate, why])).toEqual([
      ['refused', 'Too large.'],
      ['filled', null],
    ])
    expect(all).toBe(decimal('2'))
  })

  it('has the fills of every order of the row, and says that an earlier one came back', () => {
    const earlier = [{ referenceId: reference('B1-1-old'), end: null }]
    const old = { referenceId: reference('B1-1-old') }
    const shown = (more: Partial<Order>, newest: Partial<Order>) => {
      const { rows } = progressOf(
        [rowOf(1, { earlier })],
        [orderFor(1, newest), orderFor(1, { ...old, ...more })],
      )
      return rows.map(({ fate, filled: both, why }) => [fate, toText(both), why?.slice(0, 40) ?? null])
    }
    const back = 'an earlier order of this row came back, '
    const full = { phase: 'closed', status: 'filled', ...filled('2', '200') } as const
    const refused = { phase: 'rejected', status: null } as const
    expect(shown(full, full)).toEqual([['filled', '4', back]])
    expect(shown(full, refused)).toEqual([['filled', '2', back]])
    expect(shown({ phase: 'working', status: 'open' }, full)).toEqual([['resting', '2', back]])
    expect(shown(refused, full)).toEqual([['filled', '2', null]])
  })

  it('counts every row exactly once', () => {
    const states = fc.constantFrom('waiting' as const, 'not-sent' as const, 'requested' as const)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(states, fc.constantFrom(...orderPhase.options), fc.boolean()), { minLength: 2 }),
        (given) => {
          const rows = given.map(([state], n) => rowOf(n, { state }))
          const orders = given.flatMap(([, phase, isKnown], n) => (isKnown ? [orderFor(n, { phase })] : []))
          const { counts, requested } = progressOf(rows, orders)
          expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(rows.length)
          expect(requested + counts.waiting).toBeLessThanOrEqual(rows.length)
        },
      ),
    )
  })
})

describe('fills', () => {
  it('give the average of the block and how far each customer is from it', () => {
    const progress = progressOf(
      [rowOf(1), rowOf(2), rowOf(3)],
      [
        orderFor(1, { phase: 'closed', status: 'filled', ...filled('2', '200') }),
        orderFor(2, { phase: 'working', status: 'partially_filled', ...filled('1', '103') }),
        orderFor(3, { phase: 'working', status: 'open' }),
      ],
    )
    expect(progress.average && toText(progress.average)).toBe('101')
    expect(progress.rows.map(({ deviation }) => deviation && toText(deviation))).toEqual(['-1', '2', null])
    expect(progress.spread).toEqual({ low: decimal('100'), high: decimal('103'), deviation: decimal('2') })
    expect([progress.amount, progress.filled]).toEqual([decimal('6'), decimal('3')])
    expect(isOver(progress)).toBe(false)
  })

  it('have no average before the first one', () => {
    const progress = progressOf([rowOf(1, { state: 'waiting' }), rowOf(2)], [orderFor(2)])
    expect(progress).toMatchObject({
      average: null,
      spread: null,
      filled: ZERO,
      amount: add(decimal('2'), decimal('2')),
    })
  })
})
