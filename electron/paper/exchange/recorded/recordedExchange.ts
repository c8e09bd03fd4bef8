/** The exchange of a recorded real market: one symbol, played on the injected clock, with customers' orders matched against it. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { makePlayhead } from '../../../../shared/base/playhead.ts'
import type { ReplayAct, ReplayStatus } from '../../../../shared/contract/replay.ts'
import { fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { Exchange, ExchangeInstrument, Prices } from '../exchange.ts'
import { MARKET_SPECS } from '../marketSpecs.ts'
import { MatchingEngine, NO_PAST, engineDoor } from '../matchingEngine.ts'
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
  /** Hears one sentence when the recording is over, or broke off; the market stands still then and takes no orders. */
  readonly onEnd?: (sentence: string) => void
  /** Hears where the replay stands whenever that changes otherwise than by time. */
  readonly onReplay?: (status: ReplayStatus) => void
}

export interface RecordedExchange extends Exchange {
  replay(): ReplayStatus
  /** Pauses, resumes, speeds or moves the replay. Orders are taken only while it runs. */
  control(act: ReplayAct): void
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
export async function recordedExchange(options: RecordedExchangeOptions): Promise<RecordedExchange> {
  const { clock, onEnd } = options
  const recording = await openRecording(options.file)
  const { before, snapshot } = readToSnapshot(recording)
  const { instrument, recordedSymbol, tick, lot } = learnInstrument(recording, before, snapshot)
  const engine = new MatchingEngine(clock, [instrument], [NO_PAST])
  const market = engine.market(instrument.symbol)
  const recorded = new RecordedMarket(recording, market, recordedSymbol, tick, lot)
  const head = makePlayhead(clock, options.speed ?? 1)
  const beginning = recording.place
  const length = Math.max(0, recording.length - snapshot.at)
  /** Recorded time of the snapshot, ms since epoch. */
  const from = recording.startedAt + snapshot.at
  let next: RecordedMessage | null = null

  function openBook(): void {
    recording.returnTo(beginning)
    const now = clock.now()
    recorded.restart()
    recorded.play(snapshot, now)
    for (const message of before) recorded.play(message, now)
    next = recording.next()
  }
  openBook()

  let state: ReplayStatus['state'] = 'waiting'
  /** Set while the exchange runs. */
  let pump: (() => void) | null = null
  let stopTimer: Stop = () => {}

  function mark(): DecimalText | null {
    const { bids, asks } = market.book
    if (bids.count === 0 || asks.count === 0) return null
    return toText(fromInteger((bids.best + asks.best) * 5, tick.places + 1))
  }

  /** The market moves and takes orders while the replay runs, and only then. */
  function become(to: ReplayStatus['state']): void {
    state = to
    const moves = to === 'running'
    engine.setStatus(instrument.symbol, moves ? 'open' : 'trade_halt')
    if (moves) head.run()
    else head.hold()
    options.onReplay?.(replay())
  }

  /** Plays what is due. Gives why the recording ended, or null while it goes on. */
  function playDue(): string | null {
    try {
      for (; next; next = recording.next()) {
        const at = next.at - snapshot.at
        const late = (head.position - at) / head.speed
        if (late < -SAME_MOMENT_MS) {
          stopTimer = clock.after(-late, () => pump?.())
          return null
        }
        if (late > LONGEST_CATCH_UP_MS) head.moveTo(at + LONGEST_CATCH_UP_MS * head.speed)
        recorded.play(next, Math.floor(clock.now() - Math.max(0, late)))
      }
      return over()
    } catch (error) {
      return brokenOff(error)
    }
  }

  // What happened comes first: a path may be longer than the line that shows it.
  const over = () =>
    `The recording is over. The market stands still and takes no orders. File: ${options.file}.`

  function brokenOff(error: unknown): string {
    if (!(error instanceof RecordingError)) throw error
    next = null
    return `The recording broke off. The market stands still and takes no orders. Reason: ${error.message}.`
  }

  function end(sentence: string): void {
    head.moveTo(length)
    become('over')
    onEnd?.(sentence)
  }

  function start(): Stop {
    let marked = clock.monotonic()
    const emitMark = () => {
      const now = clock.monotonic()
      if (now - marked < Math.max(SHORTEST_MARK_MS, MARK_EVERY_MS / head.speed)) return
      marked = now
      const price = mark()
      if (price !== null) engine.emit({ kind: 'mark', symbol: instrument.symbol, mark: price })
    }
    pump = () => {
      stopTimer()
      if (!head.running) return
      const sentence = playDue()
      emitMark()
      if (sentence !== null) end(sentence)
    }
    if (market.status === 'open') become('running')
    stopTimer = clock.after(0, () => pump?.())
    return () => {
      pump = null
      stopTimer()
      head.hold()
    }
  }

  const replay = (): ReplayStatus => ({
    of: 'market',
    state,
    recordedAt: Math.round(from + Math.min(head.position, length)),
    at: clock.now(),
    speed: head.speed,
    from: Math.round(from),
    until: Math.round(from + length),
  })

  /** To a position, ms behind the snapshot: what lies between is played at once, and from the start where the position lies behind. */
  function seek(to: number): void {
    const target = Math.min(Math.max(0, to), length)
    if (target < head.position) openBook()
    try {
      for (; next && next.at - snapshot.at <= target; next = recording.next())
        recorded.play(next, clock.now())
    } catch (error) {
      return end(brokenOff(error))
    }
    if (next === null) return end(over())
    head.moveTo(target)
    become(state === 'over' ? 'running' : state)
  }

  function control(act: ReplayAct): void {
    switch (act.act) {
      case 'pause':
        if (state === 'running') become('paused')
        break
      case 'resume':
        if (state === 'paused') become('running')
        break
      case 'speed':
        head.setSpeed(act.speed)
        options.onReplay?.(replay())
        break
      case 'seek':
        seek(act.to - from)
        break
    }
    pump?.()
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
      if (state === 'over') return
      if (status === 'open') head.run()
      else head.hold()
      pump?.()
    },
    replay,
    control,
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
