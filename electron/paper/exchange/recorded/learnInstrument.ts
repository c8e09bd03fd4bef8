/** Derives the instrument of a recording from its first messages: symbol, tick and lot. Plays nothing. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { ExchangeInstrument } from '../exchange.ts'
import { MARKET_SPECS } from '../marketSpecs.ts'
import { commonStep, type Step } from './commonStep.ts'
import {
  RecordingError,
  type Recording,
  type RecordedMessage,
  type RecordedSnapshot,
} from './marketRecording.ts'

/** Largest order, USDC, in a market without a known specification. */
const PLAIN_MAXIMUM_NOTIONAL = '1000000' as DecimalText

/** The start of a recording: its first snapshot, and the messages before it. */
export interface RecordingStart {
  readonly before: RecordedMessage[]
  readonly snapshot: RecordedSnapshot
}

export interface RecordedInstrument {
  readonly instrument: ExchangeInstrument
  /** The symbol as the recording writes it. */
  readonly recordedSymbol: string
  readonly tick: Step
  readonly lot: Step
}

/** Reads the recording up to its first snapshot. Throws a `RecordingError` when there is none. */
export function readToSnapshot(recording: Recording): RecordingStart {
  const before: RecordedMessage[] = []
  for (let message = recording.next(); message; message = recording.next()) {
    if (message.kind === 'snapshot') return { before, snapshot: message }
    before.push(message)
  }
  throw new RecordingError(
    `the recording ${recording.file} holds no snapshot of the book (a line with lastUpdateId, bids and asks)`,
  )
}

/** The snapshot does not name its symbol. An earlier message does, or the next one, which is then added to `before`. */
export function learnInstrument(recording: Recording, start: RecordingStart): RecordedInstrument {
  const { before, snapshot } = start
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
