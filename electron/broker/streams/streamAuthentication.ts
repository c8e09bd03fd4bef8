/** Authenticates the private channels at the venue, and renews the proof before a token ends. Subscribes to nothing itself. */

import type { Result } from '../../../shared/base/result.ts'
import { authenticateMessage } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { SupervisedSocket } from '../../net/supervisedSocket.ts'
import type { Signer } from '../authentication/requestProof.ts'

export interface StreamAuthenticationOptions {
  readonly profile: Pick<VenueProfile, 'stream' | 'numbers'>
  /** Fails with one sentence while signed out. */
  readonly signer: () => Promise<Result<Signer, string>>
  readonly socket: () => Pick<SupervisedSocket, 'send' | 'restart'>
  /** Called in the turn in which the proof is sent: the channels may be subscribed. */
  readonly onProved: () => void
}

export interface StreamAuthentication {
  /** Sends the proof on a new connection, where the venue asks for one. */
  introduce(): Promise<void>
  /** Sends the new token on the live connection, so that the end of the old one loses no channel. */
  extend(): Promise<void>
  /** The venue accepted an `authenticate`. */
  accepted(): void
  /** The venue refused an `authenticate`. Returns true where a further `authenticate` was refused: the channels stay live with the first proof. */
  refused(): boolean
  /** Gets a new proof and opens the socket anew. Channels that fail together need one. */
  renew(why: string): Promise<void>
  close(): void
}

export function createStreamAuthentication(options: StreamAuthenticationOptions): StreamAuthentication {
  const { profile, signer, socket, onProved } = options
  let used: Signer | null = null
  /** The token of the newest `authenticate`. */
  let usedToken: string | null = null
  let isRenewing = false
  /** A further `authenticate` on a live socket: `asked` until it is answered, `refused` by a venue that takes only one. */
  let extension: 'none' | 'asked' | 'refused' = 'none'
  let isClosed = false

  return {
    async introduce() {
      if (profile.stream.authenticate !== 'token') return onProved()
      const signed = await signer()
      if (isClosed) return undefined
      const proof = signed.ok ? signed.value.authenticate() : signed
      if (!proof.ok) return socket().restart(`The private channels wait: ${proof.failure}.`)
      used = signed.ok ? signed.value : null
      usedToken = proof.value.token ?? null
      if (extension === 'asked') extension = 'none'
      socket().send(authenticateMessage(proof.value, profile.numbers.nonce))
      return onProved()
    },
    async extend() {
      if (used === null || extension !== 'none') return
      const signed = await signer()
      const proof = signed.ok ? signed.value.authenticate() : signed
      if (isClosed || used === null || !signed.ok || !proof.ok) return
      const { token = null } = proof.value
      if (token === null || token === usedToken) return
      if (!socket().send(authenticateMessage(proof.value, profile.numbers.nonce))) return
      used = signed.value
      usedToken = token
      extension = 'asked'
    },
    accepted() {
      if (extension === 'asked') extension = 'none'
    },
    refused() {
      if (extension !== 'asked') return false
      // Once the venue ends the channels they are opened anew.
      extension = 'refused'
      return true
    },
    async renew(why) {
      if (isRenewing) return
      isRenewing = true
      const refused = used
      used = null
      await refused?.renew()
      isRenewing = false
      if (!isClosed) socket().restart(why)
    },
    close() {
      isClosed = true
    },
  }
}
