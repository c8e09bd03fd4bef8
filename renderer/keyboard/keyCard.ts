/** What the key card says of keys that panels handle themselves (docs/keyboard.md). Words only. */

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly (readonly [cap: string, does: string])[]
}

/** The groups below "Anywhere". `commandRows`: words of the command line that open panels. */
export const keyGroups = (commandRows: KeyGroup['keys']): readonly KeyGroup[] => [
  {
    title: 'Ladder',
    keys: [
      ['↑ ↓ PgUp PgDn', 'move the price cursor'],
      ['Space', 'recentre'],
      ['[  ]', 'cursor to best bid, best ask'],
      ['1 … 6 · 0', 'size preset · type another'],
      ['numpad + −', 'coarser · finer rows (Ctrl and the wheel)'],
      ['Tab', 'next own order'],
      ['Delete · Ctrl Delete', 'cancel the selected order · all of them'],
      ['Enter · Esc', 'send · drop what is proposed'],
    ],
  },
  {
    title: 'Armed ladder',
    keys: [
      ['B · S', 'limit at the cursor'],
      ['Shift B · Shift S', 'join best bid, best ask'],
      ['Ctrl B · Ctrl S', 'take the offer, hit the bid (limit IOC)'],
      ['F', 'flatten'],
    ],
  },
  {
    title: 'Chart',
    keys: [
      [', then 1 … 5', 'the interval'],
      ['← → PgUp PgDn · + −', 'back and on · fewer, more candles'],
      ['Home · End', 'to the oldest held · back to live'],
    ],
  },
  {
    title: 'Tables',
    keys: [
      ['↑ ↓ Home End', 'walk the rows'],
      ['Enter', 'details, or pick'],
      ['Delete · A', 'cancel · change the order (Orders)'],
      ['F · R · H', 'flatten, reverse, halve (Positions)'],
      ['D · W', 'deposit · withdraw (Customers)'],
      ['R', 'read the customer again (Reconciliation)'],
      ['A · Shift A', 'acknowledge · all shown (Notices)'],
    ],
  },
  {
    title: 'Panels',
    keys: [
      ['Ctrl P', 'open one by name'],
      ['Ctrl F6', 'to the next tabs'],
      ['Ctrl Delete', 'on the tab of an opened panel: close it'],
      ['PgDn at the end', 'older rows (Ledger, Trades)'],
    ],
  },
  {
    title: 'Ticket and forms',
    keys: [
      ['Enter', 'next field'],
      ['Ctrl Enter', 'to Send or the review; Enter sends'],
      ['↑ ↓ · Shift', 'one tick or lot · ten'],
      ['k  m', 'thousands, millions'],
    ],
  },
  {
    title: 'Command line',
    keys: [
      ['C1042 b 2.5 btc @62150 x5', 'customer side size instrument price, then gtc ioc fok xN'],
      ['# s 0.4 btc m', '# is the customer of this window, m is market'],
      ['C1042 b $25k btc m', '$ is cash'],
      ['# b 1 btc bid+1t fok', 'bid ask mid last, ± ticks (t) or %'],
      ['# s 2.5 btc stop 60500 @60420', 'stop loss, with a limit'],
      ['# s 1 btc tp 66000', 'take profit'],
      ['# s pos btc oco 66000/60500', 'both, for the position: one cancels the other'],
      ['am sel px 62155 · qty 1.5 · +2t', 'change the selected order'],
      ...commandRows,
      ['cx # btc b · flat # btc', 'cancel a side · flatten'],
      ['halt desk · C1042 · btc · @group · sel', 'halt it and cancel its orders'],
      ['lift C1042 · halts', 'lift a halt · see those in force'],
      ['signout', 'sign out, told what stays live'],
    ],
  },
]
