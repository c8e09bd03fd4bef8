/** The F1 card: every key and the grammar of the command line. */

import { Fragment } from 'react'
import type { MouseProfile } from '../../shared/domain/settings/settingList.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { keyGroups, mergeRows, type CardRow } from './keyCard.ts'
import { useWindowKeysInForce } from './keysContext.ts'

interface KeyCardProps {
  /** Words of the command line that open panels. */
  readonly commandRows: readonly CardRow[]
  readonly mouse: MouseProfile
  readonly onClose: () => void
}

export const KeyCard = ({ commandRows, mouse, onClose }: KeyCardProps) => {
  const { keys, panels } = useWindowKeysInForce()
  return (
    <Sheet title="Keys" onClose={onClose} wide>
      <div className="key-columns">
        {keyGroups(keys, commandRows, panels, mouse).map((group) => (
          <table key={group.title} className="key-table">
            <thead>
              <tr>
                <th colSpan={2} scope="colgroup">
                  {group.title}
                </th>
              </tr>
            </thead>
            <tbody>
              {mergeRows(group.keys).map(([cap, does]) => (
                <tr key={cap}>
                  <td>
                    {cap.split(' · ').map((key) => (
                      <Fragment key={key}>
                        <span className="key-cap">{key}</span>{' '}
                      </Fragment>
                    ))}
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
