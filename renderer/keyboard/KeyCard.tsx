/** The F1 card: every key and the grammar of the command line. */

import { useMemo } from 'react'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../state/useSession.ts'
import { PANEL_KEYS, type KeyGroup } from './keyCard.ts'
import { windowKeys } from './windowKeys.ts'

export function KeyCard({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const groups = useMemo<readonly KeyGroup[]>(() => {
    const anywhere = windowKeys(session, { focus: () => {} })
    return [{ title: 'Anywhere', keys: anywhere.map((of) => [of.cap, of.does] as const) }, ...PANEL_KEYS]
  }, [session])
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
