/** The way of one request through the simulated network and back, with the fault that it meets. Delivers a request at most once, unless a proxy repeats it. */

import type { Random } from '../../../../shared/base/random.ts'
import type { HttpRequest } from '../../../../electron/broker/rest/http.ts'
import type { Answer } from '../../../../electron/paper/api/api.ts'
import type { RequestFault } from '../../plan/faults.ts'
import type { Trace } from '../../trace.ts'
import { isOrderList, type VenueAnswers } from './venueAnswers.ts'
import type { VirtualTime } from '../virtualTime.ts'

export interface RequestRouteOptions {
  readonly time: VirtualTime
  readonly trace: Trace
  readonly random: Random
  readonly answers: VenueAnswers
  /** Reads of the venue do not show this order until then, ms after the world began. */
  readonly onHide: (id: string, until: number) => void
}

export interface RequestRoute {
  /** Ms for one way, drawn anew at each call. */
  latency(): number
  /** One request on its way, from the moment its first byte left. `cut`: the connection ends after `text` of the body. */
  travel(
    name: string,
    request: HttpRequest,
    fault: RequestFault | null,
    back: (answer: Answer) => void,
    cut: (text: string) => void,
  ): void
  /** Deliveries and effects still to come. */
  pending(): number
}

export function openRequestRoute({
  time,
  trace,
  random,
  answers,
  onHide,
}: RequestRouteOptions): RequestRoute {
  let pending = 0
  const latency = () => 3 + random.integer(40)
  const later = (ms: number, run: () => void) => {
    pending += 1
    time.after(ms, () => {
      pending -= 1
      run()
    })
  }

  const travel: RequestRoute['travel'] = (name, request, fault, back, cut) => {
    const arrive = (after: number, then: (answer: Answer) => void) =>
      later(after, () => {
        const answer = answers.receive(request)()
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
        if (!fault.after) return later(there, () => answerIn(latency())(answers.gateway(fault.status)))
        return arrive(there, () => answerIn(latency())(answers.gateway(fault.status)))
      case 'garbage':
        // A list under other names would be a lie that nobody can find out.
        return arrive(there, (answer) =>
          answerIn(latency())(
            answers.garbage(isOrderList(request.path) ? fault.form % 5 : fault.form, answer),
          ),
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
            answers.hide(id, time.elapsed + fault.ms)
            onHide(id, time.elapsed + fault.ms)
          }
          answerIn(latency())(answer)
        })
      case 'queue':
        return later(there, () => {
          const act = answers.receive(request)
          trace.note('venue', `${name} queued for ${fault.ms} ms`)
          later(fault.ms, () => {
            const answer = act()
            trace.note('venue', `${name} done late ${answer.status} ${answer.text.slice(0, 160)}`)
            if (fault.says === 'when-done') answerIn(latency())(answer)
          })
          if (fault.says === '504') answerIn(latency() + 2_000)(answers.gateway(504))
          if (fault.says === '400')
            answerIn(latency() + 5_000)(
              answers.plain(400, '{"code":"ORDER_REQUEST_TIMED_OUT","message":"order request timed out"}'),
            )
        })
    }
  }

  return { latency, travel, pending: () => pending }
}
