import { describe, expect, it } from 'vitest'
import {
  covers,
  haltBlocking,
  haltSentence,
  sameScope,
  wordOfScope,
  type HaltScope,
} from '../../../../shared/domain/orders/halt.ts'
import { unseenIn } from '../../../../shared/domain/orders/openOrderReading.ts'
import {
  restingLines,
  restingOrders,
  restingSentence,
} from '../../../../shared/domain/orders/restingOrders.ts'
import { code, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'

const order = orderOf({ referenceId: reference('v1-abcd') })
const groupOf = (customer: string) => (customer === 'C1042' ? 'macro' : '')
const scopes: readonly (readonly [HaltScope, HaltScope, string])[] = [
  [{ kind: 'desk' }, { kind: 'desk' }, 'DESK'],
  [{ kind: 'group', group: 'macro' }, { kind: 'group', group: 'rates' }, 'macro'],
  [
    { kind: 'customer', customerCode: code('C1042') },
    { kind: 'customer', customerCode: code('C2007') },
    'C1042',
  ],
  [
    { kind: 'instrument', symbol: sym('BTCUSDC_PERP') },
    { kind: 'instrument', symbol: sym('ETHUSDC_PERP') },
    'BTCUSDC_PERP',
  ],
  [
    { kind: 'order', customerCode: code('C1042'), referenceId: reference('v1-abcd') },
    { kind: 'order', customerCode: code('C2007'), referenceId: reference('v1-abcd') },
    'abcd',
  ],
]

describe('a scope', () => {
  it.each(scopes)('%j covers its own orders and %j does not', (own, other, word) => {
    expect(covers({ scope: own }, order, groupOf)).toBe(true)
    expect(covers({ scope: other }, order, groupOf)).toBe(own.kind === 'desk')
    expect(sameScope(own, own)).toBe(true)
    expect(sameScope(own, other)).toBe(own.kind === 'desk')
    expect(wordOfScope(own)).toBe(word)
  })

  it('of one order blocks no new order', () => {
    const { customerCode, symbol } = order
    const scope: HaltScope = { kind: 'order', customerCode, referenceId: order.referenceId }
    expect(covers({ scope }, { customerCode, symbol }, groupOf)).toBe(false)
  })

  it('of customers without a group is no group', () => {
    const nobody = { ...order, customerCode: code('C2007') }
    expect(covers({ scope: { kind: 'group', group: 'macro' } }, nobody, groupOf)).toBe(false)
  })
})

describe('halts together', () => {
  const halted = { scope: { kind: 'desk' }, mode: 'halted', by: 'ann' } as const
  const reducing = {
    scope: { kind: 'customer', customerCode: code('C1042') },
    mode: 'reducing',
    by: 'bob',
  } as const

  it('give the reason of the strictest', () => {
    expect(haltBlocking([reducing, halted], order, groupOf)).toBe(halted)
    expect(haltSentence(halted)).toMatch(/^The whole desk is halted by ann: .*lift DESK/)
  })

  it('that Openpit started by itself name Openpit, as the journal of earlier versions has them', () => {
    expect(haltSentence({ ...halted, by: 'the desk' })).toMatch(/^The whole desk is halted by Openpit: /)
  })

  it('let a closing order pass only where all of them are reducing', () => {
    expect(haltBlocking([reducing], order, groupOf, true)).toBeNull()
    expect(haltBlocking([reducing], order, groupOf, false)).toBe(reducing)
    expect(haltBlocking([reducing, halted], order, groupOf, true)).toBe(halted)
  })
})

it('live orders are counted by customer and instrument, including unknown orders', () => {
  const resting = restingOrders([
    orderOf({ referenceId: reference('a'), customerCode: code('C2007') }),
    order,
    orderOf({ referenceId: reference('b'), phase: 'unresolved' }),
    orderOf({ referenceId: reference('c'), phase: 'closed' }),
  ])
  expect(restingLines(resting)).toEqual([
    'C1042 BTCUSDC_PERP: 2, 1 of unknown status',
    'C2007 BTCUSDC_PERP: 1',
  ])
  expect(restingSentence(resting, unseenIn([]))).toMatch(
    /^2 orders stay and 1 of unknown status may stay live at the venue\. Nothing at the venue ends them/,
  )
  expect(restingSentence(restingOrders([{ ...order, phase: 'unknown' }]), unseenIn([]))).toMatch(
    /^1 order of unknown status may stay live at the venue\. Nothing at the venue ends it/,
  )
  expect(restingSentence(restingOrders([order]), unseenIn([]))).toMatch(/^1 order stays live/)
  expect(restingSentence([], unseenIn([]))).toBe('')
})
