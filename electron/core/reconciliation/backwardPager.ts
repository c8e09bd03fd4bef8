/** Reads a venue's list back, newest first, until it meets what is known without a gap or the first record. Holds codes, never records. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { HistoryPage, ReadFailure } from '../ports.ts'

/** Pages that the first reading waits for; older ones follow in the background. */
const FIRST_PAGES = 20
/** Pages past the meeting point that are read for records still pending. */
const PAGES_FOR_PENDING = 3

export interface BackwardPagerOptions<T> {
  read(before: string | undefined): Promise<Result<HistoryPage<T>, ReadFailure>>
  codeOf(item: T): string
  /** Records of one page, oldest first; `old` when they were read for the past and say nothing of the present. */
  take(items: readonly T[], old: boolean): void
  /** Codes that may have changed since they were read (docs/api.md#6.balance.1: pending movements are never pushed). */
  pending(): readonly string[]
  /** After the first reading the venue showed that its list holds more than what is known; `why` is a clause without a full stop. */
  notWhole?(why: string): void
}

export interface BackwardPager {
  /** Closes the gap between what is known and now. Safe to repeat; one walk at a time. */
  catchUp(): Promise<Result<null, ReadFailure>>
  /** Reads one older page; true when the first record has been reached. */
  readOlder(): Promise<Result<boolean, ReadFailure>>
  /** Reads from the newest record to the first, past all that is known: the only proof that nothing is missing. Answers the rows that could not be read. */
  readWhole(): Promise<Result<{ readonly unreadable: number }, ReadFailure>>
  /** A record came by stream: part of the known run unless a gap is open. */
  note(code: string): void
  /** The stream was away: what happened meanwhile is not known. */
  gap(): void
  /** Whether everything from the first record until now is known. */
  readonly whole: boolean
}

/** Fails where a page says that its list holds more than the `known` rows, or may. `isEnd`: no page follows. */
function asWhole(page: HistoryPage<unknown>, known: number, isEnd: boolean): Result<null, ReadFailure> {
  const why = page.fault ?? (isEnd ? page.behind?.(known) : null) ?? null
  return why === null
    ? ok(null)
    : fail({ kind: 'unreadable', code: null, message: `This list is not whole: ${why}.` })
}

export function createBackwardPager<T>(parts: BackwardPagerOptions<T>): BackwardPager {
  /** Codes known in one unbroken run up to now, or up to the gap. */
  const anchored = new Set<string>()
  /** Codes that came by stream after a gap opened. */
  const loose = new Set<string>()
  let gaps = 1
  let closedGaps = 0
  /** Where the oldest known run goes on: undefined before the first reading, null at the first record. */
  let older: string | null | undefined
  /** Rows behind the first reading that could not be read. */
  let unreadableOlder = 0
  /** The walk under way, and how many gaps were open when it began. */
  let walking: { readonly gaps: number; readonly done: Promise<Result<null, ReadFailure>> } | null = null
  /** Codes that came by stream while the whole list is read. */
  let heard: Set<string> | null = null
  /** The walk that begins once that one ends. */
  let following: Promise<Result<null, ReadFailure>> | null = null

  const takePage = (page: HistoryPage<T>, walk: Set<string>, old: boolean): number => {
    let fresh = 0
    for (const item of page.items) {
      if (!walk.has(parts.codeOf(item))) fresh++
      walk.add(parts.codeOf(item))
    }
    parts.take(page.items.toReversed(), old)
    return fresh
  }

  const walk = async (): Promise<Result<null, ReadFailure>> => {
    const gapsAtStart = gaps
    const pending = parts.pending()
    const first = anchored.size === 0
    const seen = new Set<string>()
    let before: string | undefined
    let pages = 0
    let pagesPastMeeting = 0
    let unreadable = 0
    for (;;) {
      const page = await parts.read(before)
      if (!page.ok) return page
      pages++
      unreadable += page.value.unreadable ?? 0
      const fresh = takePage(page.value, seen, false)
      // A page that brings nothing new is the end as well: some venues repeat the last one (docs/api.md#gap.24).
      const end = page.value.next === null || fresh === 0
      const met = !first && page.value.items.some((item) => anchored.has(parts.codeOf(item)))
      if (met || pagesPastMeeting > 0) pagesPastMeeting++
      const known = new Set([...seen, ...anchored]).size + unreadable + unreadableOlder
      const shown = asWhole(page.value, known, end)
      if (!shown.ok && !first) parts.notWhole?.(reasonOf(shown.failure.message))
      if (!shown.ok) return shown
      const waiting = pending.some((code) => !seen.has(code)) && pagesPastMeeting <= PAGES_FOR_PENDING
      if (end || (pagesPastMeeting > 0 && !waiting) || (first && pages >= FIRST_PAGES)) {
        if (first) older = end ? null : page.value.next
        else if (end) older = null
        break
      }
      before = page.value.next ?? undefined
    }
    for (const code of seen) anchored.add(code)
    if (gaps === gapsAtStart) {
      closedGaps = gaps
      for (const code of loose) anchored.add(code)
      loose.clear()
    }
    return ok(null)
  }

  const startWalk = (): Promise<Result<null, ReadFailure>> => {
    const done = walk().finally(() => {
      walking = null
    })
    walking = { gaps, done }
    return done
  }
  const afterwards = async (earlier: Promise<unknown>): Promise<Result<null, ReadFailure>> => {
    await earlier
    following = null
    return startWalk()
  }

  return {
    catchUp() {
      if (walking === null) return startWalk()
      if (walking.gaps === gaps) return walking.done
      // What that walk asked before the gap says nothing of what happened in it.
      following ??= afterwards(walking.done)
      return following
    },
    async readOlder() {
      if (older === undefined || older === null) return ok(older === null)
      const page = await parts.read(older)
      if (!page.ok) return page
      const fresh = takePage(page.value, new Set(anchored), true)
      const sound = asWhole(page.value, 0, false)
      // Read again from here: what this page left out has no other place.
      if (!sound.ok) return sound
      unreadableOlder += page.value.unreadable ?? 0
      for (const item of page.value.items) anchored.add(parts.codeOf(item))
      older = fresh === 0 ? null : page.value.next
      const shown = asWhole(page.value, anchored.size + unreadableOlder, older === null)
      if (shown.ok) return ok(older === null)
      // The way back ended before the first record: asking again leads nowhere else.
      older = undefined
      parts.notWhole?.(reasonOf(shown.failure.message))
      return shown
    },
    async readWhole() {
      const gapsAtStart = gaps
      const seen = new Set<string>()
      const during = new Set<string>()
      heard = during
      let unreadable = 0
      let before: string | undefined
      for (;;) {
        const page = await parts.read(before)
        if (!page.ok) return page
        unreadable += page.value.unreadable ?? 0
        const fresh = takePage(page.value, seen, true)
        const isEnd = page.value.next === null || fresh === 0
        const shown = asWhole(page.value, new Set([...seen, ...during]).size + unreadable, isEnd)
        if (!shown.ok) return shown
        if (isEnd) break
        before = page.value.next ?? undefined
      }
      for (const code of seen) anchored.add(code)
      older = null
      unreadableOlder = unreadable
      if (gaps === gapsAtStart) closedGaps = gaps
      return ok({ unreadable })
    },
    note(code) {
      heard?.add(code)
      ;(gaps === closedGaps ? anchored : loose).add(code)
    },
    gap() {
      gaps++
    },
    get whole() {
      return older === null && gaps === closedGaps
    },
  }
}
