import { describe, expect, it } from 'vitest'
import { decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import {
  bracketPrices,
  bracketProblems,
  bracketWords,
  type BracketEntry,
} from '../../../../shared/domain/orders/bracketPrices.ts'

const text = (word: string) => word as DecimalText
const entry = (more: Partial<BracketEntry> = {}): BracketEntry => ({
  side: 'buy',
  type: 'limit',
  limitPrice: '100',
  triggerPrice: null,
  ...more,
})
const prices = (takeProfitPrice: string | null, stopLossPrice: string | null) => ({
  takeProfitPrice: takeProfitPrice === null ? null : text(takeProfitPrice),
  stopLossPrice: stopLossPrice === null ? null : text(stopLossPrice),
})
const faults = (subject: BracketEntry, tp: string | null, sl: string | null, market: string | null = null) =>
  bracketProblems(subject, prices(tp, sl), market === null ? null : decimal(market), toText)

describe('the prices of a bracket', () => {
  it('need a take profit, a stop loss or both', () => {
    expect(bracketPrices.safeParse(prices(null, null)).success).toBe(false)
    expect(bracketPrices.safeParse(prices('110', null)).success).toBe(true)
    expect(bracketPrices.safeParse({ ...prices('110', '90'), more: 1 }).success).toBe(false)
  })

  it.each([
    ['a buy', entry(), '110', '95'],
    ['a sell', entry({ side: 'sell' }), '95', '110'],
    ['a stop alone', entry(), null, '95'],
    ['a take profit alone', entry(), '110', null],
    ['a stop entry, from its trigger', entry({ type: 'stop_loss_limit', triggerPrice: '120' }), '130', '115'],
  ])('fit on both sides of %s', (_name, subject, tp, sl) => {
    expect(faults(subject, tp, sl)).toEqual([])
  })

  it('on the wrong side of the entry are refused by field, with the price that decides', () => {
    const [problem] = faults(entry(), '110', '101')
    expect(problem).toEqual({
      field: 'stopLossPrice',
      sentence:
        'The stop loss of a BUY at 100 must be below that price: 101 would close the position at once.',
    })
    expect(faults(entry({ side: 'sell' }), '101', '110').map(({ field }) => field)).toEqual([
      'takeProfitPrice',
    ])
    expect(faults(entry(), '100', '90').map(({ field }) => field)).toEqual(['takeProfitPrice'])
  })

  it('of a market order, and of a limit that the market betters, are judged by the market', () => {
    const market = entry({ type: 'market', limitPrice: null })
    expect(faults(market, '110', '101', '100')).toHaveLength(1)
    expect(faults(market, '110', '99', '100')).toEqual([])
    expect(faults(entry({ limitPrice: '105' }), '120', '101', '100')).toHaveLength(1)
    expect(faults(entry({ limitPrice: '95' }), '99', '90', '100')).toEqual([])
  })

  it('of a market order without a known price are only compared with each other', () => {
    const market = entry({ type: 'market', limitPrice: null })
    expect(faults(market, '90', '95').map(({ sentence }) => sentence)).toEqual([
      'The take profit of a BUY must be above its stop loss. Swap the two prices, or change the side.',
    ])
    expect(faults(market, '95', '90')).toEqual([])
  })

  it('must be above 0, and a combo has none', () => {
    expect(faults(entry(), '110', '0')[0]?.sentence).toBe('The stop loss of the bracket must be above 0.')
    expect(faults(entry({ type: 'take_profit_stop_loss' }), '110', '90')).toHaveLength(1)
  })

  it('have names for sentences', () => {
    expect(bracketWords(prices('110', '90'))).toBe('take profit and stop loss')
    expect(bracketWords(prices(null, '90'))).toBe('stop loss')
  })
})
