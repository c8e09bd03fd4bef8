/** Deposits and withdrawals (docs/api.md#deposit-and-withdrawal). */

import {
  compare,
  decimal,
  decimalPlaces,
  parseDecimal,
  signOf,
  toText,
  type Decimal,
} from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { TransferKind } from '../../../../shared/domain/accounts/ledger.ts'
import { COLLATERAL_ASSET } from '../../bookkeeping/posting.ts'
import { refuse, type Outcome } from '../../refusal.ts'
import type { TransferSettlement } from '../../brokerage/accounts/transfers.ts'
import { readJson, reply, textField, type ApiRequest } from '../request.ts'
import type { Route } from '../router.ts'
import { transactionOnWire } from './wire.ts'

const MAXIMUM_PLACES = 8
/** USDC. Rejects typing errors, and keeps every sum within the range of decimals. */
const MAXIMUM_AMOUNT = decimal('1000000000000')
const TOO_MANY_PLACES = `amount must have at most ${MAXIMUM_PLACES} decimal places`

function readAmount(request: ApiRequest): Outcome<Decimal> {
  const fields = readJson(request, ['amount', 'asset'])
  if (!fields.ok) return fields
  const amount = textField(fields.value, 'amount')
  if (!amount.ok) return amount
  if (amount.value === null) return refuse('VALIDATION_ERROR', 'amount is required')
  const asset = textField(fields.value, 'asset')
  if (!asset.ok) return asset
  if (asset.value !== COLLATERAL_ASSET)
    return refuse('VALIDATION_ERROR', `asset must be ${COLLATERAL_ASSET}, the only one known here`)

  const parsed = parseDecimal(amount.value)
  if (!parsed.ok)
    return refuse(
      'VALIDATION_ERROR',
      parsed.failure.endsWith('decimal places') ? TOO_MANY_PLACES : `amount: ${parsed.failure}`,
    )
  if (signOf(parsed.value) <= 0) return refuse('VALIDATION_ERROR', 'amount must be above 0')
  if (compare(parsed.value, MAXIMUM_AMOUNT) > 0)
    return refuse('VALIDATION_ERROR', `amount must be at most ${toText(MAXIMUM_AMOUNT)}`)
  return decimalPlaces(parsed.value) > MAXIMUM_PLACES
    ? refuse('VALIDATION_ERROR', TOO_MANY_PLACES)
    : ok(parsed.value)
}

export function transferRoutes(desk: TransferSettlement): Route[] {
  const route = (kind: TransferKind): Route => ({
    method: 'POST',
    path: `/v1/customers/:customer/${kind}s`,
    handle(request) {
      const amount = readAmount(request)
      if (!amount.ok) return amount
      const movement = desk.request(kind, request.path['customer'] ?? '', amount.value)
      return movement.ok ? reply(transactionOnWire(movement.value), 201) : movement
    },
  })
  return [route('deposit'), route('withdrawal')]
}
