import { describe, expect, it } from 'vitest'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import { feeOf } from '../../../../shared/domain/accounts/fees.ts'
import { initialMarginOfLeverage, marginOfNotional } from '../../../../shared/domain/accounts/margin.ts'
import { LEVERAGES } from '../../../../shared/domain/orders/orderFieldRules.ts'

describe('margin and fees', () => {
  it.each([
    [1, '100'],
    [2, '50'],
    [3, '34'],
    [5, '20'],
    [6, '17'],
    [7, '15'],
    [9, '12'],
    [10, '10'],
    [12, '9'],
    [13, '8'],
  ])('leverage %i asks for %s %% [gap.20]', (leverage, percent) => {
    expect(toText(initialMarginOfLeverage(leverage))).toBe(percent)
  })

  it('no two allowed leverages share a margin; 11 would, and is refused [8.leverage gap.20]', () => {
    const margins = LEVERAGES.map((leverage) => toText(initialMarginOfLeverage(leverage)))
    expect(new Set(margins).size).toBe(LEVERAGES.length)
    expect(toText(initialMarginOfLeverage(11))).toBe(toText(initialMarginOfLeverage(10)))
  })

  it('binds the same margin long and short', () => {
    expect(toText(marginOfNotional(decimal('-62150'), decimal('20')))).toBe('12430')
  })

  it('2 bps are 0.02 %, a minus is a rebate [2.fees.bps 2.fees.rebate]', () => {
    expect(toText(feeOf(decimal('10000'), decimal('2')))).toBe('2')
    expect(toText(feeOf(decimal('155375'), decimal('-0.5')))).toBe('-7.76875')
  })
})
