/** The exchange of a recorded real market: one symbol, played on the injected clock, with customers' orders matched against it. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/text.ts'
import type { Exchange, ExchangeInstrument, Prices } from './exchange.ts'
import { MARKET_SPECS } from './marketSpecs.ts'
import { MatchingEngine, NO_PAST, engineDoor } from './matchingEngine.ts'
import { RecordedMarket } from './recordedMarket.ts'
import { commonStep, type Step } from './recordedSteps.ts'
import {
  openRecording,
  RecordingError,
  type Recording,
  type RecordedMessage,
  type RecordedSnapshot,
} from './recording.ts'

export interface RecordedExchangeOptions {
  /** Gzip or plain lines of `<receive time ns> <json>`; see `recording.ts`. */
  readonly file: string
  readonly clock: Clock
  /** Seconds of the recording for each second of the clock; 1 when left out. */
  readonly speed?: number
  /** Hears one sentence when the recording is over, or broke off; the market stays still from then on. */
  readonly onEnd?: (sentence: string) => void
}

const MARK_EVERY_MS = 1000
const SHORTEST_MARK_MS = 200
/** What is due within this time is due now. A shorter wait could vanish in a clock's own rounding and never end. */
const SAME_MOMENT_MS = 1e-6
/** After a sleep of the machine the replay goes on from where it was. */
const LONGEST_CATCH_UP_MS = 2000
const PLAIN_MAXIMUM_NOTIONAL = '1000000' as DecimalText

/**
 * Opens a recording. The market starts at its snapshot: the book stands before `start`, and time runs from there. Rejects
 * with a `RecordingError`, one sentence, when the file is missing, is no recording, or holds no snapshot.
 */
export async function recordedExchange(options: RecordedExchangeOptions): Promise<Exchange> {
  const { clock, speed = 1, onEnd } = options
  const recording = await openRecording(options.file)
  const { before, snapshot } = readToSnapshot(recording)
  const { instrument, recordedSymbol, tick, lot } = learnInstrument(recording, before, snapshot)
  const engine = new MatchingEngine(clock, [instrument], [NO_PAST])
  const market = engine.market(instrument.symbol)
  const recorded = new RecordedMarket(recording, market, recordedSymbol, tick, lot)
  const opening = clock.now()
  recorded.play(snapshot, opening)
  for (const message of before) recorded.play(message, opening)

  /** Ms of the recording that have been played since the snapshot. */
  let played = 0
  let next = recording.next()
  /** Set while the replay runs: holds it where it is, or lets it go on from there. */
  let hold: ((still: boolean) => void) | null = null

  function mark(): DecimalText | null {
    const { bids, asks } = market.book
    if (bids.count === 0 || asks.count === 0) return null
    return toText(fromInteger((bids.best + asks.best) * 5, tick.places + 1))
  }

  function start(): Stop {
    let origin = clock.monotonic() - played / speed
    let marked = clock.monotonic()
    let stopTimer: Stop = () => {}
    let heldAt: number | null = null
    const markEvery = Math.max(SHORTEST_MARK_MS, MARK_EVERY_MS / speed)

    function emitMark(now: number): void {
      if (now - marked < markEvery) return
      marked = now
      const price = mark()
      if (price !== null) engine.emit({ kind: 'mark', symbol: instrument.symbol, mark: price })
    }

    function pump(): void {
      const now = clock.monotonic()
      const wall = clock.now()
      let sentence: string | null = null
      try {
        for (; next; next = recording.next()) {
          const due = origin + (next.at - snapshot.at) / speed
          if (due > now + SAME_MOMENT_MS) {
            stopTimer = clock.after(due - now, pump)
            break
          }
          if (now - due > LONGEST_CATCH_UP_MS) origin += now - due - LONGEST_CATCH_UP_MS
          played = next.at - snapshot.at
          recorded.play(next, Math.floor(wall - Math.max(0, now - due)))
        }
        if (!next) sentence = `the recording ${options.file} is over: the market stays as it is`
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error
        next = null
        sentence = `${error.message}; the market stays as it is`
      }
      emitMark(now)
      if (sentence !== null) onEnd?.(sentence)
    }

    hold = (still) => {
      stopTimer()
      const now = clock.monotonic()
      if (!still) origin += now - (heldAt ?? now)
      heldAt = still ? (heldAt ?? now) : null
      if (!still) stopTimer = clock.after(0, pump)
    }
    if (market.status === 'open') stopTimer = clock.after(0, pump)
    else hold(true)
    return () => {
      hold = null
      stopTimer()
    }
  }

  function prices(): Prices {
    const day = market.stats.summary()
    return {
      lastTicks: market.lastTicks,
      mark: mark(),
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

  return {
    instruments: [instrument],
    start,
    prices: (symbol) => {
      engine.market(symbol)
      return prices()
    },
    ...engineDoor(engine),
    setStatus(symbol, status) {
      engine.setStatus(symbol, status)
      hold?.(status !== 'open')
    },
  }
}

function readToSnapshot(recording: Recording): { before: RecordedMessage[]; snapshot: RecordedSnapshot } {
  const before: RecordedMessage[] = []
  for (let message = recording.next(); message; message = recording.next()) {
    if (message.kind === 'snapshot') return { before, snapshot: message }
    before.push(message)
  }
  throw new RecordingError(
    `the recording ${recording.file} holds no snapshot of the book (a line with lastUpdateId, bids and asks)`,
  )
}

/** The snapshot does not name its symbol: a message before it must, or the first one after. */
function learnInstrument(
  recording: Recording,
  before: RecordedMessage[],
  snapshot: RecordedSnapshot,
): { instrument: ExchangeInstrument; recordedSymbol: string; tick: Step; lot: Step } {
  const named = before.find((message) => message.kind !== 'snapshot')
  const first = named ?? recording.next()
  if (!named && first) before.push(first)
  if (!first || first.kind === 'snapshot')
    throw new RecordingError(`the recording ${recording.file} holds a snapshot but no update or trade`)
  const recordedSymbol = first.symbol
  const underlying = /^(\w+?)USD[A-Z]*$/.exec(recordedSymbol)?.[1]
  if (underlying === undefined)
    throw recording.fault(first.line, `is about ${recordedSymbol}, which is no <BASE>USD market`)
  const levels = [...snapshot.bids, ...snapshot.asks]
  const tick = commonStep(levels.map(([price]) => price))
  const lot = commonStep(levels.map(([, amount]) => amount))
  const known = MARKET_SPECS.find((spec) => spec.instrument.underlying === underlying)
  const instrument: ExchangeInstrument = {
    symbol: `${underlying}USDC_PERP` as Symbol,
    underlying,
    tickSize: tick.size,
    lotSize: lot.size,
    maximumNotional: known?.instrument.maximumNotional ?? PLAIN_MAXIMUM_NOTIONAL,
    initialMargin: known?.instrument.initialMargin ?? ('8' as DecimalText),
    maintenanceMargin: known?.instrument.maintenanceMargin ?? ('4' as DecimalText),
  }
  return { instrument, recordedSymbol, tick, lot }
}
