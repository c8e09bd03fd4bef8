/** How the simulated venue answers a request: its API behind a cache of prices, with ended tokens and reads that lag. Sends nothing. */

import type { Random } from '../../../../shared/base/random.ts'
import type { HttpRequest } from '../../../../electron/broker/rest/http.ts'
import type { Answer } from '../../../../electron/paper/api/api.ts'
import type { RequestFault } from '../../plan/faults.ts'
import { pageOf, type ListHabit } from '../../plan/listHabits.ts'
import { HOST, type SimVenue } from '../venue.ts'
import type { VirtualTime } from '../virtualTime.ts'

const PRICES_KEPT_MS = 3_000

const ORDER = /\/orders\/([^/?]+)$/
const ORDERS = /\/orders(\?|$)/

/** Whether a path is that of a list of orders. */
export const isOrderList = (path: string): boolean => ORDERS.test(path)

export interface VenueAnswersOptions {
  readonly time: VirtualTime
  readonly random: Random
  readonly venue: SimVenue
  /** How lists of open orders are answered until everything is healed. */
  readonly habit: ListHabit
}

export interface VenueAnswers {
  /** Lets the request in. The request takes effect when the result is called. */
  receive(request: HttpRequest): () => Answer
  /** An answer with the venue's time and no other header. */
  plain(status: number, text: string): Answer
  /** An answer of a gateway before the venue. */
  gateway(status: number): Answer
  /** An answer that nobody can read; `form` chooses how. */
  garbage(form: number, answer: Answer): Answer
  /** The fault that the habit of lists makes of this request; null for none. */
  habitFault(request: HttpRequest): RequestFault | null
  /** Reads do not show this order until then, ms after the world began. */
  hide(id: string, until: number): void
  /** Tokens given out until now are refused from now on. */
  endTokens(): void
  /** Lists come whole and at once from now on. */
  heal(): void
}

export function openVenueAnswers({ time, random, venue, ...options }: VenueAnswersOptions): VenueAnswers {
  const given = new Set<string>()
  let ended = new Set<string>()
  /** Orders that reads do not show yet, until when. */
  const hidden = new Map<string, number>()
  let habit = options.habit
  /** Everybody may read prices from a cache: they are most of the traffic, and no order depends on their proof. */
  let prices: { readonly text: string; readonly until: number } | null = null

  const plain = (status: number, text: string): Answer => ({
    status,
    headers: { Date: venue.paper.api.refuse({ code: 'NOT_FOUND', message: '' }).headers['Date'] ?? '' },
    text,
  })
  const gateway = (status: number): Answer => {
    const answer = plain(
      status,
      random.next() < 0.5
        ? '<html><body>Gateway</body></html>'
        : JSON.stringify({ code: status === 401 ? 'UNAUTHORIZED' : 'UPSTREAM', message: 'try again later' }),
    )
    return status === 429 ? { ...answer, headers: { ...answer.headers, 'Retry-After': '1' } } : answer
  }

  const fromCache = ({ method, path }: HttpRequest): Answer | null =>
    method === 'GET' && path === venue.profile.paths.tickers && prices && prices.until > time.elapsed
      ? plain(200, prices.text)
      : null

  const isHidden = (id: string): boolean => (hidden.get(id) ?? 0) > time.elapsed
  /** What a lagging read shows. */
  const shown = ({ method, path }: HttpRequest, answer: Answer): Answer => {
    if (method !== 'GET') return answer
    const one = ORDER.exec(path)?.[1]
    if (one !== undefined && isHidden(one))
      return venue.paper.api.refuse({ code: 'NOT_FOUND', message: `order ${one} is not known` })
    if (!isOrderList(path)) return answer
    const rows: unknown = JSON.parse(answer.text)
    if (!Array.isArray(rows)) return answer
    const visible = rows.filter((row: { reference_id: string }) => !isHidden(row.reference_id))
    if (habit.does === 'absent') return { ...plain(404, '{"detail":"Not Found"}'), headers: answer.headers }
    const order = [...venue.orders.values()].map(({ referenceId }) => referenceId)
    const text = habit.does === 'pages' ? pageOf(visible, habit, path, order) : JSON.stringify(visible)
    return { ...answer, text }
  }

  return {
    receive(request) {
      const { method, path, headers, body } = request
      const cached = fromCache(request)
      if (cached) return () => cached
      const token = headers['authorization']
      if (token !== undefined && ended.has(token)) return () => gateway(401)
      const act = venue.paper.api.receive({
        method,
        url: path,
        headers: { ...headers, host: HOST },
        body: body ?? '',
      })
      return () => {
        const answer = shown(request, act())
        const issued = /"access_token":"([^"]+)"/.exec(answer.text)?.[1]
        if (issued !== undefined) given.add(`Bearer ${issued}`)
        if (path === venue.profile.paths.tickers && answer.status === 200)
          prices = { text: answer.text, until: time.elapsed + PRICES_KEPT_MS }
        return answer
      }
    },
    plain,
    gateway,
    garbage(form, answer) {
      const texts = ['', '<html>OK</html>', answer.text.slice(0, answer.text.length >> 1), '{}', 'null']
      const text = texts[form] ?? answer.text.replace(/("reference_id":")[^"]+/, '$1another-order')
      return { ...plain(200, text), headers: answer.headers }
    },
    habitFault({ method, path }) {
      if (method !== 'GET' || !isOrderList(path)) return null
      if (habit.does === 'late') return { does: 'late-answer', ms: habit.ms }
      return habit.does === 'cut' ? { does: 'reset', when: 'mid-body' } : null
    },
    hide: (id, until) => void hidden.set(id, until),
    endTokens() {
      ended = new Set([...ended, ...given])
    },
    heal() {
      habit = { does: 'whole' }
    },
  }
}
