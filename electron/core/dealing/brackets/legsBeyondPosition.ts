/** Warns where the live legs of brackets close more contracts than the position holds, so that a leg that triggers opens a position. Cancels nothing (ADR 23). */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { subtract, toText } from '../../../../shared/base/decimal.ts'
import type { Bracket } from '../../../../shared/domain/orders/bracket/bracket.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { LegRoom } from './positionForLegs.ts'

/** Ms between two looks while legs are live. */
const LOOK_EVERY = 1_000
/** Ms that the position must hold less than the legs: a fill, its trade and the end of a leg do not arrive together. */
const BEYOND_FOR = 5_000
/** Legs that a notice names; the others are counted. */
const NAMED = 3

export interface LegsBeyondPositionOptions {
  readonly clock: Clock
  readonly notices: Pick<Notices, 'say'>
  readonly brackets: () => ReadonlyMap<string, Bracket>
  readonly room: Pick<LegRoom, 'liveLegs'>
  /** Whether a flatten is canceling the legs just now. */
  readonly isFlattening: (customer: CustomerCode, symbol: Symbol) => boolean
}

export interface LegsBeyondPosition {
  /** A bracket or the session changed: looks again while any leg may be live. */
  watch(): void
  close(): void
}

/** Of the legs of one side of one position. `since`: monotonic ms. */
interface Beyond {
  readonly since: number
  said: string | null
}

export function createLegsBeyondPosition(options: LegsBeyondPositionOptions): LegsBeyondPosition {
  const { clock, notices, brackets, room, isFlattening } = options
  const beyond = new Map<string, Beyond>()
  let stop: Stop | null = null

  const keyOf = ({ customerCode, symbol, side }: Bracket): string => `${customerCode} ${symbol} ${side}`
  const about = (subject: Bracket) => ({
    kind: 'reject' as const,
    key: `legs beyond position ${keyOf(subject)}`,
    customerCode: subject.customerCode,
    symbol: subject.symbol,
    referenceId: null,
  })

  const settled = (key: string, subject: Bracket): void => {
    const said = beyond.get(key)?.said ?? null
    beyond.delete(key)
    if (said === null) return
    notices.say(
      'info',
      `The legs of ${shownCode(subject.customerCode)} in ${shownCode(subject.symbol)} close no more than its position again.`,
      null,
      { ...about(subject), settles: true },
    )
  }

  const lookAt = (key: string, subject: Bracket): void => {
    if (isFlattening(subject.customerCode, subject.symbol)) return
    const live = room.liveLegs(subject)
    if (live === null) return
    const more = subtract(live.open, live.held)
    if (more <= 0n) return settled(key, subject)
    const entry = beyond.get(key) ?? { since: clock.monotonic(), said: null }
    beyond.set(key, entry)
    const ids = live.legs.map(({ referenceId }) => referenceId)
    const words = `${toText(more)} ${toText(live.held)} ${ids.join(' ')}`
    if (clock.monotonic() - entry.since < BEYOND_FOR || entry.said === words) return
    entry.said = words
    const named = ids.slice(0, NAMED).join(', ')
    const others = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
    const order = ids.length === 1 ? 'order' : 'orders'
    notices.say(
      'warning',
      `The take profit and stop loss ${order} of ${shownCode(subject.customerCode)} in ${shownCode(subject.symbol)} would close ${toText(live.open)}, but its position holds ${toText(live.held)}.`,
      `Live: ${order} ${named}${others}. When ${ids.length === 1 ? 'it triggers, it' : 'they trigger, they'} may open a position of ${toText(more)} on the other side, because the venue has no reduce-only orders.`,
      { ...about(subject), action: `Cancel what you no longer want: ${order} ${named}${others}.` },
    )
  }

  const look = (): void => {
    const subjects = new Map<string, Bracket>()
    for (const bracket of brackets().values())
      if (bracket.legs.some(({ fate }) => fate === 'open')) subjects.set(keyOf(bracket), bracket)
    for (const [key, subject] of subjects) lookAt(key, subject)
    for (const bracket of brackets().values())
      if (beyond.has(keyOf(bracket)) && !subjects.has(keyOf(bracket))) settled(keyOf(bracket), bracket)
    if (subjects.size > 0) return
    beyond.clear()
    stop?.()
    stop = null
  }

  return {
    watch() {
      stop ??= clock.every(LOOK_EVERY, look)
    },
    close() {
      stop?.()
      stop = null
      beyond.clear()
    },
  }
}
