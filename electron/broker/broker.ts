/** The adapter to the broker API, and the entry of this folder: connects session, queue, HTTP and streams. Never repeats a mutation. */

import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { Broker, BrokerListener, OpenBroker } from '../core/ports/broker.ts'
import type { SocketMaker } from '../net/supervisedSocket.ts'
import { openAuthentication } from './authentication/authentication.ts'
import { memoryNonceStore, type NonceStore } from './authentication/nonces.ts'
import { isSignatureAccepted } from './authentication/requestProof.ts'
import { createServerClock } from './authentication/serverClock.ts'
import { createVenueClock } from './authentication/venueClock.ts'
import { createBrokerConnectionStatus } from './brokerConnectionStatus.ts'
import { createTradeAndLedgerReads } from './tradeAndLedgerReads.ts'
import { createListenerRelay } from './listenerRelay.ts'
import { openPrivateStreams, type PrivateStreams } from './privateStreams.ts'
import { HTTP_LIMITS, openHttp, type HttpLimits, type HttpOutcome, type HttpRequest } from './rest/http.ts'
import { createRequestQueue } from './rest/requestQueue.ts'
import { createRequestRate } from './rest/requestRate.ts'
import { createPresentStateReads } from './presentStateReads.ts'
import { createVenueRest } from './venueRest.ts'
import { createVenueWrites } from './venueWrites.ts'
import { createWebhooks } from './webhooks.ts'

export interface BrokerOptions {
  readonly clock: Clock
  readonly random: Random
  /** Stores the nonces of signed requests from run to run; without a store they are unique within this run. */
  readonly nonces?: NonceStore
  /** Shorter limits, for tests and slow lines. */
  readonly limits?: Partial<HttpLimits>
  /** Silence that ends a stream, ms. */
  readonly livenessMs?: number
  /** Other connections for requests and for streams: for a simulated network. */
  readonly openHttp?: typeof openHttp
  readonly WebSocket?: SocketMaker
}

/** Returns what creates the adapter of a profile. The adapter connects only when it is asked to sign in. */
export const openBroker = (options: BrokerOptions): OpenBroker => {
  // One store for all sessions of this run: the next session may sign with the same key.
  const nonces = options.nonces ?? memoryNonceStore()
  return (profile) => createBroker({ ...options, nonces }, profile)
}

function createBroker(
  options: BrokerOptions & { readonly nonces: NonceStore },
  profile: VenueProfile,
): Broker {
  const { clock, random } = options
  const limits = { ...HTTP_LIMITS, ...options.limits }
  const http = (options.openHttp ?? openHttp)(profile.restUrl, clock, limits)
  const queue = createRequestQueue(clock, limits.connections)
  const rate = createRequestRate(clock)
  const serverClock = createServerClock()
  const venueClock = createVenueClock(clock, serverClock)
  const relay = createListenerRelay()
  const status = createBrokerConnectionStatus(clock, serverClock, () => authentication.expiresAt())
  let streams: PrivateStreams | null = null
  let streamMessages = 0
  let signatureAt: EpochMs | null = null

  const send = async (request: HttpRequest): Promise<HttpOutcome> => {
    rate.sent()
    const outcome = await http.send(request)
    if (outcome.kind === 'answered') {
      rate.answered(outcome.status)
      venueClock.hear(outcome)
      if (isSignatureAccepted(profile, request, outcome)) signatureAt = clock.now()
    }
    status.heard(outcome)
    return outcome
  }

  const authentication = openAuthentication({
    profile,
    clock,
    random,
    send,
    venueTime: () => venueClock.now(),
    nonces: options.nonces,
    onChange() {
      status.changed()
      streams?.proofChanged()
    },
    onSignedOff: (why) => {
      streams?.close()
      streams = null
      relay.current?.signedOff(why)
    },
  })

  const { unreadable, unread } = relay
  const rest = createVenueRest({ profile, clock, queue, authentication, send, unread })
  const openStreams = (listener: BrokerListener) => {
    streams?.close()
    streams = openPrivateStreams({
      profile,
      clock,
      random,
      signer: () => authentication.signer(),
      listener,
      onLink: (channel, state, message) => status.stream(channel, state, message),
      onHeard: () => {
        streamMessages += 1
      },
      ...(options.livenessMs === undefined ? {} : { livenessMs: options.livenessMs }),
      ...(options.WebSocket === undefined ? {} : { WebSocket: options.WebSocket }),
    })
  }

  return {
    ...createPresentStateReads({ profile, clock, rest, unreadable }),
    ...createTradeAndLedgerReads(profile, rest, unreadable, (customer, why) =>
      relay.report((listener) => listener.tradeLost(customer, why)),
    ),
    ...createVenueWrites(profile, rest),
    ...createWebhooks(profile, rest),
    async signIn(credentials) {
      const done = await authentication.signIn(credentials)
      // A new sign-in after the venue ended the session: the listener is still attached, its streams are closed.
      if (done.ok && relay.current && !streams) openStreams(relay.current)
      return done
    },
    listen(listener) {
      relay.attach(listener)
      status.listen((state) => listener.connection(state))
      openStreams(listener)
    },
    restartStreams: (why) => streams?.restart(why),
    venueTime() {
      const known = venueClock.now()
      return known && { earliest: known.time - known.uncertaintyMs }
    },
    load: () => ({ waiting: queue.waiting(), ...rate.read(), streamMessages, signatureAt }),
    close() {
      relay.detach()
      streams?.close()
      streams = null
      status.close()
      authentication.close()
      queue.close()
      http.close()
    },
  }
}
