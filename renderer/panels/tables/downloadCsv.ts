/** Saves the rows of a blotter as a CSV file. */

import { saveFile } from '../../state/actions/saveFile.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { isoTime } from '../../format/times.ts'
import { csvOf } from './csv.ts'

export type BlotterName = 'orders' | 'trades' | 'ledger' | 'positions'

const rowsOf = (session: WindowSession, name: BlotterName): readonly object[] => {
  const { onlyCustomer, customer } = session.workspace.getState()
  const only = session.panels.getState().customers[name] ?? (onlyCustomer ? customer : null)
  const table = session.server[name].getState()
  const all = [...table.rows.values()]
  return only === null ? all : all.filter((row) => row.customerCode === only)
}

export const exportCsv = (session: WindowSession, name: BlotterName): void =>
  saveCsv(session, name, rowsOf(session, name))

/** Saves rows under a name with the time. The fields of the first row are the columns; times become UTC text. */
export function saveCsv(session: WindowSession, name: string, records: readonly object[]): void {
  const rows = records.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]: [string, unknown]) => [
        field,
        typeof value === 'number' && field.endsWith('At') ? isoTime(value) : value,
      ]),
    ),
  )
  const text = csvOf(rows as Record<string, string>[], Object.keys(rows[0] ?? {}))
  void saveFile(session, name, 'csv', text)
}
