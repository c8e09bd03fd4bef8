/** The keys that panels handle themselves, as data for the key card and docs/keyboard.md. */

export interface KeyInPanel {
  /** The keys as shown to dealers. */
  readonly cap: string
  readonly does: string
  /** The panel, where not every panel of the group has the key. */
  readonly where?: string
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
    },
    { cap: '[ · ]', does: 'cursor to the best bid · the best ask' },
    { cap: '1 … 6 · 0', does: 'choose the size · type another' },
    {
      cap: 'P',
      does: 'put the position’s size in the last preset and choose it',
    },
    { cap: 'numpad + · −', does: 'coarser · finer rows' },
    {
      cap: 'Tab · Shift Tab',
      does: 'next · previous own order',
    },
    {
      cap: 'Delete · Ctrl Delete',
      does: 'cancel the selected order · all of them',
    },
    { cap: 'Ctrl Shift [ · ]', does: 'cancel all buys · all sells' },
    {
      cap: 'Enter · Esc',
      does: 'send · drop what is proposed',
    },
  ],
  'Armed ladder': [
    { cap: 'B · S', does: 'a GTC limit at the cursor' },
    { cap: 'Shift B · Shift S', does: 'a GTC limit at the best bid · the best ask' },
    {
      cap: 'Ctrl B · Ctrl S',
      does: 'take the offer · hit the bid (limit IOC)',
    },
    {
      cap: 'Ctrl Shift B · Ctrl Shift S',
      does: 'a trigger order at the cursor',
    },
    {
      cap: 'F · R',
      does: 'flatten · reverse the position',
    },
    {
      cap: 'O',
      does: 'take profit and stop loss on the position',
    },
    {
      cap: 'Shift ↑ ↓ · Alt ↑ ↓',
      does: 'move the selected order · both prices of an oco',
    },
    {
      cap: 'Ctrl Shift E',
      does: 'express on or off: limit orders leave without Enter',
    },
  ],
  Chart: [
    {
      cap: ', then 15 Enter',
      does: 'the interval: minutes, or with s, h, d, w',
    },
    { cap: 'K · Shift K', does: 'next · previous kind' },
    { cap: 'L · V', does: 'next scale · volume profile' },
    {
      cap: 'C',
      does: 'compare with another instrument · again: no longer',
    },
    { cap: 'P · Shift P', does: 'picture to a file · to the clipboard' },
    {
      cap: 'I · D',
      does: 'indicators · drawings: add, change, remove',
    },
    {
      cap: 'T',
      does: 'draw with the mouse: choose the tool',
    },
    {
      cap: 'Ctrl Z · Ctrl Y',
      does: 'undo · redo a change of the drawings',
    },
    {
      cap: 'A',
      does: 'a price alert at the crosshair',
    },
    { cap: 'Tab · Shift Tab', does: 'select the own order below · above' },
    {
      cap: 'Shift ↑ ↓ · Alt ↑ ↓',
      does: 'move it by a tick · both prices of a combo',
    },
    { cap: '← → PgUp PgDn · + −', does: 'back and on · fewer, more candles' },
    { cap: 'Home · End', does: 'to the oldest candle held · to the newest' },
  ],
  Tables: [
    { cap: '↑ ↓ Home End', does: 'walk the rows' },
    { cap: 'Enter', does: 'details, or pick' },
    {
      cap: 'S · Shift S · T',
      does: 'sort by the next column · the one before · turn round',
    },
    { cap: 'PgDn at the end', does: 'older rows', where: 'Ledger, Trades' },
    {
      cap: 'Ctrl F · Esc',
      does: 'filter by typing · all rows again',
    },
    {
      cap: 'Shift ↑ ↓ · Ctrl A · Esc',
      does: 'choose several rows · all that are shown · one again',
    },
    {
      cap: 'Ctrl C',
      does: 'copy the chosen rows, else the focused one',
    },
    {
      cap: 'C · V',
      does: 'columns: show, hide, move · saved views: apply, save, delete',
    },
    {
      cap: 'G · ← →',
      does: 'group by customer, by instrument, or not · fold and unfold a group',
    },
    {
      cap: 'O',
      does: 'this customer only · all customers',
      where: 'Orders, Positions, Trades, Ledger',
    },
    { cap: 'Delete · A', does: 'cancel · change the order', where: 'Orders' },
    {
      cap: 'D',
      does: 'show or hide finished orders',
      where: 'Orders',
    },
    { cap: 'F · R · H', does: 'flatten · reverse · halve', where: 'Positions' },
    {
      cap: 'F · H · R · L · P · A · Z',
      does: 'flatten · the kill switch for the customer · reduce by a percent · copy as messages to customers · pin or unpin · an alert on the customer · to the shock',
      where: 'Risk board',
    },
    { cap: 'D · W', does: 'deposit · withdraw', where: 'Customers' },
    { cap: 'K', does: 'confirm a code detected at the venue', where: 'Customers' },
    { cap: 'R', does: 'read the customer again', where: 'Reconciliation' },
    { cap: 'Delete', does: 'to the button that removes the webhook', where: 'Webhooks' },
    {
      cap: 'Enter · L · Shift L · C',
      does: 'with this instrument to the ticket · ladder 1 · ladder 2 · chart',
      where: 'Quote board',
    },
    { cap: '1 … 8', does: 'show the instrument in that link', where: 'Quote board' },
    {
      cap: 'A · Delete · U',
      does: 'add by typing · remove · undo',
      where: 'Quote board',
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
    },
    {
      cap: '← → · N · O',
      does: 'the list before, behind · a new list · columns and sort',
      where: 'Quote board',
    },
    {
      cap: 'V',
      does: 'tiles or the table',
      where: 'Quote board',
    },
    {
      cap: 'Space · Esc',
      does: 'stop the list or go on · go on',
      where: 'Time and sales',
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
    },
    { cap: 'Space · Delete · U', does: 'switch on or off · delete · undo', where: 'Alerts' },
    {
      cap: 'B · Enter',
      does: 'look at a support bundle, then write it · the stored week of the row',
      where: 'Diagnostics',
    },
    {
      cap: 'A · Enter · Delete',
      does: 'set a target by typing · fill in the chosen block, or change the target · remove the target',
      where: 'Rebalance',
    },
    { cap: 'A · Shift A', does: 'acknowledge one · all shown', where: 'Notices' },
    { cap: '← →', does: 'the filter before, behind', where: 'Notices' },
    { cap: 'Enter · 1 … 9', does: 'go to what the notice is about', where: 'Notices' },
    { cap: 'Ctrl F · Ctrl C', does: 'only this customer · copy', where: 'Notices' },
  ],
  Panels: [
    { cap: 'Ctrl F6', does: 'to the next tabs' },
    { cap: 'Ctrl Delete', does: 'on the tab of an opened panel: close the panel' },
  ],
  Block: [
    { cap: 'Alt 1 … 9 · Alt 0', does: 'the way to split the block' },
    { cap: 'Alt R', does: 'take sizes from equities, positions and prices of now' },
    { cap: 'Alt Backspace', does: 'empty the form' },
    { cap: 'Space', does: 'leave the chosen customer out, and take it in again' },
  ],
  'Block under way': [
    { cap: 'P · U · S', does: 'pause · resume · stop, keeping what is live' },
    { cap: 'R', does: 'send again what was refused or not sent' },
    { cap: 'L', does: 'query the venue about every unknown order' },
    { cap: 'Shift Delete', does: 'cancel the whole block; Enter confirms' },
    { cap: 'Enter · X', does: 'its rows · hide the strip' },
  ],
  'Ticket and forms': [
    { cap: 'Enter', does: 'next field' },
    { cap: 'Ctrl Enter', does: 'to Send or the review; Enter sends' },
    { cap: '↑ ↓ · Shift', does: 'one tick or lot · ten', where: 'Ticket' },
    {
      cap: 'Delete',
      does: 'cancel every live order of the last scale',
      where: 'Ticket',
    },
    {
      cap: 'Alt U',
      does: 'fill in the orders of the last scale that were not sent',
      where: 'Ticket',
    },
    { cap: 'k · m', does: 'thousands · millions' },
    {
      cap: '=',
      does: 'take the offered value that fits',
    },
    {
      cap: 'Alt 1 … 9 · Alt 0',
      does: 'put a template of the instrument on the ticket · save the ticket as one',
      where: 'Ticket',
    },
    { cap: '↑ ↓ Enter Esc', does: 'walk, pick, close', where: 'Pickers' },
  ],
} as const satisfies Readonly<Record<string, readonly KeyInPanel[]>>
