/** Sums each customer's places, lots and prices over many judged blocks, group by group, and says who stands out. Pure; exact. */

import {
  ZERO,
  absolute,
  add,
  compare,
  decimalOf,
  divide,
  maximum,
  roundToStep,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import type { CustomerCode } from '../scalars.ts'
import type { BlockFairness, CustomerFairness, GroupFairness, StandOut } from './fairnessReport.ts'
import type { JudgedRow } from './judgeBlock.ts'

/** Orders of several customers that belong together: a block, or a series of single orders. */
export interface JudgedOrders {
  readonly block: Pick<BlockFairness, 'group' | 'customers'>
  readonly rows: readonly JudgedRow[]
}

interface Sum {
  total: Decimal
  blocks: number
}

interface Sums {
  blocks: number
  first: number
  expectedFirst: Decimal
  expectedPlaces: Decimal
  readonly place: Sum
  readonly lots: Sum
  readonly ticks: Sum
  readonly bps: Sum
}

const ONE = decimalOf(1)
const TWO = decimalOf(2)
const FOUR = decimalOf(4)
/** What is reported has so many digits; the sums have all. */
const SHOWN = divide(ONE, decimalOf(1_000_000))

const noSums = (): Sums => ({
  blocks: 0,
  first: 0,
  expectedFirst: ZERO,
  expectedPlaces: ZERO,
  place: { total: ZERO, blocks: 0 },
  lots: { total: ZERO, blocks: 0 },
  ticks: { total: ZERO, blocks: 0 },
  bps: { total: ZERO, blocks: 0 },
})

function count(sum: Sum, value: Decimal | null): void {
  if (value === null) return
  sum.total = add(sum.total, value)
  sum.blocks++
}

function addRow(sums: Sums, { place, lots, ticks, bps }: JudgedRow, customers: number): void {
  sums.blocks++
  if (place !== null) {
    count(sums.place, decimalOf(place))
    if (place === 1) sums.first++
    sums.expectedFirst = add(sums.expectedFirst, divide(ONE, decimalOf(customers)))
    sums.expectedPlaces = add(sums.expectedPlaces, divide(decimalOf(customers + 1), TWO))
  }
  count(sums.lots, lots)
  count(sums.ticks, ticks)
  count(sums.bps, bps)
}

const meanOf = ({ total, blocks }: Sum): Decimal | null =>
  blocks === 0 ? null : divide(total, decimalOf(blocks))
const shown = (value: Decimal): CustomerFairness['expectedFirst'] =>
  toText(roundToStep(value, SHOWN, 'nearest'))
const shownOr = (value: Decimal | null) => (value === null ? null : shown(value))
const isBeyond = (value: Decimal | null, bound: Decimal): boolean =>
  value !== null && compare(absolute(value), bound) > 0

function fairnessOf(customerCode: CustomerCode, sums: Sums): CustomerFairness {
  const { blocks, first, expectedFirst, expectedPlaces, place, lots, ticks, bps } = sums
  const turns = subtract(decimalOf(first), expectedFirst)
  const standsOut: StandOut[] = []
  // Customers who drop out now and then shift the turns of the others a little.
  if (isBeyond(turns, maximum(ONE, divide(expectedFirst, FOUR)))) standsOut.push('first')
  if (lots.blocks > 0 && isBeyond(lots.total, ONE)) standsOut.push('lots')
  if (isBeyond(meanOf(ticks), ONE)) standsOut.push('price')
  return {
    customerCode,
    blocks,
    first,
    expectedFirst: shown(expectedFirst),
    place: shownOr(meanOf(place)),
    expectedPlace: shownOr(meanOf({ total: expectedPlaces, blocks: place.blocks })),
    lots: lots.blocks === 0 ? null : shown(lots.total),
    lotsBlocks: lots.blocks,
    ticks: shownOr(meanOf(ticks)),
    ticksBlocks: ticks.blocks,
    bps: shownOr(meanOf(bps)),
    bpsBlocks: bps.blocks,
    standsOut,
  }
}

const byStandOut = (a: CustomerFairness, b: CustomerFairness): number =>
  b.standsOut.length - a.standsOut.length || (a.customerCode < b.customerCode ? -1 : 1)

/** Groups by name, single customers first. */
export function fairnessOfCustomers(judged: readonly JudgedOrders[]): readonly GroupFairness[] {
  const groups = new Map<string | null, Map<CustomerCode, Sums>>()
  for (const { block, rows } of judged) {
    const customers = groups.get(block.group) ?? new Map<CustomerCode, Sums>()
    groups.set(block.group, customers)
    for (const row of rows) {
      const sums = customers.get(row.customerCode) ?? noSums()
      customers.set(row.customerCode, sums)
      addRow(sums, row, block.customers)
    }
  }
  return [...groups]
    .toSorted(([a], [b]) => (a === null ? -1 : b === null ? 1 : a < b ? -1 : 1))
    .map(([group, customers]) => ({
      group,
      customers: [...customers].map(([code, sums]) => fairnessOf(code, sums)).toSorted(byStandOut),
    }))
}
