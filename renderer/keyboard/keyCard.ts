/** The groups of the F1 card, made of the tables of keys and of the command line's examples. Words only. */

import { LINE_EXAMPLES } from '../keys/commandWords.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from './keysInPanels.ts'
import { windowKeyRows, type PanelKey } from './windowKeyTable.ts'

/** What the card shows of a key or a line, and what the key or line does. */
export type CardRow = readonly [cap: string, does: string]

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly CardRow[]
}

const keyRow = ({ cap, does, where }: KeyInPanel): CardRow => [
  cap,
  where === undefined ? does : `${does} (${where})`,
]

/** `panelKeys` bring a panel to the front, `commandRows` open one from the command line: both are of the registry of panels. */
export const keyGroups = (
  panelKeys: readonly PanelKey[],
  commandRows: readonly CardRow[],
): readonly KeyGroup[] => [
  { title: 'Anywhere', keys: windowKeyRows(panelKeys).map(({ cap, does }): CardRow => [cap, does]) },
  ...Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS).map(([title, rows]) => ({
    title,
    keys: rows.filter((row) => row.onPageOnly !== true).map(keyRow),
  })),
  {
    title: 'Command line',
    keys: [...LINE_EXAMPLES.map(({ cap, does }): CardRow => [cap, does]), ...commandRows],
  },
]
