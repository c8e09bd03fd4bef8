/** Takes trades and balance changes of the private stream into the trade book and the cash ledger. Their histories note them, so that no list has to show them again. */

import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { ledgerKey, type CashLedger } from '../../accounts/cashLedger.ts'
import type { BrokerListener } from '../../ports/broker.ts'
import type { StreamMismatchLookUps } from '../../orders/streamMismatchLookUps.ts'
import type { ReadsOfSession } from '../../reconciliation/readsOfSession.ts'
import type { LoseTrade } from './closeCustomerOfLostTrade.ts'
import type { TradeIntake } from './takeReportedTrades.ts'

export interface StreamedAccountsOptions {
  readonly customers: Pick<CustomerDirectory, 'see'>
  readonly ledger: Pick<CashLedger, 'takeChange'>
  readonly lookUps: Pick<StreamMismatchLookUps, 'tradeReported'>
}

export function listenToAccounts(
  { customers, ledger, lookUps }: StreamedAccountsOptions,
  tradeIntake: TradeIntake,
  loseTrade: LoseTrade,
  { tradeHistory, ledgerHistory }: Pick<ReadsOfSession, 'tradeHistory' | 'ledgerHistory'>,
): Pick<BrokerListener, 'trade' | 'balanceChange' | 'tradeLost'> {
  return {
    trade(trade) {
      customers.see([trade.customerCode])
      tradeIntake.take([trade], true)
      tradeHistory.note(`${trade.customerCode} ${trade.code}`)
      lookUps.tradeReported(trade)
    },
    balanceChange(change) {
      customers.see([change.row.customerCode])
      ledger.takeChange(change)
      ledgerHistory.note(ledgerKey(change.row))
    },
    tradeLost: loseTrade,
  }
}
