/** Reads prices, spreads, funding rates and the state of the links for alerts, and says where one is missing or old. Fires nothing. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import {
  ZERO,
  add,
  decimal,
  decimalOf,
  divide,
  multiply,
  subtract,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import { PRIVATE_CHANNELS } from '../../../shared/broker/stream/streamMessages.ts'
import type { Connection, LinkState } from '../../../shared/contract/status.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { AlertWatch } from '../../../shared/domain/alerts/alertRule.ts'
import type { Ticker } from '../../../shared/domain/instrument.ts'
import { MAX_PRICE_AGE } from '../../../shared/domain/priceAge.ts'
import { missing, NONE_IS_OVER, type AlertFigures, type AlertSources } from './alertFigure.ts'

const HUNDRED = decimal('100')
const BPS = decimal('10000')
const TWO = decimalOf(2)
/** Links that a sentence names. */
const MOST_NAMED = 3

export type MarketWatch = Extract<AlertWatch, { kind: 'price' | 'spread' | 'funding' }>

/** The figure, or the reason why it is too old to judge. `what`: the figure's name. */
function fresh(watch: MarketWatch, what: string, value: Decimal, at: EpochMs, now: EpochMs): AlertFigures {
  // The clock was set back since.
  if (at > now) return missing(`the age of ${what} is not known`)
  if (now - at > MAX_PRICE_AGE) return missing(`${what} is ${Math.round((now - at) / 1_000)} s old`)
  const { symbol } = watch
  return {
    figures: [
      { subject: '', value, owner: null, customerCode: null, symbol, referenceId: null, doubt: null, at },
    ],
    why: null,
    isOver: NONE_IS_OVER,
  }
}

/**
 * When the last price was known to be the last: at the last list, or at any news of the instrument while its stream of trades is not lost. Null: never
 * since the stream was lost.
 */
function lastPriceAt(
  { symbol, receivedAt, listedAt }: Ticker,
  connection: Connection | null,
): EpochMs | null {
  const trades = connection?.streams.find(({ channel }) => channel === `market-trades:${symbol}`)
  // A live book proves nothing about trades whose stream is lost.
  return trades === undefined || trades.state === 'live' ? receivedAt : listedAt
}

/** The figure of an instrument. `now`: core's wall clock, ms. */
export function marketFigure(
  { instrument, ticker: tickerOf, connection }: Pick<AlertSources, 'instrument' | 'ticker' | 'connection'>,
  watch: MarketWatch,
  now: EpochMs,
): AlertFigures {
  const ticker = tickerOf(watch.symbol)
  if (ticker === undefined) return missing(`no price of ${shownCode(watch.symbol)} has arrived`)
  switch (watch.kind) {
    case 'price': {
      if (ticker.lastPrice === null) return missing('no trade has been reported')
      const at = lastPriceAt(ticker, connection())
      return at === null
        ? missing('the stream of trades is lost')
        : fresh(watch, 'the last price', decimal(ticker.lastPrice), at, now)
    }
    case 'funding':
      return ticker.fundingRate === null || ticker.listedAt === null
        ? missing('the venue gave no funding rate')
        : fresh(
            watch,
            'the funding rate',
            multiply(decimal(ticker.fundingRate), HUNDRED),
            ticker.listedAt,
            now,
          )
    case 'spread':
      return spreadFigure(watch, ticker, instrument(watch.symbol)?.tickSize ?? null, now)
  }
}

function spreadFigure(
  watch: Extract<MarketWatch, { kind: 'spread' }>,
  { bestBid, bestAsk, touchAt }: Ticker,
  tick: string | null,
  now: EpochMs,
): AlertFigures {
  if (bestBid === null || bestAsk === null || touchAt === null)
    return missing('the best bid or ask is missing')
  const [bid, ask] = [decimal(bestBid), decimal(bestAsk)]
  // A price of 0 is no reading, as with a mark.
  if (bid <= ZERO || ask <= ZERO) return missing('the best bid or ask is missing')
  const spread = subtract(ask, bid)
  if (watch.unit === 'ticks')
    return tick === null || decimal(tick) <= ZERO
      ? missing('the tick size is not known')
      : fresh(watch, 'the best bid or ask', divide(spread, decimal(tick)), touchAt, now)
  const middle = divide(add(bid, ask), TWO)
  return fresh(watch, 'the best bid or ask', divide(multiply(spread, BPS), middle), touchAt, now)
}

function named(all: readonly string[]): string {
  const more = all.length > MOST_NAMED ? ` and ${all.length - MOST_NAMED} more` : ''
  return `${all.slice(0, MOST_NAMED).join(', ')}${more}`
}

/** Every link with its name. A private channel that has not reported a state is about to open. */
const linksOf = ({ rest, streams }: Connection): { name: string; state: LinkState }[] => [
  { name: 'requests', state: rest.state },
  ...streams.map(({ channel, state }) => ({ name: channel, state })),
  ...PRIVATE_CHANNELS.filter((name) => streams.every(({ channel }) => channel !== name)).map((name) => ({
    name,
    state: 'connecting' as const,
  })),
]

export interface ConnectionFigure {
  /**
   * For how many seconds some link to the venue has been lost: 0 while all are live. A link that opens for the first time is not lost, and without a lost link it
   * is the reason why there is no figure.
   */
  read(): AlertFigures
  /** Another session begins, or none: an earlier loss does not count. */
  clear(): void
}

export function createConnectionFigure({
  clock,
  connection,
}: Pick<AlertSources, 'clock' | 'connection'>): ConnectionFigure {
  /** When the first of the lost links was lost, the core's monotonic clock in ms; null: none is lost. */
  let lostSince: number | null = null
  /** Links that were live or failed once in this session. Their next attempt to connect ends no loss. */
  let tried: ReadonlySet<string> = new Set()
  const clear = (): void => {
    lostSince = null
    tried = new Set()
  }
  const read = (): AlertFigures => {
    const status = connection()
    if (status === null) {
      clear()
      return missing('the state of the links is not known')
    }
    const links = linksOf(status)
    const known = tried
    tried = new Set(
      links.filter(({ name, state }) => state !== 'connecting' || known.has(name)).map(({ name }) => name),
    )
    const notLive = links.filter(({ state }) => state !== 'live').map(({ name }) => name)
    const lost = notLive.filter((name) => tried.has(name))
    lostSince = lost.length === 0 ? null : (lostSince ?? clock.monotonic())
    if (lostSince === null && notLive.length > 0)
      return missing(`there is no connection yet for ${named(notLive)}`)
    const value = decimalOf(lostSince === null ? 0 : Math.floor((clock.monotonic() - lostSince) / 1_000))
    const owner = lost.length === 0 ? null : named(lost)
    const at = clock.now()
    return {
      figures: [
        { subject: '', value, owner, customerCode: null, symbol: null, referenceId: null, doubt: null, at },
      ],
      why: null,
      isOver: NONE_IS_OVER,
    }
  }
  return { read, clear }
}
