/**
 * A seeded market with the paper broker's own engine in it. Each customer lives a random history of fills, fees, funding, settlements, deposits,
 * withdrawals and leverages. An exact account and the terminal's account of each customer follow the same history.
 */

import { openBrokerage, type Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import { openStore } from '../../../../electron/paper/store/store.ts'
import { fromInteger, toText } from '../../../../shared/base/decimal.ts'
import { seededRandom, type Random } from '../../../../shared/base/random.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { drivenExchange, type DrivenExchange } from '../money/drivenExchange.ts'
import { ExactAccount } from './exactAccount.ts'
import { followHistory, type AgreedFees, type Customer, type Happened } from './followHistory.ts'
import { HOUR, historyActs, type HistoryActs } from './historyActs.ts'
import { TerminalAccount } from './terminalAccount.ts'
import { INSTRUMENTS, tradedInstruments } from './tradedInstruments.ts'

/** Ms from the request of a transfer to its end. */
const TRANSFER_DELAY = 2_000

export interface HistoryMarket extends HistoryActs {
  readonly random: Random
  readonly clock: FakeClock
  readonly exchange: DrivenExchange
  readonly brokerage: Brokerage
  readonly customers: readonly Customer[]
  readonly close: () => void
}

/** Opens `count` customers, each with 500 to 20,500 USDC. `seed` decides everything that happens. */
export function openHistoryMarket(seed: number, count: number, happened: Happened): HistoryMarket {
  const random = seededRandom(seed)
  const clock = new FakeClock(Date.UTC(2026, 0, 5, 20, random.integer(60)))
  const markets = tradedInstruments(random)
  const marks = Object.fromEntries(markets.map(({ symbol, mark }) => [symbol, mark()]))
  const exchange = drivenExchange(clock, marks, HOUR, INSTRUMENTS)
  const store = openStore(null)
  const customers = Array.from({ length: count }, (_, n): Customer => ({
    code: `C${1_000 + n}` as CustomerCode,
    exact: new ExactAccount(),
    terminal: new TerminalAccount(() => clock.now(), n % 2 === 1),
  }))
  const collateral = () => toText(fromInteger(50_000 + random.integer(2_000_000), 2))
  const opened = customers.map(({ code }) => ({ code, collateral: collateral() }))
  const brokerage = openBrokerage(store, exchange, clock, opened, TRANSFER_DELAY)
  const fees: AgreedFees = new Map()
  followHistory(brokerage, customers, fees, happened)
  return {
    ...historyActs({ random, clock, exchange, brokerage, customers, markets, fees, happened }),
    random,
    clock,
    exchange,
    brokerage,
    customers,
    close() {
      brokerage.close()
      store.close()
    },
  }
}
