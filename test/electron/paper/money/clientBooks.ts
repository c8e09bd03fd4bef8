/** What the terminal knows of the money: the core's own folds, fed with the wire's text through the readers that the adapter uses. */

import { createCashLedger } from '../../../../electron/core/accounts/cashLedger.ts'
import { createTradeBook } from '../../../../electron/core/accounts/tradeBook.ts'
import { ZERO, add, decimal, negate, type Decimal } from '../../../../shared/base/decimal.ts'
import { parseExact } from '../../../../shared/base/json.ts'
import { must } from './must.ts'
import { readBalanceChange, readLedgerRow, readTrade } from '../../../../shared/broker/accountRecords.ts'
import { parseStreamMessage } from '../../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { CashSums } from '../../../../shared/domain/accounts/cashSums.ts'
import type { Balance } from '../../../../shared/domain/accounts/ledger.ts'
import type { Position } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { tradeQuote, type Trade } from '../../../../shared/domain/trade.ts'

const PROFILE = venueProfile.parse({
  name: 'model',
  kind: 'paper',
  restUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1',
})

/** A record as it crosses the wire: text, with its numbers as they were written. */
const overWire = (record: object): unknown => must(parseExact(JSON.stringify(record)))

export interface ClientBooks {
  /** Records as the REST lists show them. */
  listed(transactions: readonly object[], trades: readonly object[]): void
  /** One record of a private channel. */
  streamed(channel: 'trades' | 'balance-changes', record: object): void
  /** What the window shows. */
  balance(customer: CustomerCode): Balance | undefined
  cashSums(customer: CustomerCode): CashSums | undefined
  /** Completed rows added up. */
  ledgerSum(customer: CustomerCode): Decimal
  position(customer: CustomerCode, symbol: Symbol): Position | undefined
  /** The cost that is not settled yet: signed quotes and realised PnL of trades, and settlements of the instrument. */
  unsettledCost(customer: CustomerCode, symbol: Symbol): Decimal
  /** USDC by word, forced fills and trades apart. */
  sumOf(customer: CustomerCode, words: readonly string[]): Decimal
  settlements(customer: CustomerCode, symbol: Symbol): number
  forced(customer: CustomerCode): readonly string[]
}

/** `now`: the client's wall clock, ms. */
export function clientBooks(now: () => number = () => 0): ClientBooks {
  const ledger = createCashLedger({
    now,
    onUnknownDirection(row) {
      throw new Error(`the sign of ${row.code} is not known`)
    },
  })
  const book = createTradeBook()
  ledger.setWhole(true)
  book.setWhole(true)
  const balances = new Map<CustomerCode, Balance>()
  const trades = new Map<string, Trade>()
  const keep = (all: readonly Balance[]) => {
    for (const each of all) balances.set(each.customerCode, each)
  }
  const sink = { snapshot: keep, delta: keep, end: () => {} }
  const caller = { windowId: 'model', allows: () => true }
  ledger.balances.source(null, sink, caller)
  const sums = new Map<CustomerCode, CashSums>()
  const takeSums = (all: readonly CashSums[]) => {
    for (const each of all) sums.set(each.customerCode, each)
  }
  ledger.sums.source(null, { snapshot: takeSums, delta: takeSums, end: () => {} }, caller)

  const takeTrades = (records: readonly unknown[]) => {
    const read = records.map((record) => must(readTrade(record, null)))
    for (const trade of read) trades.set(trade.code, trade)
    book.take(read)
  }
  const completed = (customer: CustomerCode) =>
    ledger.rows(customer).filter((row) => row.status === 'completed')
  const sum = (texts: readonly (string | null)[]) =>
    texts.reduce((total, text) => add(total, decimal(text ?? 'unknown')), ZERO)
  return {
    listed(rows, executions) {
      ledger.take(
        rows.map((row) => must(readLedgerRow(overWire(row), null, PROFILE))),
        false,
      )
      takeTrades(executions.map(overWire))
    },
    streamed(channel, record) {
      const message = parseStreamMessage(
        JSON.stringify({ channel, type: 'update', data: record }),
        PROFILE.stream,
      )
      if (message.kind !== 'records') throw new Error(`the client takes it for ${message.kind}`)
      if (message.channel === 'trades') takeTrades(message.records)
      else for (const each of message.records) ledger.takeChange(must(readBalanceChange(each)))
    },
    balance: (customer) => balances.get(customer),
    cashSums(customer) {
      ledger.followDay()
      return sums.get(customer)
    },
    ledgerSum: (customer) => sum(completed(customer).map((row) => row.signedAmount)),
    position: (customer, symbol) => book.position(customer, symbol),
    unsettledCost(customer, symbol) {
      const own = [...trades.values()].filter(
        (trade) => trade.customerCode === customer && trade.symbol === symbol,
      )
      const quotes = own.map((trade) => {
        const quote = decimal(tradeQuote(trade) ?? 'unknown')
        return trade.side === 'buy' ? quote : negate(quote)
      })
      const settled = completed(customer).filter(
        (row) => row.transactionType === 'settlement' && row.symbol === symbol,
      )
      return add(
        quotes.reduce((total, quote) => add(total, quote), ZERO),
        add(sum(own.map((trade) => trade.realisedPnl)), sum(settled.map((row) => row.signedAmount))),
      )
    },
    sumOf: (customer, words) =>
      sum(
        completed(customer)
          .filter((row) => words.includes(row.transactionType))
          .map((row) => row.signedAmount),
      ),
    settlements: (customer, symbol) =>
      completed(customer).filter((row) => row.transactionType === 'settlement' && row.symbol === symbol)
        .length,
    forced: (customer) =>
      [...trades.values()]
        .filter((trade) => trade.customerCode === customer && trade.type !== 'trade')
        .map((trade) => trade.code),
  }
}
