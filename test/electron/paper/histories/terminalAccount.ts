/** One customer as the terminal knows it: the terminal's own folds over the trades and movements that the broker published. */

import { reconciled } from '../../../fakes/window/accounts.ts'
import { createCashLedger, isFillRow } from '../../../../electron/core/accounts/cashLedger.ts'
import { createTradeBook, type TradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import type { Movement, OrderRecord, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import type { ExchangeInstrument } from '../../../../electron/paper/exchange/exchange.ts'
import { absolute, decimal, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { customerFigures, type CustomerFigures } from '../../../../shared/domain/accounts/customerFigures.ts'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import type { Position } from '../../../../shared/domain/accounts/position.ts'
import { blankTicker, type Instrument } from '../../../../shared/domain/instrument.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'

/** A movement as the terminal reads it. The venue's lists show a forced fill as a plain trade row (docs/api.md#2.ledger.forced). */
export function rowOf(movement: Movement): LedgerRow {
  const { updatedAt: _updatedAt, type, signedAmount, ...others } = movement
  return {
    ...others,
    transactionType: type === 'liquidation' || type === 'auto_deleveraging' ? 'trade' : type,
    totalAmount: toText(absolute(decimal(signedAmount))),
    signedAmount,
    direction: null,
  }
}

export const instrumentOf = (listed: ExchangeInstrument): Instrument => ({
  symbol: listed.symbol,
  underlying: listed.underlying,
  quoteCurrency: 'USDC',
  status: 'open',
  initialMarginRequirement: listed.initialMargin,
  maintenanceMarginRequirement: listed.maintenanceMargin,
  tickSize: listed.tickSize,
  lotSize: listed.lotSize,
})

const orderOf = (record: OrderRecord): Order => {
  const { triggeredAt: _triggeredAt, ...others } = record
  return {
    ...others,
    triggerPriceType: null,
    phase: 'working',
    pending: null,
    refusal: null,
    origin: 'desk',
    validUntil: null,
  }
}

/** What a terminal reads besides trades and movements. */
export interface Readings {
  readonly customerCode: CustomerCode
  readonly orders: readonly OrderRecord[]
  readonly profile: MarginProfile
  readonly instruments: ReadonlyMap<string, ExchangeInstrument>
  readonly markOf: (symbol: Symbol) => DecimalText | null
  /** Wall clock, ms. */
  readonly now: number
}

export class TerminalAccount {
  private readonly ledger: ReturnType<typeof createCashLedger>
  private readonly book: TradeBook
  private readonly isBare: boolean

  /** `now`: wall clock, ms. `isBare`: the venue's trades name no realised PnL, and its ledger alone does. */
  constructor(now: () => number, isBare: boolean) {
    this.isBare = isBare
    this.book = createTradeBook(undefined, (customer, code) => this.ledger.fillRow(customer, code))
    this.book.setWhole(true)
    this.ledger = createCashLedger({
      now,
      onRows: (rows) => this.book.takeFillRows(rows.filter(isFillRow)),
      onUnknownDirection(row) {
        throw new Error(`the sign of ${row.code} is not known`)
      },
    })
    this.ledger.setWhole(true)
  }

  takeTrade(trade: TradeRecord): void {
    this.book.take([this.isBare ? { ...trade, realisedPnl: null } : trade], true)
  }

  /** `balance`: USDC after the movement; null where none moved. */
  takeMovement(movement: Movement, balance: DecimalText | null): void {
    this.ledger.takeChange({ row: rowOf(movement), balance, balanceAsOf: movement.updatedAt })
  }

  /** A transfer that is not over. The stream never tells of it, so the terminal reads it from the ledger. */
  takePending(movement: Movement): void {
    this.ledger.take([rowOf(movement)], false)
  }

  position(customer: CustomerCode, symbol: Symbol): Position | undefined {
    return this.book.position(customer, symbol)
  }

  /** USDC: the balance that the venue reported last. */
  balance(customer: CustomerCode): DecimalText | null {
    return this.ledger.balanceOf(customer).amount
  }

  figures({ customerCode, orders, profile, instruments, markOf, now }: Readings): CustomerFigures {
    this.ledger.followDay()
    return customerFigures({
      balance: this.ledger.balanceOf(customerCode),
      cashSums: this.ledger.sumsOf(customerCode),
      positions: this.book.ofCustomer(customerCode).positions,
      orders: orders.map(orderOf),
      reading: { customerCode, state: 'whole', readAt: now, shown: orders.length, reason: null },
      margin: { customerCode, profile, readAt: now, why: null },
      reconciliation: reconciled(customerCode, now),
      instrument: (symbol) => {
        const listed = instruments.get(symbol)
        return listed && instrumentOf(listed)
      },
      ticker: (symbol) => ({ ...blankTicker(symbol, now), markPrice: markOf(symbol) }),
      isMarkOld: () => false,
      allOld: null,
    })
  }
}
