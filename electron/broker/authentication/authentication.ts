/** One sign-in at a venue, by whichever proof the profile asks for (docs/api.md#gap.6). Holds token and key; hands out signers and nothing else. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Credentials, SignInFailure } from '../../core/ports.ts'
import { errorOf } from '../rest/classify.ts'
import type { HttpOutcome, HttpRequest } from '../rest/http.ts'
import { createNonces, type Nonces, type NonceStore, type TimeEstimate } from './nonces.ts'
import { openSession, type Session } from './session.ts'
import {
  bearerSigner,
  ed25519Signer,
  jointSigner,
  readPrivateKey,
  type PrivateKey,
  type Signer,
} from './signer.ts'

export interface AuthenticationOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  /** Ahead of the queue, because everything waits for it. */
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** The venue's time; null while nothing is known of it, or the machine slept since. */
  readonly venueTime: () => TimeEstimate
  readonly nonces: NonceStore
  /** The token or its end changed. */
  readonly onChange: () => void
  /** The session ended for good: the dealer must act. */
  readonly onSignedOff: (why: SignInFailure) => void
}

export interface Authentication {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** What proves the next request. Fails with one sentence while signed out or while the venue's time is not known. */
  signer(): Promise<Result<Signer, string>>
  /** Whether a request was taken with a signer that had just been renewed: three refusals in a row end the session. */
  judged(accepted: boolean): void
  /** When the token ends; null where there is none or the venue does not say. */
  expiresAt(): EpochMs | null
  close(): void
}

const REFUSED_FRESH = 3
/** Waited for room in the nonce window; longer, and a dealer is better told. */
const LONGEST_WAIT_MS = 4_000
const SIGNED_OUT = 'sign in first'

const failure = (kind: SignInFailure['kind'], message: string) => fail({ kind, code: null, message })

export function openAuthentication(options: AuthenticationOptions): Authentication {
  const { profile, clock, send } = options
  const wantsToken = profile.auth !== 'signed'
  const wantsSignature = profile.auth !== 'bearer'
  let key: PrivateKey | null = null
  let nonces: Nonces | null = null
  let refusedInARow = 0
  let signedIn = false
  let generation = 0
  let hearing: Promise<string | null> | null = null

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
    key = null
    nonces = null
    session.close()
  }

  /** A cheap request without any proof: whatever comes back carries the venue's time. Null, or why it was not heard. */
  function hearTime(): Promise<string | null> {
    hearing ??= send({
      method: 'GET',
      path: profile.paths.instruments,
      headers: { accept: 'application/json' },
      body: null,
    })
      .then((outcome) => {
        if (outcome.kind !== 'answered') return outcome.why
        return options.venueTime() === null ? 'its answers carry no Date header' : null
      })
      .finally(() => {
        hearing = null
      })
    return hearing
  }

  async function signedSigner(): Promise<Result<Signer, string>> {
    if (nonces?.state().kind === 'clock') {
      const why = await hearTime()
      if (why !== null) return fail(`the venue's time is not known: ${why}`)
    }
    const state = nonces?.state()
    if (state?.kind === 'ahead' && state.ms <= LONGEST_WAIT_MS)
      await new Promise<void>((waited) => void clock.after(state.ms, waited))
    // Signed out, or in with another key, while it waited.
    if (key === null || nonces === null) return fail(SIGNED_OUT)
    return ok(ed25519Signer({ profile, key, nonces, renew: async () => (await hearTime()) === null }))
  }

  async function tokenSigner(): Promise<Result<Signer, string>> {
    const token = await session.token()
    return token === null ? fail(SIGNED_OUT) : ok(bearerSigner(token, (refused) => session.renew(refused)))
  }

  async function signer(): Promise<Result<Signer, string>> {
    if (!wantsSignature) return tokenSigner()
    if (!wantsToken) return signedSigner()
    const [bearer, signed] = [await tokenSigner(), await signedSigner()]
    if (!bearer.ok) return bearer
    return signed.ok ? ok(jointSigner(bearer.value, signed.value)) : signed
  }

  /** Asks for something small with the new key: that a key is wrong must show at the door, not at the first order. */
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
      // Its code says no more than the status does: the sentence is what helps.
      const words = errorOf(outcome).code ?? outcome.status
      return failure(
        'bad-credentials',
        `The venue does not accept the signing key (${words}): check that it knows this public key, and the header names in the venue profile.`,
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
        'This venue takes signed requests: give the key pair of the broker account.',
      )
    const read = readPrivateKey(signingKey)
    if (!read.ok) return failure('bad-credentials', read.failure)
    key = read.value
    nonces = createNonces(key.publicKey, options.nonces, options.venueTime)
    const mine = generation
    const tried = await tryKey()
    if (mine !== generation) return failure('unreachable', 'The session was closed meanwhile.')
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
    judged(accepted) {
      refusedInARow = accepted ? 0 : refusedInARow + 1
      if (refusedInARow < REFUSED_FRESH || !signedIn) return
      forget()
      options.onSignedOff({
        kind: 'unreadable',
        code: null,
        message: wantsSignature
          ? 'The venue refuses every signed request: check the key and this computer, then sign in again.'
          : 'The venue refuses every token that it gives out: sign in again, or ask the broker.',
      })
    },
    expiresAt: () => session.expiresAt(),
    close: forget,
  }
}
