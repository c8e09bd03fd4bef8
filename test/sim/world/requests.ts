/** The network between desk and venue as far as requests go: delivers each at most once, unless a proxy may repeat it. Makes the faults of `faults.ts` happen. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { Http, HttpLimits, HttpOutcome, HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { Answer } from '../../../electron/paper/api/api.ts'
import type { RequestFault, RequestKind } from '../plan/faults.ts'
import type { ThirdDialect } from '../../fakes/venue/thirdVariant.ts'
import { pageOf, type ListHabit } from '../plan/listHabits.ts'
import type { Machine } from './machine.ts'
import type { Trace } from '../trace.ts'
import { HOST, type SimVenue } from './venue.ts'
import type { VirtualTime } from './virtualTime.ts'

export interface RequestsOptions {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: Random
  readonly venue: SimVenue
  /** How lists of open orders are answered until everything is healed. */
  readonly habit: ListHabit
  /** The first byte of a request leaves the machine now. */
  readonly onWire: (machine: Machine, request: HttpRequest, kind: RequestKind) => void
  /** An answer reaches the desk; `sentAt`: when its request left, ms after the world began. */
  readonly onAnswer: (machine: Machine, request: HttpRequest, answer: Answer, sentAt: number) => void
  /** Reads of the venue do not show this order until then, ms after the world began. */
  readonly onHide: (id: string, until: number) => void
  /** How the venue says what the API leaves open (docs/api.md#gaps). */
  readonly dialect: ThirdDialect | null
}

export interface Requests {
  /** What the adapter opens on this machine. */
  openHttp(machine: Machine): (restUrl: string, clock: Clock, limits?: HttpLimits) => Http
  /** The next request of this kind meets the fault. */
  arm(of: RequestKind, fault: RequestFault): void
  outage(ms: number, swallows: boolean): void
  /** Tokens given out until now are refused from now on. */
  endTokens(): void
  /** No further fault; what is under way or queued goes on. */
  heal(): void
  /** Deliveries and effects still to come. */
  pending(): number
}

const whileDown = (swallows: boolean): RequestFault =>
  swallows ? { does: 'lose-request' } : { does: 'no-connection', slow: false }

const PRICES_KEPT_MS = 3_000

const GONE: HttpOutcome = { kind: 'lost', why: 'the connection was reset' }
const LOGIN = /\/login$/
const ORDER = /\/orders\/([^/?]+)$/
const ORDERS = /\/orders(\?|$)/

export function kindOf({ method, path }: HttpRequest): RequestKind {
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return 'cancel'
  return LOGIN.test(path) ? 'login' : 'order'
}

export function openRequests(options: RequestsOptions): Requests {
  const { time, trace, random, venue, onWire } = options
  const armed: { of: RequestKind; fault: RequestFault }[] = []
  let outage: { until: number; swallows: boolean } | null = null
  const given = new Set<string>()
  let ended = new Set<string>()
  /** Orders that reads do not show yet, until when. */
  const hidden = new Map<string, number>()
  let habit = options.habit
  let pending = 0

  const latency = () => 3 + random.integer(40)
  const later = (ms: number, run: () => void) => {
    pending += 1
    time.after(ms, () => {
      pending -= 1
      run()
    })
  }
  const takeFault = (kind: RequestKind): RequestFault | null => {
    const at = armed.findIndex(({ of }) => of === kind)
    return at < 0 ? null : (armed.splice(at, 1)[0]?.fault ?? null)
  }

  const habitOf = ({ method, path }: HttpRequest): RequestFault | null => {
    if (method !== 'GET' || !ORDERS.test(path)) return null
    if (habit.does === 'late') return { does: 'late-answer', ms: habit.ms }
    return habit.does === 'cut' ? { does: 'reset', when: 'mid-body' } : null
  }

  const plainAnswer = (status: number, text: string): Answer => ({
    status,
    headers: { Date: venue.house.api.refuse({ code: 'NOT_FOUND', message: '' }).headers['Date'] ?? '' },
    text,
  })
  const gateAnswer = (status: number): Answer => {
    const said = plainAnswer(
      status,
      random.next() < 0.5
        ? '<html><body>Gateway</body></html>'
        : JSON.stringify({ code: status === 401 ? 'UNAUTHORIZED' : 'UPSTREAM', message: 'try again later' }),
    )
    return status === 429 ? { ...said, headers: { ...said.headers, 'Retry-After': '1' } } : said
  }
  const garbage = (form: number, answer: Answer): Answer => {
    const texts = ['', '<html>OK</html>', answer.text.slice(0, answer.text.length >> 1), '{}', 'null']
    const text = texts[form] ?? answer.text.replace(/("reference_id":")[^"]+/, '$1another-order')
    return { ...plainAnswer(200, text), headers: answer.headers }
  }

  /** Lets the request in; what it does is done when the result is called. */
  const receive = (request: HttpRequest): (() => Answer) => {
    const { method, path, headers, body } = request
    const cached = fromCache(request)
    if (cached) return () => cached
    const token = headers['authorization']
    if (token !== undefined && ended.has(token)) return () => gateAnswer(401)
    const act = venue.house.api.receive({
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
  }

  /** Prices come from a cache that everybody may read: they are most of the traffic, and no order depends on their proof. */
  let prices: { readonly text: string; readonly until: number } | null = null
  const fromCache = ({ method, path }: HttpRequest): Answer | null =>
    method === 'GET' && path === venue.profile.paths.tickers && prices && prices.until > time.elapsed
      ? plainAnswer(200, prices.text)
      : null

  const isHidden = (id: string): boolean => (hidden.get(id) ?? 0) > time.elapsed
  /** What a lagging read shows. */
  const shown = ({ method, path }: HttpRequest, answer: Answer): Answer => {
    if (method !== 'GET') return answer
    const one = ORDER.exec(path)?.[1]
    if (one !== undefined && isHidden(one))
      return venue.house.api.refuse({ code: 'NOT_FOUND', message: `order ${one} is not known` })
    if (!ORDERS.test(path)) return answer
    const rows: unknown = JSON.parse(answer.text)
    if (!Array.isArray(rows)) return answer
    const visible = rows.filter((row: { reference_id: string }) => !isHidden(row.reference_id))
    if (habit.does === 'absent')
      return { ...plainAnswer(404, '{"detail":"Not Found"}'), headers: answer.headers }
    const order = [...venue.orders.values()].map(({ referenceId }) => referenceId)
    const text = habit.does === 'pages' ? pageOf(visible, habit, path, order) : JSON.stringify(visible)
    return { ...answer, text }
  }

  /** One request on its way, from the moment its first byte left. */
  const travel = (
    machine: Machine,
    request: HttpRequest,
    fault: RequestFault | null,
    back: (answer: Answer) => void,
    /** The connection ends; `text` of the body came before. */
    cut: (text: string) => void,
  ): void => {
    const name = `${machine.name} ${request.method} ${request.path}`
    const arrive = (after: number, then: (answer: Answer) => void) =>
      later(after, () => {
        const answer = receive(request)()
        trace.note('venue', `${name} ${answer.status} ${answer.text.slice(0, 160)}`)
        then(answer)
      })
    const answerIn = (ms: number) => (answer: Answer) => later(ms, () => back(answer))
    const there = latency()
    switch (fault?.does) {
      case undefined:
      case 'no-connection':
        return arrive(there, answerIn(latency()))
      case 'lose-request':
        return
      case 'lose-answer':
        return arrive(there, () => undefined)
      case 'reset':
        if (fault.when === 'before') return later(there, () => cut(''))
        return arrive(there, ({ text }) =>
          later(latency(), () => cut(fault.when === 'mid-body' ? text.slice(0, text.length >> 1) : '')),
        )
      case 'late-request':
        return arrive(fault.ms, answerIn(latency()))
      case 'late-answer':
        return arrive(there, answerIn(fault.ms))
      case 'status':
        if (!fault.after) return later(there, () => answerIn(latency())(gateAnswer(fault.status)))
        return arrive(there, () => answerIn(latency())(gateAnswer(fault.status)))
      case 'garbage':
        // A list under other names would be a lie that nobody can find out.
        return arrive(there, (answer) =>
          answerIn(latency())(garbage(ORDERS.test(request.path) ? fault.form % 5 : fault.form, answer)),
        )
      case 'repeat':
        arrive(there, () => undefined)
        return arrive(there + fault.ms, answerIn(latency()))
      case 'old-date':
        return arrive(there, (answer) => {
          const date = new Date(Date.parse(String(answer.headers['Date'])) - fault.seconds * 1000)
          const headers = { ...answer.headers, Date: date.toUTCString() }
          answerIn(latency())({
            ...answer,
            headers: fault.age ? { ...headers, Age: fault.seconds } : headers,
          })
        })
      case 'hide':
        return arrive(there, (answer) => {
          const id = /"reference_id":"([^"]+)"/.exec(answer.text)?.[1]
          if (id !== undefined) {
            hidden.set(id, time.elapsed + fault.ms)
            options.onHide(id, time.elapsed + fault.ms)
          }
          answerIn(latency())(answer)
        })
      case 'queue':
        return later(there, () => {
          const act = receive(request)
          trace.note('venue', `${name} queued for ${fault.ms} ms`)
          later(fault.ms, () => {
            const answer = act()
            trace.note('venue', `${name} done late ${answer.status} ${answer.text.slice(0, 160)}`)
            if (fault.says === 'when-done') answerIn(latency())(answer)
          })
          if (fault.says === '504') answerIn(latency() + 2_000)(gateAnswer(504))
          if (fault.says === '400')
            answerIn(latency() + 5_000)(
              plainAnswer(400, '{"code":"ORDER_REQUEST_TIMED_OUT","message":"order request timed out"}'),
            )
        })
    }
  }

  return {
    openHttp: (machine) => (_restUrl, clock, limits) => {
      const open = new Set<() => void>()
      const send = (request: HttpRequest): Promise<HttpOutcome> =>
        new Promise((resolve) => {
          if (!machine.isOn) return
          const kind = kindOf(request)
          const down = outage !== null && outage.until > time.elapsed ? outage : null
          const fault = down ? whileDown(down.swallows) : (takeFault(kind) ?? habitOf(request))
          const name = `${machine.name} ${request.method} ${request.path}`
          trace.note('desk', `${name}${fault === null ? '' : ` meets ${JSON.stringify(fault)}`}`)
          let settled = false
          let sentAt: number | null = null
          let stopTimer = () => {}
          const settle = (outcome: HttpOutcome) => {
            if (settled || !machine.isOn) return
            settled = true
            open.delete(end)
            stopTimer()
            if (outcome.kind !== 'answered') trace.note('desk', `${name} ${outcome.kind}: ${outcome.why}`)
            resolve(outcome)
          }
          const end = () => {
            const why = 'the session was closed'
            settle(sentAt === null ? { kind: 'not-sent', why } : { kind: 'lost', why })
          }
          open.add(end)
          if (fault?.does === 'no-connection') {
            const ms = fault.slow ? (limits?.connectMs ?? 5_000) : latency()
            stopTimer = clock.after(ms, () =>
              settle({ kind: 'not-sent', why: 'nothing listens at the address' }),
            )
            return
          }
          const leave = () => {
            sentAt = clock.monotonic()
            onWire(machine, request, kind)
            const most = limits?.headersMs ?? 10_000
            stopTimer = clock.after(most, () =>
              settle({ kind: 'lost', why: `no answer within ${most / 1000} s` }),
            )
            const started = sentAt
            const leftAt = time.elapsed
            travel(
              machine,
              request,
              fault,
              (answer) => {
                if (settled || !machine.isOn) return
                options.onAnswer(machine, request, answer, leftAt)
                const takes = answer.status < 300 ? request.intake : undefined
                const plain = { status: answer.status, headers: {}, text: answer.text }
                const { status, headers, text } =
                  options.dialect?.answer(request.path, answer.status, answer.text) ?? plain
                takes?.(text)
                settle({
                  kind: 'answered',
                  status,
                  headers: Object.fromEntries(
                    Object.entries({ ...answer.headers, ...headers }).map(([header, value]) => [
                      header.toLowerCase(),
                      String(value),
                    ]),
                  ),
                  body: takes ? '' : text,
                  sentAt: started,
                  receivedAt: clock.monotonic(),
                })
              },
              (text) => {
                if (settled || !machine.isOn) return
                if (text !== '') request.intake?.(text)
                settle(GONE)
              },
            )
          }
          leave()
        })
      return {
        send,
        close() {
          for (const end of open) end()
        },
      }
    },
    arm: (of, fault) => void armed.push({ of, fault }),
    outage(ms, swallows) {
      outage = { until: time.elapsed + ms, swallows }
    },
    endTokens() {
      ended = new Set([...ended, ...given])
    },
    heal() {
      armed.length = 0
      outage = null
      habit = { does: 'whole' }
      options.dialect?.heal()
    },
    pending: () => pending,
  }
}
