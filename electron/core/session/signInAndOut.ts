/** Signs a dealer in to a venue and out again, and in again where the built-in venue was started anew. Passwords pass through; only `venues/findAndStoreCredentials.ts` stores them. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Broker, OpenBroker } from '../ports/broker.ts'
import type { SignInFailure } from '../ports/brokerAnswers.ts'
import type { ListedVenue } from '../ports/listedVenue.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { SessionState } from './sessionState.ts'
import type { VenueCredentials } from './venues/findAndStoreCredentials.ts'
import { createVenueProcesses } from './venues/startVenueProcess.ts'
import { isTyped } from './venues/checkTypedCredentials.ts'
import type { VenueList } from './venues/venuesInMemory.ts'

export interface SignInOptions {
  readonly openBroker: OpenBroker
  readonly notices: Pick<Notices, 'say'>
  readonly state: SessionState
  readonly venues: VenueList
  readonly credentials: VenueCredentials
  readonly isLocked: () => boolean
  /** A broker is signed in: start reading. */
  readonly opened: (venue: ListedVenue, username: string, broker: Broker) => void
  /** The broker is no longer used: stop reading and close it. */
  readonly closed: () => void
}

type SignedIn = Result<Reply<'session.signIn'>, Failure>

export interface SignIn {
  signIn(request: Request<'session.signIn'>): Promise<SignedIn>
  signOut(): void
  /** Lists a venue with new addresses or credentials. Signs in again where it is the built-in venue in use: its process was started anew. */
  replaceVenue(venue: ListedVenue): void
}

/** One sentence for a failed sign-in, by the venue's code where it gave one. */
export const signInSentence = ({ code, kind, message }: SignInFailure): string =>
  code !== null && (kind === 'bad-credentials' || kind === 'not-verified') ? sentenceOfCode(code) : message

const refused = (sentence: string, field: string | null = null) =>
  fail(failureOf('refused', sentence, field === null ? {} : { field }))

const LOCKED_MEANWHILE =
  'The session was locked during this sign-in, so nobody was signed in anew. Unlock the session, then sign in again.'

const superseded = () => refused('This sign-in was stopped by a later sign-in or sign-out.')

export function createSignIn(options: SignInOptions): SignIn {
  const { openBroker, notices, state, venues, credentials } = options
  /** Grows with every sign-in and sign-out. Results of an older sign-in are dropped. */
  let turn = 0
  const processes = createVenueProcesses()

  const leave = (): void => {
    turn++
    options.closed()
  }

  const signInFailed = (venue: ListedVenue, failure: SignInFailure): SignedIn => {
    const sentence = signInSentence(failure)
    const { kind, code } = failure
    if (kind === 'bad-credentials') credentials.refused(venue.id)
    state.signedOut(sentence)
    const byVenue = kind === 'bad-credentials' || kind === 'not-verified'
    return fail(failureOf(byVenue ? 'rejected-by-venue' : 'not-connected', sentence, { code }))
  }

  /** `again`: the venue in use was started anew. Its windows keep their workspace, closed for new risk as in every read-back. */
  const signIn = async (request: Request<'session.signIn'>, again = false): Promise<SignedIn> => {
    const listed = venues.find(request.venueId)
    if (!listed) return refused('There is no such venue. Choose a venue from the list.', 'venueId')
    if (state.phase === 'signing-in' || processes.isStarting)
      return refused('Openpit is already signing in. Wait a moment.')
    const before = turn
    const running = await processes.start(listed)
    if (!running.ok) return running
    if (listed.start && before !== turn) return superseded()
    const venue = running.value
    const typed = isTyped(request)
    const forKeychain = typed && request.keep === 'keychain'
    const whyNoKeychain = forKeychain ? await credentials.whyNoKeychain() : null
    if (whyNoKeychain !== null) return refused(whyNoKeychain, 'keep')
    const found = await credentials.find(venue, request)
    if (!found.ok) return found
    const { username } = found.value
    // The lock may have fallen while the venue's process started or the keychain answered. Behind it only the venue in use may sign in again.
    if (options.isLocked() && !again) return refused(LOCKED_MEANWHILE)
    leave()
    const mine = turn
    state.use(venue, username, again ? 'reconciling' : 'signing-in', `Signing in to ${venue.profile.name}.`)
    const broker = openBroker(venue.profile)
    const answer = await broker.signIn(found.value)
    if (mine !== turn) {
      broker.close()
      return superseded()
    }
    if (!answer.ok) {
      broker.close()
      return signInFailed(venue, answer.failure)
    }
    if (forKeychain) await credentials.store(venue, found.value)
    else if (typed) credentials.keepForThisRun(venue, found.value)
    if (mine !== turn) {
      broker.close()
      return superseded()
    }
    state.setPhase('reconciling', 'Reading orders, trades and ledger from the venue.')
    options.opened(venue, username, broker)
    return ok({})
  }

  const signInAgain = async (venue: ListedVenue): Promise<void> => {
    const nothingTyped = { username: null, password: null, signingKey: null, keep: 'run' } as const
    const again = await signIn({ venueId: venue.id, ...nothingTyped }, true)
    if (!again.ok) notices.say('error', again.failure.message)
  }

  return {
    signIn: (request) => signIn(request),
    signOut() {
      leave()
      state.signedOut(null)
    },
    replaceVenue(venue) {
      venues.putFirst(venue)
      if (state.venue?.id !== venue.id || !venue.builtIn || state.phase === 'signing-in') return
      void signInAgain(venue)
    },
  }
}
