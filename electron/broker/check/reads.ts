/** Reads of a check: GETs with the proof of the sender, and the form of each answer. Sends no other request. */

import type { Clock } from '../../../shared/base/clock.ts'
import { parseExact } from '../../../shared/base/json.ts'
import type { ListAnswer } from '../../../shared/broker/lists/listAnswer.ts'
import type { HttpAnswer, HttpOutcome } from '../rest/http.ts'
import { listForm, type ListForm } from './listForm.ts'

export interface VenueRead {
  readonly path: string
  readonly answer: HttpAnswer
  /** Parsed, with each number as its text; null where the body is no JSON. */
  readonly body: unknown
  readonly form: ListForm | null
  /** Wall clock of this machine when the status line came, ms. */
  readonly answeredAt: number
}

/** Null: no answer came. The reason is in `unanswered`. */
export type ReadVenue = (path: string) => Promise<VenueRead | null>

export interface VenueReads {
  readonly read: ReadVenue
  /** Why a read had no answer, by its path: a clause without a full stop. */
  readonly unanswered: ReadonlyMap<string, string>
  /** A read was refused as too frequent. */
  readonly isLimited: () => boolean
}

/** Seconds that a check waits at most after a 429. */
const LONGEST_WAIT = 10

/** Resolves after `ms`, or at once when the check is stopped. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done()
    const end = () => {
      stop()
      signal.removeEventListener('abort', end)
      done()
    }
    const stop = clock.after(ms, end)
    signal.addEventListener('abort', end)
  })
}

/** `get`: one GET; its path is relative to the profile's `restUrl`. `signal` stops the check: no wait outlasts it. */
export function createReads(
  get: (path: string) => Promise<HttpOutcome>,
  clock: Clock,
  signal: AbortSignal,
): VenueReads {
  const unanswered = new Map<string, string>()
  let limited = false
  const once = async (path: string): Promise<VenueRead | null> => {
    const outcome = await get(path)
    if (outcome.kind !== 'answered') {
      unanswered.set(path, outcome.why)
      return null
    }
    const answeredAt = clock.now() - (clock.monotonic() - outcome.receivedAt)
    if (outcome.status >= 300) return { path, answer: outcome, body: null, form: null, answeredAt }
    const parsed = parseExact(outcome.body)
    const body = parsed.ok ? parsed.value : null
    return { path, answer: outcome, body, form: listForm(body), answeredAt }
  }
  return {
    unanswered,
    isLimited: () => limited,
    async read(path) {
      const first = await once(path)
      if (first?.answer.status !== 429) return first
      limited = true
      const asked = Number(first.answer.headers['retry-after'] ?? 1)
      const seconds = asked >= 0 && asked <= LONGEST_WAIT ? asked : LONGEST_WAIT
      await pause(clock, seconds * 1000, signal)
      return once(path)
    },
  }
}

export const isRead = (read: VenueRead | null): read is VenueRead => read !== null && read.answer.status < 300

/** The answer as the list reader of the adapter takes it, with the rows under `names` left out. */
export const rowlessAnswer = ({ path, answer, body }: VenueRead, names: readonly string[]): ListAnswer => ({
  path,
  status: answer.status,
  headers: answer.headers,
  body:
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            names.includes(name) && Array.isArray(value) ? [] : value,
          ]),
        )
      : [],
})
