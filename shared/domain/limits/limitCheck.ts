/** Holds one draft against the limits: what it finds, worst first. Pure and exact; everything it knows of the world is handed in. */

import {
  ZERO,
  add,
  compare,
  decimal,
  decimalOf,
  divide,
  maximum,
  roundToStep,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import { nothingOpen, onlyReduces, openExposure, withOpen, type OpenPair } from './exposure.ts'
import type { LimitFinding, NumberMeaning } from '../orders/limitDecision.ts'
import {
  WINDOWS,
  freshPrices,
  measuresOf,
  notionalOf,
  priceMeasures,
  type FreshPrices,
  type LimitContext,
  type Measure,
} from './limitMeasures.ts'
import { LIMIT_WORDS, limitValue, overSentence, scopeWords } from './limitWords.ts'
import {
  appliesTo,
  limitName,
  type LimitBounds,
  type LimitLevel,
  type LimitName,
  type LimitRule,
} from './limits.ts'
import { MAX_PRICE_AGE } from '../priceAge.ts'
import type { OrderDraft } from '../orders/order.ts'
import { SENT_WINDOWS } from './sentOrders.ts'

export interface LimitCheck {
  /** Worst first; a block is worse than any warning. */
  readonly findings: readonly LimitFinding[]
  /** USDC at most, as far as prices tell; null where none does. */
  readonly notional: Decimal | null
  /** Whether the order can only make the position smaller. */
  readonly tradeOut: boolean
}

/** Trading out must stay possible: these do not hold an order that only reduces … */
const FREE_TO_TRADE_OUT: ReadonlySet<string> = new Set<LimitName>([
  'amount',
  'notional',
  'exposure',
  'ordersInSecond',
  'ordersInMinute',
  'ordersInDay',
  'valueInSecond',
  'valueInMinute',
  'valueInDay',
])
/** … and these only warn. */
const WARNS_TO_TRADE_OUT: ReadonlySet<string> = new Set(['slippage', 'duplicates', 'price', 'book'])

interface Weighed extends LimitFinding {
  /** Value ÷ bound: how far it is over. */
  readonly excess: Decimal
}

/** The pairs with the draft open in its own. */
function pairsWith(draft: OrderDraft, pairs: readonly OpenPair[]): readonly OpenPair[] {
  const more = {
    amount: draft.amount === null ? ZERO : decimal(draft.amount),
    cash: draft.cashAmount === null ? ZERO : decimal(draft.cashAmount),
  }
  return pairs.map((of) => (isOwn(draft, of) ? withOpen(of, draft.side, more) : of))
}

const isOwn = (draft: OrderDraft, of: OpenPair): boolean =>
  of.customerCode === draft.customerCode && of.symbol === draft.symbol

/** Open exposure of scopes with the draft; null where a price is missing. Each pair is valued once. */
function exposureWith(draft: OrderDraft, pairs: readonly OpenPair[]): Measure {
  const valued = pairsWith(draft, pairs).map((of) => ({ of, open: openExposure(of) }))
  return (scope) => {
    let sum = ZERO
    for (const { of, open } of valued) {
      if (!appliesTo(scope, of.customerCode, of.symbol)) continue
      if (open === null) return null
      sum = add(sum, open)
    }
    return sum
  }
}

/** The worse of two: a block before a warning, then by how far. */
const isWorse = (a: Weighed, b: Weighed | undefined): boolean =>
  !b || (a.level === b.level ? a.excess > b.excess : a.level === 'block')

/** Rules are records that never change: their numbers are read once. */
const numbers = new WeakMap<LimitBounds, Readonly<Record<LimitLevel, Decimal | null>>>()
function numbersOf(bounds: LimitBounds): Readonly<Record<LimitLevel, Decimal | null>> {
  const known = numbers.get(bounds)
  if (known) return known
  const { warn, block } = bounds
  const read = { warn: warn === null ? null : decimal(warn), block: block === null ? null : decimal(block) }
  numbers.set(bounds, read)
  return read
}

function overBounds(
  applying: readonly LimitRule[],
  measures: Partial<Record<LimitName, Measure>>,
): Weighed[] {
  const worst = new Map<string, Weighed>()
  for (const rule of applying)
    for (const limit of limitName.options) {
      const bounds = rule.bounds[limit]
      const value = bounds === undefined ? null : (measures[limit]?.(rule) ?? null)
      if (bounds === undefined || value === null) continue
      const over = numbersOf(bounds)
      for (const level of ['block', 'warn'] as const) {
        const bound = over[level]
        if (bound === null || compare(value, bound) <= 0) continue
        const found: Weighed = {
          level,
          limit,
          sentence: overSentence(limit, level, value, bound, rule),
          excess: divide(value, bound === 0n ? decimalOf(1) : bound),
        }
        if (isWorse(found, worst.get(limit))) worst.set(limit, found)
        break
      }
    }
  return [...worst.values()]
}

const ENDLESS = decimal('1e30')
const found = (level: LimitFinding['level'], limit: string, sentence: string): Weighed => ({
  level,
  limit,
  sentence,
  excess: ENDLESS,
})

/** What is refused for want of knowledge, whatever the bounds are. */
function unknowns(draft: OrderDraft, context: LimitContext, applying: readonly LimitRule[]): Weighed[] {
  const findings: Weighed[] = []
  const fresh = freshPrices(context)
  const { symbol } = draft
  if (fresh.mark === null && (draft.side === 'buy' ? fresh.ask : fresh.bid) === null)
    findings.push(
      found(
        'block',
        'price',
        `No price of ${symbol} younger than ${MAX_PRICE_AGE / 1_000} s to check the order against.`,
      ),
    )
  if (draft.type === 'market') {
    if (context.walk === null)
      findings.push(
        found('block', 'book', `No live book of ${symbol} to tell what a market order would meet.`),
      )
    else if (!context.walk.whole)
      findings.push(
        found(
          'block',
          'book',
          `The known book of ${symbol} holds ${limitValue('amount', decimal(context.walk.filled))}, less than the order.`,
        ),
      )
  }
  const [bounding] = applying.filter(({ bounds }) => bounds.exposure)
  if (bounding && context.pairs.some((of) => isOwn(draft, of) && !of.certain))
    findings.push(
      found(
        'warn',
        'exposure',
        `The position of ${draft.customerCode} in ${symbol} is not known for certain: ${LIMIT_WORDS.exposure.name.toLowerCase()} for ${scopeWords(bounding)} is checked with what is known.`,
      ),
    )
  return findings
}

function exposureFindings(
  draft: OrderDraft,
  pairs: readonly OpenPair[],
  applying: readonly LimitRule[],
): Weighed[] {
  const bounding = applying.filter(({ bounds }) => bounds.exposure)
  if (bounding.length === 0) return []
  const exposure = exposureWith(draft, pairs)
  const dark = bounding.find((rule) => rule.bounds.exposure?.block && exposure(rule) === null)
  if (dark)
    return [
      found(
        'block',
        'exposure',
        `Open exposure for ${scopeWords(dark)} cannot be told: an instrument with open orders or positions has no price yet, or an open order has no size that can be read.`,
      ),
    ]
  return overBounds(bounding, { exposure })
}

function notAllowed(draft: OrderDraft, applying: readonly LimitRule[]): Weighed[] {
  const rule = applying.find((of) => of.instruments !== null && !of.instruments.includes(draft.symbol))
  return rule
    ? [
        found(
          'block',
          'instruments',
          `${draft.symbol} is not among the instruments allowed for ${scopeWords(rule)}.`,
        ),
      ]
    : []
}

/** The draft's own pair, to be there whether anything is open or not. */
export const flatPair = (draft: OrderDraft, price: Decimal | null): OpenPair => ({
  customerCode: draft.customerCode,
  symbol: draft.symbol,
  position: ZERO,
  certain: true,
  price,
  buy: nothingOpen,
  sell: nothingOpen,
  unsized: 0,
})

/** The longest window first: of what it does not know the others know nothing either. */
const LONGEST_FIRST = Object.entries(WINDOWS)
  .map(([name, window]) => ({ limit: limitName.parse(name), window }))
  .toSorted((a, b) => SENT_WINDOWS[b.window] - SENT_WINDOWS[a.window])

/** What bounds a window of which a part is not known, one sentence for all. */
function uncounted(context: LimitContext, applying: readonly LimitRule[]): Weighed[] {
  for (const { limit, window } of LONGEST_FIRST) {
    const since = context.sentSince(window)
    const bounding = applying.find(({ bounds }) => bounds[limit])
    if (since === null || bounding === undefined) continue
    const whole = new Date(since).toISOString().slice(0, 16).replace('T', ' ')
    return [
      found(
        'warn',
        limit,
        `What was sent before ${whole} UTC is not known for certain. ${LIMIT_WORDS[limit].name} for ${scopeWords(bounding)} is checked with what is known.`,
      ),
    ]
  }
  return []
}

/** Everything the limits have to say of a draft. `context.pairs` must hold the draft's own pair. */
export function checkLimits(
  draft: OrderDraft,
  rules: readonly LimitRule[],
  context: LimitContext,
): LimitCheck {
  const applying = rules.filter((rule) => appliesTo(rule, draft.customerCode, draft.symbol))
  const own = context.pairs.find((of) => isOwn(draft, of))
  const tradeOut =
    own !== undefined && draft.amount !== null && onlyReduces(own, draft.side, decimal(draft.amount))
  const notional = notionalOf(draft, context)
  const all = [
    ...unknowns(draft, context, applying),
    ...uncounted(context, applying),
    ...(tradeOut ? [] : notAllowed(draft, applying)),
    ...(tradeOut ? [] : exposureFindings(draft, context.pairs, applying)),
    ...overBounds(applying, measuresOf(draft, context, notional, tradeOut)),
  ]
  const findings = all
    .filter(({ limit }) => !(tradeOut && FREE_TO_TRADE_OUT.has(limit)))
    .map((of): Weighed => (tradeOut && WARNS_TO_TRADE_OUT.has(of.limit) ? { ...of, level: 'warn' } : of))
    .toSorted((a, b) => (a.level === b.level ? compare(b.excess, a.excess) : a.level === 'block' ? -1 : 1))
    .map(({ level, limit, sentence }) => ({ level, limit, sentence }))
  return { findings, notional, tradeOut }
}

/** What blocks the prices of a draft at these market prices, by the same limits and in the same words as the whole check; worst first. */
export function priceBlocks(
  draft: OrderDraft,
  rules: readonly LimitRule[],
  prices: FreshPrices,
): readonly LimitFinding[] {
  const applying = rules.filter((rule) => appliesTo(rule, draft.customerCode, draft.symbol))
  return overBounds(applying, priceMeasures(draft, prices))
    .filter(({ level }) => level === 'block')
    .toSorted((a, b) => compare(b.excess, a.excess))
    .map(({ level, limit, sentence }) => ({ level, limit, sentence }))
}

const THOUSAND = decimalOf(1_000)

/**
 * The number a dealer types to send an order in spite of warnings: its notional in thousands of USDC (docs/limits.md#typed-number), at least 1; without
 * any price the amount.
 */
export function numberToType(draft: OrderDraft, notional: Decimal | null): string {
  if (notional === null) return draft.amount ?? '1'
  const thousands = divide(roundToStep(notional, THOUSAND, 'nearest'), THOUSAND)
  return toText(maximum(thousands, decimalOf(1)))
}

/** What `numberToType` is of an order with this notional. */
export const meaningOfNumber = (notional: Decimal | null): NumberMeaning =>
  notional === null ? 'amount' : 'notional'
