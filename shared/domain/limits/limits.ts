/** The limits: what can be bounded, for which scope, and the starting values. Checks no order. */

import { z } from 'zod'
import { decimal, type DecimalText } from '../../base/decimal.ts'
import { customerCode, decimalText, epochMs, symbol, type CustomerCode, type Symbol } from '../scalars.ts'

/**
 * What can be bounded. A value above its bound is a finding; a value at it is not.
 * `amount` contracts of one order · `notional` USDC of one order · `leverage` that the order sets or leaves as it is ·
 * `exposure` USDC of positions and live orders at their worst, with this order · `touch` % that a price goes through the far touch ·
 * `mark` % that a price is worse than the mark · `away` % that a price is better than the mark · `trigger` % between trigger and mark ·
 * `slippage` % that a market order would pay over the touch in the present book · `duplicates` equal orders in the last 10 s ·
 * `crosses` live orders of other customers that the order may trade with ·
 * `ahead` live orders of other customers on the same side that the order goes ahead of ·
 * `preference` series in a row that begin with the same customer, with the one that this order would begin ·
 * `oneSided` other customers without a fill in a series or block in which the order's customer was filled ·
 * `orders…` number and `value…` USDC of orders sent in the last second, minute and day, with this order.
 */
export const limitName = z.enum([
  'amount',
  'notional',
  'leverage',
  'exposure',
  'touch',
  'mark',
  'away',
  'trigger',
  'slippage',
  'duplicates',
  'crosses',
  'ahead',
  'preference',
  'oneSided',
  'ordersInSecond',
  'ordersInMinute',
  'ordersInDay',
  'valueInSecond',
  'valueInMinute',
  'valueInDay',
])
export type LimitName = z.infer<typeof limitName>

const bound = decimalText.refine((value) => decimal(value) >= 0n, { error: 'must not be below 0' }).nullable()

/** `warn`: above it the dealer types a number. `block`: above it nobody at this desk can send. Null: no bound. */
export const limitBounds = z.strictObject({ warn: bound, block: bound })
export type LimitBounds = z.infer<typeof limitBounds>
export type LimitLevel = keyof LimitBounds

/** The scope of limits. Both null: the whole desk. */
export const limitScope = z.strictObject({ customerCode: customerCode.nullable(), symbol: symbol.nullable() })
export type LimitScope = z.infer<typeof limitScope>

export const limitRule = limitScope.extend({
  bounds: z.partialRecord(limitName, limitBounds),
  /** Instruments that may be traded; null: all. For the desk or a customer only. */
  instruments: z.array(symbol).max(1_000).nullable(),
})
export type LimitRule = z.infer<typeof limitRule>

/** The key of a scope. Each scope has one rule. */
export const scopeKey = (scope: LimitScope): string => `${scope.customerCode ?? ''} ${scope.symbol ?? ''}`

/** The rules of every scope that has any. Of all rules that apply to an order, the tightest decides. */
export const limitRules = z
  .array(limitRule)
  .max(5_000)
  .refine((rules) => new Set(rules.map(scopeKey)).size === rules.length, {
    error: 'must hold each scope once',
  })
  .refine((rules) => rules.some((rule) => rule.customerCode === null && rule.symbol === null), {
    error: 'must hold the limits of the desk',
  })
  .refine((rules) => rules.every((rule) => rule.symbol === null || rule.instruments === null), {
    error: 'must list allowed instruments for the desk or a customer only',
  })

/** Instruments separated by a comma and a space; empty: none. Null: all. */
const instrumentList = z
  .string()
  .max(70_000)
  .refine((list) => list === '' || list.split(', ').every((each) => symbol.safeParse(each).success), {
    error: 'must be instruments',
  })
  .nullable()

const change = z.strictObject({
  scope: limitScope,
  level: z.enum(['warn', 'block']),
  /** Whether a block is looser than before. */
  loosens: z.boolean(),
})

/** One line of what a save changed: a bound, or the list of allowed instruments. */
export const limitChange = z.union([
  change.extend({ limit: limitName, from: bound, to: bound }),
  change.extend({ limit: z.literal('instruments'), from: instrumentList, to: instrumentList }),
])
export type LimitChange = z.infer<typeof limitChange>

/** A stored change that cannot be read: the beginning of its JSON text. */
export const unreadChange = z.strictObject({ unread: z.string().max(300) })
export type UnreadChange = z.infer<typeof unreadChange>

export const limitRevision = z.strictObject({
  version: z.number().int(),
  at: epochMs,
  by: z.string(),
  changes: z.array(z.union([limitChange, unreadChange])),
})
export type LimitRevision = z.infer<typeof limitRevision>

/** A saved set of limits with its revisions, the newest last. Version 0 is `DEFAULT_RULES` and is never saved. */
export const limitSet = z.strictObject({
  version: z.number().int(),
  rules: limitRules,
  history: z.array(limitRevision),
})
export type LimitSet = z.infer<typeof limitSet>

/** The limits in force, and whether they are confirmed. */
export const limitsInForce = limitSet.extend({
  /** Why nothing that adds risk is sent until a dealer confirms these limits, for the screen. Null: they are confirmed. */
  unconfirmed: z.string().nullable(),
})
export type LimitsInForce = z.infer<typeof limitsInForce>

/** The entry of a new journal where the journal with the limits is gone. */
export const lostLimits = z.strictObject({ lost: z.literal(true) })

/** The shape of journal entries that held only the rules (earlier versions of Openpit). */
export const recordedRules = z.looseObject({ rules: limitRules })

const text = (number: string): DecimalText => number as DecimalText
const bounds = (warn: string | null, block: string | null): LimitBounds => ({
  warn: warn === null ? null : text(warn),
  block: block === null ? null : text(block),
})

/** Starting values (docs/limits.md#starting-values). The firm sets its own. */
export const DEFAULT_RULES: readonly LimitRule[] = [
  {
    customerCode: null,
    symbol: null,
    instruments: null,
    bounds: {
      notional: bounds('1000000', '10000000'),
      leverage: bounds(null, '13'),
      exposure: bounds(null, '100000000'),
      touch: bounds('1', '3'),
      mark: bounds('1', '3'),
      trigger: bounds(null, '20'),
      slippage: bounds('0.25', '0.5'),
      duplicates: bounds('0', '5'),
      crosses: bounds('0', null),
      ordersInSecond: bounds(null, '20'),
      ordersInMinute: bounds(null, '300'),
      ordersInDay: bounds(null, '20000'),
      valueInSecond: bounds(null, '20000000'),
      valueInMinute: bounds(null, '50000000'),
      valueInDay: bounds(null, '1000000000'),
    },
  },
]

/** Whether the limits of a scope apply to a customer and an instrument. */
export const appliesTo = (scope: LimitScope, customer: CustomerCode, instrument: Symbol): boolean =>
  (scope.customerCode === null || scope.customerCode === customer) &&
  (scope.symbol === null || scope.symbol === instrument)
