/** Holds the dealer's signing key and hands out signers, once the venue's time is known and the nonce window has room. The key never leaves this file. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Credentials } from '../../core/ports/credentials.ts'
import type { HttpOutcome, HttpRequest } from '../rest/http.ts'
import { createNonces, type Nonces, type NonceStore, type TimeEstimate } from './nonces.ts'
import { ed25519Signer, readPrivateKey, type PrivateKey, type Signer } from './requestProof.ts'

export interface SigningKeyHolderOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>
  /** The venue's time; null while it is unknown. */
  readonly venueTime: () => TimeEstimate
  readonly nonces: NonceStore
}

export interface SigningKeyHolder {
  /** Takes the key of a sign-in; fails with a sentence where it cannot be read. */
  useKey(signingKey: NonNullable<Credentials['signingKey']>): Result<null, string>
  /** Fails with a clause without a full stop while there is no key, or while the venue's time is not known. */
  signer(): Promise<Result<Signer, string>>
  /** Ends every wait of a signer at once: it fails. */
  forget(): void
}

/** Ms to wait for room in the nonce window. A longer wait is reported to the dealer instead. */
const LONGEST_WAIT_MS = 4_000
export const SIGNED_OUT = 'sign in first'

export function createSigningKeyHolder(options: SigningKeyHolderOptions): SigningKeyHolder {
  const { profile, clock, send } = options
  let key: PrivateKey | null = null
  let nonces: Nonces | null = null
  let hearing: Promise<string | null> | null = null
  /** Ends the waits for room in the nonce window. */
  const waits = new Set<() => void>()

  const waitForRoom = (ms: number): Promise<void> =>
    new Promise((waited) => {
      const end = () => {
        stop()
        waits.delete(end)
        waited()
      }
      const stop = clock.after(ms, end)
      waits.add(end)
    })

  /** Sends a cheap request without a proof: any answer carries the venue's time. Returns null, or why no time came. */
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

  return {
    useKey(signingKey) {
      const read = readPrivateKey(signingKey)
      if (!read.ok) return read
      key = read.value
      nonces = createNonces(key.publicKey, options.nonces, options.venueTime)
      return ok(null)
    },
    async signer() {
      if (nonces?.state().kind === 'clock') {
        const why = await hearTime()
        if (why !== null) return fail(`the venue's time is not known: ${why}`)
      }
      const state = nonces?.state()
      if (state?.kind === 'ahead' && state.ms <= LONGEST_WAIT_MS) await waitForRoom(state.ms)
      // During the wait the dealer may have signed out, or in with another key.
      if (key === null || nonces === null) return fail(SIGNED_OUT)
      return ok(ed25519Signer({ profile, key, nonces, renew: async () => (await hearTime()) === null }))
    },
    forget() {
      key = null
      nonces = null
      for (const end of waits) end()
    },
  }
}
