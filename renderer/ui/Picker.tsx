/** A palette to pick one of many by typing: arrows move, Enter picks, Esc leaves. No domain words. */

import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { rankItems } from './rankItems.ts'
import { Sheet } from './Sheet.tsx'

export interface PickerItem {
  readonly key: string
  readonly label: string
  /** Muted words behind the label; searched too, after all labels. */
  readonly detail: string
}

export interface PickerProps {
  readonly title: string
  readonly placeholder: string
  readonly items: readonly PickerItem[]
  readonly empty: string
  readonly onPick: (key: string) => void
  readonly onClose: () => void
}

export function Picker({ title, placeholder, items, empty, onPick, onClose }: PickerProps) {
  const [typed, setTyped] = useState('')
  const pick = (key: string) => {
    onClose()
    onPick(key)
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={items}
        filteredItems={rankItems(items, typed)}
        value={typed}
        onValueChange={setTyped}
        autoHighlight="always"
        itemToStringValue={(item: PickerItem) => `${item.label} ${item.detail}`}
      >
        <Autocomplete.Input className="field" aria-label={title} placeholder={placeholder} />
        <Autocomplete.Empty className="picker-empty">{empty}</Autocomplete.Empty>
        <Autocomplete.List className="picker-list">
          {(item: PickerItem) => (
            <Autocomplete.Item
              key={item.key}
              value={item}
              className="picker-item"
              onClick={() => pick(item.key)}
            >
              <span className="strong">{item.label}</span> <span className="muted">{item.detail}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Sheet>
  )
}
