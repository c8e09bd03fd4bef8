/** The F1 card: every key and the grammar of the command line. */

import { useMemo } from 'react'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../state/useSession.ts'
import { keyGroups, type KeyGroup } from './keyCard.ts'
import { windowKeys, type PanelKey } from './windowKeys.ts'

interface KeyCardProps {
  /** Keys that bring a panel to the front. */
  readonly panelKeys: readonly PanelKey[]
  /** Words of the command line that open panels. */
  readonly commandRows: KeyGroup['keys']
  readonly onClose: () => void
}

export function KeyCard({ panelKeys, commandRows, onClose }: KeyCardProps) {
  const session = useSession()
  const groups = useMemo<readonly KeyGroup[]>(() => {
    const anywhere = windowKeys(session, { focus: () => {} }, panelKeys)
    return [
      { title: 'Anywhere', keys: anywhere.map(({ cap, does }) => [cap, does] as const) },
      ...keyGroups(commandRows),
    ]
  }, [session, panelKeys, commandRows])
  return (
    <Sheet title="Keys" onClose={onClose} wide>
      <div className="key-columns">
        {groups.map((group) => (
          <table key={group.title} className="key-table">
            <thead>
              <tr>
                <th colSpan={2} scope="colgroup">
                  {group.title}
                </th>
              </tr>
            </thead>
            <tbody>
              {group.keys.map(([cap, does]) => (
                <tr key={cap}>
                  <td>
                    <span className="key-cap">{cap}</span>
                  </td>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Sheet>
  )
}
