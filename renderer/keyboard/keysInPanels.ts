/** The keys that panels handle themselves, as data for the key card and docs/keyboard.md. */

export interface KeyInPanel {
  /** The keys as shown to dealers. */
  readonly cap: string
  readonly does: string
  /** The panel, where not every panel of the group has the key. */
  readonly where?: string
  /** A further sentence, for docs/keyboard.md only. */
  readonly note?: string
}

/** By group of the key card. */
export const KEYS_IN_PANELS = {
  Ladder: [
    { cap: '↑ ↓ PgUp PgDn', does: 'move the price cursor' },
    { cap: 'Space · Shift Space', does: 'recentre this ladder · all ladders' },
    {
      cap: 'End',
      does: 'show what is out of view: the market, else the liquidation, break-even or entry price, else an own order',
    },
    {
      cap: 'Menu · Shift F10',
      does: 'the menu of the cursor’s row; without a cursor, of the columns',
      note: 'Every order that a click can make, the own orders there, and the columns. A right click on the headings opens the columns too. Each is on or off for this ladder; prices and own orders stay.',
    },
    { cap: '[ · ]', does: 'cursor to the best bid · the best ask' },
    { cap: '1 … 6 · 0', does: 'choose the size · type another', note: 'Such as `2.5` or `10k`.' },
    {
      cap: 'P',
      does: 'put the position’s size in the last preset and choose it',
    },
    { cap: 'numpad + · −', does: 'coarser · finer rows', note: 'Ctrl and the wheel do the same.' },
    {
      cap: 'Tab · Shift Tab',
      does: 'next · previous own order',
      note: 'Past the last one an armed ladder begins again, and any other ladder lets the focus go.',
    },
    {
      cap: 'Delete · Ctrl Delete',
      does: 'cancel the selected order · all of them',
      note: 'Without a selection Delete cancels the own orders at the cursor. Ctrl Delete cancels every order of the customer in this instrument.',
    },
    { cap: 'Ctrl Shift [ · ]', does: 'cancel all buys · all sells' },
    {
      cap: 'Enter · Esc',
      does: 'send · drop what is proposed',
      note: 'Without a proposal Esc drops the selection.',
    },
  ],
  'Armed ladder': [
    { cap: 'B · S', does: 'a GTC limit at the cursor', note: 'The cursor must be in view.' },
    { cap: 'Shift B · Shift S', does: 'a GTC limit at the best bid · the best ask' },
    {
      cap: 'Ctrl B · Ctrl S',
      does: 'take the offer · hit the bid (limit IOC)',
      note: 'The price goes 5 bps through the touch, to a tick.',
    },
    {
      cap: 'Ctrl Shift B · Ctrl Shift S',
      does: 'a trigger order at the cursor',
      note: 'A buy above the last price and a sell below it are a stop loss, the other two a take profit. The sentence names the type.',
    },
    {
      cap: 'F · R',
      does: 'flatten · reverse the position',
      note: 'A reversal is one market order of twice the position.',
    },
    {
      cap: 'O',
      does: 'take profit and stop loss on the position',
      note: 'One oco at the offset from the mark price that the settings hold.',
    },
    {
      cap: 'Shift ↑ ↓ · Alt ↑ ↓',
      does: 'move the selected order · both prices of an oco',
      note: 'By a tick for each press. A ghost with > shows where the order would rest; nothing moves before Enter.',
    },
    {
      cap: 'Ctrl Shift E',
      does: 'express on or off: limit orders leave without Enter',
      note: 'Only within the express limits of the settings.',
    },
  ],
  Chart: [
    {
      cap: ', then 15 Enter',
      does: 'the interval: minutes, or with s, h, d, w',
      note: '1s 5s 15s 30s 1m 5m 15m 30m 1h 2h 4h 12h 1d 1w. A week begins Monday 00:00 UTC.',
    },
    { cap: 'K · Shift K', does: 'next · previous kind', note: 'Candles, bars, line, area, Heikin-Ashi.' },
    { cap: 'L · V', does: 'next scale · volume profile', note: 'Linear, logarithmic, percent.' },
    {
      cap: 'C',
      does: 'compare with another instrument · again: no longer',
      note: 'A line with the closes of the other one, on a scale of its own. The legend has its change in percent since the left edge of the view.',
    },
    { cap: 'P · Shift P', does: 'picture to a file · to the clipboard' },
    {
      cap: 'I · D',
      does: 'indicators · drawings: add, change, remove',
      note: '`ema 21` or `trend 09:30 62000 11:00 62150` adds one; ↑ ↓ choose, Delete removes.',
    },
    {
      cap: 'T',
      does: 'draw with the mouse: choose the tool',
      note: 'Press its points, or drag. Esc leaves the tool. Without a tool a drag moves a drawing or one of its points, and Delete removes the selected one.',
    },
    {
      cap: 'Ctrl Z · Ctrl Y',
      does: 'undo · redo a change of the drawings',
      note: 'Up to fifty for each instrument.',
    },
    {
      cap: 'A',
      does: 'a price alert at the crosshair',
      note: 'Its line opens in Alerts with the instrument and the price; Enter there sets it. A right click on the prices offers it too.',
    },
    { cap: 'Tab · Shift Tab', does: 'select the own order below · above', note: 'Or press its line.' },
    {
      cap: 'Shift ↑ ↓ · Alt ↑ ↓',
      does: 'move it by a tick · both prices of a combo',
      note: 'Or drag its line. Enter sends the change, Esc drops it: a chart cannot be armed.',
    },
    { cap: '← → PgUp PgDn · + −', does: 'back and on · fewer, more candles' },
    { cap: 'Home · End', does: 'to the oldest candle held · to the newest' },
  ],
  Tables: [
    { cap: '↑ ↓ Home End', does: 'walk the rows', note: 'PgUp and PgDn walk a page.' },
    { cap: 'Enter', does: 'details, or pick' },
    {
      cap: 'S · Shift S · T',
      does: 'sort by the next column · the one before · turn round',
      note: 'After the last column a table has its own order again. A click on a title sorts too. The quote board turns with R.',
    },
    { cap: 'PgDn at the end', does: 'older rows', where: 'Ledger, Trades', note: '↓ does the same.' },
    {
      cap: 'Ctrl F · Esc',
      does: 'filter by typing · all rows again',
      note: 'Each word must be in some column. ↓ or Enter goes to the rows, and the filter stays.',
    },
    {
      cap: 'Shift ↑ ↓ · Ctrl A · Esc',
      does: 'choose several rows · all that are shown · one again',
      note: 'Shift and a click choose up to a row, Ctrl and a click one more or one less. Every key but Ctrl C still acts on the focused row only.',
    },
    {
      cap: 'Ctrl C',
      does: 'copy the chosen rows, else the focused one',
      note: 'As tab-separated text with titles and exact values, times in UTC. A value that is incomplete or old has a ~.',
    },
    {
      cap: 'C · V',
      does: 'columns: show, hide, move · saved views: apply, save, delete',
      note: 'A right click on the titles shows the columns too, and the panel keeps them; the customer of a row and the state of an order stay. A view is sort, filter, columns and groups under a name, for every table of its kind. Ctrl P offers both.',
    },
    {
      cap: 'G · ← →',
      does: 'group by customer, by instrument, or not · fold and unfold a group',
      note: 'For orders, positions, trades and ledger. Each group has its totals. Enter on the row of a group folds it too. Folded rows cannot be chosen, copied or named by sel.',
    },
    {
      cap: 'O',
      does: 'this customer only · all customers',
      where: 'Orders, Positions, Trades, Ledger',
      note: 'In every table of the window. A table that was opened for one customer alone shows all again.',
    },
    { cap: 'Delete · A', does: 'cancel · change the order', where: 'Orders' },
    {
      cap: 'D',
      does: 'show or hide finished orders',
      where: 'Orders',
      note: 'Orders of unknown outcome count as working and are never hidden.',
    },
    { cap: 'F · R · H', does: 'flatten · reverse · halve', where: 'Positions', note: 'Enter sends.' },
    {
      cap: 'F · H · R · L · P · A · Z',
      does: 'flatten · the kill switch for the customer · reduce by a percent · copy as messages to customers · pin or unpin · an alert on the customer · to the shock',
      where: 'Risk board',
      note: 'The first five act on all chosen rows. Enter sends a flatten or a reduction. The kill switch halts once its word is typed.',
    },
    { cap: 'D · W', does: 'deposit · withdraw', where: 'Customers' },
    { cap: 'K', does: 'confirm a code detected at the venue', where: 'Customers' },
    { cap: 'R', does: 'read the customer again', where: 'Reconciliation' },
    { cap: 'Delete', does: 'to the button that removes the webhook', where: 'Webhooks' },
    {
      cap: 'Enter · L · Shift L · C',
      does: 'with this instrument to the ticket · ladder 1 · ladder 2 · chart',
      where: 'Quote board',
      note: 'Enter shows the instrument in the link of the quote board. Without a ticket in that link the focus stays.',
    },
    { cap: '1 … 8', does: 'show the instrument in that link', where: 'Quote board' },
    {
      cap: 'A · Delete · U',
      does: 'add by typing · remove · undo',
      where: 'Quote board',
      note: 'Several words add several instruments.',
    },
    {
      cap: 'Shift K · Shift J',
      does: 'move the row up · down in your own order',
      where: 'Quote board',
    },
    {
      cap: 'S · Shift S · R · Space',
      does: 'sort by the next column · the one before · turn round · sort again now',
      where: 'Quote board',
      note: 'Rows keep their places while the focus or the pointer is on them.',
    },
    {
      cap: '← → · N · O',
      does: 'the list before, behind · a new list · columns and sort',
      where: 'Quote board',
      note: 'Each quote board keeps its own list.',
    },
    {
      cap: 'V',
      does: 'tiles or the table',
      where: 'Quote board',
      note: 'Tiles are in the order of turnover until you sort. Arrows walk the tiles; Shift ← → chooses the list.',
    },
    {
      cap: 'Space · Esc',
      does: 'stop the list or go on · go on',
      where: 'Time and sales',
      note: 'A selected row stops it too, and so does the pointer over the rows.',
    },
    {
      cap: 'M · B · J',
      does: 'to the least size · to the size that is big · join more prints',
      where: 'Time and sales',
    },
    { cap: 'P', does: 'a price alert on the instrument', where: 'Quote board' },
    {
      cap: 'A · Enter',
      does: 'set an alert by typing · change the alert',
      where: 'Alerts',
      note: '`btc 65000` sets one, and Esc leaves the field.',
    },
    { cap: 'Space · Delete · U', does: 'switch on or off · delete · undo', where: 'Alerts' },
    { cap: 'B', does: 'look at a support bundle, then write it', where: 'Diagnostics' },
    {
      cap: 'A · Enter · Delete',
      does: 'set a target by typing · fill in the chosen block, or change the target · remove the target',
      where: 'Rebalance',
      note: '`btc 12.5 %` sets one, and Esc leaves the field.',
    },
    { cap: 'A · Shift A', does: 'acknowledge one · all shown', where: 'Notices' },
    { cap: '← →', does: 'the filter before, behind', where: 'Notices' },
    { cap: 'Enter · 1 … 9', does: 'go to what the notice is about', where: 'Notices' },
    { cap: 'Ctrl F · Ctrl C', does: 'only this customer · copy', where: 'Notices' },
  ],
  Panels: [
    { cap: 'Ctrl F6', does: 'to the next tabs', note: 'Ctrl Shift F6 goes to the previous.' },
    { cap: 'Ctrl Delete', does: 'on the tab of an opened panel: close the panel' },
  ],
  Block: [
    { cap: 'Alt 1 … 8', does: 'the way to split the block' },
    { cap: 'Alt R', does: 'take sizes from equities, positions and prices of now' },
    { cap: 'Alt Backspace', does: 'empty the form' },
    { cap: 'Space', does: 'leave the chosen customer out, and take it in again' },
  ],
  'Block under way': [
    { cap: 'P · U · S', does: 'pause · resume · stop, keeping what is live' },
    { cap: 'R', does: 'send again what was refused or not sent', note: 'Enter confirms, Esc leaves it.' },
    { cap: 'L', does: 'query the venue about every unknown order' },
    { cap: 'Shift Delete', does: 'cancel the whole block; Enter confirms' },
    { cap: 'Enter · X', does: 'its rows · close the strip' },
  ],
  'Ticket and forms': [
    { cap: 'Enter', does: 'next field' },
    { cap: 'Ctrl Enter', does: 'to Send or the review; Enter sends' },
    { cap: '↑ ↓ · Shift', does: 'one tick or lot · ten', where: 'Ticket' },
    {
      cap: 'Delete',
      does: 'cancel every live order of the last scale',
      where: 'Ticket',
      note: 'On the button that says how many they are.',
    },
    {
      cap: 'Alt U',
      does: 'fill in the orders of the last scale that were not sent',
      where: 'Ticket',
      note: 'Exactly these, as a new scale; one alone as a limit order. Nothing is sent by it.',
    },
    { cap: 'k · m', does: 'thousands · millions' },
    {
      cap: '=',
      does: 'take the offered value that fits',
      note: 'On a ticket it takes every value to its tick, lot or smallest size, and says what changed.',
    },
    {
      cap: 'Alt 1 … 9 · Alt 0',
      does: 'put a template of the instrument on the ticket · save the ticket as one',
      where: 'Ticket',
      note: 'A template keeps type, size, time in force and leverage, never customer, side or price.',
    },
    { cap: '↑ ↓ Enter Esc', does: 'walk, pick, close', where: 'Pickers' },
  ],
} as const satisfies Readonly<Record<string, readonly KeyInPanel[]>>
