/** What may happen in a history market: random orders, marks, transfers, funding, settlements, fees and cancels. Checks nothing but that no funding is left out. */

import { settlePositions } from '../../../../electron/paper/brokerage/accounts/settlement.ts'
import type { Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import { fromInteger, toText } from '../../../../shared/base/decimal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { FakeClock } from '../../../fakes/fakeClock.ts'
import type { DrivenExchange } from '../money/drivenExchange.ts'
import { pickFrom } from '../money/moneyScene.ts'
import { LEVERAGES, units } from './exactAccount.ts'
import { feeKey, type AgreedFees, type Customer, type Happened } from './followHistory.ts'
import type { Traded } from './tradedInstruments.ts'

export const HOUR = 3_600_000

export interface HistoryScene {
  readonly random: Random
  readonly clock: FakeClock
  readonly exchange: DrivenExchange
  readonly brokerage: Brokerage
  readonly customers: readonly Customer[]
  readonly markets: readonly Traded[]
  readonly fees: AgreedFees
  readonly happened: Happened
}

export interface HistoryActs {
  /** Does something at random. */
  readonly act: () => void
  /** Moves a mark far without a check by the broker, so that some accounts are short of margin. */
  readonly jump: () => void
}

/** New books and marks. */
function marketMoves({ random, exchange, markets }: HistoryScene) {
  const quoteBook = ({ symbol, mid, lotValue }: Traded): void => {
    const side = (sign: 1 | -1): [number, number][] =>
      [1, 2 + random.integer(9), 15 + random.integer(30)].map((away) => [
        Math.max(1, mid + sign * away),
        1 + Math.round((1 + random.integer(60_000)) / lotValue()),
      ])
    // Now and then one side is empty, so that a liquidation finds no taker in the book.
    exchange.setBook(symbol, random.next() < 0.1 ? [] : side(-1), random.next() < 0.1 ? [] : side(1))
  }
  const moveBy = (market: Traded, share: number, isTold: boolean): void => {
    market.mid = Math.max(150, Math.round(market.mid * (1 + share)))
    quoteBook(market)
    exchange.setMark(market.symbol, market.mark(), isTold)
  }
  return {
    quoteBook,
    move: (): void => {
      const share = random.normal() * (random.next() < 0.5 ? 0.06 : 0.004)
      moveBy(pickFrom(random, markets), Math.max(-0.25, Math.min(0.25, share)), true)
    },
    jump: () => moveBy(pickFrom(random, markets), pickFrom(random, [-0.6, 0.9]), false),
  }
}

/** Sends orders, each under a reference of its own. */
function orderSender({ random, brokerage, customers, markets, happened }: HistoryScene): () => void {
  let reference = 0
  return () => {
    const customer = pickFrom(random, customers)
    const market = pickFrom(random, markets)
    const worth = 200 + 48_000 * random.next() ** 2
    const isLimit = random.next() < 0.5
    const leverage = random.next() < 0.15 ? pickFrom(random, LEVERAGES) : null
    // The leverage stays even where the order is refused (docs/api.md#4.rule.5).
    if (leverage !== null) {
      customer.exact.setLeverage(market.symbol, leverage)
      happened.leverages++
    }
    const draft = plainDraft({
      customerCode: customer.code,
      symbol: market.symbol,
      side: pickFrom(random, ['buy', 'sell'] as const),
      type: isLimit ? 'limit' : 'market',
      amount: market.amount(Math.max(1, Math.round(worth / market.lotValue()))),
      limitPrice: isLimit ? market.price(Math.max(1, market.mid + random.integer(25) - 12)) : null,
      timeInForce: isLimit ? 'GTC' : null,
      leverage,
    })
    brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
  }
}

/** Waits for the next funding time. Every open position takes part in it. */
function funding({ random, clock, exchange, customers, happened }: HistoryScene): void {
  const rate = random.integer(4_001) - 2_000
  exchange.setFundingRate(toText(fromInteger(rate, 6)))
  const { fundings, forced } = happened
  const open = customers.reduce((sum, { exact }) => sum + exact.open().length, 0)
  clock.advance(HOUR - (clock.now() % HOUR))
  const paid = happened.fundings - fundings
  // A forced fill between two instruments closes positions before their funding.
  if (happened.forced === forced && paid !== (rate === 0 ? 0 : open))
    throw new Error(`${paid} of ${open} positions took part in the funding`)
}

function agreeOnFees({ random, brokerage, customers, markets, fees }: HistoryScene): void {
  const { code } = pickFrom(random, customers)
  const { symbol } = pickFrom(random, markets)
  const rate = () => toText(fromInteger(random.integer(1_500) - 300, 2))
  const rates = { maker: rate(), taker: rate() }
  brokerage.fees.set(code, symbol, rates)
  fees.set(feeKey(code, symbol), { maker: units(rates.maker), taker: units(rates.taker) })
}

function transfer({ random, brokerage, customers }: HistoryScene): void {
  const amount = fromInteger(1 + random.integer(300_000_000), random.next() < 0.5 ? 8 : 5)
  const customer = pickFrom(random, customers)
  const kind = pickFrom(random, ['deposit', 'withdrawal'] as const)
  const made = brokerage.transfers.request(kind, customer.code, amount)
  if (!made.ok) return
  customer.terminal.takePending(made.value)
  if (random.next() < 0.2) brokerage.transfers.cancel(made.value.code)
}

function cancelOrder({ random, brokerage, customers }: HistoryScene): void {
  const [first] = brokerage.context.store.orders.live(pickFrom(random, customers).code, null)
  if (first) brokerage.orders.cancel(first.customerCode, first.referenceId)
}

export function historyActs(scene: HistoryScene): HistoryActs {
  const { random, clock, brokerage, markets } = scene
  const { quoteBook, move, jump } = marketMoves(scene)
  const order = orderSender(scene)
  for (const market of markets) quoteBook(market)
  return {
    act() {
      const dice = random.integer(100)
      if (dice < 62) order()
      else if (dice < 76) move()
      else if (dice < 84) transfer(scene)
      else if (dice < 87) funding(scene)
      else if (dice < 89) settlePositions(brokerage.context, clock.now())
      else if (dice < 93) agreeOnFees(scene)
      else if (dice < 96) cancelOrder(scene)
      else clock.advance(1 + random.integer(1_500))
    },
    jump,
  }
}
