import { describe, expect, it } from 'vitest'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { NO_CHANGES, type OrderChanges } from '../../../shared/domain/orders/order.ts'
import { amendProblems, typeRule, TYPE_RULES } from '../../../shared/domain/orders/orderFieldRules.ts'

const text = (word: string) => word as DecimalText
const NONE: OrderChanges = { ...NO_CHANGES }
const orderOf = (type: string, filled = '0', cash: string | null = null) => ({
  type,
  filledAmount: text(filled),
  cashAmount: cash === null ? null : text(cash),
})
const broken = (value: ReturnType<typeof orderOf>, changes: Partial<OrderChanges>) =>
  amendProblems(value, { ...NONE, ...changes }).map((problem) => problem.field)

describe('amend rules [gap.11 4.orders.amend]', () => {
  it.each([
    ['market', ['amount']],
    ['limit', ['amount', 'limitPrice']],
    ['stop_loss', ['amount', 'triggerPrice']],
    ['stop_market', ['amount', 'triggerPrice']],
    ['stop_loss_limit', ['amount', 'limitPrice', 'triggerPrice']],
    ['stop_limit', ['amount', 'limitPrice', 'triggerPrice']],
    ['take_profit', ['amount', 'triggerPrice']],
    ['take_profit_limit', ['amount', 'limitPrice', 'triggerPrice']],
    ['take_profit_stop_loss', ['amount', 'takeProfitPrice', 'stopLossPrice']],
    ['word_of_tomorrow', ['amount', 'limitPrice', 'triggerPrice', 'takeProfitPrice', 'stopLossPrice']],
  ])('%s takes %j and refuses every other field by name', (type, allowed) => {
    const fields = Object.keys(NONE) as (keyof OrderChanges)[]
    for (const field of fields)
      expect([field, broken(orderOf(type), { [field]: text('1') })]).toEqual([
        field,
        allowed.includes(field) ? [] : [field],
      ])
  })

  it('an amend needs a change, above 0', () => {
    expect(broken(orderOf('limit'), {})).toEqual(['amount'])
    expect(broken(orderOf('limit'), { amount: text('0'), limitPrice: text('-1') })).toEqual([
      'amount',
      'limitPrice',
    ])
  })

  it('an amount includes the fills and must exceed them', () => {
    expect(broken(orderOf('limit', '2'), { amount: text('2') })).toEqual(['amount'])
    expect(broken(orderOf('limit', '2'), { amount: text('2.00000001') })).toEqual([])
    expect(amendProblems(orderOf('limit', '2'), { ...NONE, amount: text('1') })[0]?.sentence).toMatch(
      /above 2.*Cancel the order/,
    )
  })

  it('a cash order keeps its size', () => {
    expect(broken(orderOf('limit', '0', '500'), { amount: text('3') })).toEqual(['amount'])
    expect(broken(orderOf('limit', '0', '500'), { limitPrice: text('3') })).toEqual([])
  })

  it('order types that only answers use follow the rules of the type that was sent [2.order.type.read]', () => {
    expect(typeRule('stop_market')).toEqual(TYPE_RULES.stop_loss)
    expect(typeRule('stop_limit')).toEqual(TYPE_RULES.stop_loss_limit)
    for (const word of ['toString', '__proto__', 'settled']) expect(typeRule(word)).toBeNull()
  })
})
