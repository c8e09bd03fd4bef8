import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginTour,
  leaveStep,
  presentStep,
  readProgress,
} from '../../../../renderer/panels/tour/tourProgress.ts'
import { TOUR_STEPS, type TourState } from '../../../../renderer/panels/tour/tourSteps.ts'
import { NO_LISTS, type HaltState } from '../../../../shared/domain/orders/halt.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { zeroText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { NOW, orderOf, positionOf, reference } from '../../../fakes/window/scriptedCore.ts'

const SINCE = NOW - 1000
const text = (value: string) => value as DecimalText
const quiet: TourState = {
  customer: 'C1042',
  closed: null,
  focusedKind: 'tour',
  isArmed: false,
  disarmedBecause: null,
  isProposed: false,
  orders: [],
  halts: [],
  positions: [],
}
const missing = (id: string, state: Partial<TourState>, since = SINCE): string | null => {
  const step = TOUR_STEPS.find((known) => known.id === id)
  if (!step) throw new Error(`no step ${id}`)
  return step.missing({ ...quiet, ...state }, since)
}

const resting = (more: Partial<Order> = {}) =>
  orderOf({ referenceId: reference('r-1'), phase: 'working', status: 'open', origin: 'desk', ...more })
const entry = (more: Partial<Order> = {}) =>
  orderOf({
    referenceId: reference('e-1'),
    phase: 'closed',
    status: 'filled',
    origin: 'desk',
    filledAmount: text('1'),
    bracket: { takeProfitPrice: text('66000'), stopLossPrice: text('58000'), released: zeroText },
    ...more,
  })
const leg = (amount: string, more: Partial<Order> = {}) =>
  resting({
    referenceId: reference('l-1'),
    legOf: reference('e-1'),
    status: 'untriggered',
    amount: text(amount),
    ...more,
  })
const halted = (more: Partial<HaltState> = {}): HaltState => ({
  id: 'h-1',
  scope: { kind: 'desk' },
  mode: 'halted',
  cancels: true,
  by: 'dealer',
  at: NOW,
  cause: null,
  orders: 2,
  verified: 2,
  unverified: [],
  lists: { ...NO_LISTS, customers: 3, cleared: 3, readAt: NOW },
  ...more,
})

describe('a step of the tour', () => {
  it('of the customer waits until the customer takes orders', () => {
    expect(missing('customer', { customer: null, closed: 'x' })).toBe('This window has no customer.')
    expect(missing('customer', { closed: 'C1042 is being read.' })).toBe('C1042 is being read.')
    expect(missing('customer', {})).toBeNull()
  })

  it('of the ladder and of arming follow the window, and arming says what disarmed', () => {
    expect(missing('ladder', {})).toMatch(/Another panel/)
    expect(missing('ladder', { focusedKind: 'ladder' })).toBeNull()
    expect(missing('arm', { disarmedBecause: 'the customer changed' })).toMatch(/: the customer changed\./)
    expect(missing('arm', { isArmed: true })).toBeNull()
  })

  it('of placing needs an order of this step that the venue shows resting', () => {
    expect(missing('place', {})).toMatch(/not armed/)
    expect(missing('place', { isArmed: true })).toMatch(/press B/)
    expect(missing('place', { isProposed: true })).toMatch(/press Enter/)
    expect(missing('place', { orders: [resting({ phase: 'sent', status: null })] })).toMatch(/not shown/)
    expect(missing('place', { orders: [resting({ phase: 'unknown', status: null })] })).toMatch(/not shown/)
    expect(missing('place', { orders: [resting({ phase: 'closed', status: 'filled' })] })).toMatch(
      /filled at once/,
    )
    const refusal = { code: 'X', message: 'the margin is too small' }
    expect(missing('place', { orders: [resting({ phase: 'rejected', status: null, refusal })] })).toMatch(
      /Nothing rests: the margin is too small/,
    )
    expect(missing('place', { orders: [resting({ origin: 'external' })] })).not.toBeNull()
    expect(missing('place', { orders: [resting()] }, NOW + 1)).not.toBeNull()
    expect(missing('place', { orders: [resting()] })).toBeNull()
  })

  it('of canceling needs the end that the venue shows, not the request', () => {
    expect(missing('cancel', { orders: [resting()] })).toMatch(/is live/)
    expect(missing('cancel', { orders: [resting({ pending: 'cancel' })] })).toMatch(/not confirmed/)
    expect(missing('cancel', { orders: [resting({ phase: 'closed', status: 'filled' })] })).toMatch(
      /No live order is known/,
    )
    expect(missing('cancel', { orders: [resting({ phase: 'closed', status: 'canceled' })] })).toBeNull()
  })

  it('of the lock needs the lock, and of the release needs its end', () => {
    const lock = halted({ mode: 'locked', cancels: false })
    expect(missing('lock', {})).not.toBeNull()
    expect(missing('lock', { halts: [lock] })).toBeNull()
    expect(missing('unlock', { halts: [lock] })).not.toBeNull()
    expect(missing('unlock', {})).toBeNull()
  })

  it('of the bracket needs a fill, and legs at the venue for all of it', () => {
    expect(missing('bracket', { orders: [resting()] })).toMatch(/No order with a bracket/)
    expect(missing('bracket', { orders: [entry({ filledAmount: zeroText })] })).toMatch(/has not filled/)
    expect(missing('bracket', { orders: [entry()] })).toMatch(/not shown them/)
    expect(missing('bracket', { orders: [entry(), leg('0.5')] })).toMatch(/not shown them/)
    expect(
      missing('bracket', { orders: [entry(), leg('1', { phase: 'sent', status: null })] }),
    ).not.toBeNull()
    expect(missing('bracket', { orders: [entry(), leg('1', { legOf: reference('other') })] })).not.toBeNull()
    expect(missing('bracket', { orders: [entry(), leg('1')] })).toBeNull()
  })

  it('of the kill switch needs every cancel and every list verified', () => {
    const unverified = [
      {
        customerCode: orderOf({ referenceId: reference('r') }).customerCode,
        referenceId: reference('r'),
        symbol: orderOf({ referenceId: reference('r') }).symbol,
        reason: 'no answer',
      },
    ]
    expect(missing('kill', {})).toBe('The desk is not halted.')
    expect(missing('kill', { halts: [halted({ mode: 'locked' })] })).toBe('The desk is not halted.')
    expect(missing('kill', { halts: [halted({ verified: 1 })] })).toMatch(/1 of 2/)
    expect(missing('kill', { halts: [halted({ unverified })] })).toMatch(/UNVERIFIED/)
    expect(
      missing('kill', { halts: [halted({ lists: { ...NO_LISTS, customers: 3, cleared: 2 } })] }),
    ).toMatch(/still being read/)
    expect(missing('kill', { halts: [halted()] })).toBeNull()
    expect(missing('lift', { halts: [halted()] })).not.toBeNull()
    expect(missing('lift', {})).toBeNull()
  })

  it('of the last step needs no open position', () => {
    expect(missing('flat', { positions: [positionOf('C1042', 'BTCUSDC_PERP', '0.1', '62000')] })).toMatch(
      /0\.1 BTCUSDC_PERP/,
    )
    expect(missing('flat', {})).toBeNull()
  })

  it.each(['place', 'cancel', 'lock', 'unlock', 'bracket', 'kill', 'lift', 'flat'])(
    '%s is never done while the state is unknown',
    (id) => expect(missing(id, { orders: null, halts: null, positions: null })).toMatch(/not known/),
  )
})

describe('the progress of the tour', () => {
  it('goes step by step, and only the present step can be left', () => {
    const ids = TOUR_STEPS.map(({ id }) => id)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('done', 'skipped'))), (acts) => {
        let now = beginTour(0)
        for (const [id, how] of acts) {
          const before = presentStep(now)
          const after = leaveStep(now, id, how, 1)
          const isLeft = before?.id === id
          expect([after === now, presentStep(after)?.id === before?.id]).toEqual([!isLeft, !isLeft])
          now = after
        }
        const left = [...now.done, ...now.skipped]
        expect(new Set(left)).toEqual(new Set(ids.slice(0, left.length)))
      }),
    )
  })

  it('survives the settings, and what cannot be read begins anew', () => {
    const progress = leaveStep(beginTour(5), 'customer', 'skipped', 9)
    expect(readProgress(JSON.stringify(progress))).toEqual({ done: [], skipped: ['customer'], since: 9 })
    for (const stored of [undefined, '{', '{"done":1}']) expect(readProgress(stored)).toBeNull()
  })
})
