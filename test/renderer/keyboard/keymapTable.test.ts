/**
 * The keymap that dealers know from commercial terminals, row by row. Each row says which keys of this terminal it is, and what of it is not
 * built. A key of `absent` that is built one day fails its row, so that the row is written anew.
 */

import { describe, expect, it } from 'vitest'
import { KEYS_IN_PANELS } from '../../../renderer/keyboard/keysInPanels.ts'
import { mouseAct, mouseRows, type MousePlace } from '../../../renderer/keyboard/mouseProfiles.ts'
import { windowKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import { PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'

interface Row {
  readonly where: string
  readonly key: string
  /** Keys anywhere in the window, in the syntax of the key table. */
  readonly keys?: readonly string[]
  /** Keys inside panels, as the card names them. */
  readonly caps?: readonly string[]
  /** What of the row is not built, and what to do instead; null: all of it is built. */
  readonly missing: string | null
  /** Keys of the row that are not built, in the syntax of the key table or as words of a cap. */
  readonly absent?: readonly string[]
}

const MOUSE = 'Mouse on a ladder'
const ROWS: readonly Row[] = [
  { where: 'any', key: 'Ctrl+K, /', keys: ['Control+KeyK', '/'], missing: null },
  { where: 'any', key: 'F1', keys: ['F1'], missing: null },
  { where: 'any', key: 'F2 / Shift+F2', keys: ['F2', 'Shift+F2'], missing: null },
  { where: 'any', key: 'F3', keys: ['F3'], missing: null },
  { where: 'any', key: 'F5 F6 F7 F8', keys: ['F5', 'F6', 'F7', 'F8'], missing: null },
  { where: 'any', key: 'F9', keys: ['F9'], missing: null },
  { where: 'any', key: 'numpad + / − off a ladder', keys: ['NumpadAdd', 'NumpadSubtract'], missing: null },
  { where: 'any', key: 'F10', keys: ['F10'], missing: null },
  { where: 'any', key: 'F11', keys: ['F11'], missing: null },
  { where: 'any', key: 'F12', keys: ['F12'], missing: null },
  { where: 'any', key: 'Ctrl+Shift+L', keys: ['Control+Shift+KeyL'], missing: null },
  {
    where: 'any',
    key: 'Ctrl+1…9',
    keys: ['Control+Digit1', 'Control+Digit9'],
    missing: null,
  },
  {
    where: 'any',
    key: 'Ctrl+Shift+1…8 / 0',
    keys: ['Control+Shift+Digit1', 'Control+Shift+Digit8', 'Control+Shift+Digit0'],
    missing: null,
  },
  { where: 'any', key: 'Ctrl+Shift+Delete', keys: ['Control+Shift+Delete'], missing: null },
  // A halt of the desk blocks what the trade lock blocks.
  { where: 'any', key: 'Ctrl+Shift+F12', keys: ['Control+Shift+F12'], missing: null },
  { where: 'Ladder', key: '↑ ↓ PgUp PgDn', caps: ['↑ ↓ PgUp PgDn'], missing: null },
  { where: 'Ladder', key: 'Space / Shift+Space', caps: ['Space · Shift Space'], missing: null },
  { where: 'Ladder', key: '[ ]', caps: ['[ · ]'], missing: null },
  { where: 'Ladder', key: 'numpad + −', caps: ['numpad + · −'], missing: null },
  { where: 'Ladder', key: '1…6, 0', caps: ['1 … 6 · 0'], missing: null },
  { where: 'Ladder', key: 'P', caps: ['P'], missing: null },
  { where: 'Ladder', key: 'Tab, Shift+Tab', caps: ['Tab · Shift Tab'], missing: null },
  { where: 'Ladder', key: 'Enter / Esc', caps: ['Enter · Esc'], missing: null },
  { where: 'Armed ladder', key: 'Shift+↑↓, Alt+↑↓', caps: ['Shift ↑ ↓ · Alt ↑ ↓'], missing: null },
  { where: 'Ladder', key: 'Delete', caps: ['Delete · Ctrl Delete'], missing: null },
  { where: 'Ladder', key: 'Ctrl+Delete', caps: ['Delete · Ctrl Delete'], missing: null },
  { where: 'Ladder', key: 'Ctrl+Shift+[ ]', caps: ['Ctrl Shift [ · ]'], missing: null },
  { where: 'Armed ladder', key: 'B / S', caps: ['B · S'], missing: null },
  { where: 'Armed ladder', key: 'Shift+B / Shift+S', caps: ['Shift B · Shift S'], missing: null },
  { where: 'Armed ladder', key: 'Ctrl+B / Ctrl+S', caps: ['Ctrl B · Ctrl S'], missing: null },
  {
    where: 'Armed ladder',
    key: 'Ctrl+Shift+B / Ctrl+Shift+S',
    caps: ['Ctrl Shift B · Ctrl Shift S'],
    missing: null,
  },
  { where: 'Armed ladder', key: 'O', caps: ['O'], missing: null },
  { where: 'Armed ladder', key: 'F / R', caps: ['F · R'], missing: null },
  {
    where: MOUSE,
    key: 'left · Shift+left · Alt+left',
    caps: ['left · Shift left · Alt left · middle · right'],
    missing: null,
  },
  // The wheel is a note of numpad + −.
  { where: MOUSE, key: 'middle · right · wheel', caps: ['left · middle · right'], missing: null },
  // A drag stands below the table of docs/keyboard.md.
  { where: MOUSE, key: 'Work column: click · drag · right', caps: ['left · middle · right'], missing: null },
  {
    where: 'Ticket and forms',
    key: 'Tab; ↑ ↓, Shift ×10; k m',
    caps: ['↑ ↓ · Shift', 'k · m'],
    missing: null,
  },
  { where: 'Ticket and forms', key: 'Enter', caps: ['Enter'], missing: null },
  { where: 'Ticket and forms', key: 'Ctrl+Enter', caps: ['Ctrl Enter'], missing: null },
  {
    where: 'Tables',
    key: '↑ ↓, Enter, Delete, Ctrl+A, Ctrl+F, Ctrl+C',
    caps: ['↑ ↓ Home End', 'Enter', 'Delete · A', 'Shift ↑ ↓ · Ctrl A · Esc', 'Ctrl F · Esc', 'Ctrl C'],
    missing: null,
  },
  { where: 'Tables', key: 'positions: F / R / H', caps: ['F · R · H'], missing: null },
  { where: 'Chart', key: ', then 5', caps: [', then 15 Enter'], missing: null },
]

const windowKeys = windowKeyRows(PANEL_KEYS).map(({ keys }) => keys)
const capsOf = (where: string): readonly string[] =>
  where === 'any'
    ? []
    : where === MOUSE
      ? mouseRows('tt').map(([cap]) => cap)
      : KEYS_IN_PANELS[where as keyof typeof KEYS_IN_PANELS].map(({ cap }) => cap)

describe('the keymap', () => {
  it('has all 42 rows, none twice, and each of them is built whole', () => {
    expect(ROWS).toHaveLength(42)
    expect(new Set(ROWS.map(({ where, key }) => `${where} ${key}`)).size).toBe(42)
    expect(ROWS.filter(({ missing }) => missing !== null)).toEqual([])
  })

  it.each(ROWS.map((row) => [row.where, row.key, row] as const))('%s: %s', (_where, _key, row) => {
    const caps = capsOf(row.where)
    const isOnCard = (wanted: string) => caps.some((cap) => cap === wanted || cap.startsWith(`${wanted} `))
    expect((row.keys ?? []).filter((keys) => !windowKeys.includes(keys))).toEqual([])
    expect((row.caps ?? []).filter((cap) => !caps.includes(cap))).toEqual([])
    expect((row.absent ?? []).filter((key) => windowKeys.includes(key) || isOnCard(key))).toEqual([])
    // A row is either built by named keys, or says what is missing and which key is free.
    expect((row.keys ?? row.caps) !== undefined || row.missing !== null).toBe(true)
    expect(row.missing === null).toBe(row.absent === undefined)
  })
})

/** Every press that a profile could give a meaning. */
const PRESSES = ['left', 'middle', 'right'].flatMap((button) =>
  ['', 'Shift+', 'Control+', 'Alt+', 'Control+Shift+'].map((modifiers) => modifiers + button),
)
const PLACES: readonly MousePlace[] = ['book', 'work', 'price']

describe('a mouse profile', () => {
  it.each([
    ['ninjatrader', { 'book middle': 'stop', 'book Control+middle': 'stopLimit' }],
    ['ib', { 'book right': 'stop', 'work right': 'cancel' }],
    ['crypto', { 'price right': 'recentre', 'book Control+left': 'stopPosition' }],
  ] as const)('%s differs from the first one in these clicks alone', (profile, clicks) => {
    const other = PLACES.flatMap((place) =>
      PRESSES.filter((press) => mouseAct(profile, place, press) !== mouseAct('tt', place, press)).map(
        (press) => [`${place} ${press}`, mouseAct(profile, place, press)],
      ),
    )
    expect(Object.fromEntries(other)).toEqual(clicks)
  })
})
