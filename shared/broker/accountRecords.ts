/** Private records of the API: orders, trades, ledger rows, profiles. Pure; never guesses a sign, an owner or a fill. */

import type { EpochMs } from '../base/clock.ts'
import { absolute, decimal, negate, toText, zeroText, type DecimalText } from '../base/decimal.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { FeeProfileItem } from '../domain/accounts/fees.ts'
import type { LedgerRow, TransferRequest } from '../domain/accounts/ledger.ts'
import type { MarginProfile } from '../domain/accounts/margin.ts'
import type { OrderReport } from '../domain/orders/order.ts'
import { customerCode, referenceId, side, symbol, type CustomerCode } from '../domain/scalars.ts'
import type { Trade } from '../domain/trade.ts'
import { isObject, readRecord, type Fields, type Read } from './fields.ts'
import type { VenueProfile } from './venueProfile.ts'

// An order with one of these statuses has no fills, so a venue may leave its fills out.
const UNFILLED = new Set(['open', 'pending', 'untriggered', 'triggered', 'rejected'])

/** An order (docs/api.md#order). `owner` is the customer of the request's path, for a body that does not repeat it. */
export const readOrder = (value: unknown, owner: CustomerCode | null): Read<OrderReport> =>
  readRecord('order', value, (fields) => {
    const status = fields.text('status')
    const filledAmount =
      fields.ownDecimal('filled_amount') ??
      (UNFILLED.has(status) ? zeroText : fields.refuse('filled_amount', `is missing on a ${status} order`))
    return {
      customerCode: fields.ownOne(customerCode, 'customer_code') ?? owner,
      referenceId: fields.one(referenceId, 'reference_id'),
      symbol: fields.one(symbol, 'symbol'),
      side: fields.one(side, 'side'),
      type: fields.text('type'),
      amount: fields.optionalDecimal('amount'),
      cashAmount: fields.optionalDecimal('cash_amount'),
      limitPrice: fields.optionalDecimal('limit_price'),
      triggerPrice: fields.optionalDecimal('trigger_price'),
      stopLossPrice: fields.optionalDecimal('stop_loss_price'),
      takeProfitPrice: fields.optionalDecimal('take_profit_price'),
      triggerPriceType: fields.optionalText('trigger_price_type'),
      timeInForce: fields.optionalText('time_in_force'),
      leverage: fields.optionalCount('leverage'),
      status,
      filledAmount,
      filledQuote:
        fields.ownDecimal('filled_quote') ??
        (filledAmount === zeroText
          ? zeroText
          : fields.refuse('filled_quote', 'is missing on a filled order')),
      createdAt: fields.optionalTime('created_at'),
      updatedAt: fields.optionalTime('updated_at'),
    }
  })

/** A customer trade (docs/api.md#gap.14). A field that the API does not promise may be missing and stays null. */
export const readTrade = (value: unknown, owner: CustomerCode | null): Read<Trade> =>
  readRecord('trade', value, (fields) => ({
    code: fields.text('code'),
    customerCode:
      fields.ownOne(customerCode, 'customer_code') ?? owner ?? fields.one(customerCode, 'customer_code'),
    type: fields.raw('type') === undefined ? 'trade' : (fields.optionalText('type') ?? 'unknown'),
    symbol: fields.one(symbol, 'symbol'),
    referenceId: fields.optional(referenceId, 'reference_id'),
    side: fields.optional(side, 'side'),
    price: fields.optionalDecimal('price'),
    amount: fields.optionalDecimal('amount'),
    quote: fields.optionalDecimal('quote'),
    fee: fields.optionalDecimal('fee'),
    realisedPnl: fields.optionalDecimal('realised_pnl'),
    liquidity: fields.optionalText('liquidity'),
    createdAt: fields.optionalTime('created_at'),
  }))

/** The owner of a row that cannot be read as a trade; null where the row names none. `listOwner`: the customer whose list holds the row. */
export function ownerOfTrade(value: unknown, listOwner: CustomerCode | null): CustomerCode | null {
  const owner = readRecord('trade', value, (fields) => fields.one(customerCode, 'customer_code'))
  return owner.ok ? owner.value : listOwner
}

/** The sign of a `direction` word; null for an unknown word (docs/api.md#gap.17). */
function signOfDirection(direction: string | null, profile: VenueProfile): 1 | -1 | null {
  if (direction === null) return null
  if (profile.directions.in.includes(direction)) return 1
  return profile.directions.out.includes(direction) ? -1 : null
}

/** REST gives an absolute amount and a direction. Without a known word, or when both disagree, only zero has a known sign. */
function signed(total: DecimalText, direction: string | null, profile: VenueProfile): DecimalText | null {
  const value = decimal(total)
  if (value === 0n) return total
  const sign = signOfDirection(direction, profile)
  if (sign === null || (value < 0n && sign > 0)) return null
  return toText(sign > 0 ? value : negate(absolute(value)))
}

function ledgerFields(fields: Fields, owner: CustomerCode | null) {
  return {
    code: fields.text('code'),
    customerCode:
      fields.ownOne(customerCode, 'customer_code') ?? owner ?? fields.one(customerCode, 'customer_code'),
    asset: fields.optionalText('asset'),
    symbol: fields.optional(symbol, 'symbol'),
    direction: fields.optionalText('direction'),
    realisedPnl: fields.optionalDecimal('realised_pnl'),
    referenceId: fields.optional(referenceId, 'reference_id'),
    markPrice: fields.optionalDecimal('mark_price'),
    fundingRate: fields.optionalDecimal('funding_rate'),
    createdAt: fields.optionalTime('created_at'),
  }
}

/** A row of the REST ledger: `total_amount` (else the older `amount`) with the sign of `direction`. */
export const readLedgerRow = (
  value: unknown,
  owner: CustomerCode | null,
  profile: VenueProfile,
): Read<LedgerRow> =>
  readRecord('ledger row', value, (fields) => {
    const row = ledgerFields(fields, owner)
    const total = fields.decimal('total_amount', 'amount')
    return {
      ...row,
      transactionType: fields.text('transaction_type'),
      status: fields.text('status'),
      totalAmount: toText(absolute(decimal(total))),
      signedAmount: signed(total, row.direction, profile),
    }
  })

/** The record that answers a deposit or withdrawal (the API shows no fields). A missing field is taken from the request. */
export const readTransfer = (
  value: unknown,
  request: TransferRequest,
  profile: VenueProfile,
): Read<LedgerRow> =>
  readRecord(request.kind, value, (fields) => {
    const row = ledgerFields(fields, request.customerCode)
    const direction = fields.ownText('direction')
    const total = fields.ownDecimal('total_amount', 'amount') ?? request.amount
    const requested = request.kind === 'deposit' ? decimal(total) : negate(absolute(decimal(total)))
    return {
      ...row,
      asset: fields.ownText('asset') ?? request.asset,
      transactionType: fields.ownText('transaction_type') ?? request.kind,
      status: fields.ownText('status') ?? 'pending',
      totalAmount: toText(absolute(decimal(total))),
      signedAmount: direction === null ? toText(requested) : signed(total, direction, profile),
    }
  })

/** A finished movement from `balance-changes`, with a signed amount (docs/api.md#6.balance.4). */
export interface BalanceChangeRecord {
  readonly row: LedgerRow
  /** End balance, USDC; null on events that are not completed. */
  readonly balance: DecimalText | null
  readonly balanceAsOf: EpochMs | null
}

export const readBalanceChange = (value: unknown): Read<BalanceChangeRecord> =>
  readRecord('balance change', value, (fields) => {
    const signedAmount = fields.decimal('total_amount')
    return {
      row: {
        ...ledgerFields(fields, null),
        transactionType: fields.text('transaction_type'),
        status: fields.text('status'),
        totalAmount: toText(absolute(decimal(signedAmount))),
        signedAmount,
      },
      balance: fields.optionalDecimal('balance'),
      balanceAsOf: fields.optionalTime('balance_as_of'),
    }
  })

export const readMarginProfile = (value: unknown): Read<MarginProfile> =>
  readRecord('margin profile', value, (fields) => {
    const listed = fields.raw('instrument_margins') ?? []
    if (!Array.isArray(listed)) return fields.refuse('instrument_margins', 'is not a list')
    return {
      initialMargin: fields.optionalDecimal('initial_margin'),
      maintenanceMargin: fields.optionalDecimal('maintenance_margin'),
      maxLeverage: fields.optionalDecimal('max_leverage'),
      instrumentMargins: listed.map((entry: unknown) => {
        const read = readRecord('entry', entry, (item) => ({
          symbol: item.one(symbol, 'symbol'),
          leverage: item.optionalDecimal('leverage'),
          initialMargin: item.optionalDecimal('initial_margin'),
        }))
        if (!read.ok) return fields.refuse('instrument_margins', `cannot be read: ${read.failure}`)
        fields.odd.push(...(read.odd ?? []))
        return read.value
      }),
    }
  })

export const readFeeProfileItem = (value: unknown): Read<FeeProfileItem> =>
  readRecord('fee', value, (fields) => ({
    symbol: fields.one(symbol, 'symbol'),
    makerFee: fields.optionalDecimal('maker_fee'),
    takerFee: fields.optionalDecimal('taker_fee'),
  }))

/** The token of a login answer, under `access_token` or `token`. The failure never repeats the body. */
export function readToken(value: unknown): Result<string, string> {
  const token = isObject(value) ? (value['access_token'] ?? value['token']) : undefined
  return typeof token === 'string' && /^[\x21-\x7e]{1,8192}$/.test(token)
    ? ok(token)
    : fail('login: access_token is missing')
}
