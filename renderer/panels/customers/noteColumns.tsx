/** The columns of Customers with what the desk keeps about a customer: the note, its names on the command line and how many limits are its own. */

import { useStore } from 'zustand'
import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { namesOnLine, ownRules } from './namesAndLimits.ts'

interface OfCustomer {
  readonly customer: ListedCustomer
}

export const namesNow = ({ settings, server }: WindowSession, { code }: ListedCustomer): string =>
  namesOnLine(
    settings.getState().settings.values['line.aliases'],
    code,
    server.session.getState().value?.venueId ?? null,
  ).join(' ')

export const limitsNow = ({ server }: WindowSession, { code }: ListedCustomer): number | null =>
  ownRules(server.limits.getState().value?.rules, code)?.length ?? null

function Names({ customer }: OfCustomer) {
  const session = useSession()
  useStore(session.settings)
  useStore(session.server.session)
  return <span className="mono">{namesNow(session, customer)}</span>
}

function OwnLimits({ customer }: OfCustomer) {
  const session = useSession()
  useStore(session.server.limits)
  const count = limitsNow(session, customer)
  return (
    <span className="number" title={count === null ? 'The limits are not read yet.' : undefined}>
      {count === null ? UNKNOWN : count === 0 ? '' : count}
    </span>
  )
}

export const NOTE_COLUMNS: readonly TableColumn<OfCustomer>[] = [
  {
    id: 'note',
    title: 'Note',
    kind: 'text',
    value: ({ customer }) => customer.note,
    width: 'minmax(120px, 1.4fr)',
    cell: ({ customer }) => (
      <span className="muted" title={customer.note}>
        {customer.note}
      </span>
    ),
  },
  {
    id: 'names',
    title: 'Names',
    kind: 'text',
    value: ({ customer }, session) => namesNow(session, customer),
    width: 'minmax(80px, 0.6fr)',
    cell: ({ customer }) => <Names customer={customer} />,
  },
  {
    id: 'limits',
    title: 'Own limits',
    kind: 'count',
    value: ({ customer }, session) => limitsNow(session, customer),
    width: '78px',
    align: 'right',
    cell: ({ customer }) => <OwnLimits customer={customer} />,
  },
]
