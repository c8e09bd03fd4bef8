/** Reads a customer's whole ledger and the trades of a period, page by page, and makes the statement. Never calls records whole that were not read to their end. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Balance } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import { statementOf, type Statement } from '../../../shared/domain/statements/statement.ts'
import type { Period } from '../../../shared/domain/statements/statementPeriod.ts'
import { proofText } from '../../../shared/domain/statements/statementProof.ts'
import { recordsText, type StatementInput } from '../../../shared/domain/statements/statementRecords.ts'
import { UNREADABLE_ROWS } from '../../format/unreadWords.ts'
import type { WindowSession } from '../../state/windowSession.ts'

/** Pages read of each list. */
export const MOST_PAGES = 500
/** Ms beyond both ends of the period in which trades are read: a ledger row may be booked a little later than its trade. */
const MARGIN = 60_000

/** A statement, and the records that it is made of. */
export interface Made {
  readonly statement: Statement
  readonly input: StatementInput
}

export interface Progress {
  readonly rows: number
  readonly trades: number
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
  readonly missing: string | null
  readonly unreadable?: number | undefined
}

interface Walk<Row> {
  readonly rows: readonly Row[]
  /** Why rows are missing; null: none are. */
  readonly missing: string | null
}

/** Fails only where not even the first page was read. `isOver`: nobody waits for the rows any more. */
async function readPages<Row extends object>(
  read: (before: string | null) => Promise<Result<Page<Row>, Failure>>,
  isOver: () => boolean,
  onRows: (count: number) => void,
): Promise<Result<Walk<Row>, Failure>> {
  const rows: Row[] = []
  const known = new Set<string>()
  let before: string | null = null
  let areUnreadable = false
  for (let page = 1; page <= MOST_PAGES && !isOver(); page++) {
    const reply: Result<Page<Row>, Failure> = await read(before)
    if (!reply.ok && page === 1) return reply
    if (!reply.ok) return ok({ rows, missing: `page ${page} could not be read. ${reply.failure.message}` })
    if (reply.value.unreadable) areUnreadable = true
    const fresh = reply.value.rows.filter((row) => !known.has(JSON.stringify(row)))
    for (const row of fresh) known.add(JSON.stringify(row))
    rows.push(...fresh)
    onRows(rows.length)
    // A page without new rows is the end too, because some venues repeat the last page (docs/api.md#gap.24).
    if (reply.value.next === null || fresh.length === 0)
      return ok({ rows, missing: areUnreadable ? UNREADABLE_ROWS : reply.value.missing })
    before = reply.value.next
  }
  return ok({ rows, missing: `a statement reads at most ${MOST_PAGES} pages, and the list is longer` })
}

function balanceOf(before: Balance | undefined, after: Balance | undefined): StatementInput['balance'] {
  const unknown = (why: string) => ({ kind: 'unknown' as const, why })
  if (after === undefined || after.amount === null) return unknown('the balance is not known yet')
  if (after.source !== 'event')
    return unknown(
      'the venue has reported no balance since the sign-in, so the ledger is compared with nothing; it reports one with the next movement',
    )
  if (before?.amount !== after.amount || before.asOf !== after.asOf)
    return unknown('the balance changed while the ledger was read; make the statement again')
  return { kind: 'reported', amount: after.amount }
}

function comparisonOf({ server }: WindowSession, customer: CustomerCode): StatementInput['comparison'] {
  const { value, stale } = server.reconciliation.getState()
  const compared = value?.get(customer)
  if (!compared || stale || compared.state === 'reading')
    return {
      kind: 'unknown',
      why: compared?.why ?? `positions and fills of ${customer} are not compared yet`,
    }
  const { positions } = compared.uncompared
  // A difference that was found says more than a part that was not compared.
  if (positions !== null && compared.discrepancies.length === 0)
    return {
      kind: 'unknown',
      why: `not all positions and fills are compared. ${reasonOf(positions)}`,
    }
  return {
    kind: 'compared',
    differences: compared.discrepancies.map(({ kind, record, row, reportedBy, here, there }) => ({
      kind,
      record,
      row,
      reportedBy,
      here,
      there,
    })),
  }
}

/** The earliest time that it may be at the venue, ms: by a clock that is ahead, a period would be over that still goes on. This machine's time where the venue's is not known. */
function venueNow({ server, clock }: WindowSession): EpochMs {
  const { value, stale } = server.connection.getState()
  const offset = stale ? null : (value?.clock.offsetMs ?? null)
  return offset === null ? clock.now() : clock.now() + offset - (value?.clock.uncertaintyMs ?? 0)
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const digestOf = async (text: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

export async function makeStatement(input: StatementInput): Promise<Made> {
  const [records, proof] = await Promise.all([digestOf(recordsText(input)), digestOf(proofText(input))])
  return { input, statement: statementOf(input, { records, proof }) }
}

/** `isOver`: the dealer asked for another statement meanwhile. */
export async function readStatement(
  session: WindowSession,
  { customerCode, from, to }: Period & { readonly customerCode: CustomerCode },
  isOver: () => boolean,
  onProgress: (progress: Progress) => void,
): Promise<Result<Made, Failure>> {
  const { client, server } = session
  const reported = () => server.balances.getState().value?.get(customerCode)
  const earlier = reported()
  const now = venueNow(session)
  const trades = await readPages(
    async (before) => {
      const range = { from: Math.max(0, from - MARGIN), to: to + MARGIN }
      const reply = await client.call('trades.read', {
        customerCode,
        symbol: null,
        ...range,
        sort: 'desc',
        before,
      })
      return reply.ok ? ok({ ...reply.value, rows: reply.value.trades }) : reply
    },
    isOver,
    (count) => onProgress({ rows: 0, trades: count }),
  )
  if (!trades.ok) return fail(trades.failure)
  const ledger = await readPages(
    async (before) =>
      client.call('ledger.read', { customerCode, from: null, to: null, status: null, before }),
    isOver,
    (count) => onProgress({ rows: count, trades: trades.value.rows.length }),
  )
  if (!ledger.ok) return fail(ledger.failure)
  return ok(
    await makeStatement({
      customerCode,
      from,
      to,
      isInterim: now <= to,
      rows: [...ledger.value.rows],
      trades: [...trades.value.rows],
      ledgerMissing: ledger.value.missing,
      tradesMissing: trades.value.missing,
      balance: balanceOf(earlier, reported()),
      comparison: comparisonOf(session, customerCode),
    }),
  )
}
