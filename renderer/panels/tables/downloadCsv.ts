/** Saves the rows of a blotter as a CSV file. */

import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import type { InstanceId } from '../../state/stores/panelInstances.ts'
import { saveFile } from '../../state/windows/saveFile.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { isoTime } from '../../format/times.ts'
import { dealtTrade, orderOfTrade, type Dealt } from './dealer/dealtBy.ts'
import { csvOf } from '../../../shared/base/csv.ts'

const BLOTTERS = ['orders', 'trades', 'ledger', 'positions'] as const
export type BlotterName = (typeof BLOTTERS)[number]
export const isBlotter = (panel: string): panel is BlotterName => BLOTTERS.some((name) => name === panel)

const rowsOf = (
  session: WindowSession,
  name: BlotterName,
  only: CustomerCode | null,
  symbol: Symbol | null,
): readonly object[] =>
  [...session.server[name].getState().rows.values()].filter(
    (row) => (only === null || row.customerCode === only) && (symbol === null || row.symbol === symbol),
  )

/** The rows that the panel's table shows, with older ones that were read, and then the live rows that it does not show, such as flat positions. `only`: the customer; `symbol`: the instrument; null: all. */
export const exportCsv = (
  session: WindowSession,
  name: BlotterName,
  panel: InstanceId,
  only: CustomerCode | null,
  symbol: Symbol | null,
): void => {
  const shown = session.panels.getState().shownRows.get(panel)?.records() ?? []
  saveShown(session, panel, name, [...new Set([...shown, ...rowsOf(session, name, only, symbol)])])
}

/** Saves `records`, or where the table hides some of them the rows that it shows. The name of the file says what hides rows, and that some may be missing. */
export function saveShown(
  session: WindowSession,
  panel: InstanceId,
  name: string,
  records: readonly object[],
): void {
  const shown = session.panels.getState().shownRows.get(panel)
  const named = [name, shown?.hidden, shown?.isPartial ? 'partial' : null].filter(Boolean).join('-')
  const saved = shown?.hidden ? shown.records() : records
  if (name === 'ledger') void saveLedger(session, named, saved as readonly LedgerRow[])
  else if (name === 'trades')
    saveCsv(
      session,
      named,
      saved.map((row) => withCurrency(session, withDealer(session, row as Trade))),
    )
  else if (name === 'positions')
    saveCsv(
      session,
      named,
      saved.map((row) => withCurrency(session, row as Position)),
    )
  else saveCsv(session, named, saved)
}

/** The currency of the amounts of money in a row. Empty: the instrument is not known here. */
const withCurrency = (session: WindowSession, row: Trade | Position): object => ({
  ...row,
  currency: instrumentOf(session, row.symbol)?.quoteCurrency ?? '',
})

/** A trade does not say who dealt: its order does. */
const withDealer = (session: WindowSession, trade: Trade): Trade => ({
  ...trade,
  ...fieldsOfDealt(dealtTrade(trade, orderOfTrade(session, trade))),
})

/** A movement of cash does not say who dealt: the journal's records of transfers do. Their code came with the panel of the ledger, not with the page's start. */
async function saveLedger(session: WindowSession, name: string, rows: readonly LedgerRow[]): Promise<void> {
  const { dealtMovement } = await import('./dealer/dealtRequest.ts')
  saveCsv(
    session,
    name,
    rows.map((row) => ({ ...row, ...fieldsOfDealt(dealtMovement(session, row)) })),
  )
}

/** Fields of a CSV: the name, or why there is none. */
export const fieldsOfDealt = ({ dealer, why }: Dealt): object => ({ dealer, noDealer: why })

/** Saves rows under a name with the time. The fields of all rows are the columns; times become UTC text. */
export function saveCsv(session: WindowSession, name: string, records: readonly object[]): void {
  const rows = records.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]: [string, unknown]) => [
        field,
        typeof value === 'number' && field.endsWith('At') ? isoTime(value) : value,
      ]),
    ),
  )
  const text = csvOf(rows as Record<string, string>[], [...new Set(rows.flatMap((row) => Object.keys(row)))])
  void saveFile(session, name, 'csv', text)
}
