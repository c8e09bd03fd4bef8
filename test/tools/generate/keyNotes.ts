/** Further sentences on the keys of panels, for docs/keyboard.md alone: the page of the terminal does not carry them. */

import type { KeyInPanel } from '../../../renderer/keyboard/keysInPanels.ts'

/** By group and by cap of `KEYS_IN_PANELS`; where several rows of a group have one cap, with their panel. */
export const KEY_NOTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ladder: {
    'Menu · Shift F10':
      'Every order that a click can make, the own orders there, and the columns. A right click on the headings opens the columns too. Each is on or off for this ladder; prices and own orders stay.',
    '1 … 6 · 0': 'Such as `2.5` or `10k`.',
    'numpad + · −': 'Ctrl and the wheel do the same.',
    'Tab · Shift Tab':
      'Past the last one an armed ladder begins again, and any other ladder lets the focus go.',
    'Delete · Ctrl Delete':
      'Without a selection Delete cancels the own orders at the cursor. Ctrl Delete cancels every order of the customer in this instrument.',
    'Enter · Esc': 'Without a proposal Esc drops the selection.',
  },
  'Armed ladder': {
    'B · S': 'The cursor must be in view.',
    'Ctrl B · Ctrl S': 'The price goes 5 bps through the touch, to a tick.',
    'Ctrl Shift B · Ctrl Shift S':
      'A buy above the last price and a sell below it are a stop loss, the other two a take profit. The sentence names the type.',
    'F · R': 'A reversal is one market order of twice the position.',
    O: 'One oco at the offset from the mark price that the settings hold.',
    'Shift ↑ ↓ · Alt ↑ ↓':
      'By a tick for each press. A ghost with > shows where the order would rest; nothing moves before Enter.',
    'Ctrl Shift E': 'Only within the express limits of the settings.',
  },
  Chart: {
    ', then 15 Enter': '1s 5s 15s 30s 1m 5m 15m 30m 1h 2h 4h 12h 1d 1w. A week begins Monday 00:00 UTC.',
    'K · Shift K': 'Candles, bars, line, area, Heikin-Ashi.',
    'L · V': 'Linear, logarithmic, percent.',
    C: 'A line with the closes of the other one, on a scale of its own. The legend has its change in percent since the left edge of the view.',
    'I · D': '`ema 21` or `trend 09:30 62000 11:00 62150` adds one; ↑ ↓ choose, Delete removes.',
    T: 'Press its points, or drag. Esc leaves the tool. Without a tool a drag moves a drawing or one of its points, and Delete removes the selected one.',
    'Ctrl Z · Ctrl Y': 'Up to fifty for each instrument.',
    A: 'Its line opens in Alerts with the instrument and the price; Enter there sets it. A right click on the prices offers it too.',
    'Tab · Shift Tab': 'Or press its line.',
    'Shift ↑ ↓ · Alt ↑ ↓': 'Or drag its line. Enter sends the change, Esc drops it: a chart cannot be armed.',
  },
  Tables: {
    '↑ ↓ Home End': 'PgUp and PgDn walk a page.',
    'S · Shift S · T':
      'After the last column a table has its own order again. A click on a title sorts too. The quote board turns with R.',
    'PgDn at the end (Ledger, Trades)': '↓ does the same.',
    'Ctrl F · Esc': 'Each word must be in some column. ↓ or Enter goes to the rows, and the filter stays.',
    'Shift ↑ ↓ · Ctrl A · Esc':
      'Shift and a click choose up to a row, Ctrl and a click one more or one less. Every key but Ctrl C still acts on the focused row only.',
    'Ctrl C':
      'As tab-separated text with titles and exact values, times in UTC. A value that is incomplete or old has a ~.',
    'C · V':
      'A right click on the titles shows the columns too, and the panel keeps them; the customer of a row and the state of an order stay. A view is sort, filter, columns and groups under a name, for every table of its kind. Ctrl P offers both.',
    'G · ← →':
      'For orders, positions, trades and ledger. Each group has its totals. Enter on the row of a group folds it too. Folded rows cannot be chosen, copied or named by sel.',
    'O (Orders, Positions, Trades, Ledger)':
      'In every table of the window. A table that was opened for one customer alone shows all again.',
    'D (Orders)': 'Orders of unknown status count as working and are never hidden.',
    'F · R · H (Positions)': 'Enter sends.',
    'F · H · R · L · P · A · Z (Risk board)':
      'The first five act on all chosen rows. Enter sends a flatten or a reduction. The kill switch halts once its word is typed.',
    'Enter · L · Shift L · C (Quote board)':
      'Enter shows the instrument in the link of the quote board. Without a ticket in that link the focus stays.',
    'A · Delete · U (Quote board)': 'Several words add several instruments.',
    'S · Shift S · R · Space (Quote board)':
      'Rows keep their places while the focus or the pointer is on them.',
    '← → · N · O (Quote board)': 'Each quote board keeps its own list.',
    'V (Quote board)':
      'Tiles are in the order of turnover until you sort. Arrows walk the tiles; Shift ← → chooses the list.',
    'Space · Esc (Time and sales)': 'A selected row stops it too, and so does the pointer over the rows.',
    'A · Enter (Alerts)': '`btc 65000` sets one, and Esc leaves the field.',
    'A · Enter · Delete (Rebalance)': '`btc 12.5 %` sets one, and Esc leaves the field.',
  },
  Panels: {
    'Ctrl F6': 'Ctrl Shift F6 goes to the previous.',
  },
  'Block under way': {
    R: 'Enter confirms, Esc leaves it.',
  },
  'Ticket and forms': {
    'Delete (Ticket)': 'On the button that says how many they are.',
    'Alt U (Ticket)': 'Exactly these, as a new scale; one alone as a limit order. Nothing is sent by it.',
    '=': 'On a ticket it takes every value to its tick, lot or smallest size, and says what changed.',
    'Alt 1 … 9 · Alt 0 (Ticket)':
      'A template keeps type, size, time in force and leverage, never customer, side or price.',
  },
}

/** The cap of a row, with its panel where the row names one. */
export const placeOf = ({ cap, where }: KeyInPanel): string =>
  where === undefined ? cap : `${cap} (${where})`

/** The note on a row of `KEYS_IN_PANELS`; undefined: none. */
export const noteOf = (group: string, row: KeyInPanel): string | undefined => KEY_NOTES[group]?.[placeOf(row)]
