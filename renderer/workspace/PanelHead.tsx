/** The heads of docked panels: titles with counts, muted facts, the tools of the tables. */

import { useStore } from 'zustand'
import { exportCsv, type BlotterName } from '../panels/tables/downloadCsv.ts'
import type { Panel } from '../panels/panel.ts'
import { pinPanel } from '../state/stores/panelStore.ts'
import { useSession, useWorkspace } from '../state/useSession.ts'
import type { WindowSession } from '../state/windowSession.ts'

const useNoCount = (): number | undefined => undefined
const useNoFacts = (): string => ''

export function TabTitle({ panel }: { readonly panel: Panel }) {
  const useCount = panel.useCount ?? useNoCount
  const count = useCount()
  // The style sheet draws the count, so that the tab's accessible name is its title alone.
  return (
    <span className="tab-title" data-count={count?.toLocaleString('en-US')}>
      {panel.title}
    </span>
  )
}

export function PanelFacts({ panel }: { readonly panel: Panel }) {
  const useFacts = panel.useFacts ?? useNoFacts
  return <span className="head-facts muted">{useFacts()}</span>
}

export function BlotterTools({ panel, name }: { readonly panel: Panel; readonly name: BlotterName }) {
  const useFacts = panel.useFacts ?? useNoFacts
  const facts = useFacts()
  const session = useSession()
  const only = useWorkspace((workspace) => workspace.onlyCustomer)
  const customer = useWorkspace((workspace) => workspace.customer)
  const pinned = useStore(session.panels, (panels) => panels.customers[name])
  if (pinned !== undefined)
    return (
      <span className="head-facts">
        <button
          type="button"
          className="button-quiet key-cap filtered"
          title="Show the other customers too"
          onClick={() => pinPanel(session.panels, name, null)}
        >
          ▼ {pinned} only ×
        </button>
        <CsvButton session={session} name={name} />
      </span>
    )
  return (
    <span className="head-facts">
      {facts !== '' && <span className="muted">{facts}</span>}
      {only && customer !== null && <span className="filtered">▼ {customer} only</span>}
      <button
        type="button"
        className="button-quiet key-cap"
        aria-pressed={only}
        onClick={() => session.workspace.setState({ onlyCustomer: !only })}
      >
        {only ? 'All customers' : 'This customer only'}
      </button>
      <CsvButton session={session} name={name} />
    </span>
  )
}

const CsvButton = ({ session, name }: { readonly session: WindowSession; readonly name: BlotterName }) => (
  <button type="button" className="button-quiet key-cap" onClick={() => exportCsv(session, name)}>
    CSV
  </button>
)
