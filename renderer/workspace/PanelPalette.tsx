/** The list behind Ctrl P: every panel by name, and what the keys of layout and windows do. */

import { useWindowKeysInForce } from '../keyboard/keysContext.ts'
import { capOf } from '../keys/caps.ts'
import { PALETTE } from '../panels/panelRegistry.tsx'
import { nextInstance } from '../state/stores/panelInstances.ts'
import { openPanel, showPanel } from '../state/stores/panelStore.ts'
import { useSession } from '../state/useSession.ts'
import { Picker } from '../ui/Picker.tsx'

const ANOTHER = ' another'
const ACT = 'act '
const COLUMNS = 'table columns'
const VIEWS = 'table views'
const UPDATES = 'updates of the program'

export function PanelPalette({ onClose }: { readonly onClose: () => void }) {
  const { panels, workspace, overlay } = useSession()
  const { keys } = useWindowKeysInForce()
  const acts = keys.filter(({ inPalette }) => inPalette === true)
  const { focusedPanel } = workspace.getState()
  const { shownRows, describe } = panels.getState()
  const table = focusedPanel !== null && shownRows.has(focusedPanel) ? focusedPanel : null
  const open = (key: string) => {
    if (table !== null && key === COLUMNS)
      return overlay.setState({ open: { kind: 'tableColumns', panel: table } })
    if (table !== null && key === VIEWS)
      return overlay.setState({ open: { kind: 'tableViews', panel: table, act: 'apply' } })
    if (key === UPDATES) return overlay.setState({ open: { kind: 'updates' } })
    if (key.startsWith(ACT)) return panels.setState({ asked: { key: key.slice(ACT.length) } })
    if (!key.endsWith(ANOTHER)) return openPanel(panels, key)
    const kind = key.slice(0, -ANOTHER.length)
    showPanel(panels, nextInstance(workspace.getState().panels, kind))
  }
  return (
    <Picker
      title="Open a panel"
      placeholder="Fees, webhooks, …"
      items={[
        ...PALETTE.map(({ kind, isAnother, title, description }) => ({
          key: isAnother ? `${kind}${ANOTHER}` : kind,
          label: title,
          detail: description,
        })),
        { key: UPDATES, label: 'Updates', detail: 'the release that runs, its channel, download, install' },
        ...acts.map(({ id, name, cap }) => ({
          key: `${ACT}${id}`,
          label: `${name[0]?.toUpperCase()}${name.slice(1)}`,
          detail: cap,
        })),
        ...(table === null
          ? []
          : [
              {
                key: VIEWS,
                label: `Views of ${describe(table).title}`,
                detail: `apply, save, delete · ${capOf('V', 'tables')}`,
              },
              {
                key: COLUMNS,
                label: `Columns of ${describe(table).title}`,
                detail: `show, hide, move · ${capOf('C', 'tables')}`,
              },
            ]),
      ]}
      enter="first"
      empty="No panel fits."
      onPick={open}
      onClose={onClose}
    />
  )
}
