/** Reads a venue's list back, newest first, to the records that are known without a gap, or to the first record. Stores codes, never records. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { reasonOf } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { HistoryPage, ReadFailure } from '../../ports/brokerAnswers.ts'
import { KnownRun } from './historyGapTracking.ts'
import { createOneListReadAtATime } from './oneListReadAtATime.ts'

/** Pages that the first reading waits for; older ones follow in the background. */
const FIRST_PAGES = 20
/** Pages past the meeting point that are read for records still pending. */
const PAGES_FOR_PENDING = 3

export interface BackwardPagerOptions<T> {
  read(before: string | undefined): Promise<Result<HistoryPage<T>, ReadFailure>>
  readonly codeOf: (item: T) => string
  /** Takes the records of one page, oldest first. `isOld`: the records only complete the past and do not describe the present. */
  take(items: readonly T[], isOld: boolean): void
  /** Codes that may have changed since they were read (docs/api.md#6.balance.1: pending movements are never pushed). */
  pending(): readonly string[]
  /** Called when, after the first reading, the venue shows that its list holds more than the known records. `why`: a clause without a full stop. */
  notWhole?(why: string): void
}

export interface BackwardPager {
  /** Closes the gap between the known run and now. Safe to repeat; one walk at a time. */
  catchUp(): Promise<Result<null, ReadFailure>>
  /** Reads one older page; true once the first record is reached. */
  readOlder(): Promise<Result<boolean, ReadFailure>>
  /** Reads every record from the newest to the first: the only proof that none is missing. Returns how many rows could not be read. */
  readWhole(): Promise<Result<{ readonly unreadable: number }, ReadFailure>>
  /** A record came by stream: part of the known run unless a gap is open. */
  note(code: string): void
  /** The stream was interrupted, so its records of that time are unknown. */
  gap(): void
  /** Whether everything from the first record until now is known. */
  readonly whole: boolean
}

/** Fails where a page shows that its list holds, or may hold, more than the `known` rows. `isEnd`: no page follows. */
function asWhole(page: HistoryPage<unknown>, known: number, isEnd: boolean): Result<null, ReadFailure> {
  const why = page.fault ?? (isEnd ? page.behind?.(known) : null) ?? null
  return why === null
    ? ok(null)
    : fail({ kind: 'unreadable', code: null, message: `This list is not whole: ${why}.` })
}

/** Adds the codes of a page to `seen` and returns how many of them are new there. */
function addCodes<T>(page: HistoryPage<T>, seen: Set<string>, codeOf: (item: T) => string): number {
  const before = seen.size
  for (const item of page.items) seen.add(codeOf(item))
  return seen.size - before
}

export function createBackwardPager<T>(options: BackwardPagerOptions<T>): BackwardPager {
  const { codeOf } = options
  const run = new KnownRun()
  /** Cursor of the page before the oldest known record: undefined before the first reading, null at the first record. */
  let older: string | null | undefined
  /** Rows older than the first reading that could not be read. */
  let unreadableOlder = 0

  const takePage = (page: HistoryPage<T>, seen: Set<string>, isOld: boolean): number => {
    const fresh = addCodes(page, seen, codeOf)
    options.take(page.items.toReversed(), isOld)
    return fresh
  }

  const walk = async (): Promise<Result<null, ReadFailure>> => {
    const gapsAtStart = run.gaps
    const pending = options.pending()
    const isFirst = run.isEmpty
    const seen = new Set<string>()
    let before: string | undefined
    let pages = 0
    let pagesPastMeeting = 0
    let unreadable = 0
    for (;;) {
      const page = await options.read(before)
      if (!page.ok) return page
      pages++
      unreadable += page.value.unreadable ?? 0
      const fresh = takePage(page.value, seen, false)
      // A page without a new row is the end as well: some venues repeat the last page (docs/api.md#gap.24).
      const isEnd = page.value.next === null || fresh === 0
      const met = !isFirst && page.value.items.some((item) => run.has(codeOf(item)))
      if (met || pagesPastMeeting > 0) pagesPastMeeting++
      const whole = asWhole(page.value, run.countWith(seen) + unreadable + unreadableOlder, isEnd)
      if (!whole.ok && !isFirst) options.notWhole?.(reasonOf(whole.failure.message))
      if (!whole.ok) return whole
      const isWaiting = pending.some((code) => !seen.has(code)) && pagesPastMeeting <= PAGES_FOR_PENDING
      if (isEnd || (pagesPastMeeting > 0 && !isWaiting) || (isFirst && pages >= FIRST_PAGES)) {
        if (isFirst) older = isEnd ? null : page.value.next
        else if (isEnd) older = null
        break
      }
      before = page.value.next ?? undefined
    }
    run.add(seen)
    if (run.closeGaps(gapsAtStart)) run.anchorLoose()
    return ok(null)
  }

  /** `during`: the codes that come by stream meanwhile. */
  const walkWhole = async (
    during: ReadonlySet<string>,
  ): Promise<Result<{ readonly unreadable: number }, ReadFailure>> => {
    const gapsAtStart = run.gaps
    const seen = new Set<string>()
    let unreadable = 0
    let before: string | undefined
    for (;;) {
      const page = await options.read(before)
      if (!page.ok) return page
      unreadable += page.value.unreadable ?? 0
      const fresh = takePage(page.value, seen, true)
      const isEnd = page.value.next === null || fresh === 0
      const whole = asWhole(page.value, new Set([...seen, ...during]).size + unreadable, isEnd)
      if (!whole.ok) return whole
      if (isEnd) break
      before = page.value.next ?? undefined
    }
    run.add(seen)
    older = null
    unreadableOlder = unreadable
    if (run.closeGaps(gapsAtStart)) run.anchorLoose()
    return ok({ unreadable })
  }

  return {
    catchUp: createOneListReadAtATime(() => run.gaps, walk),
    async readOlder() {
      if (older === undefined || older === null) return ok(older === null)
      const page = await options.read(older)
      if (!page.ok) return page
      const fresh = takePage(page.value, run.codes(), true)
      const sound = asWhole(page.value, 0, false)
      // Read again from here: no other page shows the rows that this page left out.
      if (!sound.ok) return sound
      unreadableOlder += page.value.unreadable ?? 0
      run.add(page.value.items.map(codeOf))
      older = fresh === 0 ? null : page.value.next
      const whole = asWhole(page.value, run.size + unreadableOlder, older === null)
      if (whole.ok) return ok(older === null)
      // The list ended before its first record: the same cursor leads nowhere else.
      older = undefined
      options.notWhole?.(reasonOf(whole.failure.message))
      return whole
    },
    async readWhole() {
      const during = run.listen()
      try {
        return await walkWhole(during)
      } finally {
        run.stopListening()
      }
    },
    note: (code) => run.note(code),
    gap: () => run.openGap(),
    get whole() {
      return older === null && run.isUnbroken
    },
  }
}
