/** The rows of the diagnostics: each duration and each figure with its meaning, its value and its age. Pure. Never calls an old or a missing reading good. */

import {
  type Figure,
  type FigureName,
  type Health,
  type Measure,
  type MeasureName,
} from '../../../shared/domain/health/health.ts'
import { countOf, shareWithin } from '../../../shared/domain/health/histogram.ts'
import { counted, UNKNOWN } from '../../format/numbers.ts'
import { timeOfDay } from '../../format/times.ts'

/** Ms after which a figure is old: three readings were missed. */
export const OLD_AFTER = 15_000

export type ReadingState = 'read' | 'old' | 'not measured'

export interface HealthRow {
  readonly key: string
  readonly title: string
  /** What it measures, one sentence. */
  readonly meaning: string
  /** The figure now, or the time that 99 of 100 did not exceed. */
  readonly value: string
  /** For sorting: µs, bytes, ms or a count; null: not measured. */
  readonly number: number | null
  readonly median: string
  readonly most: string
  readonly count: number | null
  /** Empty for a figure, and where nothing was measured. */
  readonly counts: readonly number[]
  readonly at: number | null
  /** Why there is no value; null: there is one. */
  readonly why: string | null
  /** A duration is of the last quarter of an hour and does not age. */
  readonly ages: boolean
}

const COMMAND_NONE = 'no order, amend or cancel of a window in the last 15 minutes'
const ORDER_NONE = 'no order in the last 15 minutes'
const AMEND_NONE = 'no amend in the last 15 minutes'
const DRAWN_NONE = 'no ladder in sight drew a change in the last 15 minutes'
const CANCEL_NONE = 'no cancel in the last 15 minutes'

const MEASURE_WORDS: Readonly<Record<MeasureName, readonly [title: string, meaning: string, none: string]>> =
  {
    keyToCall: [
      'Key to command',
      'From your key or click to the command that the window sends: the window’s own work. Where the window asks something in between, nothing counts.',
      COMMAND_NONE,
    ],
    callToCore: [
      'Command received',
      'From the window’s command to its receipt by the core, in whole ms.',
      COMMAND_NONE,
    ],
    admitted: [
      'Order checked',
      'From the core’s receipt of a window’s command until rules and limits were checked.',
      ORDER_NONE,
    ],
    stored: [
      'Order stored',
      'From the end of “Order checked” until the order is in the journal, on disk.',
      ORDER_NONE,
    ],
    dispatched: [
      'Order sent',
      'From the end of “Order checked” until the request leaves. “Order stored” is a part of it; the turn and the signature are too.',
      ORDER_NONE,
    ],
    keyToWire: [
      'Core to wire',
      'Orders: from the core’s receipt of the window’s command until the request leaves. From key to wire, “Key to command” and “Command received” come before it. Orders of blocks and scales are not in it.',
      ORDER_NONE,
    ],
    answered: ['Order answered', 'From the request that left to the end of the venue’s answer.', ORDER_NONE],
    amendSent: [
      'Amend sent',
      'From the core’s receipt of the command to the request that leaves. Amends of a block are not in it.',
      AMEND_NONE,
    ],
    amendAnswered: ['Amend answered', 'From the request that left to the venue’s answer.', AMEND_NONE],
    cancelSent: [
      'Cancel sent',
      'From the core’s receipt of the command, or its own act, to the request that leaves.',
      CANCEL_NONE,
    ],
    cancelAnswered: ['Cancel answered', 'From the request that left to the venue’s answer.', CANCEL_NONE],
    bookFolded: [
      'Change read',
      'From the receipt of the message with a frame’s oldest change until the book has the change.',
      DRAWN_NONE,
    ],
    frameWaited: [
      'Frame sent',
      'From the book’s change to the frame that leaves: the window asks for a frame when it has drawn the one before.',
      DRAWN_NONE,
    ],
    frameDelivered: [
      'Frame received',
      'From the market worker through the core to the window, in whole ms.',
      DRAWN_NONE,
    ],
    frameDrawn: [
      'Frame drawn',
      'From its receipt by the window to the end of drawing the ladder.',
      DRAWN_NONE,
    ],
    wireToPixel: [
      'Wire to pixel',
      'From the arrival of a frame’s oldest change to the end of drawing the ladder: the four rows above together.',
      DRAWN_NONE,
    ],
    diskSync: ['Disk sync', 'One wait for the disk by the order journal.', 'the order journal wrote nothing'],
  }

type Format = 'bytes' | 'duration' | 'ms' | 'count' | 'rate' | 'time'

const FIGURE_WORDS: Readonly<Record<FigureName, readonly [title: string, meaning: string, format: Format]>> =
  {
    loopLag: ['Program busy', 'The longest delay of the core’s work since the last reading.', 'duration'],
    unmeasured: [
      'Durations not measured',
      'Durations that no clock could measure, since the start: the clock was set, or the machine slept. They are in no row.',
      'count',
    ],
    heapUsed: ['Memory used', 'JavaScript memory of the core.', 'bytes'],
    heapLimit: ['Memory limit', 'At this limit the program ends.', 'bytes'],
    windowsMemory: ['Memory of the windows', 'All processes that draw windows of Openpit.', 'bytes'],
    largestWindow: ['Largest window', 'The process with the most memory. Windows may share one.', 'bytes'],
    resident: ['Memory of the process', 'All memory of the core’s process.', 'bytes'],
    diskFree: ['Disk free', 'Free on the disk of the data folder.', 'bytes'],
    ordersWaiting: ['Orders waiting', 'New orders and amends that wait for a connection.', 'count'],
    cancelsWaiting: ['Cancels waiting', 'Cancels that wait for a connection.', 'count'],
    readsWaiting: ['Reads waiting', 'Lists and look-ups that wait for a connection.', 'count'],
    requests: ['Requests a minute', 'Requests of the last minute. The API states no limit.', 'count'],
    throttled: [
      'Too many requests',
      'Answers of the last minute in which the venue refused a request as one too many.',
      'count',
    ],
    reconnects: ['Reconnects', 'Links that were lost and came back, since the start.', 'count'],
    marketMessages: [
      'Market messages a second',
      'Messages that came on the public connection, since the reading before.',
      'rate',
    ],
    accountMessages: [
      'Account messages a second',
      'Messages that came on the private connection, since the reading before.',
      'rate',
    ],
    workerWaiting: [
      'Market worker, waiting',
      'Messages of the core that the market worker has not taken. Data that waits on the line is not in it.',
      'count',
    ],
    workerOldest: ['Market worker, oldest', 'How long the oldest of them has waited.', 'duration'],
    clockOffset: ['Clock of the venue', 'The venue’s time less the time of this machine.', 'ms'],
    clockDoubt: ['Clock uncertainty', 'By how much the difference of the clocks may be wrong.', 'ms'],
    signatureAt: [
      'Signature accepted',
      'When the venue last answered a signed request with success.',
      'time',
    ],
  }

const US_OF_MS = 1_000

/** Figures that are the longest of a time: they stand in that column too. */
const LONGEST: ReadonlySet<FigureName> = new Set(['loopLag'])

/** `850 µs`, `12.4 ms`, `3.1 s`. */
export function durationText(us: number): string {
  if (us < US_OF_MS) return `${us} µs`
  const ms = us / US_OF_MS
  if (ms < 1_000) return `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(1)} s`
}

const TEXTS: Readonly<Record<Format, (value: number) => string>> = {
  bytes: (bytes) =>
    bytes >= 10_000_000_000
      ? `${counted(Math.round(bytes / 1_000_000_000))} GB`
      : `${counted(Math.round(bytes / 1_000_000))} MB`,
  duration: durationText,
  ms: (ms) => `${counted(Math.round(ms))} ms`,
  count: counted,
  rate: (value) => (value < 10 ? value.toFixed(1) : counted(Math.round(value))),
  time: timeOfDay,
}

function rowOfMeasure({ name, counts, most, lastAt }: Measure): HealthRow {
  const [title, meaning, none] = MEASURE_WORDS[name]
  const p99 = shareWithin(counts, most, 0.99)
  const median = shareWithin(counts, most, 0.5)
  return {
    key: name,
    title,
    meaning,
    value: p99 === null ? UNKNOWN : durationText(p99),
    number: p99,
    median: median === null ? '' : durationText(median),
    most: p99 === null ? '' : durationText(most),
    count: p99 === null ? null : countOf(counts),
    counts,
    at: lastAt,
    why: p99 === null ? none : null,
    ages: false,
  }
}

function rowOfFigure({ name, value, at, why }: Figure): HealthRow {
  const [title, meaning, format] = FIGURE_WORDS[name]
  return {
    key: name,
    title,
    meaning,
    value: value === null ? UNKNOWN : TEXTS[format](value),
    number: value,
    median: '',
    most: value !== null && LONGEST.has(name) ? TEXTS[format](value) : '',
    count: null,
    counts: [],
    at,
    why: value === null ? (why ?? 'it was not read') : null,
    ages: true,
  }
}

export const healthRows = ({ measures, figures }: Health): readonly HealthRow[] => [
  ...measures.filter(({ name }) => isMeasure(name)).map(rowOfMeasure),
  ...figures.filter(({ name }) => isFigure(name)).map(rowOfFigure),
]

const isMeasure = (name: string): name is MeasureName => Object.hasOwn(MEASURE_WORDS, name)
const isFigure = (name: string): name is FigureName => Object.hasOwn(FIGURE_WORDS, name)

/** What stands of a row wherever it is shown by its name. */
export interface RowWords {
  readonly title: string
  readonly meaning: string
  readonly isDuration: boolean
  /** The text of one value. */
  readonly text: (value: number) => string
}

/** `name`: of a measure or a figure. A name without words is shown as it is. */
export function rowWords(name: string): RowWords {
  if (isMeasure(name)) {
    const [title, meaning] = MEASURE_WORDS[name]
    return { title, meaning, isDuration: true, text: durationText }
  }
  if (!isFigure(name)) return { title: name, meaning: '', isDuration: false, text: counted }
  const [title, meaning, format] = FIGURE_WORDS[name]
  return { title, meaning, isDuration: false, text: TEXTS[format] }
}

export const stateOf = ({ number, at, ages }: HealthRow, now: number): ReadingState => {
  if (number === null || at === null) return 'not measured'
  return ages && now - at > OLD_AFTER ? 'old' : 'read'
}
