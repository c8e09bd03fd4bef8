/** Holds the credentials and the token of one sign-in, and renews the token in time. Both stay in this closure: never in a log, an error or a listener. */

import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { readToken } from '../../../shared/broker/accountRecords.ts'
import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Credentials } from '../../core/ports/credentials.ts'
import type { SignInFailure } from '../../core/ports/brokerAnswers.ts'
import { errorOf, jsonOf } from '../rest/classify.ts'
import type { HttpOutcome, HttpRequest } from '../rest/http.ts'

export interface SessionOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  /** Sends a login without the request queue: every other request waits for it. */
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** Server time now, ms since epoch; our own clock before the first `Date`. */
  readonly serverNow: () => EpochMs
  /** The token or its end changed. */
  readonly onChange: () => void
  /** Renewing the session failed for good: the dealer must sign in again. */
  readonly onSignedOff: (why: SignInFailure) => void
}

export interface Session {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** The token to use now; null while signed out. Renews a token that has ended first. */
  token(): Promise<string | null>
  /** Gets another token than `refused`; concurrent callers share one login. False when that failed. */
  renew(refused: string): Promise<boolean>
  /** When the token ends; null where the venue does not say. */
  expiresAt(): EpochMs | null
  close(): void
}

/** `exp` of a JWT in ms since epoch (docs/api.md#gap.5); null when the token is no JWT or has none. A hint only: nothing is verified. */
export function tokenEnd(token: string): EpochMs | null {
  const body = token.split('.')[1]
  if (body === undefined) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    const end = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null
    return typeof end === 'number' && Number.isFinite(end) ? end * 1000 : null
  } catch {
    return null
  }
}

const failure = (kind: SignInFailure['kind'], code: string | null, message: string) =>
  fail({ kind, code, message })

/** What a login answer means (docs/api.md#gap.3). The sentence never repeats the body of a success. */
function readLogin(outcome: HttpOutcome): Result<string, SignInFailure> {
  if (outcome.kind !== 'answered')
    return failure('unreachable', null, `The venue cannot be reached: ${outcome.why}.`)
  const { status } = outcome
  if (status === 200 || status === 201) {
    const body = jsonOf(outcome)
    const token = body.ok ? readToken(body.value) : fail('the answer is not JSON')
    return token.ok
      ? token
      : failure('unreadable', null, `The venue's login answer cannot be read: ${token.failure}.`)
  }
  const { code, message } = errorOf(outcome)
  if (code === 'LOGIN_BAD_CREDENTIALS') return failure('bad-credentials', code, sentenceOfCode(code))
  if (code === 'LOGIN_USER_NOT_VERIFIED') return failure('not-verified', code, sentenceOfCode(code))
  if (status >= 500 || status === 408 || status === 429)
    return failure('unreachable', code, `The venue cannot sign anybody in now (${status}).`)
  if (status === 422)
    return failure(
      'unreadable',
      code,
      `The venue found the login incomplete: ${message ?? 'no field named'}.`,
    )
  return failure(
    'unreadable',
    code,
    code === null
      ? `The venue answered the login with ${status}: check the login path in the venue profile.`
      : sentenceOfCode(code),
  )
}

const final = (why: SignInFailure): boolean => why.kind === 'bad-credentials' || why.kind === 'not-verified'

// A token is renewed after 80 % ± 10 % of its life; a failed renewal is tried again while the old one lasts.
const RENEW_FROM = 0.7
const RENEW_SPREAD = 0.2
const RENEW_AGAIN_MS = 5_000
// Timers count in 32 bits: a token that lives for months is checked again after a day.
const LONGEST_WAIT = 86_400_000

export function openSession(options: SessionOptions): Session {
  const { profile, clock, random } = options
  let credentials: Credentials | null = null
  let token: string | null = null
  let endsAt: EpochMs | null = null
  let login: Promise<Result<null, SignInFailure>> | null = null
  let generation = 0
  let stopTimer: Stop = () => {}

  const forget = () => {
    generation += 1
    credentials = null
    token = null
    endsAt = null
    stopTimer()
    options.onChange()
  }

  const planRenewal = () => {
    stopTimer()
    if (endsAt === null) return
    const left = endsAt - options.serverNow()
    const wait = Math.max(1_000, left * (RENEW_FROM + RENEW_SPREAD * random.next()))
    stopTimer =
      wait > LONGEST_WAIT
        ? clock.after(LONGEST_WAIT, planRenewal)
        : clock.after(wait, () => void renewInTime())
  }

  async function renewInTime(): Promise<void> {
    if (token === null || (await renew(token))) return
    if (credentials !== null) stopTimer = clock.after(RENEW_AGAIN_MS, () => void renewInTime())
  }

  async function logIn(given: Credentials): Promise<Result<null, SignInFailure>> {
    const mine = generation
    const answer = readLogin(
      await options.send({
        method: 'POST',
        path: profile.paths.login,
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ username: given.username, password: given.password }).toString(),
      }),
    )
    if (mine !== generation) return failure('unreachable', null, 'The session was closed meanwhile.')
    if (!answer.ok) return answer
    token = answer.value
    endsAt = tokenEnd(answer.value)
    planRenewal()
    options.onChange()
    return ok(null)
  }

  /** The login under way: concurrent callers wait for the same one. */
  function logInOnce(given: Credentials): Promise<Result<null, SignInFailure>> {
    if (login) return login
    const mine = logIn(given).finally(() => {
      if (login === mine) login = null
    })
    login = mine
    return mine
  }

  const signOff = (why: SignInFailure) => {
    forget()
    options.onSignedOff(why)
  }

  async function renew(refused: string): Promise<boolean> {
    if (token !== null && token !== refused) return true
    if (credentials === null) return false
    const first = login === null
    const done = await logInOnce(credentials)
    if (!done.ok && first && final(done.failure)) signOff(done.failure)
    return done.ok
  }

  return {
    async signIn(given) {
      forget()
      login = null
      const done = await logInOnce(given)
      if (done.ok) credentials = { ...given }
      return done
    },
    async token() {
      const present = token
      if (present !== null && endsAt !== null && endsAt <= options.serverNow())
        return (await renew(present)) ? token : null
      return present
    },
    renew,
    expiresAt: () => endsAt,
    close: forget,
  }
}
