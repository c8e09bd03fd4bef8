/** Reads the body of POST orders into a draft that satisfies the order rules (docs/api.md#order-rules). Pure. */

import { canonical, type DecimalText } from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import {
  orderChanges,
  orderDraft,
  type OrderChanges,
  type OrderDraft,
} from '../../../../shared/domain/orders/order.ts'
import { orderProblems, type OrderField } from '../../../../shared/domain/orders/orderFieldRules.ts'
import { referenceId, type ReferenceId } from '../../../../shared/domain/scalars.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import { readJson, textField, type ApiRequest } from '../request.ts'

const WIRE_NAMES: Readonly<Record<Exclude<OrderField, 'customerCode'>, string>> = {
  symbol: 'symbol',
  side: 'side',
  type: 'type',
  amount: 'amount',
  cashAmount: 'cash_amount',
  limitPrice: 'limit_price',
  triggerPrice: 'trigger_price',
  stopLossPrice: 'stop_loss_price',
  takeProfitPrice: 'take_profit_price',
  triggerPriceType: 'trigger_price_type',
  timeInForce: 'time_in_force',
  leverage: 'leverage',
}
const FIELDS = ['reference_id', ...Object.values(WIRE_NAMES)]

/** Words and codes. A number in such a field is a wrong type. */
const WORDS = ['reference_id', 'symbol', 'side', 'type', 'trigger_price_type', 'time_in_force']

const DECIMALS: ReadonlySet<string> = new Set([
  'amount',
  'cashAmount',
  'limitPrice',
  'triggerPrice',
  'stopLossPrice',
  'takeProfitPrice',
])

/** The API's name of an order field. */
export const wireName = (field: OrderField): string =>
  field === 'customerCode' ? 'customer_code' : WIRE_NAMES[field]

export interface OrderRequest {
  readonly reference: ReferenceId
  readonly draft: OrderDraft
}

export const readReference = (text: string): Outcome<ReferenceId> => {
  const parsed = referenceId.safeParse(text)
  return parsed.success
    ? ok(parsed.data)
    : refuse('VALIDATION_ERROR', 'reference_id must be 1 to 40 letters, digits, _ or -')
}

/** Refuses with VALIDATION_ERROR, and names the first field that breaks a rule. */
export function readOrder(request: ApiRequest, customer: string): Outcome<OrderRequest> {
  const fields = readJson(request, FIELDS)
  if (!fields.ok) return fields
  const written = JSON.parse(request.body) as Readonly<Record<string, unknown>>
  const numeric = WORDS.find((name) => typeof written[name] === 'number')
  if (numeric !== undefined) return refuse('VALIDATION_ERROR', `${numeric} must be text`)
  const referenceText = textField(fields.value, 'reference_id')
  if (!referenceText.ok) return referenceText
  const reference = readReference(referenceText.value ?? '')
  if (!reference.ok) return reference

  const values: Record<string, string | null> = { customerCode: customer }
  for (const [field, name] of Object.entries(WIRE_NAMES)) {
    const text = textField(fields.value, name)
    if (!text.ok) return text
    values[field] = text.value
  }
  const [problem] = orderProblems(values)
  if (problem) return refuse('VALIDATION_ERROR', `${wireName(problem.field)}: ${problem.sentence}`)
  return draftOf(values, reference.value)
}

/** The draft satisfies the rules, so only the form of a code or symbol can still fail. */
function draftOf(
  values: Readonly<Record<string, string | null>>,
  reference: ReferenceId,
): Outcome<OrderRequest> {
  const typed: Record<string, unknown> = {}
  for (const [field, text] of Object.entries(values)) {
    if (text === null) typed[field] = null
    else if (DECIMALS.has(field)) typed[field] = canonicalOf(text)
    else typed[field] = field === 'leverage' ? Number(text) : text
  }
  const draft = orderDraft.safeParse(typed)
  if (draft.success) return ok({ reference, draft: draft.data })
  const field = String(draft.error.issues[0]?.path[0]) as OrderField
  // Text that cannot be a code or a symbol is treated like an unknown one.
  if (field === 'symbol') return refuse('NOT_FOUND', 'the symbol is not known')
  if (field === 'customerCode') return refuse('NOT_FOUND', 'the customer is not known')
  return refuse('VALIDATION_ERROR', `${wireName(field)} is not valid`)
}

function canonicalOf(text: string): DecimalText | null {
  const parsed = canonical(text)
  return parsed.ok ? parsed.value : null
}

const AMENDABLE = Object.keys(orderChanges.shape) as (keyof OrderChanges)[]

/** Reads the body of an amend (docs/api.md#gap.11): any of its fields, as decimals. Does not check them against the order. */
export function readChanges(request: ApiRequest): Outcome<OrderChanges> {
  const fields = readJson(request, AMENDABLE.map(wireName))
  if (!fields.ok) return fields
  const changes: Record<string, DecimalText | null> = {}
  for (const field of AMENDABLE) {
    const text = textField(fields.value, wireName(field))
    if (!text.ok) return text
    const value = text.value === null ? null : canonical(text.value)
    if (value?.ok === false) return refuse('VALIDATION_ERROR', `${wireName(field)}: ${value.failure}`)
    changes[field] = value?.value ?? null
  }
  return ok(changes as OrderChanges)
}
