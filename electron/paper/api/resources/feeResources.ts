/** Reads and writes the fee profiles of a customer (docs/api.md#fee-profile). */

import {
  absolute,
  compare,
  decimal,
  parseDecimal,
  toText,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { FeeChange, FeeProfiles, FeeItem } from '../../brokerage/accounts/feeProfiles.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import { readJson, reply, textField, type ApiRequest, type JsonFields } from '../request.ts'
import type { Route } from '../router.ts'

/** 10 %: rejects a typing error before it empties an account. */
const MAXIMUM_BPS = decimal('1000')

const PROFILE = '/v1/customers/:customer/fee-profile'

const onWire = ({ symbol, maker, taker }: FeeItem) => ({ symbol, maker_fee: maker, taker_fee: taker })

function readFee(fields: JsonFields, name: string): Outcome<DecimalText | null> {
  const text = textField(fields, name)
  if (!text.ok) return text
  if (text.value === null) return ok(null)
  const fee = parseDecimal(text.value)
  if (!fee.ok) return refuse('VALIDATION_ERROR', `${name} must be a decimal number of basis points`)
  return compare(absolute(fee.value), MAXIMUM_BPS) > 0
    ? refuse('VALIDATION_ERROR', `${name} must lie between -1000 and 1000 basis points`)
    : ok(toText(fee.value))
}

function readChange(request: ApiRequest): Outcome<FeeChange> {
  const fields = readJson(request, ['maker_fee', 'taker_fee'])
  if (!fields.ok) return fields
  const maker = readFee(fields.value, 'maker_fee')
  if (!maker.ok) return maker
  const taker = readFee(fields.value, 'taker_fee')
  if (!taker.ok) return taker
  return maker.value === null && taker.value === null
    ? refuse('VALIDATION_ERROR', 'at least one of maker_fee and taker_fee is required')
    : ok({ maker: maker.value, taker: taker.value })
}

export function feeRoutes(profiles: FeeProfiles): Route[] {
  const set = (request: ApiRequest): Outcome<readonly FeeItem[]> => {
    const change = readChange(request)
    if (!change.ok) return change
    return profiles.set(request.path['customer'] ?? '', request.path['symbol'] ?? null, change.value)
  }
  return [
    {
      method: 'GET',
      path: PROFILE,
      handle({ path }) {
        const items = profiles.profile(path['customer'] ?? '')
        return items.ok ? reply(items.value.map(onWire)) : items
      },
    },
    {
      method: 'PUT',
      path: PROFILE,
      handle(request) {
        const items = set(request)
        return items.ok ? reply(items.value.map(onWire)) : items
      },
    },
    {
      method: 'PUT',
      path: `${PROFILE}/:symbol`,
      handle(request) {
        const items = set(request)
        return items.ok ? reply(items.value.map(onWire)[0]) : items
      },
    },
  ]
}
