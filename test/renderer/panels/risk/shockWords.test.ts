/** The sentences of a shock where rows may be missing: a count says “at least”, and no reading is no 0. */

import { expect, it } from 'vitest'
import type { Board } from '../../../../renderer/panels/risk/board.ts'
import { shockWords } from '../../../../renderer/panels/risk/shockWords.ts'
import { groupSums } from '../../../../shared/domain/risk/groupTotals.ts'
import type { CustomerAtRisk } from '../../../../shared/domain/risk/riskRows.ts'
import { NO_SHOCK } from '../../../../shared/domain/risk/shock.ts'

const holding = { outcome: { verdict: 'holds', why: null } } as CustomerAtRisk

/** Customers who all hold. `rows`: why more may be missing. */
const wordsOf = (customers: readonly CustomerAtRisk[], rows: string | null) => {
  const counts = { called: 0, liquidated: 0, unknown: 0, unsure: 0 }
  const board: Board = {
    shock: NO_SHOCK,
    customers,
    rows: [],
    instruments: [],
    groups: [],
    all: { ...groupSums(null, [], []), counts },
    unread: { positions: rows, rows, isEmpty: customers.length === 0 },
  }
  return shockWords(board, () => undefined)
}

it('counts exactly where every row was read', () => {
  expect(wordsOf([holding], null)).toMatchObject({
    headline:
      'At the present marks: 0 customers called, 0 liquidated, of 1 customer with a position or an order.',
    unread: null,
  })
  expect(wordsOf([], null).headline).toBe(
    'At the present marks: 0 customers called, 0 liquidated, of 0 customers with a position or an order.',
  )
})

it('says “at least” of the customers too where rows may be missing, with the reason', () => {
  expect(wordsOf([holding, holding], 'Reading the trades.')).toMatchObject({
    headline:
      'At the present marks: at least 0 customers called, at least 0 liquidated, of at least 2 customers with a position or an order.',
    unread: 'Reading the trades.',
  })
})

it('counts nobody while nothing is known', () => {
  expect(wordsOf([], 'Waiting for the positions.').headline).toBe(
    'At the present marks it is not known who would be called or liquidated. No position or order is known here, and some may be missing.',
  )
})
