import { describe, expect, it } from 'vitest'
import { amendFields, readAmendForm, unfilledRest } from '../../../../renderer/panels/orders/amendForm.ts'
import { orderWords } from '../../../../renderer/panels/orders/orderWords.ts'
import { amendSentence } from '../../../../renderer/format/amendSentence.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, instrumentOf, orderOf, reference, tickerOf } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const order = orderOf({ referenceId: reference('a'), amount: text('10'), filledAmount: text('3') })

describe('an order in words', () => {
  it.each([
    [{ phase: 'closed', status: 'canceled' } as const, 'canceled, filled 3 of 10'],
    [{ phase: 'closed', status: 'canceled', filledAmount: text('0') } as const, 'canceled'],
    [{ phase: 'closed', status: 'filled', filledAmount: text('10') } as const, 'filled'],
    [{ phase: 'working', status: 'partially_filled' } as const, 'partially filled'],
    [{ phase: 'working', status: 'parked_for_review' } as const, 'parked_for_review, treated as live'],
    [{ phase: 'unknown', status: null } as const, 'unknown, treated as live'],
    [{ phase: 'working', pending: 'amend' } as const, 'amending'],
    [{ phase: 'dead', status: null } as const, 'never reached the book'],
    [
      { phase: 'dead', status: null, refusal: { code: 'WRITTEN_OFF', message: 'x' } } as const,
      'written off, not proven',
    ],
  ])('%j reads %s', (more, word) => expect(orderWords({ ...order, ...more }).word).toBe(word))
})

describe('an amend', () => {
  it.each([
    ['limit', ['amount', 'limitPrice']],
    ['stop_loss', ['amount', 'triggerPrice']],
    ['take_profit_limit', ['amount', 'limitPrice', 'triggerPrice']],
    ['take_profit_stop_loss', ['amount', 'takeProfitPrice', 'stopLossPrice']],
    ['stop_limit', ['amount', 'limitPrice', 'triggerPrice']],
  ])('%s may change %j', (type, fields) => expect(amendFields({ ...order, type })).toEqual(fields))

  it('sends only changed fields, and states before → after', () => {
    const reading = readAmendForm(order, { amount: '10.0', limitPrice: '62,155' }, null)
    expect(reading).toMatchObject({ sendable: true, changes: { amount: null, limitPrice: '62155' } })
    expect(amendSentence(order, reading.changes, { tickSize: decimalText.parse('0.1') })).toBe(
      'AMEND BUY BTCUSDC_PERP limit 62,000.0 → 62,155.0',
    )
  })

  it.each([
    [{ limitPrice: '' }, 'limitPrice', 'type a number'],
    [{ limitPrice: '-1' }, 'limitPrice', 'above 0'],
    [{ amount: '3' }, 'amount', 'above 3'],
    [{ amount: 'lots' }, 'amount', 'is not a number'],
  ] as const)('%j is not sent', (form, field, sentence) => {
    const reading = readAmendForm(order, form, null)
    expect(reading.sendable).toBe(false)
    expect(reading.problems[field]).toContain(sentence)
  })

  it('a price that the limits in force block is marked at its field', () => {
    const view = {
      instrument: instrumentOf('BTC', '0.5', '0.001'),
      ticker: tickerOf('BTCUSDC_PERP', '62148', '62150.5', '62149.5'),
      position: null,
      rules: DEFAULT_RULES,
      now: NOW,
    }
    const { problems, sendable } = readAmendForm(order, { limitPrice: '620000' }, view)
    expect(sendable).toBe(false)
    expect(problems.limitPrice).toMatch(/over the limit of 3 %/)
  })

  it('an unchanged form has nothing to send', () =>
    expect(readAmendForm(order, { amount: '10.00' }, null)).toMatchObject({ sendable: false, problems: {} }))

  it('an amend by hand sends a new order for the unfilled rest', () => expect(unfilledRest(order)).toBe('7'))
})
