/** The list behind Ctrl P: every panel by name, and what the keys of layout and windows do. */

import { useWindowKeysInForce } from '../keyboard/keysContext.ts'
import { PALETTE } from '../panels/panelRegistry.tsx'
import { nextInstance } from '../state/stores/panelInstances.ts'
import { openPanel, showPanel } from '../state/stores/panelStore.ts'
import { useSession } from '../state/useSession.ts'
import { Picker } from '../ui/Picker.tsx'

const ANOTHER = ' another'
const ACT = 'act '

export function PanelPalette({ onClose }: { readonly onClose: () => void }) {
  const { panels, workspace } = useSession()
  const { keys } = useWindowKeysInForce()
  const acts = keys.filter(({ inPalette }) => inPalette === true)
  const open = (key: string) => {
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
        ...acts.map(({ id, name, cap }) => ({
          key: `${ACT}${id}`,
          label: `${name[0]?.toUpperCase()}${name.slice(1)}`,
          detail: cap,
        })),
      ]}
      enter="first"
      empty="No panel fits."
      onPick={open}
      onClose={onClose}
    />
  )
}
