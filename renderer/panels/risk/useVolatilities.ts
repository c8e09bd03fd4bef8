/** The volatility of each instrument of the board, read from the stored candles one after another while a shock is measured in it. Sends nothing to the venue. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useEffect, useState } from 'react'
import type { EpochMs } from '../../../shared/base/clock.ts'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Volatilities } from '../../../shared/domain/risk/shock.ts'
import { VOLATILITY_SOURCES, volatilityOf } from '../../../shared/domain/risk/volatility.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'

/** Ms for which a volatility is used before it is read again, and the same for one that is missing or of minutes. */
const LASTS = 600_000
const RETRY = 30_000
const LOOK_EVERY = 1_000

interface Read {
  readonly figure: Figure
  readonly at: EpochMs
}

async function readVolatility({ client, clock }: WindowSession, symbol: Symbol): Promise<Read> {
  let figure: Figure = { value: null, why: null }
  for (const source of VOLATILITY_SOURCES) {
    const { interval, count, name } = source
    const before = clock.now()
    // oxlint-disable-next-line no-await-in-loop -- The next source is read only where this one does not suffice.
    const reply = await client.call('candles.read', { symbol, interval, before, after: null, count })
    if (!reply.ok) {
      const why = `the candles of ${shownCode(symbol)} cannot be read: ${reply.failure.message.replace(/\.$/, '')}`
      return { figure: { value: null, why }, at: clock.now() }
    }
    const found = volatilityOf(symbol, source, reply.value, before)
    if (found.value !== null) {
      const isBest = source === VOLATILITY_SOURCES[0]
      figure = isBest ? found : { ...found, why: `it is of ${name}, as too few hours are stored` }
      break
    }
    figure = found
  }
  return { figure, at: clock.now() }
}

/** `symbols`: those of the board; null while no volatility is wanted. An instrument that was not read yet is left out. */
export function useVolatilities(symbols: readonly Symbol[] | null): Volatilities {
  const session = useSession()
  const [figures, setFigures] = useState<Volatilities>(new Map())
  const [known] = useState(() => new Map<Symbol, Read>())
  const wanted = symbols === null ? null : symbols.toSorted().join(' ')
  useEffect(() => {
    if (wanted === null) return undefined
    const { clock } = session
    let isReading = false
    let isOver = false
    const isDue = (symbol: Symbol): boolean => {
      const read = known.get(symbol)
      return !read || clock.now() - read.at >= (read.figure.why === null ? LASTS : RETRY)
    }
    const readDue = async (): Promise<void> => {
      if (isReading) return
      isReading = true
      try {
        for (;;) {
          const due = wanted.split(' ').find((symbol) => symbol !== '' && isDue(symbol as Symbol))
          if (due === undefined || isOver) return
          // oxlint-disable-next-line no-await-in-loop -- One after another, so that the history never holds up the rest.
          known.set(due as Symbol, await readVolatility(session, due as Symbol))
          if (!isOver) setFigures(new Map([...known].map(([symbol, { figure }]) => [symbol, figure])))
        }
      } finally {
        isReading = false
      }
    }
    const stop = clock.every(LOOK_EVERY, () => void readDue())
    void readDue()
    return () => {
      isOver = true
      stop()
    }
  }, [session, known, wanted])
  return figures
}
