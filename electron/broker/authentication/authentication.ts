/** Signs in at a venue with the proof that the profile requires (docs/api.md#gap.6). Holds the token; returns only signers. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Credentials } from '../../core/ports/credentials.ts'
import type { SignInFailure } from '../../core/ports/brokerAnswers.ts'
import { errorOf } from '../rest/classify.ts'
import type { HttpOutcome, HttpRequest } from '../rest/http.ts'
import { createSigningKeyHolder, SIGNED_OUT } from './signingKeyHolder.ts'
import type { NonceStore, TimeEstimate } from './nonces.ts'
import { openSession, type Session } from './session.ts'
import { bearerSigner, jointSigner, type Signer } from './requestProof.ts'

export interface AuthenticationOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  /** Sends without the request queue: every other request waits for these. */
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** The venue's time; null while it is unknown, also after the machine slept. */
  readonly venueTime: () => TimeEstimate
  readonly nonces: NonceStore
  /** The token or its end changed. */
  readonly onChange: () => void
  /** The session ended for good: the dealer must act. */
  readonly onSignedOff: (why: SignInFailure) => void
}

export interface Authentication {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** Returns the proof of the next request. Fails with one sentence while signed out or while the venue's time is not known. */
  signer(): Promise<Result<Signer, string>>
  /** Reports whether the venue accepted a request after a possible renewal of the proof. Three refusals in a row end the session. */
  proofAnswered(accepted: boolean): void
  /** When the token ends; null without a token, or where the venue does not say. */
  expiresAt(): EpochMs | null
  close(): void
}

/** Refusals in a row that end the session. */
const REFUSED_FRESH = 3
const failure = (kind: SignInFailure['kind'], message: string) => fail({ kind, code: null, message })

export function openAuthentication(options: AuthenticationOptions): Authentication {
  const { profile, clock, send } = options
  const wantsToken = profile.auth !== 'signed'
  const wantsSignature = profile.auth !== 'bearer'
  const signingKeyHolder = createSigningKeyHolder(options)
  let refusedInARow = 0
  let signedIn = false
  let generation = 0

  const session: Session = openSession({
    profile,
    clock,
    random: options.random,
    send,
    serverNow: () => options.venueTime()?.time ?? clock.now(),
    onChange: options.onChange,
    onSignedOff(why) {
      forget()
      options.onSignedOff(why)
    },
  })

  function forget(): void {
    generation += 1
    signedIn = false
    signingKeyHolder.forget()
    session.close()
  }

  async function tokenSigner(): Promise<Result<Signer, string>> {
    const token = await session.token()
    return token === null ? fail(SIGNED_OUT) : ok(bearerSigner(token, (refused) => session.renew(refused)))
  }

  async function signer(): Promise<Result<Signer, string>> {
    if (!wantsSignature) return tokenSigner()
    if (!wantsToken) return signingKeyHolder.signer()
    const [bearer, signed] = [await tokenSigner(), await signingKeyHolder.signer()]
    if (!bearer.ok) return bearer
    return signed.ok ? ok(jointSigner(bearer.value, signed.value)) : signed
  }

  /** Sends a small read with the new key: a wrong key must show at sign-in, not at the first order. */
  async function tryKey(): Promise<Result<null, SignInFailure>> {
    const made = await signer()
    if (!made.ok) return failure('unreachable', `The venue cannot be reached: ${made.failure}.`)
    const path = profile.paths.instruments
    const proof = made.value.headers('GET', path, null)
    if (!proof.ok) return failure('unreachable', `Nothing can be signed now: ${proof.failure}.`)
    const outcome = await send({
      method: 'GET',
      path,
      headers: { ...proof.value.headers, accept: 'application/json' },
      body: null,
    })
    if (outcome.kind !== 'answered')
      return failure('unreachable', `The venue cannot be reached: ${outcome.why}.`)
    if (outcome.status === 401 || outcome.status === 403) {
      // The venue's code adds little to the status: the sentence below says what to do.
      const words = errorOf(outcome).code ?? outcome.status
      return failure(
        'bad-credentials',
        `The venue does not accept the signing key (${words}). Check that it knows this public key, and the header names in the venue profile.`,
      )
    }
    return outcome.status < 300
      ? ok(null)
      : failure('unreachable', `The venue cannot take signed requests now (${outcome.status}).`)
  }

  async function takeKey(credentials: Credentials): Promise<Result<null, SignInFailure>> {
    const { signingKey } = credentials
    if (!signingKey)
      return failure(
        'bad-credentials',
        'This venue takes signed requests. Enter the key pair of the broker account.',
      )
    const read = signingKeyHolder.useKey(signingKey)
    if (!read.ok) return failure('bad-credentials', read.failure)
    const generationAtStart = generation
    const tried = await tryKey()
    if (generationAtStart !== generation) return failure('unreachable', 'The session was closed meanwhile.')
    return tried
  }

  return {
    async signIn(credentials) {
      forget()
      refusedInARow = 0
      const { username, password } = credentials
      const loggedIn = wantsToken ? await session.signIn({ username, password }) : ok(null)
      const done = loggedIn.ok && wantsSignature ? await takeKey(credentials) : loggedIn
      signedIn = done.ok
      if (!done.ok) forget()
      return done
    },
    signer,
    proofAnswered(accepted) {
      refusedInARow = accepted ? 0 : refusedInARow + 1
      if (refusedInARow < REFUSED_FRESH || !signedIn) return
      forget()
      options.onSignedOff({
        kind: 'unreadable',
        code: null,
        message: wantsSignature
          ? 'The venue refuses every signed request. Check the key and this computer, then sign in again.'
          : 'The venue refuses every token that it issues. Sign in again, or ask the broker.',
      })
    },
    expiresAt: () => session.expiresAt(),
    close: forget,
  }
}
