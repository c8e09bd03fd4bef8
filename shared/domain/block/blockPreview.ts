/**
 * A block before it is sent: one row per customer with what the order changes there, and the basket as a whole. Rows that would fail drop out and
 * the block is summed again, or it stops. A refusal that may pass drops nobody out: it holds the block. Estimates, each with the reason of a doubt. Pure; sends nothing.
 */

import { shownCode } from '../../base/shownCode.ts'
import {
  ZERO,
  add,
  decimal,
  divide,
  multiply,
  roundToStep,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import type { CustomerFigures, Figure, FigureInputs } from '../accounts/customerFigures.ts'
import type { FeeProfileItem } from '../accounts/fees.ts'
import { whyProfileOld } from '../accounts/margin.ts'
import type { BookWalk } from '../book/bookWalk.ts'
import type { Instrument } from '../instrument.ts'
import type { OrderDraft } from '../orders/order.ts'
import { leverageChange, orderPreview, type Change, type OrderPreview } from '../preview/orderPreview.ts'
import type { CustomerCode } from '../scalars.ts'
import {
  allocate,
  type Allocated,
  type AllocationInput,
  type BlockCandidate,
  type DroppedRow,
} from './allocate.ts'
import { countWords, isFound, verdictOf, whyHeld, type RowCheck, type Verdict } from './blockVerdict.ts'

/** What is known of one customer of the group. */
export interface BlockCustomer extends BlockCandidate {
  readonly inputs: FigureInputs
  /** The figures of `inputs`. */
  readonly figures: CustomerFigures
  /** Why a position without a row may not be flat: a clause without a full stop. Null: no row means flat. */
  readonly positionUnknown: string | null
  /** Null while the fee profile is not known. */
  readonly fees: readonly FeeProfileItem[] | null
  /** Leverage in force for the instrument; null where none is known. */
  readonly leverage: Decimal | null
}

/** A refusal that the venue would give. */
export interface ForeseenRefusal {
  /** The venue's code; null: whether it would refuse is not known. */
  readonly code: string | null
  readonly why: string
  /** False where an input is unknown or in doubt. */
  readonly certain: boolean
}

export interface BlockRowPreview {
  readonly customerCode: CustomerCode
  /** Contracts. */
  readonly amount: Decimal
  readonly weight: Decimal | null
  readonly extraLot: boolean
  /** USDC of its cash amount that whole lots leave over; null: no cash amount gave its size. */
  readonly left: Decimal | null
  /** USDC of the fill, unsigned. */
  readonly cash: Figure
  /** USDC; below 0 is a rebate. */
  readonly fee: Figure
  readonly leverage: Change
  readonly usedShare: Change
  readonly marginUsed: Change
  /** After the fill; neither value nor reason where no mark liquidates the position. */
  readonly distance: Figure
  readonly position: Change
  readonly verdict: Verdict
  /** Null: none is foreseen. */
  readonly refusal: ForeseenRefusal | null
}

/** A customer that gets nothing: what it would have got, and why not. */
export interface DroppedPreview extends DroppedRow {
  readonly amount: Decimal | null
  /** The reason came from limits, halts or the margin, rather than from the split. */
  readonly failed: boolean
}

export interface BasketTotals {
  readonly amount: Decimal
  /** USDC; each with a reason where one of its rows is not known. */
  readonly cash: Figure
  readonly fee: Figure
  /** USDC that whole lots leave over of the cash amounts of these rows; null: no cash amount gave a size. */
  readonly left: Decimal | null
  /** USDC of margin that the block adds. */
  readonly margin: Figure
  /** Contracts of the largest row, and of the smallest. */
  readonly largest: Decimal
  readonly smallest: Decimal
  /** Customers whose leverage the block changes, and rows that got one of the lots that remained. */
  readonly leverageChanges: number
  readonly extraLots: number
}

export interface BlockPreview {
  readonly allocated: Allocated
  /** Rows with a doubt or a warning first, then in send order. */
  readonly rows: readonly BlockRowPreview[]
  readonly dropped: readonly DroppedPreview[]
  readonly totals: BasketTotals
  /** Why the block does not go out as it is: one sentence; null: it may. */
  readonly stopped: string | null
}

export type BlockOutcome =
  | { readonly ok: true; readonly value: BlockPreview }
  | { readonly ok: false; readonly sentence: string; readonly dropped: readonly DroppedPreview[] }

export interface BlockInput extends Omit<AllocationInput, 'rows' | 'lot' | 'side'> {
  readonly instrument: Instrument
  /** The order of the block; its customer and amount are those of no row. */
  readonly draft: OrderDraft
  readonly customers: readonly BlockCustomer[]
  /** What the whole block takes from the book; null without a live book, undefined before the first reading. */
  readonly walk: BookWalk | null | undefined
  /** Contracts that `walk` was asked about. */
  readonly walkFor: Decimal
  /** The core's answer by `rowKey`. */
  readonly checks: ReadonlyMap<string, RowCheck>
  readonly onFailing: 'resum' | 'stop'
}

/** Names one customer's order at one amount. */
export const rowKey = (customerCode: CustomerCode, amount: Decimal): string =>
  `${customerCode} ${toText(amount)}`

/** A row's part of what the whole block takes from the book: all rows pay the same average. */
function walkShare(walk: BookWalk, amount: Decimal, whole: Decimal, lot: Decimal): BookWalk {
  if (whole <= ZERO) return walk
  const filled = roundToStep(divide(multiply(decimal(walk.filled), amount), whole, 'down'), lot, 'down')
  const own = walk.whole ? amount : filled
  return { ...walk, filled: toText(own), quote: toText(multiply(own, decimal(walk.averagePrice))) }
}

/** The venue refuses an order that binds more margin than the customer has free (docs/money.md#account-figures). */
function foreseen(free: Change, marginUsed: Change): ForeseenRefusal | null {
  const { value, why } = free.after
  if (value === null) return { code: null, why: why ?? 'the free margin is not known', certain: false }
  const { before, after } = marginUsed
  const takesMore = before.value === null || after.value === null || after.value > before.value
  if (value >= ZERO || !takesMore) return why === null ? null : { code: null, why, certain: false }
  return {
    code: 'INSUFFICIENT_FUNDS',
    why: why ?? 'the free margin does not cover the order',
    certain: why === null,
  }
}

interface KnownPreview {
  readonly from: readonly unknown[]
  readonly preview: OrderPreview
}

/** The last preview with each customer's figures. Figures never change, and each answer of the limits previews every row of the block again. */
const known = new WeakMap<CustomerFigures, KnownPreview>()

function previewOf(input: BlockInput, customer: BlockCustomer, amount: Decimal): OrderPreview {
  const { instrument, walk, walkFor, draft } = input
  const { customerCode, inputs, figures, positionUnknown, fees } = customer
  const from = [amount, instrument, positionUnknown, walk, walkFor, draft, fees]
  const before = known.get(figures)
  if (before?.from.every((value, at) => value === from[at])) return before.preview
  const lot = decimal(instrument.lotSize ?? '0')
  const preview = orderPreview(
    {
      inputs,
      figures,
      positionUnknown,
      walk: walk ? walkShare(walk, amount, walkFor, lot) : walk,
    },
    {
      customerCode,
      instrument,
      draft: { ...draft, customerCode, amount: toText(amount), cashAmount: null },
      fees,
    },
  )
  known.set(figures, { from, preview })
  return preview
}

function rowOf(input: BlockInput, customer: BlockCustomer, row: Allocated['rows'][number]): BlockRowPreview {
  const { customerCode } = customer
  const preview = previewOf(input, customer, row.amount)
  const { expected } = preview
  return {
    customerCode,
    amount: row.amount,
    weight: row.weight,
    extraLot: row.extraLot,
    left: row.left ?? null,
    cash:
      'why' in expected
        ? { value: null, why: expected.why }
        : { value: add(expected.fill.taken.quote, expected.fill.rests.quote), why: expected.fill.caution },
    fee: preview.fee,
    leverage: leverageChange(customer.leverage, whyProfileOld(customer.inputs.margin), input.draft),
    usedShare: preview.usedShare,
    marginUsed: preview.marginUsed,
    distance: preview.distance.after,
    position: preview.position,
    verdict: verdictOf(input.checks.get(rowKey(customerCode, row.amount))),
    refusal: foreseen(preview.free, preview.marginUsed),
  }
}

/** Why a row would fail for certain; null where it would not, or where that is not known. */
function whyFailing({ verdict, refusal }: BlockRowPreview): string | null {
  if (verdict.kind === 'block') return verdict.sentence
  return refusal?.code && refusal.certain
    ? `the venue would refuse it (${refusal.code}): ${refusal.why}`
    : null
}

const isChange = ({ before, after }: Change): boolean => before.value !== after.value

function sumOf(rows: readonly BlockRowPreview[], figure: (row: BlockRowPreview) => Figure): Figure {
  let sum = ZERO
  let why: string | null = null
  for (const row of rows) {
    const { value, why: doubt } = figure(row)
    if (value === null) return { value: null, why: `${shownCode(row.customerCode)}: ${doubt ?? 'not known'}` }
    sum = add(sum, value)
    if (why === null && doubt !== null) why = `${shownCode(row.customerCode)}: ${doubt}`
  }
  return { value: sum, why }
}

const addedMargin = ({ marginUsed: { before, after } }: BlockRowPreview): Figure =>
  before.value === null || after.value === null
    ? { value: null, why: after.why ?? before.why }
    : { value: subtract(after.value, before.value), why: after.why ?? before.why }

const totalsOf = (allocated: Allocated, rows: readonly BlockRowPreview[]): BasketTotals => ({
  amount: allocated.sum,
  cash: sumOf(rows, ({ cash }) => cash),
  fee: sumOf(rows, ({ fee }) => fee),
  left: rows.every(({ left }) => left === null)
    ? null
    : rows.reduce((sum, { left }) => add(sum, left ?? ZERO), ZERO),
  margin: sumOf(rows, addedMargin),
  largest: rows.reduce((most, { amount }) => (amount > most ? amount : most), ZERO),
  smallest: rows.reduce((least, { amount }) => (amount < least ? amount : least), rows[0]?.amount ?? ZERO),
  leverageChanges: rows.filter(({ leverage }) => isChange(leverage)).length,
  extraLots: allocated.extraLots,
})

/** Whether the dealer should look at a row before the others. */
export const isProblem = (row: BlockRowPreview): boolean =>
  isFound(row) || (row.refusal !== null && row.refusal.code !== null)

const problemsFirst = (rows: readonly BlockRowPreview[]): readonly BlockRowPreview[] => [
  ...rows.filter(isProblem),
  ...rows.filter((row) => !isProblem(row)),
]

export function blockPreview(input: BlockInput): BlockOutcome {
  const { draft, instrument, customers, onFailing } = input
  const byCode = new Map(customers.map((customer) => [customer.customerCode, customer]))
  const failed = new Map<CustomerCode, DroppedPreview>()
  // Each turn drops at least one more customer, so it ends.
  for (;;) {
    const made = allocate({
      ...input,
      side: draft.side,
      lot: decimal(instrument.lotSize ?? '0'),
      rows: customers.map((customer) => ({
        ...customer,
        out: failed.get(customer.customerCode)?.reason ?? customer.out,
      })),
    })
    const withAmounts = (dropped: readonly DroppedRow[]): readonly DroppedPreview[] =>
      dropped.map((row) => failed.get(row.customerCode) ?? { ...row, amount: null, failed: false })
    if (!made.ok) return { ok: false, sentence: made.sentence, dropped: withAmounts(made.dropped) }
    const rows = made.value.rows.flatMap((row) => {
      const customer = byCode.get(row.customerCode)
      return customer ? [rowOf(input, customer, row)] : []
    })
    const failing = rows.flatMap((row) => {
      const reason = whyFailing(row)
      return reason === null
        ? []
        : [{ customerCode: row.customerCode, amount: row.amount, reason, failed: true }]
    })
    if (failing.length > 0 && onFailing === 'resum') {
      for (const row of failing) failed.set(row.customerCode, row)
      continue
    }
    const stopped =
      failing.length > 0
        ? `The block stops: ${countWords(failing.length)} would fail. Let failing rows drop out, or leave them out yourself.`
        : rows.length < 2
          ? 'A block needs at least two customers. Send a single order from the ticket.'
          : whyHeld(rows)
    return {
      ok: true,
      value: {
        allocated: made.value,
        rows: problemsFirst(rows),
        dropped: withAmounts(made.value.dropped),
        totals: totalsOf(made.value, rows),
        stopped,
      },
    }
  }
}
