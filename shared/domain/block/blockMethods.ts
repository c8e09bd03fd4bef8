/** The ways to split a block over customers, with the words of each. Computes nothing. */

export const BLOCK_METHODS = [
  'equal',
  'ratio',
  'percent',
  'equity',
  'freeMargin',
  'position',
  'target',
  'list',
  'cash',
  'grow',
] as const
export type BlockMethod = (typeof BLOCK_METHODS)[number]

export interface MethodWords {
  readonly name: string
  readonly means: string
  /** Behind `@group/` in the command line. */
  readonly word: string
}

export const METHOD_WORDS: Readonly<Record<BlockMethod, MethodWords>> = {
  equal: { name: 'Equal', means: 'the same size for each', word: 'eq' },
  ratio: { name: 'Ratio', means: 'by a weight per customer', word: 'ratio' },
  percent: { name: 'Percent', means: 'typed, must total 100 %', word: 'pct' },
  equity: { name: '% of equity', means: 'by equity now', word: 'equity' },
  freeMargin: { name: '% of free margin', means: 'by free margin now', word: 'free' },
  position: { name: '% of position', means: 'reduces each position', word: 'pos' },
  target: { name: 'Target position', means: 'trades only the difference', word: 'target' },
  list: { name: 'Pasted list', means: 'customer and amount per line', word: 'list' },
  cash: { name: 'Cash each', means: 'customer and USDC per line', word: 'cash' },
  grow: { name: '+% of position', means: 'adds to each position', word: 'grow' },
}

const BY_POSITION: ReadonlySet<BlockMethod> = new Set(['position', 'target', 'grow'])

/** Whether each customer's position gives its amount. */
export const methodGoesByPosition = (method: BlockMethod): boolean => BY_POSITION.has(method)

const NAMED_ONLY: ReadonlySet<BlockMethod> = new Set(['list', 'cash'])

/** Whether the block is for the customers of the typed lines alone, each with an amount of its own. */
export const methodNamesEach = (method: BlockMethod): boolean => NAMED_ONLY.has(method)

/** Whether the method shares the amount of the block, rather than giving each customer an amount of its own. */
export const methodShares = (method: BlockMethod): boolean =>
  !methodGoesByPosition(method) && !methodNamesEach(method)

const TYPED: ReadonlySet<BlockMethod> = new Set(['ratio', 'percent', 'list', 'cash'])

/** Whether the dealer types a number per customer. */
export const methodTakesNumbers = (method: BlockMethod): boolean => TYPED.has(method)

/** The method for a word behind `@group/`; null for another word. */
export const methodOfWord = (word: string): BlockMethod | null =>
  BLOCK_METHODS.find((method) => METHOD_WORDS[method].word === word.toLowerCase()) ?? null
