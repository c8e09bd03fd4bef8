/** Records the answers to reads as they pass, without secrets. Changes no request and no answer. */

import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Http, HttpAnswer, HttpRequest } from '../broker/rest/http.ts'
import type { AnswerHead } from './format.ts'
import type { Recorder } from './recorder.ts'
import type { SecretFilter } from './secrets.ts'

const isUnder = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)

/** Whether the request reads orders, trades, ledger or markets. Logins and webhooks, which hold keys, are never recorded. */
function isRecorded({ method, path }: HttpRequest, { paths }: VenueProfile): boolean {
  if (method !== 'GET' || isUnder(path, paths.login) || isUnder(path, paths.webhooks)) return false
  const { customers, trades, transactions, instruments, tickers, marketTrades } = paths
  return [customers, trades, transactions, instruments, tickers, marketTrades].some((prefix) =>
    isUnder(path, prefix),
  )
}

const headOf = (request: HttpRequest, answer: HttpAnswer): AnswerHead => ({
  method: 'GET',
  path: request.path,
  status: answer.status,
  date: answer.headers['date'] ?? null,
  tookMs: Math.max(0, answer.receivedAt - answer.sentAt),
})

/** `close` ends the recorder too, which takes no further record, and drops the known secrets. */
export function recordingHttp(
  http: Http,
  profile: VenueProfile,
  recorder: Recorder,
  secrets: SecretFilter,
): Http {
  return {
    async send(request) {
      secrets.learnRequest(request)
      let taken = ''
      const { intake } = request
      const outcome = await http.send(
        intake
          ? {
              ...request,
              intake(text) {
                taken += text
                intake(text)
              },
            }
          : request,
      )
      if (outcome.kind === 'answered' && isRecorded(request, profile))
        recorder.add(
          'answer',
          0,
          secrets.strip(`${JSON.stringify(headOf(request, outcome))}\n${taken}${outcome.body}`),
        )
      return outcome
    },
    close() {
      http.close()
      void recorder.close()
      secrets.forget()
    },
  }
}
