/** Four eyes: which acts a second dealer must approve. Pure. */

import { z } from 'zod'
import { compare, decimal, type Decimal } from '../../base/decimal.ts'
import { decimalText } from '../scalars.ts'

/** USDC from which on an act needs a second dealer; `0`: always. Null: never. */
const from = decimalText.refine((text) => !text.startsWith('-'), { error: 'must not be negative' }).nullable()

export const fourEyesRules = z.strictObject({
  withdrawals: from,
  /** Of one order, amend, scale or block, at most. Trade-outs, cancels and halts never wait for anybody. */
  orders: from,
  /** Every scale and every block that does more than reduce positions, and every import that changes a customer's ratio or group. */
  bulk: z.boolean(),
  /** Every order that sets the leverage, which is what the API lets a broker change of a customer’s margin. */
  leverage: z.boolean(),
  fees: z.boolean(),
  limits: z.boolean(),
  webhooks: z.boolean(),
})
export type FourEyesRules = z.infer<typeof fourEyesRules>

export const NO_FOUR_EYES: FourEyesRules = {
  withdrawals: null,
  orders: null,
  bulk: false,
  leverage: false,
  fees: false,
  limits: false,
  webhooks: false,
}

/** Whether any act needs a second dealer. */
export const isInForce = (rules: FourEyesRules): boolean =>
  Object.values(rules).some((rule) => rule !== null && rule !== false)

/** Whether both name the same acts. */
export const isSameRules = (a: FourEyesRules, b: FourEyesRules): boolean =>
  (Object.keys(NO_FOUR_EYES) as (keyof FourEyesRules)[]).every((name) => a[name] === b[name])

export const approvalKind = z.enum([
  'withdrawal',
  'order',
  'amend',
  'scale',
  'block',
  'fees',
  'limits',
  'webhook',
  /** An import of customers, or its undo. */
  'customers',
  /** A change of these rules, or of the dealers who may approve. */
  'rules',
])
export type ApprovalKind = z.infer<typeof approvalKind>

const ABOUT_ORDERS: ReadonlySet<ApprovalKind> = new Set(['order', 'amend', 'scale', 'block'])

/** Whether the act makes or changes orders. Openpit takes such an act before any of its requests has an answer of the venue. */
export const isAboutOrders = (kind: ApprovalKind): boolean => ABOUT_ORDERS.has(kind)

export interface JudgedAct {
  readonly kind: ApprovalKind
  /** USDC at most; null: not known. */
  readonly value: Decimal | null
  readonly setsLeverage: boolean
}

/** An unknown value is not a small one. */
const reaches = (value: Decimal | null, bound: string | null): boolean =>
  bound !== null && (value === null || compare(value, decimal(bound)) >= 0)

export function needsSecondDealer(rules: FourEyesRules, { kind, value, setsLeverage }: JudgedAct): boolean {
  switch (kind) {
    case 'withdrawal':
      return reaches(value, rules.withdrawals)
    case 'order':
    case 'amend':
      return reaches(value, rules.orders) || (setsLeverage && rules.leverage)
    case 'scale':
    case 'block':
      return rules.bulk || reaches(value, rules.orders) || (setsLeverage && rules.leverage)
    case 'customers':
      return rules.bulk
    case 'fees':
      return rules.fees
    case 'limits':
      return rules.limits
    case 'webhook':
      return rules.webhooks
    case 'rules':
      return isInForce(rules)
  }
}
