/** Posts executions and cash to position, ledger and balance together, so that these always agree. Decides nothing. */

import { add, decimal, toText } from '../../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../../exchange/exchange.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { postExecution, type Execution, type FeeRates } from '../../bookkeeping/posting.ts'
import type { Movement, TradeRecord } from '../../bookkeeping/records.ts'

/** Fees in bps of a customer in an instrument: the customer's own profile, else the broker's rates. */
export const feesOf = (context: BrokerContext, customer: CustomerCode, symbol: Symbol): FeeRates =>
  context.store.accounts.fees(customer, symbol) ?? context.fees

/** Stores a new completed movement and the balance after it. Call within a change. */
export function bookCash(context: BrokerContext, movement: Movement): void {
  const { accounts, movements } = context.store
  const before = decimal(accounts.balance(movement.customerCode) ?? '0')
  const balance = toText(add(before, decimal(movement.signedAmount)))
  movements.insert(movement)
  accounts.setBalance(movement.customerCode, balance)
  context.report({ kind: 'movement', movement, balance })
}

/** Posts an execution to trades, position, ledger and balance. Call within a change. */
export function bookExecution(
  context: BrokerContext,
  instrument: ExchangeInstrument,
  execution: Execution,
): TradeRecord {
  const { accounts, trades } = context.store
  const { customerCode } = execution
  const { symbol } = instrument
  const held = accounts.position(customerCode, symbol)
  // Trade times never decrease: trades sorted by time must give the order in which positions moved.
  const at = Math.max(execution.at, trades.lastMoment())
  const { trade, movement, holding } = postExecution(
    { ...execution, at },
    { size: decimal(held?.size ?? '0'), cost: decimal(held?.cost ?? '0') },
    instrument,
    `T${trades.lastSequence() + 1}`,
  )
  trades.insert(trade)
  accounts.setPosition({ customerCode, symbol, size: toText(holding.size), cost: toText(holding.cost) })
  context.report({ kind: 'trade', trade })
  bookCash(context, movement)
  return trade
}
