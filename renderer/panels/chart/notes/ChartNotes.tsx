/** What a chart says over its candles: that they are old, what is not shown or not read, and the way back to the newest. */

import { isStoredInterval, type Interval } from '../../../../shared/domain/candles/candle.ts'
import type { ShownChart } from '../useLiveChart.ts'

export const OldMark = ({ why }: { readonly why: string | null }) =>
  why !== null && (
    <p className="chart-old stale" role="status">
      <b>OLD: {why}</b>
    </p>
  )

/** The change of an own order that waits for Enter. */
export const WaitingChange = ({ sentence }: { readonly sentence: string | null }) =>
  sentence !== null && (
    <div className="chart-proposal" role="status">
      <b>{sentence}</b>
      <span>Enter sends · Esc drops</span>
    </div>
  )

/** What the next press of a drawing tool does, or why the last came to nothing. */
export const ToolHint = ({ words }: { readonly words: string | null }) =>
  words !== null && (
    <p className="chart-tool" role="status">
      {words}
    </p>
  )

/** A short note at the bottom of a chart, and its reason. */
export interface ShortNote {
  readonly words: string
  readonly why: string
}

const hiddenWords = (count: number): string =>
  count === 1 ? '1 drawing not shown' : `${count} drawings not shown`

interface InDoubt {
  readonly interval: Interval
  readonly fillsUnread: string | null
  readonly alertsUnsure: string | null
  /** Drawings that begin before the oldest candle held. */
  readonly hiddenDrawings: number
  /** Of the second instrument. */
  readonly compared: ShortNote | null
}

/** What the chart does not show, or shows in doubt. A picture of the chart says it too. */
export const shortNotes = ({
  interval,
  fillsUnread,
  alertsUnsure,
  hiddenDrawings,
  compared,
}: InDoubt): readonly ShortNote[] => [
  ...(isStoredInterval(interval)
    ? []
    : [
        {
          words: 'Seconds: newest 2 h',
          why: 'Openpit holds seconds of the newest 2 h, from trades that it read since its start, and stores none. All other time is not known in seconds: choose 5s or longer.',
        },
      ]),
  ...(hiddenDrawings === 0
    ? []
    : [
        {
          words: hiddenWords(hiddenDrawings),
          why: 'They begin before the oldest candle that the chart holds. Scroll back to read older candles.',
        },
      ]),
  ...(fillsUnread === null ? [] : [{ words: 'Own trades ~', why: fillsUnread }]),
  ...(alertsUnsure === null ? [] : [{ words: 'Alerts ~', why: alertsUnsure }]),
  ...(compared === null ? [] : [compared]),
]

interface NotesProps {
  readonly chart: ShownChart
  readonly short: readonly ShortNote[]
}

export const ChartNotes = ({ chart: { live, unread, isReading, isAway, isEmpty }, short }: NotesProps) => (
  <>
    {unread !== null && (
      <p className="chart-unread" role="status">
        More of the past could not be read: {unread} Scroll again to read it again.
      </p>
    )}
    {isReading && (
      <p className="chart-reading" role="status">
        Reading older candles…
      </p>
    )}
    {short.length > 0 && (
      <div className="chart-short-notes">
        {short.map(({ words, why }) => (
          <p key={words} title={why}>
            {words}
          </p>
        ))}
      </div>
    )}
    {isAway && (
      <button type="button" className="chart-live" title="Key End" onClick={() => live.current?.move('live')}>
        Back to live
      </button>
    )}
    {isEmpty && (
      <p className="chart-empty" role="status">
        No trades read yet
      </p>
    )}
  </>
)
