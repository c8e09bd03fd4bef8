/** Checks a venue against its profile by reads alone, and makes the profile that fits. The only request besides GET is the sign-in. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Credentials } from '../../core/ports/credentials.ts'
import type { SocketMaker } from '../../net/supervisedSocket.ts'
import { openAuthentication } from '../authentication/authentication.ts'
import { memoryNonceStore } from '../authentication/nonces.ts'
import { createServerClock } from '../authentication/serverClock.ts'
import { createVenueClock } from '../authentication/venueClock.ts'
import { openHttp, type HttpOutcome } from '../rest/http.ts'
import { profileWith, reportOf, type Finding } from './findings.ts'
import { probeRest } from './probeRest.ts'
import { probeStream } from './probeStream.ts'

export interface VenueCheckOptions {
  readonly profile: VenueProfile
  readonly credentials: Credentials
  readonly customer: CustomerCode | null
  readonly clock: Clock
  readonly random: Random
  readonly WebSocket: SocketMaker
}

export interface VenueCheck {
  readonly findings: readonly Finding[]
  /** The given profile with what was found. */
  readonly profile: VenueProfile
  readonly report: string
}

/** Fails with one sentence where the sign-in fails: nothing else can be asked then. */
export async function checkVenue(options: VenueCheckOptions): Promise<Result<VenueCheck, string>> {
  const { profile, clock, random } = options
  const http = openHttp(profile.restUrl, clock)
  const venueClock = createVenueClock(clock, createServerClock())
  const send = async (request: Parameters<typeof http.send>[0]): Promise<HttpOutcome> => {
    const outcome = await http.send(request)
    if (outcome.kind === 'answered') venueClock.hear(outcome)
    return outcome
  }
  const authentication = openAuthentication({
    profile,
    clock,
    random,
    send,
    venueTime: () => venueClock.now(),
    nonces: memoryNonceStore(),
    onChange: () => {},
    onSignedOff: () => {},
  })
  const get = async (path: string): Promise<HttpOutcome> => {
    const signer = await authentication.signer()
    if (!signer.ok) return { kind: 'not-sent', why: signer.failure }
    const proof = signer.value.headers('GET', path, null)
    if (!proof.ok) return { kind: 'not-sent', why: proof.failure }
    const headers = { ...proof.value.headers, accept: 'application/json' }
    return await send({ method: 'GET', path, headers, body: null })
  }
  try {
    const signedIn = await authentication.signIn(options.credentials)
    if (!signedIn.ok) return fail(signedIn.failure.message)
    const { customer } = options
    const rest = await probeRest({ profile, get, customer, now: () => clock.now() })
    const { WebSocket } = options
    const stream = await probeStream({ profile, symbol: rest.symbol, clock, WebSocket })
    const findings = [...rest.findings, ...stream]
    return ok({ findings, profile: profileWith(profile, findings), report: reportOf(findings) })
  } finally {
    authentication.close()
    http.close()
  }
}
