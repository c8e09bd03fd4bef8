import { describe, expect, it } from 'vitest'
import { limitChanges, wordToLoosen } from '../../../../shared/domain/limits/limitChanges.ts'
import { changeSentence } from '../../../../shared/domain/limits/limitWords.ts'
import { DEFAULT_RULES, limitRules, type LimitRule } from '../../../../shared/domain/limits/limits.ts'
import { BTC, C1, ETH, ruleOf } from '../limitStage.ts'

const said = (from: LimitRule[], to: LimitRule[]) => limitChanges(from, to).map(changeSentence)
const word = (from: LimitRule[], to: LimitRule[]) => wordToLoosen(limitChanges(from, to))

describe('what a save changes', () => {
  it('states each bound with its scope, old and new value', () => {
    expect(
      said(
        [ruleOf({ notional: { warn: '1000', block: '2000' } })],
        [ruleOf({ notional: { block: '2000' } }), ruleOf({ touch: { block: '2.5' } }, { customerCode: C1 })],
      ),
    ).toEqual([
      'the desk: Notional, warn: 1,000 USDC → none',
      'customer C1042: Price through the touch, block: none → 2.5 %',
    ])
  })

  it('is nothing where the numbers are the same', () => {
    expect(limitChanges([...DEFAULT_RULES], structuredClone([...DEFAULT_RULES]))).toEqual([])
  })

  it.each<[string, LimitRule[], LimitRule[], string | null]>([
    [
      'raises a block',
      [ruleOf({ notional: { block: '1' } })],
      [ruleOf({ notional: { block: '25000' } })],
      '25000',
    ],
    ['takes a block away', [ruleOf({ notional: { block: '1' } })], [ruleOf({})], 'no limit'],
    [
      'takes a scope with a block away',
      [ruleOf({}), ruleOf({ amount: { block: '1' } }, { symbol: BTC })],
      [ruleOf({})],
      'no limit',
    ],
    [
      'raises two blocks',
      [ruleOf({ notional: { block: '1' }, amount: { block: '1' } })],
      [ruleOf({ notional: { block: '2' }, amount: { block: '2' } })],
      '2 looser',
    ],
    [
      'allows one more instrument',
      [ruleOf({}, { instruments: [BTC] })],
      [ruleOf({}, { instruments: [BTC, ETH] })],
      'looser',
    ],
    ['allows all instruments', [ruleOf({}, { instruments: [BTC] })], [ruleOf({})], 'looser'],
    ['lowers a block', [ruleOf({ notional: { block: '2' } })], [ruleOf({ notional: { block: '1' } })], null],
    ['brings a first block', [ruleOf({})], [ruleOf({ notional: { block: '1' } })], null],
    ['raises a warning', [ruleOf({ notional: { warn: '1' } })], [ruleOf({ notional: { warn: '2' } })], null],
    ['allows fewer instruments', [ruleOf({})], [ruleOf({}, { instruments: [] })], null],
  ])('that %s needs a typed number', (_name, from, to, typed) => {
    expect(word(from, to)).toBe(typed)
  })
})

describe('a set of limits', () => {
  it.each([
    ['no desk', [ruleOf({}, { customerCode: C1 })]],
    ['the same scope twice', [ruleOf({}), ruleOf({})]],
    ['a bound below 0', [ruleOf({ notional: { block: '-1' } })]],
    ['instruments allowed for an instrument', [ruleOf({}), ruleOf({}, { symbol: BTC, instruments: [BTC] })]],
  ])('with %s is refused', (_name, rules) => {
    expect(limitRules.safeParse(rules).success).toBe(false)
  })
})
