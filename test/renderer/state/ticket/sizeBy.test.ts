import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundingOf } from '../../../../renderer/state/ticket/roundTicket.ts'
import { amountBySize, type SizeInput } from '../../../../renderer/state/ticket/sizeBy.ts'
import { changeTicket, emptyTicket } from '../../../../renderer/state/ticket/ticketForm.ts'
import {
  absolute,
  decimal,
  decimalOf,
  divide,
  isMultiple,
  multiply,
  subtract,
} from '../../../../shared/base/decimal.ts'
import { instrumentOf } from '../../../fakes/window/scriptedCore.ts'

const BTC = instrumentOf('BTC', '0.5', '0.001')

/** 10,000 USDC free at 10 % margin, short 2.5 BTC, at a price of 62,000. */
const input = (more: Partial<SizeInput>): SizeInput => ({
  basis: 'free',
  value: '25',
  stop: '',
  side: 'buy',
  instrument: BTC,
  free: { value: decimal('10000'), why: null },
  position: decimal('-2.5'),
  price: decimal('62000'),
  initialMargin: decimal('10'),
  ...more,
})
const sentence = (more: Partial<SizeInput>) => {
  const reading = amountBySize(input(more))
  return reading !== null && 'sentence' in reading ? reading.sentence : reading
}

describe('the amount of an order', () => {
  it('from a share of the free margin binds that share, rounded down to a lot', () => {
    // 2,500 of margin carry 25,000 of notional: 0.40322… contracts.
    expect(amountBySize(input({}))).toEqual({
      amount: '0.403',
      words: '25 % of 10,000.00 USDC free at 10 % margin, rounded down to the lot 0.001',
      caution: null,
    })
    const old = { value: decimal('10000'), why: 'the mark of BTCUSDC_PERP is old' }
    expect(amountBySize(input({ free: old }))).toMatchObject({ caution: 'the mark of BTCUSDC_PERP is old' })
  })

  it('from a share of the position needs no price', () => {
    expect(amountBySize(input({ basis: 'position', value: '50 %', price: null }))).toMatchObject({
      amount: '1.25',
      words: '50 % of the position of 2.5 BTC',
    })
  })

  it('from the USDC at risk loses that much at the stop', () => {
    const risk = { basis: 'risk' as const, value: '500', stop: '61000' }
    expect(amountBySize(input(risk))).toMatchObject({
      amount: '0.5',
      words: '500.00 USDC at risk from 62,000.0 to 61,000.0',
    })
    expect(amountBySize(input({ ...risk, side: 'sell', stop: '62250' }))).toMatchObject({ amount: '2' })
  })

  it.each([
    ['a word', { value: 'half' }, '% of free: "half" is not a number.'],
    ['nothing', { value: '0' }, '% of free must be above 0.'],
    ['more than all', { value: '101' }, '% of free must be at most 100.'],
    [
      'an unknown free margin',
      { free: { value: null, why: 'the balance is not known' } },
      'The free margin is not known: the balance is not known. Type an amount.',
    ],
    [
      'no free margin',
      { free: { value: decimal('-12.5'), why: null } },
      'The free margin is -12.50 USDC: nothing is free. Type an amount.',
    ],
    [
      'an unknown margin',
      { initialMargin: null },
      'The initial margin of BTCUSDC_PERP is not known. Type an amount.',
    ],
    [
      'no price',
      { price: null },
      'No fresh price of BTCUSDC_PERP is known, so no amount can be computed. Type a limit price or an amount.',
    ],
    [
      'less than a lot',
      { value: '0.01' },
      '0.01 % of 10,000.00 USDC free at 10 % margin is below the smallest amount 0.001 BTC. Type more.',
    ],
    [
      'an unknown lot',
      { instrument: { ...BTC, lotSize: null } },
      'The lot of BTCUSDC_PERP is not known, so no amount can be computed. Type an amount.',
    ],
    [
      'an unknown position',
      { basis: 'position' as const, position: null },
      'The position in BTCUSDC_PERP is not known for certain. Type an amount.',
    ],
    [
      'no position',
      { basis: 'position' as const, position: decimal('0') },
      'There is no position in BTCUSDC_PERP. Type an amount.',
    ],
    [
      'no side',
      { basis: 'risk' as const, side: '' as const },
      'Choose buy or sell first: the stop lies on the other side of the price.',
    ],
    ['no stop', { basis: 'risk' as const }, 'Stop at is needed: the price at which the risk ends.'],
    [
      'a stop on the wrong side',
      { basis: 'risk' as const, stop: '62500' },
      'Stop at 62,500.0 must be below the price 62,000.0: a buy loses there.',
    ],
  ] as const)('is not computed from %s, and one sentence says what to do', (_name, more, words) => {
    expect(sentence(more)).toBe(words)
  })

  it('is whole lots, and never more than was asked for', () => {
    const cents = (n: number) => divide(decimalOf(n), decimalOf(100))
    fc.assert(
      fc.property(
        fc.constantFrom('free' as const, 'position' as const, 'risk' as const),
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 90_000_00 }),
        fc.integer({ min: 2, max: 90_000_00 }),
        fc.integer({ min: 1, max: 100 }),
        (basis, percent, free, price, margin) => {
          const asked = input({
            basis,
            value: String(percent / 100),
            free: { value: cents(free), why: null },
            price: cents(price),
            stop: String(Math.floor(price / 2) / 100),
            initialMargin: decimalOf(margin),
          })
          const reading = amountBySize(asked)
          if (reading === null || 'sentence' in reading) return
          const amount = decimal(reading.amount)
          expect(amount > 0n && isMultiple(amount, decimal('0.001'))).toBe(true)
          const used =
            basis === 'free'
              ? divide(multiply(multiply(amount, asked.price!), asked.initialMargin!), asked.free.value!)
              : basis === 'position'
                ? divide(multiply(amount, decimalOf(100)), decimal('2.5'))
                : multiply(amount, absolute(subtract(asked.price!, decimal(asked.stop))))
          expect(used <= decimal(asked.value) + 100n).toBe(true)
        },
      ),
    )
  })
})

describe('one key', () => {
  const problem = (field: 'amount' | 'limitPrice', offer: string) => ({
    field,
    sentence: '',
    offer: offer as never,
  })

  it('takes every value to its step and says what changed', () => {
    const form = { ...emptyTicket, amount: '2.5004', limitPrice: '62,000.25' }
    const rounding = roundingOf(form, [problem('amount', '2.5'), problem('limitPrice', '62000')], BTC)!
    expect(rounding.said).toBe('Amount 2.5004 → 2.5 (lot 0.001), Limit price 62,000.25 → 62,000 (tick 0.5).')
    expect(changeTicket(form, { kind: 'take', ...rounding })).toMatchObject({
      amount: '2.5',
      limitPrice: '62000',
    })
  })

  it('does nothing where every value fits', () => {
    expect(roundingOf({ ...emptyTicket, amount: '2.5' }, [], BTC)).toBeNull()
  })
})
