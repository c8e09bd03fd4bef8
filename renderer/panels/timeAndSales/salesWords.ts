/** The sentences of time and sales. Pure. */

import type { LinkState, StreamLink } from '../../../shared/contract/status.ts'
import type { Side } from '../../../shared/domain/scalars.ts'
import type { SalesGap } from '../../live/salesLog.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { timeOfDay, timeWithZone } from '../../format/times.ts'

export const sideLetter = (side: Side | null): string =>
  side === null ? UNKNOWN : side === 'buy' ? 'B' : 'S'

/** What may be missing in the place of a gap. */
export function gapSentence({ cause, from, to }: SalesGap): string {
  if (cause === 'overflow')
    return 'Prints may be missing here: more came at once than a window takes. Candles and volume count them.'
  if (cause === 'unread')
    return 'Prints may be missing here: the terminal did not receive them all, or could not read one.'
  const why = cause === 'stream' ? 'the venue’s stream was down' : 'this window lost the core'
  if (from !== null && to === null)
    return `No prints since ${timeWithZone(from)}: the venue’s stream is down.`
  return from === null || to === null
    ? `Prints may be missing here: ${why}.`
    : `Prints may be missing from ${timeOfDay(from)} to ${timeWithZone(to)}: ${why}.`
}

/** State of the prints' stream. `ended`: the subscription ended and is made anew, and prints of that time do not come. */
export type SalesStream = LinkState | 'ended'

/** A suspect channel with a message waits for a new subscription. Without one, it is subscribed on a quiet socket (`electron/market/channel.ts`). */
export function streamOf(link: StreamLink | null): SalesStream | null {
  if (link === null) return null
  return link.state === 'suspect' && link.message !== null ? 'ended' : link.state
}

/** A quiet socket loses nothing; every other state but `live` may. */
export const mayLose = (stream: SalesStream): boolean => stream !== 'live' && stream !== 'suspect'

const TROUBLE: Readonly<Record<SalesStream, string | null>> = {
  live: null,
  connecting: 'Connecting: no new prints yet.',
  down: 'The stream is down: no new prints.',
  suspect: 'The stream is silent: prints may be late.',
  ended: 'The stream ended: prints are missing until it is back. Openpit subscribes again.',
  failed: 'The venue refuses the stream: no new prints. See the status bar.',
}

/** Why no new prints come; null while they do, and where nothing is known of the stream. */
export const streamSentence = (stream: SalesStream | null): string | null =>
  stream === null ? null : TROUBLE[stream]

const BOUNDS: readonly (readonly [bound: number | null, words: string])[] = [
  [null, 'each print'],
  [0, 'same instant'],
  [10, '≤ 10 ms apart'],
  [50, '≤ 50 ms apart'],
  [250, '≤ 250 ms apart'],
]

/** Choices for the bound of a run; the one in use is always among them. */
export const boundChoices = (inUse: number | null): readonly (readonly [string, string])[] => [
  ...BOUNDS.map(([bound, words]) => [boundValue(bound), words] as const),
  ...(BOUNDS.some(([bound]) => bound === inUse) ? [] : [[boundValue(inUse), `≤ ${inUse} ms apart`] as const]),
]

export const boundValue = (bound: number | null): string => (bound === null ? 'off' : String(bound))
export const boundOf = (value: string): number | null => (value === 'off' ? null : Number.parseInt(value, 10))

/** The next bound, for a key. */
export function nextBound(bound: number | null): number | null {
  const at = BOUNDS.findIndex(([known]) => known === bound)
  return BOUNDS[(at + 1) % BOUNDS.length]?.[0] ?? null
}

/** What makes the list stand still: the key, a selected row, or the pointer over the rows. */
export type Hold = 'key' | 'row' | 'pointer'

export const holdWords = (hold: Hold): string =>
  hold === 'key'
    ? 'Paused.'
    : hold === 'row'
      ? 'Paused while a row is selected.'
      : 'Paused under the pointer.'
