/** Reads the venue's instruments and tickers into their store, and records each attempt. */

import { ok, type Result } from '../../../shared/base/result.ts'
import type { InstrumentStore } from '../market/instrumentAndTickerStore.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'
import { recordAttempts, type ReadStates } from './publishListReadStates.ts'

export interface InstrumentReadsOptions {
  readonly broker: Pick<Broker, 'instruments' | 'tickers'>
  readonly instruments: Pick<InstrumentStore, 'setInstruments' | 'takeTickers'>
  readonly reads: ReadStates
  /** Called after each read of the instruments that succeeded. */
  readonly instrumentsRead: () => void
  /** The session has ended: later answers change nothing. */
  readonly isStopped: () => boolean
}

export interface InstrumentReads {
  readInstruments(): Promise<Result<null, ReadFailure>>
  readTickers(): Promise<Result<null, ReadFailure>>
}

export function createInstrumentReads(options: InstrumentReadsOptions): InstrumentReads {
  const { broker, instruments, isStopped } = options
  const recordAttempt = recordAttempts(options.reads, isStopped)
  return {
    async readInstruments() {
      const list = await recordAttempt('instruments', broker.instruments(), ({ missing }) => missing)
      if (!list.ok) return list
      if (isStopped()) return ok(null)
      instruments.setInstruments(list.value.items, list.value.missing === null)
      options.instrumentsRead()
      return ok(null)
    },
    async readTickers() {
      const list = await recordAttempt('tickers', broker.tickers())
      if (!list.ok) return list
      if (!isStopped()) instruments.takeTickers(list.value)
      return ok(null)
    },
  }
}
