/** Checks one draft against the limits and returns the findings, worst first. Pure and exact: prices, exposures and sends come in as arguments. */

import { shownCode } from '../../base/shownCode.ts'
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
import { exposureOf, onlyReduces, withOpen, type ExposureOf, type OpenPair } from './exposure.ts'
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
import { aheadWords, crossWords, unreadWords } from './crossing.ts'
import type { OrderDraft } from '../orders/order.ts'
import { SENT_WINDOWS } from './sentOrders.ts'

export interface LimitCheck {
  /** Worst first; a block is worse than any warning. */
  readonly findings: readonly LimitFinding[]
  /** USDC at most; null where no price is known. */
  readonly notional: Decimal | null
  /** Whether the order can only make the position smaller. */
  readonly tradeOut: boolean
  /** The findings with how far each lies over its bound, in the same order, and between them those that are lesser ones of the same limit. */
  readonly weighed: readonly WeighedFinding[]
}

/** These limits do not apply to a trade-out, because closing a position must stay possible. */
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
/** These limits only warn about a trade-out. */
const WARNS_TO_TRADE_OUT: ReadonlySet<string> = new Set([
  'slippage',
  'duplicates',
  'crosses',
  'ahead',
  'preference',
  'oneSided',
  'price',
  'book',
])

export interface WeighedFinding extends LimitFinding {
  /** Value ÷ bound. */
  readonly excess: Decimal
  /** By a limit of the customer's own, or on what is known of the customer alone. */
  readonly isOwn: boolean
  /** Another bound of the same limit is exceeded further. */
  readonly isLesser: boolean
}
type Weighed = WeighedFinding

/** The pairs, with the draft added to its own pair. */
function pairsWith(draft: OrderDraft, pairs: readonly OpenPair[]): readonly OpenPair[] {
  const more = {
    amount: draft.amount === null ? ZERO : decimal(draft.amount),
    cash: draft.cashAmount === null ? ZERO : decimal(draft.cashAmount),
  }
  return pairs.map((pair) => (isOwn(draft, pair) ? withOpen(pair, draft.side, more) : pair))
}

const isOwn = (draft: OrderDraft, pair: OpenPair): boolean =>
  pair.customerCode === draft.customerCode && pair.symbol === draft.symbol

/** Open exposure of a scope with the draft; null where a price is missing. `beside`: of pairs that `pairs` leaves out. */
function exposureWith(draft: OrderDraft, pairs: readonly OpenPair[], beside: ExposureOf): Measure {
  const own = exposureOf(pairsWith(draft, pairs))
  return (scope) => {
    const [mine, others] = [own(scope), beside(scope)]
    return mine === null || others === null ? null : add(mine, others)
  }
}

/** Whether `a` is worse: a block before a warning, then the larger excess. */
const isWorse = (a: Weighed, b: Weighed | undefined): boolean =>
  !b || (a.level === b.level ? a.excess > b.excess : a.level === 'block')

const worstFirst = (a: Weighed, b: Weighed): number =>
  a.level === b.level ? compare(b.excess, a.excess) : a.level === 'block' ? -1 : 1

const withoutWeight = ({ level, limit, sentence }: Weighed): LimitFinding => ({ level, limit, sentence })

/** Rules never change, so their numbers are read once. */
const numbersByBounds = new WeakMap<LimitBounds, Readonly<Record<LimitLevel, Decimal | null>>>()
function numbersOf(bounds: LimitBounds): Readonly<Record<LimitLevel, Decimal | null>> {
  const known = numbersByBounds.get(bounds)
  if (known) return known
  const { warn, block } = bounds
  const read = { warn: warn === null ? null : decimal(warn), block: block === null ? null : decimal(block) }
  numbersByBounds.set(bounds, read)
  return read
}

/** Of each limit the bounds that are exceeded furthest: one of all customers, and one of the customer's own. */
function overEveryBound(
  applying: readonly LimitRule[],
  measures: Partial<Record<LimitName, Measure>>,
): Weighed[] {
  /** By limit, of the limits of all and of those of the customer. */
  const worst = { all: new Map<string, Weighed>(), own: new Map<string, Weighed>() }
  for (const rule of applying)
    for (const limit of limitName.options) {
      const bounds = rule.bounds[limit]
      const value = bounds === undefined ? null : (measures[limit]?.(rule) ?? null)
      if (bounds === undefined || value === null) continue
      const numbers = numbersOf(bounds)
      for (const level of ['block', 'warn'] as const) {
        const bound = numbers[level]
        if (bound === null || compare(value, bound) <= 0) continue
        const found: Weighed = {
          level,
          limit,
          sentence: overSentence(limit, level, value, bound, rule),
          excess: divide(value, bound === 0n ? decimalOf(1) : bound),
          isOwn: rule.customerCode !== null,
          isLesser: false,
        }
        const known = found.isOwn ? worst.own : worst.all
        if (isWorse(found, known.get(limit))) known.set(limit, found)
        break
      }
    }
  return [...worst.all.values(), ...worst.own.values()].map((each): Weighed => {
    const other = (each.isOwn ? worst.all : worst.own).get(each.limit)
    const isLesser = other !== undefined && (isWorse(other, each) || (each.isOwn && !isWorse(each, other)))
    return { ...each, isLesser }
  })
}

export const overBounds: typeof overEveryBound = (applying, measures) =>
  overEveryBound(applying, measures).filter(({ isLesser }) => !isLesser)

/** An excess above any real one: findings about missing data come first. */
const ENDLESS = decimal('1e30')
const found = (
  level: LimitFinding['level'],
  limit: string,
  sentence: string,
  aboutCustomer = false,
): Weighed => ({
  level,
  limit,
  sentence,
  excess: ENDLESS,
  isOwn: aboutCustomer,
  isLesser: false,
})

/** Findings about missing data, whatever the bounds are. */
function unknowns(draft: OrderDraft, context: LimitContext, applying: readonly LimitRule[]): Weighed[] {
  const findings: Weighed[] = []
  const fresh = freshPrices(context)
  const { symbol } = draft
  if (fresh.mark === null && (draft.side === 'buy' ? fresh.ask : fresh.bid) === null)
    findings.push(
      found(
        'block',
        'price',
        `No price of ${shownCode(symbol)} younger than ${MAX_PRICE_AGE / 1_000} s to check the order against.`,
      ),
    )
  if (draft.type === 'market') {
    if (context.walk === null)
      findings.push(
        found(
          'block',
          'book',
          `No live order book of ${shownCode(symbol)} could be read, so the price of a market order is not known.`,
        ),
      )
    else if (!context.walk.whole)
      findings.push(
        found(
          'block',
          'book',
          `The known order book of ${shownCode(symbol)} holds ${limitValue('amount', decimal(context.walk.filled))}, less than the order.`,
        ),
      )
  }
  const [bounding] = applying.filter(({ bounds }) => bounds.exposure)
  if (bounding && context.pairs.some((pair) => isOwn(draft, pair) && !pair.certain))
    findings.push(
      found(
        'warn',
        'exposure',
        `The position of ${shownCode(draft.customerCode)} in ${shownCode(symbol)} is not known for certain: ${LIMIT_WORDS.exposure.name.toLowerCase()} for ${scopeWords(bounding)} is checked with what is known.`,
        true,
      ),
    )
  return findings
}

export function exposureFindings(
  draft: OrderDraft,
  pairs: readonly OpenPair[],
  applying: readonly LimitRule[],
  beside: ExposureOf = () => ZERO,
): Weighed[] {
  const bounding = applying.filter(({ bounds }) => bounds.exposure)
  if (bounding.length === 0) return []
  const exposure = exposureWith(draft, pairs, beside)
  const unknown = bounding.find((rule) => rule.bounds.exposure?.block && exposure(rule) === null)
  if (unknown)
    return [
      found(
        'block',
        'exposure',
        `Open exposure for ${scopeWords(unknown)} is not known: an instrument with open orders or positions has no price yet, or the size of an open order cannot be read.`,
      ),
    ]
  return overEveryBound(bounding, { exposure })
}

function notAllowed(draft: OrderDraft, applying: readonly LimitRule[]): Weighed[] {
  const rule = applying.find(({ instruments }) => instruments !== null && !instruments.includes(draft.symbol))
  return rule
    ? [
        found(
          'block',
          'instruments',
          `${shownCode(draft.symbol)} is not among the instruments allowed for ${scopeWords(rule)}.`,
        ),
      ]
    : []
}

/** A trigger of the bracket's leg that lies too far from the mark. Its size is that of the draft, which the other limits bound. */
function legFindings(context: LimitContext, applying: readonly LimitRule[]): Weighed[] {
  const { trigger } = context.leg ? priceMeasures(context.leg, freshPrices(context)) : {}
  return trigger ? overEveryBound(applying, { trigger }) : []
}

/** The longest window first: an order that it misses is missing in the shorter windows too. */
const LONGEST_FIRST = Object.entries(WINDOWS)
  .map(([name, window]) => ({ limit: limitName.parse(name), window }))
  .toSorted((a, b) => SENT_WINDOWS[b.window] - SENT_WINDOWS[a.window])

/** One finding where a bounded window is not known completely. */
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

/** A finding about other customers says what was found, and where there may be more. */
function withOtherCustomers(finding: Weighed, draft: OrderDraft, context: LimitContext): Weighed {
  const { limit, sentence } = finding
  const said = (...parts: readonly string[]): Weighed => ({
    ...finding,
    sentence: parts.filter((part) => part !== '').join(' '),
  })
  const unread = () => unreadWords(context.unread(draft.customerCode))
  switch (limit) {
    case 'crosses':
      return said(crossWords(context.crossed()), sentence, unread())
    case 'ahead':
      return said(aheadWords(context.passed()), sentence, unread())
    case 'preference':
      return said(context.first()?.words ?? '', sentence)
    case 'oneSided':
      return said(context.favored()?.words ?? '', sentence)
    default:
      return finding
  }
}

/** Every finding of the limits on a draft. `context.pairs` must hold the draft's own pair. */
export function checkLimits(
  draft: OrderDraft,
  rules: readonly LimitRule[],
  context: LimitContext,
): LimitCheck {
  const applying = rules.filter((rule) => appliesTo(rule, draft.customerCode, draft.symbol))
  const own = context.pairs.find((pair) => isOwn(draft, pair))
  const tradeOut =
    context.isPartOfMore !== true &&
    own !== undefined &&
    draft.amount !== null &&
    onlyReduces(own, draft.side, decimal(draft.amount))
  const notional = notionalOf(draft, context)
  const all = [
    ...unknowns(draft, context, applying),
    ...uncounted(context, applying),
    ...(tradeOut ? [] : notAllowed(draft, applying)),
    ...(tradeOut ? [] : exposureFindings(draft, context.pairs, applying, context.beside)),
    ...overEveryBound(applying, measuresOf(draft, context, notional, tradeOut)).map((finding) =>
      withOtherCustomers(finding, draft, context),
    ),
    ...legFindings(context, applying),
  ]
  const weighed = all
    .filter(({ limit }) => !(tradeOut && FREE_TO_TRADE_OUT.has(limit)))
    .map((finding): Weighed =>
      tradeOut && WARNS_TO_TRADE_OUT.has(finding.limit) ? { ...finding, level: 'warn' } : finding,
    )
    .toSorted(worstFirst)
  const findings = weighed.filter(({ isLesser }) => !isLesser).map(withoutWeight)
  return { findings, notional, tradeOut, weighed }
}

/** The worst finding of each limit, worst first, of several checks: a scale is checked as a whole and order by order. */
export function worstPerLimit(weighed: readonly WeighedFinding[]): readonly LimitFinding[] {
  const worst = new Map<string, Weighed>()
  for (const each of weighed) if (isWorse(each, worst.get(each.limit))) worst.set(each.limit, each)
  return [...worst.values()].toSorted(worstFirst).map(withoutWeight)
}

/** The findings that block the draft's prices at these market prices, worst first: the same limits and sentences as in the whole check. */
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

/**
 * The findings of so many orders sent at once on the limits that count orders, worst first, whatever was sent before them: the least that the whole
 * check finds. A trade-out is free of these limits.
 */
export function countFindings(
  draft: Pick<OrderDraft, 'customerCode' | 'symbol'>,
  orders: number,
  rules: readonly LimitRule[],
): readonly LimitFinding[] {
  const count: Measure = () => decimalOf(orders)
  const applying = rules.filter((rule) => appliesTo(rule, draft.customerCode, draft.symbol))
  return overBounds(applying, { ordersInSecond: count, ordersInMinute: count, ordersInDay: count })
    .toSorted(worstFirst)
    .map(withoutWeight)
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

/** The meaning of `numberToType` for an order with this notional. */
export const meaningOfNumber = (notional: Decimal | null): NumberMeaning =>
  notional === null ? 'amount' : 'notional'
