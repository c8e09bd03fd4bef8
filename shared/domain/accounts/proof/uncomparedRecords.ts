/** What a comparison of one customer's records could not check, and why: a difference there would not be found. Pure. */

import { z } from 'zod'
import { shownCode } from '../../../base/shownCode.ts'
import type { Trade } from '../../trade.ts'
import type { LedgerRow } from '../ledger.ts'

/** One sentence for each part that was not compared, or not whole; null: it was. */
export const uncompared = z.strictObject({
  /** Trades against fills and positions. */
  positions: z.string().nullable(),
  /** The ledger against the reported balance. */
  cash: z.string().nullable(),
  /** Each trade's realised PnL less its fee against its ledger row. */
  pnl: z.string().nullable(),
})
export type Uncompared = z.infer<typeof uncompared>

/** The records of one customer that the comparison read; `reconciliationRules.ts` says what each means. */
interface Compared {
  readonly trades: readonly Trade[]
  readonly rows: readonly LedgerRow[]
  readonly tradesAfter: number | null
  readonly rowsAfter: number | null
  readonly cash: {
    readonly derived: string | null
    readonly reported: object | null
    readonly isOrderUnknown?: boolean
  }
}

export const NOTHING_UNCOMPARED: Uncompared = { positions: null, cash: null, pnl: null }

const andMore = (count: number): string => (count <= 0 ? '' : ` and ${count} more`)

/**
 * Whether the trade may belong to any order of its instrument, so that no fill there can be compared. A forced fill belongs to no order and names none
 * (docs/api.md#6.balance.5).
 */
export const mayFillAnyOrder = ({ type, referenceId, amount }: Trade): boolean =>
  type === 'trade' && (referenceId === null || amount === null)

/** Instruments that a sentence names; the others are counted. */
const NAMED = 3

function positionsGap({ trades, tradesAfter }: Compared): string | null {
  if (tradesAfter !== null) return 'The trades are not read to the first.'
  const unnamed = trades.filter(mayFillAnyOrder)
  const [first, ...rest] = unnamed
  if (!first) return null
  const lacks = unnamed.every(({ referenceId }) => referenceId === null)
    ? 'no order'
    : 'no order or no amount'
  const symbols = [...new Set(unnamed.map(({ symbol }) => shownCode(symbol)))]
  const where = `${symbols.slice(0, NAMED).join(', ')}${andMore(symbols.length - NAMED)}`
  return `Trade ${shownCode(first.code)}${andMore(rest.length)} ${rest.length === 0 ? 'names' : 'name'} ${lacks}, so the fills of ${where} are not compared.`
}

function cashGap({ rows, rowsAfter, cash: { derived, reported, isOrderUnknown } }: Compared): string | null {
  if (rowsAfter !== null) return 'The ledger is not read to its first row.'
  const [first, ...rest] = rows.filter(
    ({ status, signedAmount }) => status === 'completed' && signedAmount === null,
  )
  if (first) return `The direction of ledger row ${first.code}${andMore(rest.length)} is not known.`
  if (derived === null) return 'The sum of the ledger is not known.'
  if (isOrderUnknown) return 'The order of two balances that the venue reported is not known.'
  return reported === null ? 'The venue has reported no balance since the sign-in.' : null
}

function pnlGap({ trades, rows, tradesAfter, rowsAfter }: Compared): string | null {
  const realised = new Map(rows.map((row) => [row.code, row.realisedPnl]))
  const [first, ...rest] = trades.filter(
    ({ code, realisedPnl, fee }) =>
      realised.has(code) && (fee === null || (realisedPnl ?? realised.get(code) ?? null) === null),
  )
  if (first) return `Trade ${first.code}${andMore(rest.length)} has no fee or no realised PnL.`
  return tradesAfter === null && rowsAfter === null
    ? null
    : 'Trades or ledger are not read to their first record.'
}

export const uncomparedOf = (records: Compared): Uncompared => ({
  positions: positionsGap(records),
  cash: cashGap(records),
  pnl: pnlGap(records),
})
