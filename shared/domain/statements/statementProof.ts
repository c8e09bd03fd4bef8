/** Whether the records of a statement agree with each other, with the reported balance and with the comparison of the customer: the exact row that does not, or why it is not known. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { ZERO, add, compare, decimal, subtract, toText, type Decimal } from '../../base/decimal.ts'
import type { LedgerRow } from '../accounts/ledger.ts'
import type { Trade } from '../trade.ts'
import {
  byText,
  isFill,
  sortRecords,
  tradesOf,
  type SortedRecords,
  type StatementInput,
} from './statementRecords.ts'

/** `missing` records were not read · `unknown` a value is missing · `differs` two values do not agree. */
export interface Fault {
  readonly kind: 'missing' | 'unknown' | 'differs'
  /** The code of the row, trade or order, or the instrument of a position; null where no one record is at fault. */
  readonly row: string | null
  /** A sentence without its full stop. */
  readonly why: string
}

const unknown = (row: string, why: string): Fault => ({ kind: 'unknown', row, why })
const differs = (row: string | null, why: string): Fault => ({ kind: 'differs', row, why })

/** A trade's row is its realised PnL less its fee (docs/api.md#2.ledger.net). */
function fillFault(row: LedgerRow, trade: Trade | undefined): Fault[] {
  if (!trade) return [differs(row.code, 'the venue lists no trade with the code of this ledger row')]
  const realised = trade.realisedPnl ?? row.realisedPnl
  const lacking = [realised === null ? 'realised PnL' : '', trade.fee === null ? 'fee' : ''].filter(Boolean)
  if (realised === null || trade.fee === null)
    return [unknown(row.code, `its trade has no ${lacking.join(' and no ')}, so the row is not checked`)]
  if (row.signedAmount === null) return []
  const net = subtract(decimal(realised), decimal(trade.fee))
  return compare(net, decimal(row.signedAmount)) === 0
    ? []
    : [
        differs(
          row.code,
          `the ledger row is ${row.signedAmount} USDC, and its trade is ${toText(net)} USDC: realised ${realised} USDC less a fee of ${trade.fee} USDC`,
        ),
      ]
}

function missingFaults({ ledgerMissing, tradesMissing }: StatementInput): Fault[] {
  const missing = (list: string, why: string | null): Fault[] =>
    why === null ? [] : [{ kind: 'missing', row: null, why: `not all ${list} were read: ${why}` }]
  return [...missing('ledger rows', ledgerMissing), ...missing('trades', tradesMissing)]
}

function strangers({ customerCode, rows, trades }: StatementInput): Fault[] {
  return [...rows, ...trades].flatMap((record) =>
    record.customerCode === customerCode
      ? []
      : [
          differs(
            record.code,
            `the venue listed this record of ${shownCode(record.customerCode)} for ${shownCode(customerCode)}`,
          ),
        ],
  )
}

function valueFaults({ before, during, after, timeless, twice }: SortedRecords): Fault[] {
  return [
    ...twice.map((code) => differs(code, 'the record was read with two contents; make the statement again')),
    ...[...before, ...during, ...after].flatMap(({ code, signedAmount, direction }) =>
      signedAmount === null
        ? [unknown(code, `the direction of the row is not known (${direction ?? 'none given'})`)]
        : [],
    ),
    ...timeless.map(({ code }) => unknown(code, 'the row has no time, so its period is not known')),
  ]
}

function tradeFaults(input: StatementInput, records: SortedRecords): Fault[] {
  // Where trades are missing, a row without its trade proves nothing.
  const rows = records.during.filter(isFill)
  const checked =
    input.tradesMissing === null ? rows : rows.filter(({ code }) => records.tradesByCode.has(code))
  const booked = new Set(rows.map(({ code }) => code))
  return [
    ...checked.flatMap((row) => fillFault(row, records.tradesByCode.get(row.code))),
    ...(input.ledgerMissing === null
      ? tradesOf(input, records).flatMap(({ code }) =>
          booked.has(code) ? [] : [differs(code, 'the trade has no completed ledger row')],
        )
      : []),
    ...records.trades.flatMap(({ code, createdAt }) =>
      createdAt === null && !booked.has(code)
        ? [unknown(code, 'the trade has no time, so its period is not known')]
        : [],
    ),
  ]
}

function balanceFaults({ balance, ledgerMissing }: StatementInput, records: SortedRecords): Fault[] {
  if (balance.kind === 'unknown') return [{ kind: 'unknown', row: null, why: balance.why }]
  const { before, during, after, timeless } = records
  let sum: Decimal = ZERO
  for (const { signedAmount } of [...before, ...during, ...after, ...timeless]) {
    if (signedAmount === null) return []
    sum = add(sum, decimal(signedAmount))
  }
  // Without all rows, a difference proves nothing.
  if (ledgerMissing !== null || compare(sum, decimal(balance.amount)) === 0) return []
  return [
    differs(
      null,
      `the venue reports a balance of ${balance.amount} USDC, and all completed ledger rows add up to ${toText(sum)}`,
    ),
  ]
}

function comparisonFaults({ comparison }: StatementInput): Fault[] {
  if (comparison.kind === 'unknown') return [{ kind: 'unknown', row: null, why: comparison.why }]
  return comparison.differences.map(({ record, row, here, reportedBy, there }) =>
    differs(row, `${record}: here ${here}; ${reportedBy}: ${there}`),
  )
}

const inOrder = (faults: readonly Fault[]): readonly Fault[] =>
  faults.toSorted((a, b) => byText(a.row ?? '', b.row ?? '') || byText(a.why, b.why))

/** Every reason against the statement, in an order that the order of reading does not change; empty: it is proven. */
export const faultsOf = (input: StatementInput, records: SortedRecords): Fault[] => [
  ...missingFaults(input),
  ...inOrder(strangers(input)),
  ...inOrder(valueFaults(records)),
  ...tradeFaults(input, records),
  ...balanceFaults(input, records),
  ...inOrder(comparisonFaults(input)),
]

/** What a statement says of its records beyond them, as one text: whether its period is over, and every reason against it. */
export const proofText = (input: StatementInput): string =>
  JSON.stringify([
    'proof 1',
    input.isInterim,
    faultsOf(input, sortRecords(input)).map(({ kind, row, why }) => [kind, row, why]),
  ])
