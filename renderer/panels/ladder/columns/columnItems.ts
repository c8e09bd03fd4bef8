/** What the menu of a ladder's columns offers. Pure. */

import type { Columns, ColumnSwitch, LadderShape } from '../../../paint/ladder/ladderLayout.ts'

export interface ColumnItem {
  readonly id: ColumnSwitch | 'compact'
  readonly label: string
  readonly isOn: boolean
}

const NAMES: Readonly<Record<ColumnSwitch, string>> = {
  volume: 'Volume at price',
  queue: 'Queue ahead of own orders ~',
  bids: 'Bids',
  asks: 'Asks',
  prints: 'Sizes of recent trades',
}

/** Columns that give way on a narrow ladder. */
const GIVES_WAY = { volume: 'volume', queue: 'queueBuy' } as const

/** `columns`: as drawn; null before. A column that is on and has no room says so. */
export function columnItems({ isCompact, off }: LadderShape, columns: Columns | null): readonly ColumnItem[] {
  const items = Object.entries(NAMES) as [ColumnSwitch, string][]
  return [
    ...items.map(([id, name]): ColumnItem => {
      const isOn = !off.includes(id)
      const drawn = id === 'volume' || id === 'queue' ? columns?.[GIVES_WAY[id]] : undefined
      const hasNoRoom = isOn && drawn?.width === 0 && !(isCompact && id === 'volume')
      return { id, label: hasNoRoom ? `${name}: no room here` : name, isOn }
    }),
    { id: 'compact', label: 'Compact: one column of own orders, one line below', isOn: isCompact },
  ]
}

/** The shape after a choice. */
export function switched(shape: LadderShape, id: ColumnItem['id']): LadderShape {
  if (id === 'compact') return { ...shape, isCompact: !shape.isCompact }
  const { off } = shape
  return { ...shape, off: off.includes(id) ? off.filter((column) => column !== id) : [...off, id] }
}
