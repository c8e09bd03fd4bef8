/** Checks a venue against its profile by reads alone, and makes the profile that fits. The only request besides GET is the sign-in. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { ProbeName, ProbeProgress } from '../../../shared/domain/venueCheck/venueCheck.ts'
import type { Credentials } from '../../core/ports/credentials.ts'
import type { SignInFailure } from '../../core/ports/brokerAnswers.ts'
import type { SocketMaker } from '../../net/supervisedSocket.ts'
import { openAuthentication } from '../authentication/authentication.ts'
import { memoryNonceStore, type NonceStore } from '../authentication/nonces.ts'
import { isSignatureAccepted } from '../authentication/requestProof.ts'
import { createServerClock } from '../authentication/serverClock.ts'
import { createVenueClock } from '../authentication/venueClock.ts'
import { openHttp, type HttpOutcome } from '../rest/http.ts'
import { commentedProfile } from './commentedProfile.ts'
import { profileWith, reportOf, type Finding } from './findings.ts'
import { probeRest } from './probeRest.ts'
import { probeStream } from './stream/probeStream.ts'
import { createReads } from './reads.ts'
import { recordFindings } from './recordFindings.ts'
import { signatureFindings, type AcceptedSignature } from './signatureFindings.ts'

export interface VenueCheckOptions {
  readonly profile: VenueProfile
  readonly credentials: Credentials
  readonly customer: CustomerCode | null
  readonly clock: Clock
  readonly random: Random
  readonly WebSocket: SocketMaker
  /** Left out: nonces are unique within this check. */
  readonly nonces?: NonceStore
  /** Receives each probe as it begins and ends. */
  readonly onProbe?: (progress: ProbeProgress) => void
  /** Stops the check: no further request is sent. */
  readonly signal?: AbortSignal
}

export interface VenueCheck {
  readonly findings: readonly Finding[]
  /** The given profile with what was found. */
  readonly profile: VenueProfile
  /** The same profile as JSON with comments. */
  readonly text: string
  readonly report: string
}

export const STOPPED = 'The check was stopped. Nothing was changed at the venue, and no profile was written.'

/** Fails with one sentence where the sign-in fails or the check is stopped: nothing else can be asked then. */
export async function checkVenue(options: VenueCheckOptions): Promise<Result<VenueCheck, string>> {
  const { profile, clock, random, signal = new AbortController().signal } = options
  const http = openHttp(profile.restUrl, clock)
  const venueClock = createVenueClock(clock, createServerClock())
  let signature: AcceptedSignature | null = null
  const send = async (request: Parameters<typeof http.send>[0]): Promise<HttpOutcome> => {
    if (signal.aborted) return { kind: 'not-sent', why: 'the check was stopped' }
    const outcome = await http.send(request)
    if (outcome.kind !== 'answered') return outcome
    venueClock.hear(outcome)
    if (isSignatureAccepted(profile, request, outcome))
      signature = { at: clock.now(), venue: venueClock.now() }
    return outcome
  }
  const authentication = openAuthentication({
    profile,
    clock,
    random,
    send,
    venueTime: () => venueClock.now(),
    nonces: options.nonces ?? memoryNonceStore(),
    onChange: () => {},
    onSignedOff: () => {},
  })
  /** Lists may be larger than other answers, so their text is taken as it arrives. */
  const get = async (path: string): Promise<HttpOutcome> => {
    const signer = await authentication.signer()
    if (!signer.ok) return { kind: 'not-sent', why: signer.failure }
    const proof = signer.value.headers('GET', path, null)
    if (!proof.ok) return { kind: 'not-sent', why: proof.failure }
    const headers = { ...proof.value.headers, accept: 'application/json' }
    const text: string[] = []
    const intake = (part: string) => void text.push(part)
    const outcome = await send({ method: 'GET', path, headers, body: null, intake })
    return outcome.kind === 'answered' ? { ...outcome, body: outcome.body + text.join('') } : outcome
  }
  const begins = (probe: ProbeName) => options.onProbe?.({ probe, state: 'running', sentence: null })
  const ends = (probe: ProbeName, isAnswered: boolean, sentence: string) =>
    options.onProbe?.({ probe, state: isAnswered ? 'done' : 'failed', sentence })
  const close = () => {
    authentication.close()
    http.close()
  }
  signal.addEventListener('abort', close)
  try {
    begins('sign-in')
    const signedIn = await authentication.signIn(options.credentials)
    if (signal.aborted) return fail(STOPPED)
    if (!signedIn.ok) {
      ends('sign-in', false, sentenceOf(signedIn.failure))
      return fail(sentenceOf(signedIn.failure))
    }
    ends('sign-in', true, 'The venue accepted the sign-in.')
    const reads = createReads(get, clock, signal)
    const rest = await probeRest({ profile, reads, customer: options.customer, begins, ends })
    if (signal.aborted) return fail(STOPPED)
    begins('stream')
    const { WebSocket } = options
    const stream = await probeStream({ profile, symbols: rest.symbols, clock, WebSocket, signal })
    if (signal.aborted) return fail(STOPPED)
    const form = stream.find(({ about }) => about === 'stream')
    ends('stream', form?.certainty === 'sure', form?.sentence ?? '')
    begins('proof')
    const found = profileWith(profile, [...rest.findings, ...stream])
    const records = recordFindings(found, rest.lists)
    const doubt =
      [...records, ...rest.mainLists].find(({ fit }) => fit !== 'fits') ??
      [...rest.findings, ...stream].find(({ fit }) => fit === 'misfit')
    ends('proof', doubt === undefined, (doubt ?? records[0])?.sentence ?? '')
    const findings = [...records, ...rest.findings, ...stream, ...signatureFindings(profile, signature)]
    return ok({
      findings,
      profile: found,
      text: commentedProfile(found, findings),
      report: reportOf(findings),
    })
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

const sentenceOf = ({ code, kind, message }: SignInFailure): string =>
  code !== null && (kind === 'bad-credentials' || kind === 'not-verified') ? sentenceOfCode(code) : message
