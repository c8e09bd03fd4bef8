/** The heads of docked panels: titles with counts, muted facts, the tools of the tables. */

import { shownCode } from '../../shared/base/shownCode.ts'
import { useStore } from 'zustand'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { exportCsv, type BlotterName } from '../panels/tables/downloadCsv.ts'
import type { Panel } from '../panels/panel.ts'
import { useTableCustomer, useTableSymbol } from '../panels/tables/useTable.ts'
import { toggleOnlyCustomer } from '../state/actions/workspaceActions.ts'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import { narrowPanel } from '../state/stores/panelStore.ts'
import { useSession, useWorkspace } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { counted } from '../format/numbers.ts'
import { capOf } from '../keys/caps.ts'

const useNoCount = (): number | undefined => undefined
const useNoFacts = (): string => ''

export function TabTitle({ panel, title }: { readonly panel: Panel; readonly title: string }) {
  const useCount = panel.useCount ?? useNoCount
  const count = useCount()
  // The style sheet draws the count, so that the tab's accessible name is its title alone.
  return (
    <span className="tab-title" data-count={count === undefined ? undefined : counted(count)}>
      {title}
    </span>
  )
}

interface HeadProps {
  readonly panel: Panel
  readonly id: InstanceId
}

export function PanelFacts({ panel, id }: HeadProps) {
  const useFacts = panel.useFacts ?? useNoFacts
  return <span className="head-facts muted">{useFacts(id)}</span>
}

interface OnlyProps {
  /** The customer or instrument whose rows alone are shown. */
  readonly only: string
  readonly others: 'customers' | 'instruments'
  readonly onShowAll: () => void
}

const OnlyButton = ({ only, others, onShowAll }: OnlyProps) => (
  <button
    type="button"
    className="button-quiet key-cap filtered"
    title={`Show the other ${others} too`}
    onClick={onShowAll}
  >
    ▼ {shownCode(only)} only ×
  </button>
)

export function BlotterTools({ panel, name, id }: HeadProps & { readonly name: BlotterName }) {
  const useFacts = panel.useFacts ?? useNoFacts
  const facts = useFacts(id)
  const session = useSession()
  const only = useWorkspace((workspace) => workspace.onlyCustomer)
  const shown = useTableCustomer(name)
  const pinned = useStore(session.panels, (panels) => panels.customers[id])
  const symbol = useTableSymbol(name)
  const narrowed = symbol !== null && (
    <OnlyButton only={symbol} others="instruments" onShowAll={() => narrowPanel(session.panels, id, null)} />
  )
  if (pinned !== undefined)
    return (
      <span className="head-facts">
        <OnlyButton only={pinned} others="customers" onShowAll={() => toggleOnlyCustomer(session, id)} />
        {narrowed}
        <CsvButton session={session} id={id} name={name} only={shown} symbol={symbol} />
      </span>
    )
  return (
    <span className="head-facts">
      {facts !== '' && <span className="muted">{facts}</span>}
      {shown !== null && <span className="filtered">▼ {shownCode(shown)} only</span>}
      {narrowed}
      <button
        type="button"
        className="button-quiet key-cap"
        aria-pressed={only}
        title={`${capOf('O', 'tables')}: every table of the window`}
        onClick={() => toggleOnlyCustomer(session, id)}
      >
        {only ? 'All customers' : 'This customer only'}
      </button>
      <CsvButton session={session} id={id} name={name} only={shown} symbol={symbol} />
    </span>
  )
}

interface CsvProps {
  readonly id: InstanceId
  readonly session: WindowSession
  readonly name: BlotterName
  readonly only: CustomerCode | null
  readonly symbol: Symbol | null
}

const CsvButton = ({ session, id, name, only, symbol }: CsvProps) => (
  <button
    type="button"
    className="button-quiet key-cap"
    onClick={() => exportCsv(session, name, id, only, symbol)}
  >
    CSV
  </button>
)
