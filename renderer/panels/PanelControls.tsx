/** Shared parts of panels over one read: the bar on top, the choice of customer, CSV, the button that reads again, and a grid over a plain list. */

import { useCallback, useMemo, type ReactNode } from 'react'
import { shownCode } from '../../shared/base/shownCode.ts'
import { customerCode, type CustomerCode } from '../../shared/domain/scalars.ts'
import { useStore } from 'zustand'
import { saveShown } from './tables/downloadCsv.ts'
import { pinPanel } from '../state/stores/panelStore.ts'
import { DataGrid, type DataGridProps } from '../ui/DataGrid.tsx'
import { useLinkedCustomer, usePanelId, usePanelState } from '../state/usePanel.ts'
import { useLoadable, useSession } from '../state/useSession.ts'
import type { Reading } from './useRead.ts'
import { capOf } from '../keys/caps.ts'

/** The customer of a panel: the pinned customer, else that of its link or window. */
export function usePanelCustomer(kind: string): CustomerCode | null {
  const id = usePanelId(kind)
  const pinned = useStore(useSession().panels, (panels) => panels.customers[id])
  const customer = useLinkedCustomer(id)
  return pinned ?? customer
}

/** Chooses the customer of a panel; the first choice follows the window. */
export function CustomerSelect({ panel }: { readonly panel: string }) {
  const session = useSession()
  const { value: customers } = useLoadable(session.server.customers)
  const id = usePanelId(panel)
  const pinned = useStore(session.panels, (panels) => panels.customers[id]) ?? ''
  const followed = useLinkedCustomer(id)
  const { customerLink: link } = usePanelState(id)
  const followedName = link === null ? 'Window' : `Link ${link}`
  return (
    <label className="bar-field">
      <span className="muted">Customer</span>
      <select
        className="field"
        value={pinned}
        onChange={(event) => {
          const chosen = customerCode.safeParse(event.target.value)
          pinPanel(session.panels, id, chosen.success ? chosen.data : null)
        }}
      >
        <option value="">
          {followed === null
            ? `${followedName}: none chosen (${link === null ? capOf('F2') : capOf('Shift F2')})`
            : `${followedName}: ${shownCode(followed)}`}
        </option>
        {(customers ?? []).map((customer) => (
          <option key={customer.code} value={customer.code}>
            {shownCode(customer.code)} {customer.name}
          </option>
        ))}
      </select>
      {pinned !== '' && pinned !== followed && (
        <span className="amber">
          pinned; {link === null ? 'the window' : `link ${link}`} is on {followed ?? 'no customer'}
        </span>
      )}
    </label>
  )
}

interface CsvButtonProps<Row> {
  /** The kind of the panel. */
  readonly panel: string
  readonly name: string
  readonly rows: readonly Row[]
  /** The lines of a row, as its table has them; left out: the record itself. */
  readonly csvOf?: (row: Row) => readonly object[]
}

/** Saves the rows of the panel's table. */
export const CsvButton = <Row extends object>({ panel, name, rows, csvOf }: CsvButtonProps<Row>) => {
  const session = useSession()
  const id = usePanelId(panel)
  return (
    <button
      type="button"
      className="button small"
      disabled={rows.length === 0}
      onClick={() => saveShown(session, id, name, csvOf ? rows.flatMap(csvOf) : rows)}
    >
      CSV
    </button>
  )
}

export const chooseCustomerWords = (): string => `Choose a customer: ${capOf('F2')}, or the list above.`

/** Why the rows of a customer's profile are unknown; null once the profile was read. */
export function unreadProfile(
  customer: CustomerCode | null,
  read: Pick<Reading<unknown>, 'busy' | 'value'>,
  profile: string,
): string | null {
  if (customer === null) return chooseCustomerWords()
  if (read.busy) return `Reading the ${profile}.`
  return read.value === null ? `The ${profile} is not known. Press Read again.` : null
}

/** The button that reads the data of a panel again. */
export const ReadAgain = ({
  read,
  disabled = false,
}: {
  readonly read: Pick<Reading<unknown>, 'busy' | 'again'>
  readonly disabled?: boolean
}) => (
  <button type="button" className="button small" disabled={disabled} onClick={read.again}>
    {read.busy ? 'Reading…' : 'Read again'}
  </button>
)

export const PanelBar = ({ children }: { readonly children: ReactNode }) => (
  <div className="panel-bar">{children}</div>
)

type ListGridProps<Row> = Omit<DataGridProps<Row>, 'count' | 'keyAt' | 'useRow'> & {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A grid over a complete list. */
export function ListGrid<Row>({ rows, keyOf, ...rest }: ListGridProps<Row>) {
  const byKey = useMemo(() => new Map(rows.map((row) => [keyOf(row), row])), [rows, keyOf])
  const useRow = useCallback((key: string) => byKey.get(key), [byKey])
  return (
    <DataGrid<Row>
      {...rest}
      count={rows.length}
      keyAt={(index) => {
        const row = rows[index]
        return row === undefined ? '' : keyOf(row)
      }}
      useRow={useRow}
    />
  )
}
