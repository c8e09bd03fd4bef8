/** The network between desk and venue as far as requests go: delivers each at most once, unless a proxy may repeat it. Makes the faults of `faults.ts` happen. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Random } from '../../../../shared/base/random.ts'
import type { Http, HttpLimits, HttpOutcome, HttpRequest } from '../../../../electron/broker/rest/http.ts'
import type { Answer } from '../../../../electron/paper/api/api.ts'
import type { RequestFault, RequestKind } from '../../plan/faults.ts'
import type { ThirdVariant } from '../../../fakes/venue/thirdVariant.ts'
import type { ListHabit } from '../../plan/listHabits.ts'
import type { Machine } from '../machine.ts'
import type { Trace } from '../../trace.ts'
import { openRequestRoute } from './requestRoute.ts'
import type { SimVenue } from '../venue.ts'
import { openVenueAnswers } from './venueAnswers.ts'
import type { VirtualTime } from '../virtualTime.ts'

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
  readonly variant: ThirdVariant | null
}

export interface Requests {
  /** What the adapter opens on this machine. */
  openHttp(machine: Machine): (restUrl: string, clock: Clock, limits?: HttpLimits) => Http
  /** The next request of this kind meets the fault. */
  arm(kind: RequestKind, fault: RequestFault): void
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

const GONE: HttpOutcome = { kind: 'lost', why: 'the connection was reset' }
const LOGIN = /\/login$/

export function kindOf({ method, path }: HttpRequest): RequestKind {
  if (method === 'GET') return 'read'
  if (method === 'DELETE') return 'cancel'
  return LOGIN.test(path) ? 'login' : 'order'
}

/** Header names in lower case, as the adapter's own HTTP reports them. */
const lowerCase = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))

export function openRequests(options: RequestsOptions): Requests {
  const { time, trace, random, venue, onWire } = options
  const armed: { kind: RequestKind; fault: RequestFault }[] = []
  let outage: { until: number; swallows: boolean } | null = null
  const answers = openVenueAnswers({ time, random, venue, habit: options.habit })
  const route = openRequestRoute({ time, trace, random, answers, onHide: options.onHide })

  const faultOf = (request: HttpRequest, kind: RequestKind): RequestFault | null => {
    if (outage !== null && outage.until > time.elapsed) return whileDown(outage.swallows)
    const at = armed.findIndex((next) => next.kind === kind)
    const [next] = at < 0 ? [] : armed.splice(at, 1)
    return next?.fault ?? answers.habitFault(request)
  }

  /** The outcome of an answer that reached the desk; a list goes to its reader part by part instead. */
  const answered = (
    request: HttpRequest,
    answer: Answer,
    sentAt: number,
    receivedAt: number,
  ): HttpOutcome => {
    const intake = answer.status < 300 ? request.intake : undefined
    const plain = { status: answer.status, headers: {}, text: answer.text }
    const { status, headers, text } =
      options.variant?.answer(request.path, answer.status, answer.text) ?? plain
    intake?.(text)
    return {
      kind: 'answered',
      status,
      headers: lowerCase({ ...answer.headers, ...headers }),
      body: intake ? '' : text,
      sentAt,
      receivedAt,
    }
  }

  const openHttp = (machine: Machine, clock: Clock, limits: HttpLimits | undefined): Http => {
    const open = new Set<() => void>()
    const send = (request: HttpRequest): Promise<HttpOutcome> =>
      new Promise((resolve) => {
        if (!machine.isOn) return
        const kind = kindOf(request)
        const fault = faultOf(request, kind)
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
          const ms = fault.slow ? (limits?.connectMs ?? 5_000) : route.latency()
          stopTimer = clock.after(ms, () =>
            settle({ kind: 'not-sent', why: 'nothing listens at the address' }),
          )
          return
        }
        const started = clock.monotonic()
        sentAt = started
        onWire(machine, request, kind)
        const most = limits?.headersMs ?? 10_000
        stopTimer = clock.after(most, () =>
          settle({ kind: 'lost', why: `no answer within ${most / 1000} s` }),
        )
        const leftAt = time.elapsed
        const back = (answer: Answer) => {
          if (settled || !machine.isOn) return
          options.onAnswer(machine, request, answer, leftAt)
          settle(answered(request, answer, started, clock.monotonic()))
        }
        const cut = (text: string) => {
          if (settled || !machine.isOn) return
          if (text !== '') request.intake?.(text)
          settle(GONE)
        }
        route.travel(name, request, fault, back, cut)
      })
    return {
      send,
      close() {
        for (const end of open) end()
      },
    }
  }

  return {
    openHttp: (machine) => (_restUrl, clock, limits) => openHttp(machine, clock, limits),
    arm: (kind, fault) => void armed.push({ kind, fault }),
    outage(ms, swallows) {
      outage = { until: time.elapsed + ms, swallows }
    },
    endTokens: () => answers.endTokens(),
    heal() {
      armed.length = 0
      outage = null
      answers.heal()
      options.variant?.heal()
    },
    pending: () => route.pending(),
  }
}
