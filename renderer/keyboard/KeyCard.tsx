/** The F1 card: the keys of the focused panel, then those of the window, of every panel, and the grammar of the command line. */

import { Fragment, useState } from 'react'
import type { MouseProfile } from '../../shared/domain/settings/settingList.ts'
import { Choice } from '../ui/Choice.tsx'
import { SelectableText } from '../ui/SelectableText.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { keyGroups, keyPages, mergeRows, type FocusedPanel, type KeyGroup } from './keyCard.ts'
import { panelCommandRows, type PanelWord } from './panelCommandRows.ts'
import { useWindowKeysInForce } from './keysContext.ts'

interface KeyCardProps {
  /** Words of the command line that open panels. */
  readonly commands: readonly PanelWord[]
  readonly mouse: MouseProfile
  readonly focused: FocusedPanel | null
  /** Path of the manual's first page; null: it is not installed. */
  readonly manual: string | null
  readonly onClose: () => void
}

const KeyTable = ({ title, keys }: KeyGroup) => (
  <table className="key-table">
    <thead>
      <tr>
        <th colSpan={2} scope="colgroup">
          {title}
        </th>
      </tr>
    </thead>
    <tbody>
      {mergeRows(keys).map(([cap, does]) => (
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
)

export const KeyCard = ({ commands, mouse, focused, manual, onClose }: KeyCardProps) => {
  const { keys, panels } = useWindowKeysInForce()
  const pages = keyPages(keyGroups(keys, panelCommandRows(commands), panels, mouse), focused)
  const [chosen, choose] = useState(pages[0]?.title ?? '')
  return (
    <Sheet title="Keys" onClose={onClose} wide>
      <div className="key-pages">
        <Choice
          name="Keys of"
          options={pages.map(({ title }) => ({ value: title, label: title }))}
          value={chosen}
          onChoose={choose}
        />
        <span className="key-cap">← →</span>
        {manual !== null && (
          <span className="key-manual muted">
            Manual <SelectableText text={manual} name="Manual" />
          </span>
        )}
      </div>
      <div className="key-columns">
        {pages
          .find(({ title }) => title === chosen)
          ?.groups.map((group) => (
            <KeyTable key={group.title} {...group} />
          ))}
      </div>
    </Sheet>
  )
}
