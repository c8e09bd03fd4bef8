/** Whole lines of the command line with what they do, as data for the key card and for docs/keyboard.md. */

export interface LineExample {
  /** The text on the key card. */
  readonly cap: string
  readonly does: string
  /** Whole lines for the text on the card; the grammar must accept each of them. */
  readonly lines: readonly string[]
}

export const LINE_EXAMPLES: readonly LineExample[] = [
  {
    cap: 'C1042 b 2.5 btc @62150 x5',
    does: 'customer side size instrument price, then gtc ioc fok xN',
    lines: ['C1042 b 2.5 btc @62150 x5'],
  },
  {
    cap: 'C1042 b 2.5 btc m ?',
    does: 'limits, margin and price; sends nothing',
    lines: ['C1042 b 2.5 btc m ?', 'rev # btc ?'],
  },
  {
    cap: '# s 0.4 btc m',
    does: '# is the customer of this window, m is market',
    lines: ['# s 0.4 btc m', '# s 0.4 btc m ref=DESK7 note="client call"'],
  },
  { cap: 'C1042 b $25k btc m', does: '$ is cash', lines: ['C1042 b $25k btc m'] },
  {
    cap: '# b 1 btc bid+1t fok',
    does: 'bid ask mid last, ± ticks (t) or %',
    lines: ['# b 1 btc bid+1t fok', '# s 1 btc ask gtc', '# b 1 btc mid-0.5%', '# b 1 btc last ioc'],
  },
  {
    cap: '# s 2.5 btc stop 60500 @60420',
    does: 'stop loss, with a limit',
    lines: ['# s 2.5 btc stop 60500 @60420'],
  },
  { cap: '# s 1 btc tp 66000', does: 'take profit', lines: ['# s 1 btc tp 66000'] },
  {
    cap: '# s pos btc oco 66000/60500',
    does: 'both, for the position: one cancels the other',
    lines: ['# s pos btc oco 66000/60500'],
  },
  {
    cap: '# b 1 btc @62150 then oco 66000/60500',
    does: 'take profit and stop loss for each fill, placed by Openpit',
    lines: [
      '# b 1 btc @62150 then oco 66000/60500',
      '# b 1 btc @62150 then stop 60500',
      '# b 1 btc @62150 x5 then tp 66000',
    ],
  },
  {
    cap: 'scale # b 2 btc 61000..62000 5',
    does: '5 limit orders over a price range; then even rising falling xN',
    lines: [
      'scale # b 2 btc 61000..62000 5',
      'scale # s 2 btc 63000..64000 10 rising x5',
      'scale # b 2 btc bid..bid-200t 5 falling',
    ],
  },
  {
    cap: '@group/eq b $2m btc @62150 x5',
    does: 'a block: one order for each customer of the group; fills in the sheet',
    lines: [
      '@group/eq b $2m btc @62150 x5',
      '@group b 10 eth m onfail=continue',
      'C1042:4,C2007:2 b 8 btc @62150',
      'C1042=$25k,C2007=$10k b btc @62150',
    ],
  },
  {
    cap: 'am sel px 62155 · qty 1.5 · +2t',
    does: 'change the selected order',
    lines: ['am sel px 62155', 'am sel qty 1.5', 'am sel +2t'],
  },
  {
    cap: 'cx # btc b · cx # stop · cx sel',
    does: 'cancel a side · what waits for a trigger · an order',
    lines: ['cx # btc b', 'cx # stop', 'cx sel'],
  },
  {
    cap: 'flat # btc · flat # all · rev · half',
    does: 'close one or every position · reverse · halve',
    lines: ['flat # btc', 'flat # all', 'rev # btc', 'half # btc'],
  },
  {
    cap: 'cx # btc ; # b 1 btc @62000',
    does: 'up to five, each confirmed by itself',
    lines: ['cx # btc ; # b 1 btc @62000'],
  },
  {
    cap: 'halt desk · C1042 · btc · @group · sel',
    does: 'halt it and cancel its orders',
    lines: ['halt desk', 'halt C1042', 'halt btc', 'halt @group', 'halt sel'],
  },
  {
    cap: 'lift C1042 · halts · lock',
    does: 'lift a halt · see those in force · trade lock (F12)',
    lines: ['lift C1042', 'halts', 'lock'],
  },
  {
    cap: 'link 3 · link none · clink A',
    does: 'join the panel to an instrument link, to a customer link · leave',
    lines: ['link 3', 'link none', 'clink A', 'clink none'],
  },
  {
    cap: 'stat · space 2',
    does: 'the state of the desk on one line · open a workspace',
    lines: ['stat', 'space 2', 'space Operations', 'space'],
  },
  {
    cap: 'signout · arm · disarm · help cx',
    does: 'sign out, after a list of what stays live · the ladder · what a word means',
    lines: ['signout', 'arm', 'disarm', 'help', 'help cx', '?'],
  },
]
