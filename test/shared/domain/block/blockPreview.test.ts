/** The preview of a block: figures per customer, rows that drop out, the basket, and what stays unknown. */

import { describe, expect, it } from 'vitest'
import { decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import type { Figure } from '../../../../shared/domain/accounts/customerFigures.ts'
import { blockMeasure } from '../../../../shared/domain/block/blockMeasure.ts'
import type { BlockMethod } from '../../../../shared/domain/block/blockMethods.ts'
import {
  blockPreview,
  rowKey,
  type BlockInput,
  type BlockPreview,
} from '../../../../shared/domain/block/blockPreview.ts'
import type { RowCheck } from '../../../../shared/domain/block/blockVerdict.ts'
import { code } from '../../../fakes/window/scriptedCore.ts'
import { ALL_WITHIN, customer, inputOf, text, type Known } from './previewStage.ts'

function previewed(input: BlockInput): BlockPreview {
  const made = blockPreview(input)
  if (!made.ok) throw new Error(made.sentence)
  return made.value
}

const words = ({ value, why }: Figure) =>
  `${value === null ? '~' : toText(value)}${why === null ? '' : ` (${why})`}`
const amounts = ({ rows }: BlockPreview) =>
  rows.map(({ customerCode, amount }) => `${customerCode} ${toText(amount)}`)
const checked = (...rows: readonly (readonly [string, string, RowCheck])[]) =>
  new Map(rows.map(([word, amount, check]) => [rowKey(code(word), decimal(amount)), check]))

describe('rows', () => {
  it('show cash, rebate, margin, leverage and limits of each customer', () => {
    const { rows, totals } = previewed(
      inputOf([customer('C1'), customer('C2', { held: '1', cash: '90000' })], {
        parent: decimal('0.2'),
        draft: { ...inputOf([]).draft, leverage: 5 },
        checks: checked(['C1', '0.1', ALL_WITHIN]),
      }),
    )
    const [first, second] = rows
    expect(first && [words(first.cash), words(first.fee)]).toEqual(['6100', '-0.61'])
    expect(first && [words(first.leverage.before), words(first.leverage.after)]).toEqual(['3', '5'])
    expect(first?.verdict).toEqual({ kind: 'within' })
    expect(second?.verdict).toEqual({ kind: 'unknown', why: 'the limits are being asked' })
    expect(second && words(second.position.after)).toBe('1.1')
    expect(second?.refusal).toBeNull()
    expect(totals).toMatchObject({ amount: decimal('0.2'), leverageChanges: 2 })
    expect([words(totals.cash), words(totals.fee)]).toEqual(['12200', '-1.22'])
  })

  it('say ~ with the reason where an input is unknown, and never 0', () => {
    const { rows, totals } = previewed(
      inputOf([
        customer('C1', { customer: { fees: null } }),
        customer('C2', { more: { margin: undefined }, customer: { leverage: null } }),
      ]),
    )
    const [noFees, noMargin] = rows
    expect(noFees && words(noFees.fee)).toBe('~ (the fee profile is not known)')
    expect(noFees?.refusal).toEqual({ code: null, why: 'the fee profile is not known', certain: false })
    expect(noMargin && words(noMargin.usedShare.after)).toBe(
      '~ (the margin profile is not known: not read so far)',
    )
    expect(noMargin && words(noMargin.leverage.before)).toBe('~ (no leverage of the customer’s own is known)')
    expect(words(totals.fee)).toBe('~ (C1: the fee profile is not known)')
  })

  it('take their part of the book at one average, as takers', () => {
    const { rows } = previewed(
      inputOf([customer('C1', { cash: '90000' }), customer('C2', { cash: '90000' })], {
        draft: { ...inputOf([]).draft, type: 'market', limitPrice: null, timeInForce: null },
        walk: {
          bestPrice: text('62000'),
          averagePrice: text('62010'),
          worstPrice: text('62020'),
          filled: text('0.3'),
          quote: text('18603'),
          whole: true,
          ranOut: false,
        },
      }),
    )
    expect(rows.map(({ cash }) => words(cash))).toEqual(['9301.5', '9301.5'])
    expect(rows.map(({ fee }) => words(fee))).toEqual(['3.7206', '3.7206'])
  })

  it('are those of the order at hand, also where the same customers were previewed before', () => {
    const both = [customer('C1'), customer('C2')]
    const cashOf = (more: Partial<BlockInput>) =>
      previewed(inputOf(both, more)).rows.map(({ cash }) => words(cash))
    expect(cashOf({ parent: decimal('0.2') })).toEqual(['6100', '6100'])
    expect(cashOf({ parent: decimal('0.4') })).toEqual(['12200', '12200'])
    const draft = { ...inputOf([]).draft, limitPrice: text('60000') }
    expect(cashOf({ parent: decimal('0.4'), draft })).toEqual(['12000', '12000'])
  })

  it('come with problems first, then in send order', () => {
    const warned: RowCheck = {
      kind: 'answered',
      refusal: null,
      mayPass: false,
      findings: [{ level: 'warn', limit: 'notional', sentence: 'Large.' }],
    }
    const preview = previewed(
      inputOf([customer('C1'), customer('C2'), customer('C3')], { checks: checked(['C3', '0.1', warned]) }),
    )
    expect(amounts(preview)).toEqual(['C3 0.1', 'C1 0.1', 'C2 0.1'])
    expect(preview.allocated.rows.map(({ customerCode }) => customerCode)).toEqual(['C1', 'C2', 'C3'])
  })
})

describe('rows that fail', () => {
  const refused: RowCheck = { kind: 'answered', refusal: 'C2 is halted.', mayPass: false, findings: [] }

  it('drop out with reason and size, and the block sums to the same parent', () => {
    const preview = previewed(
      inputOf([customer('C1'), customer('C2'), customer('C3')], { checks: checked(['C2', '0.1', refused]) }),
    )
    expect(amounts(preview)).toEqual(['C1 0.15', 'C3 0.15'])
    expect(preview.totals.amount).toBe(decimal('0.3'))
    expect(preview.dropped).toEqual([
      { customerCode: 'C2', amount: decimal('0.1'), reason: 'C2 is halted.', failed: true },
    ])
    expect(preview.stopped).toBeNull()
  })

  it('stop the block where the dealer chose that', () => {
    const preview = previewed(
      inputOf([customer('C1'), customer('C2'), customer('C3')], {
        checks: checked(['C2', '0.1', refused]),
        onFailing: 'stop',
      }),
    )
    expect(preview.stopped).toMatch(/^The block stops: 1 customer would fail\./)
    expect(amounts(preview)[0]).toBe('C2 0.1')
  })

  it('are foreseen where the free margin does not cover them, and kept where that is in doubt', () => {
    const poor = customer('C2', { cash: '1000' })
    const preview = previewed(inputOf([customer('C1'), poor, customer('C3')]))
    expect(preview.dropped.map(({ reason }) => reason)).toEqual([
      'the venue would refuse it (INSUFFICIENT_FUNDS): the free margin does not cover the order',
    ])
    const doubtful = customer('C2', { cash: '1000', more: { allOld: 'the link to the core is lost' } })
    const kept = previewed(inputOf([customer('C1'), doubtful, customer('C3')]))
    expect(kept.dropped).toEqual([])
    expect(kept.rows[0]?.refusal).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      why: 'the link to the core is lost',
      certain: false,
    })
  })

  it('hold the block, and stay in it, where the refusal may pass', () => {
    const unread: RowCheck = {
      kind: 'answered',
      refusal: 'C2 is not open for trading.',
      mayPass: true,
      findings: [],
    }
    const preview = previewed(
      inputOf([customer('C1'), customer('C2'), customer('C3')], { checks: checked(['C2', '0.1', unread]) }),
    )
    expect(amounts(preview)).toEqual(['C2 0.1', 'C1 0.1', 'C3 0.1'])
    expect(preview.dropped).toEqual([])
    expect(preview.stopped).toBe('The block is held: C2 is not open for trading. Openpit asks again.')
  })

  it('do not fail at a limit of a second, which the block waits for', () => {
    const sentence = '21 orders in a second, over the limit of 20.'
    const finding = (limit: string, why: string) => ({ level: 'block' as const, limit, sentence: why })
    const pacedWith = (more: Partial<Extract<RowCheck, { kind: 'answered' }>>) =>
      previewed(
        inputOf([customer('C1'), customer('C2'), customer('C3')], {
          checks: checked([
            'C2',
            '0.1',
            {
              kind: 'answered',
              refusal: sentence,
              mayPass: true,
              findings: [finding('ordersInSecond', sentence)],
              ...more,
            },
          ]),
        }),
      )
    const preview = pacedWith({})
    expect(amounts(preview)).toHaveLength(3)
    expect(preview.stopped).toBeNull()
    expect(preview.rows[0]?.verdict).toEqual({
      kind: 'warn',
      sentence: `${sentence} The block waits for it.`,
    })
    const both = pacedWith({
      mayPass: false,
      findings: [finding('ordersInSecond', sentence), finding('amount', 'Too large.')],
    })
    expect(both.dropped.map(({ reason }) => reason)).toEqual(['Too large.'])
  })

  it('leave the percent that is typed for another customer as it is', () => {
    const typed = (word: string, percent: string) =>
      customer(word, { cash: '90000', customer: { measure: decimal(percent) } })
    const preview = previewed(
      inputOf([typed('C1', '50'), typed('C2', '30'), typed('C3', '20')], {
        method: 'percent',
        parent: decimal('1'),
        checks: checked(['C1', '0.5', { ...refused, refusal: 'C1 is halted.' }]),
      }),
    )
    expect(amounts(preview)).toEqual(['C2 0.3', 'C3 0.2'])
    expect(preview.totals.amount).toBe(decimal('0.5'))
  })

  it('leave no block of one customer', () => {
    const preview = previewed(
      inputOf([customer('C1'), customer('C2')], { checks: checked(['C2', '0.15', refused]) }),
    )
    expect(preview.stopped).toMatch(/at least two customers/)
  })
})

describe('measures', () => {
  const measureOf = (method: BlockMethod, known: Known, typed: Decimal | null = null) => {
    const { figures, inputs } = customer('C1', known)
    return blockMeasure(method, {
      figures,
      typed,
      position: { value: decimal(inputs.positions[0]?.size ?? '0'), why: null },
    })
  }

  it('are the equity and the free margin, with every doubt', () => {
    expect(measureOf('equity', { held: '1' })).toEqual({ measure: decimal('22000'), why: null })
    expect(measureOf('freeMargin', { held: '1' })).toEqual({ measure: decimal('920'), why: null })
    expect(measureOf('equity', { held: '1', more: { isMarkOld: () => true } }).why).toBe(
      'the mark of BTCUSDC_PERP is old',
    )
    expect(measureOf('equity', { more: { reconciliation: undefined } }).why).toBe(
      'the records are not compared with the venue yet',
    )
  })

  it('are the position, and the typed number or why there is none', () => {
    expect(measureOf('target', { held: '1' })).toEqual({ measure: decimal('1'), why: null })
    expect(measureOf('ratio', {})).toEqual({ measure: null, why: 'no number is typed for it' })
    expect(measureOf('ratio', {}, decimal('3')).measure).toBe(decimal('3'))
    expect(measureOf('cash', {})).toEqual({ measure: null, why: 'no number is typed for it' })
    expect(measureOf('grow', {}, decimal('3'))).toEqual(measureOf('position', {}))
  })
})
