/** The exchange of a recorded real market: one symbol, played on the injected clock, with customers' orders matched against it. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { ReplayAct, ReplayStatus } from '../../../../shared/contract/replay.ts'
import type { Exchange, Prices } from '../exchange.ts'
import { MatchingEngine, NO_PAST, engineDoor, type SymbolMarket } from '../matchingEngine.ts'
import { Playback } from './playback.ts'
import { learnInstrument, readToSnapshot } from './learnInstrument.ts'
import { RecordedMarket } from './recordedMarket.ts'
import { openRecording } from './marketRecording.ts'

export interface RecordedExchangeOptions {
  /** Gzip or plain lines of `<receive time ns> <json>`; see `recording.ts`. */
  readonly file: string
  readonly clock: Clock
  /** Seconds of the recording per second of the clock; default 1. */
  readonly speed?: number
  /** Receives one sentence when the recording ends or breaks off. The market then stops and accepts no orders. */
  readonly onEnd?: (sentence: string) => void
  /** Receives the state of the replay at every change except the passing of time. */
  readonly onReplay?: (status: ReplayStatus) => void
}

export interface RecordedExchange extends Exchange {
  replay(): ReplayStatus
  /** Pauses, resumes, speeds or moves the replay. The exchange accepts orders only while the replay runs. */
  control(act: ReplayAct): void
}

const MARK_EVERY_MS = 1000
const SHORTEST_MARK_MS = 200

/**
 * Opens a recording. The market starts at its snapshot: the book is complete before `start`, and time runs from there.
 * Rejects with a `RecordingError` when the file is missing, is no recording, or has no snapshot.
 */
export async function recordedExchange(options: RecordedExchangeOptions): Promise<RecordedExchange> {
  const { clock } = options
  const recording = await openRecording(options.file)
  const start = readToSnapshot(recording)
  const { instrument, recordedSymbol, tick, lot } = learnInstrument(recording, start)
  const { symbol } = instrument
  const engine = new MatchingEngine(clock, [instrument], [NO_PAST])
  const market = engine.market(symbol)
  const mark = () => middleOf(market, tick.places)
  let markedAt = 0
  const playback = new Playback({
    clock,
    speed: options.speed ?? 1,
    recording,
    start,
    market: new RecordedMarket(recording, market, recordedSymbol, tick, lot),
    onMoves: (moves) => engine.setStatus(symbol, moves ? 'open' : 'trade_halt'),
    onPlayed() {
      const now = clock.monotonic()
      if (now - markedAt < Math.max(SHORTEST_MARK_MS, MARK_EVERY_MS / playback.speed)) return
      markedAt = now
      const price = mark()
      if (price !== null) engine.emit({ kind: 'mark', symbol, mark: price })
    },
    onEnd: (sentence) => options.onEnd?.(sentence),
    onReplay: (status) => options.onReplay?.(status),
  })

  return {
    instruments: [instrument],
    start() {
      markedAt = clock.monotonic()
      return playback.start(market.status !== 'open')
    },
    prices(asked) {
      // Throws for a symbol that this exchange does not trade.
      return pricesOf(engine.market(asked), mark())
    },
    ...engineDoor(engine),
    setStatus(asked, status) {
      engine.setStatus(asked, status)
      playback.hold(status !== 'open')
    },
    replay: () => playback.status(),
    control: (act) => playback.control(act),
  }
}

/** The middle of the book, USDC; null while a side is empty. */
function middleOf({ book: { bids, asks } }: SymbolMarket, tickPlaces: number): DecimalText | null {
  if (bids.count === 0 || asks.count === 0) return null
  return toText(fromInteger((bids.best + asks.best) * 5, tickPlaces + 1))
}

function pricesOf(market: SymbolMarket, mark: DecimalText | null): Prices {
  const day = market.stats.summary()
  return {
    lastTicks: market.lastTicks,
    mark,
    index: null,
    high24hTicks: day.high,
    low24hTicks: day.low,
    ticks24hAgo: day.open,
    volume24hLots: day.lots,
    openInterestLots: null,
    fundingRate: null,
    nextFundingAt: null,
  }
}
