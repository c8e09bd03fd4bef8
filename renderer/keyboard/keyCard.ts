/** Builds the groups and pages of the F1 card from the tables of keys and the examples of the command line. */

import { capOfChord } from '../../shared/domain/settings/keyChord.ts'
import { LINE_EXAMPLES } from '../keys/lineExamples.ts'
import { KEY_SCOPES, scopeOf, type KeyScope } from '../../shared/domain/settings/keyScope.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from './keysInPanels.ts'
import type { MouseProfile } from '../../shared/domain/settings/settingList.ts'
import { mouseRows } from './mouseProfiles.ts'
import type { Binding } from './remapKeys.ts'
import type { WindowKey } from './windowKeyTable.ts'

/** A key or line on the card, and its effect. */
export type CardRow = readonly [cap: string, does: string]

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly CardRow[]
}

const keyRow = ({ cap, does, where }: KeyInPanel): CardRow => [
  cap,
  where === undefined ? does : `${does} (${where})`,
]

const rowsOf = (windowKeys: readonly WindowKey[], aboutPanels: boolean): readonly CardRow[] =>
  windowKeys
    .filter((row) => row.unlisted !== true)
    .filter((row) => (row.aboutPanels ?? false) === aboutPanels)
    .map(({ cap, does }): CardRow => [cap, does])

const groupOf = (scope: KeyScope): keyof typeof KEYS_IN_PANELS =>
  scope === 'ladder' ? 'Armed ladder' : scope === 'chart' ? 'Chart' : 'Tables'

/** The keys of panels that the dealer moved, for one group of the card. Their old keys do nothing. */
const movedRows = (panelKeys: readonly Binding[], group: string): readonly CardRow[] =>
  panelKeys.flatMap(({ id, chord, own, name }): readonly CardRow[] => {
    const scope = scopeOf(id)
    if (scope === null || chord === own || groupOf(scope) !== group) return []
    const where = group === 'Tables' ? `${KEY_SCOPES[scope]}; ` : ''
    return [[capOfChord(chord), `${name} (${where}your key, in the place of ${capOfChord(own)})`]]
  })

/** `windowKeys`: as the dealer has them. `commandRows` open a panel from the command line; they come from the panel registry. */
export const keyGroups = (
  windowKeys: readonly WindowKey[],
  commandRows: readonly CardRow[],
  panelKeys: readonly Binding[] = [],
  mouse: MouseProfile = 'tt',
): readonly KeyGroup[] => [
  { title: 'Anywhere', keys: rowsOf(windowKeys, false) },
  { title: 'Layout and links', keys: rowsOf(windowKeys, true) },
  ...Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS).map(([title, rows]) => ({
    title,
    keys: [...rows.map(keyRow), ...movedRows(panelKeys, title)],
  })),
  { title: 'Mouse on a ladder', keys: mouseRows(mouse) },
  {
    title: 'Command line',
    keys: [...LINE_EXAMPLES.map(({ cap, does }): CardRow => [cap, does]), ...commandRows],
  },
]

export interface KeyPage {
  readonly title: string
  readonly groups: readonly KeyGroup[]
}

/** The panel that has the focus: its kind (`ladder`) and its title with its number (`Ladder 2`). */
export interface FocusedPanel {
  readonly kind: string
  readonly title: string
}

const GROUPS_OF_KIND: Readonly<Record<string, readonly string[]>> = {
  ladder: ['Ladder', 'Armed ladder', 'Mouse on a ladder'],
  chart: ['Chart'],
  ticket: ['Ticket and forms'],
}

/** What a row of the tables says in brackets is the panels that have its key; a row without works in every table. */
const isOfPanel = ([, does]: CardRow, title: string): boolean => {
  const panels = / \(([A-Z][^)]*)\)$/.exec(does)?.[1]
  return panels === undefined || panels.split(', ').includes(title.replace(/ \d+$/, ''))
}

/** Panels with rows that only walk: what sorts, filters or copies does nothing there. */
const PLAIN_GRIDS: ReadonlySet<string> = new Set(['watchlist'])
const WALKS_ROWS = '↑ ↓ Home End'

/** The groups that the focused panel has keys from. */
function groupsOfPanel(groups: readonly KeyGroup[], { kind, title }: FocusedPanel): readonly KeyGroup[] {
  const named = GROUPS_OF_KIND[kind]
  if (named) return groups.filter((group) => named.includes(group.title))
  return groups
    .filter((group) => group.title === 'Tables')
    .map((group) => ({
      ...group,
      keys: group.keys.filter(
        (row) => isOfPanel(row, title) && (!PLAIN_GRIDS.has(kind) || row[0] === WALKS_ROWS),
      ),
    }))
}

const WINDOW_GROUPS: ReadonlySet<string> = new Set(['Anywhere', 'Layout and links'])

/**
 * The pages of the card, each of which fits the smallest screen: the keys that work where the focus is, those of the window, of all panels,
 * and the command line. Without a focused panel the card begins with the keys of the window.
 */
export function keyPages(groups: readonly KeyGroup[], focused: FocusedPanel | null): readonly KeyPage[] {
  const ofWindow = groups.filter((group) => WINDOW_GROUPS.has(group.title))
  const here =
    focused === null
      ? []
      : [{ title: focused.title, groups: [...groupsOfPanel(groups, focused), ...ofWindow] }]
  const line = groups.filter((group) => group.title === 'Command line')
  return [
    ...here,
    { title: 'Window', groups: ofWindow },
    {
      title: 'All panels',
      groups: groups.filter((group) => !WINDOW_GROUPS.has(group.title) && !line.includes(group)),
    },
    { title: 'Command line', groups: line },
  ]
}

/** One row for keys that do the same, so that the card has room on the smallest screen. */
export function mergeRows(rows: readonly CardRow[]): readonly CardRow[] {
  const caps = new Map<string, string[]>()
  for (const [cap, does] of rows) caps.set(does, [...(caps.get(does) ?? []), cap])
  return [...caps].map(([does, same]): CardRow => [same.join(' · '), does])
}
