/**
 * The words of the command line, as data for the grammar, for completion with Tab, for the key card and for docs/keyboard.md. The panel registry
 * has the words that open panels.
 */

interface CommandWordRow {
  readonly means: string
  /** An example of the word in a line; left out where nothing follows the word. */
  readonly form?: string
}

/** First words of commands about orders, halts or the session. Any other first word, except a panel's, names a customer. */
export const COMMAND_WORDS = {
  cx: {
    form: 'cx # btc b stop',
    means:
      'Cancels the customer’s orders: all, of an instrument, of one side, or only those that wait for a trigger (`stop`). `cx sel` and `cx` with a reference id cancel one order.',
  },
  flat: {
    form: 'flat # btc',
    means:
      'Closes the position; `flat # all` closes every position of the customer; `flat @macro btc` fills in a block that closes what the group is long, or short',
  },
  rev: { form: 'rev # btc', means: 'Reverses the position: one market order of twice its size' },
  half: { form: 'half # btc', means: 'Halves the position, in whole lots, at market' },
  scale: {
    form: 'scale # b 2 btc 61000..62000 5',
    means:
      'Splits a size into 2 to 30 limit orders over a price range, and sends them as one. `rising` or `falling` behind it: each order is larger or smaller than the one before.',
  },
  am: { form: 'am sel …', means: 'Changes the selected order, or the order with a reference id' },
  halt: {
    form: 'halt desk',
    means:
      'Opens the sheet that halts the desk, a customer, an instrument, `@group` or the selected order (`sel`). A word that is a customer code means the customer.',
  },
  lift: { form: 'lift C1042', means: 'Opens the list of halts at that halt' },
  halts: { means: 'Opens the list of halts' },
  lock: {
    means:
      'Locks trading in every window: nothing is sent but cancels, also after a restart. While locked: asks for the word that releases it.',
  },
  arm: { means: 'Arms the ladder that had the focus last' },
  disarm: { means: 'Disarms every ladder of the window' },
  link: {
    form: 'link 3',
    means: 'Joins the panel that had the focus last to an instrument link, 1 to 8; `link none` leaves it',
  },
  clink: {
    form: 'clink A',
    means: 'Joins that panel to a customer link, A to H; `clink none` leaves it',
  },
  space: {
    form: 'space Operations',
    means:
      'Opens a workspace in this window, by its name, the beginning of its name, or its digit; alone it lists them',
  },
  signout: { means: 'Signs out, after a sheet that shows what stays live' },
  stat: { means: 'Shows the state of the desk: session, links, clock, readings, customers, halts, limits' },
  help: { form: 'help cx', means: 'Says what a word means; alone it shows every key and the grammar' },
  '?': { means: 'The same as `help`' },
} as const satisfies Readonly<Record<string, CommandWordRow>>
export type CommandWord = keyof typeof COMMAND_WORDS

export const isCommandWord = (word: string): word is CommandWord => Object.hasOwn(COMMAND_WORDS, word)

/** `cx # btc: Cancels …`; null for a word that the command line does not have. */
export function wordHelp(word: string): string | null {
  if (isCommandWord(word)) {
    const row: CommandWordRow = COMMAND_WORDS[word]
    return `${row.form ?? word}: ${row.means}`
  }
  const line = LINE_WORDS.find(([example]) => example.toLowerCase().split(' ')[0] === word)
  return line ? `${line[0]}: ${line[1]}` : null
}

/** Words of the line whose meaning names this word, such as `space` for "workspace"; for a dealer who does not know the word. */
export const wordsAbout = (word: string): readonly CommandWord[] =>
  word.length < 4
    ? []
    : (Object.keys(COMMAND_WORDS) as CommandWord[]).filter((command) =>
        COMMAND_WORDS[command].means.toLowerCase().includes(word),
      )

/** Prices that the market gives. */
export const MARKET_PRICES = ['bid', 'ask', 'mid', 'last'] as const
export type MarketPrice = (typeof MARKET_PRICES)[number]
/** Words in the place of the price of an order. */
export const PRICE_WORDS = ['m', ...MARKET_PRICES, 'stop', 'tp', 'oco'] as const
export const TIME_IN_FORCE_WORDS = ['gtc', 'ioc', 'fok'] as const
/** How the amounts of a scale go from its first price to its last. */
export const SCALE_WEIGHT_WORDS = ['even', 'rising', 'falling'] as const
export const SIDE_LETTERS = ['b', 's'] as const
export const SIDE_WORDS = ['buy', 'sell'] as const

/** Words inside a line, for docs/keyboard.md and for `help`. */
export const LINE_WORDS: readonly (readonly [word: string, means: string])[] = [
  ['#', 'The customer of this window. Without one the line is refused.'],
  [
    'customer code',
    'Exactly as written, else the only one that differs in capitals alone, else the only customer of that name or with that first word in its name.',
  ],
  [
    'a group',
    '`@macro/eq` in place of the customer: a block order for a group, split by `eq`, `ratio`, `equity`, `free`, `pos`, `target` or `grow`; alone, equally. Enter fills in the sheet of the block and sends nothing. Behind it `onfail=stop` or `onfail=continue`.',
  ],
  [
    'a split',
    '`C1042:4,C2007:2` in place of the customer: a block order for named customers, by parts; `C1042:60%,C2007:40%` by percents; `C1042=1.5,C2007=0.5` by amounts, `C1042=$25k,C2007=$10k` by cash, then no size follows.',
  ],
  ['b', '`b` or `buy`, `s` or `sell`: the side'],
  ['.', 'The instrument of link 1'],
  ['instrument', 'The whole symbol, else the underlying, such as `btc`. It must fit exactly one.'],
  ['$25k', 'Cash amount in USDC, also `25k$`; market and limit orders only'],
  ['pos', 'The size of the position, as derived from trades. Refused while it is unknown or flat.'],
  ['50%p', 'That share of the position, rounded down to a lot; 1 to 100'],
  ['m', 'Market'],
  ['@62150', 'Limit, also without `@`'],
  [
    'bid',
    '`bid`, `ask`, `mid`, `last`: a limit at that price now, frozen when the line is read. Refused with its age while the book is not live, or the price is 5 s old: type a price.',
  ],
  ['bid+1t', 'The same with an offset in ticks, percent (`mid-0.5%`) or USDC (`ask+10`), rounded to a tick'],
  ['stop 60500', 'Stop loss at market; `stop 60500 @60420` with a limit'],
  ['tp 66000', 'Take profit at market; `tp 66000 @66010` with a limit'],
  ['oco 66000/60500', 'One order with take profit and stop loss'],
  [
    'then oco 66000/60500',
    'Behind an order: its bracket. Openpit places take profit and stop loss for each fill, while it runs. `then stop 60500` and `then tp 66000` place one of them.',
  ],
  ['gtc', '`gtc`, `ioc`, `fok`: time in force'],
  ['x5', 'Leverage 1 to 13, not 11. It stays for later orders.'],
  [
    'ref=DESK7',
    'At most ten letters, digits, `_` or `-`. They become a part of the reference id, which stays unique and which the venue sees.',
  ],
  [
    'note="client call"',
    'At most 80 characters, in quotation marks where the note has spaces. It stays on this desk: journal, audit trail and notices.',
  ],
  ['x5 ?', 'A `?` behind an order shows its limits, margin and price, and sends nothing'],
  [
    '61000..62000',
    'The first and the last price of a scale, each a number or a price of the market with an offset. The number of orders follows.',
  ],
  [
    'rising',
    '`rising`, `falling`, `even`: how the amounts of a scale go from the first price to the last; even unless typed',
  ],
  ['am sel px 62155', 'New limit of the selected order; of a stop, its trigger'],
  ['am sel qty 1.5', 'New amount, which counts what has filled'],
  ['am sel +2t', 'Moves its one price by ticks. A combo has two prices: change it in its sheet.'],
]
