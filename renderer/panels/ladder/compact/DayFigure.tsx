/** One figure of an instrument's day beside its compact ladder. Renders by itself, so that no ladder renders on a ticker. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { useSession } from '../../../state/useSession.ts'
import { figureOf, type FigureColumn } from '../../quoteboard/quoteFigures.ts'

interface Props {
  readonly column: Extract<FigureColumn, 'change' | 'turnover'>
  readonly instrument: Instrument
  /** What the figure is, for the pointer. */
  readonly name: string
}

/** An old figure is struck, as on the quote board. */
export function DayFigure({ column, instrument, name }: Props) {
  const { server, clock } = useSession()
  const read = () => {
    const ticker = server.tickers.getState().value?.get(instrument.symbol)
    return figureOf(column, instrument, ticker, clock.now())
  }
  const shown = () => {
    const { text, freshness, tone } = read()
    return `${freshness} ${tone} ${text}`
  }
  useStore(server.tickers, shown)
  // A figure grows old without a new ticker.
  const [, see] = useState(shown)
  useEffect(() => clock.every(1_000, () => see(shown())))
  const { text, freshness, tone, title } = read()
  const words = [name, title].filter(Boolean).join('. ')
  return freshness === 'old' ? (
    <s className="day-figure" title={words}>
      {text}
    </s>
  ) : (
    <span className={`day-figure ${tone}`} title={words}>
      {text}
    </span>
  )
}
