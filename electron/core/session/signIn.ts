/** Signing in and out: the phase of the session and whose credentials are used. Passwords pass through and are kept by the vault only. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Session, VenueSummary } from '../../../shared/contract/status.ts'
import type { Notices } from '../support/notices.ts'
import type { Broker, Credentials, Log, OpenBroker, Settings, SignInFailure, Vault, Venue } from '../ports.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

/** Which username is kept for which venue; the password is in the keychain. */
const ACCOUNTS = 'core-accounts'

export interface SignInOptions {
  readonly openBroker: OpenBroker
  readonly vault: Vault
  readonly settings: Settings
  readonly log: Log
  readonly notices: Notices
  readonly venues: readonly Venue[]
  /** Whether the dealer may change the profile of this venue. */
  readonly isEditable: (venueId: string) => boolean
  /** A broker is signed in: start reading. */
  readonly opened: (venue: Venue, username: string, broker: Broker) => void
  /** The broker is no longer used: stop reading and close it. */
  readonly closed: () => void
}

type SignedIn = Result<Reply<'session.signIn'>, Failure>

export interface SignInCommands {
  readonly topic: Published<'session'>
  readonly phase: Session['phase']
  readonly venue: Venue | null
  readonly username: string | null
  signIn(request: Request<'session.signIn'>): Promise<SignedIn>
  signOut(): void
  forget(venueId: string): Promise<Result<Reply<'session.forget'>, Failure>>
  setPhase(phase: Session['phase'], message: string | null): void
  readonly venues: readonly Venue[]
  /** Lists a venue, or lists it anew; the session in use goes on as it is. */
  putVenue(venue: Venue): void
  /** Takes a venue off the list and forgets its credentials. */
  dropVenue(venueId: string): void
  /** A venue's addresses or credentials changed (the paper broker was started again). */
  replaceVenue(venue: Venue): void
}

/** One sentence for a failed sign-in; by code where there is one. */
export const signInSentence = (why: SignInFailure): string =>
  why.code !== null && (why.kind === 'bad-credentials' || why.kind === 'not-verified')
    ? sentenceOfCode(why.code)
    : why.message

/** Its own process does not run yet: it has no address and no credentials. */
const isAsleep = (of: Venue): boolean => of.start !== undefined && of.builtIn === null

type Typed = Pick<Request<'session.signIn'>, 'username' | 'password' | 'signingKey'>

const isTyped = ({ username, password, signingKey }: Typed): boolean =>
  (username !== null && password !== null) || signingKey !== null

/** What was typed, when it is what the venue's profile asks for (docs/api.md#gap.6). */
function typedCredentials(
  of: Venue,
  { username, password, signingKey }: Typed,
): Result<Credentials, Failure> {
  const { auth } = of.profile
  const missing = (field: string, sentence: string) => fail(failureOf('refused', sentence, { field }))
  if (auth !== 'signed' && !username) return missing('username', 'Type both username and password.')
  if (auth !== 'signed' && !password) return missing('password', 'Type both username and password.')
  if (auth === 'bearer') return ok({ username: username ?? '', password: password ?? '' })
  if (!signingKey?.publicKey || !signingKey.privateKeyPem)
    return missing('signingKey', `${of.profile.name} wants signed requests: paste public and private key.`)
  // With signed requests alone nobody logs in: the key is the name.
  const name = username || `key ${signingKey.publicKey.slice(0, 12)}`
  return ok({ username: name, password: password ?? '', signingKey })
}

export function createSignIn(parts: SignInOptions): SignInCommands {
  const { openBroker, vault, settings, log, notices } = parts
  let venues = [...parts.venues]
  let phase: Session['phase'] = 'signed-out'
  let venue: Venue | null = null
  let username: string | null = null
  let message: string | null = null
  let keychain: Session['keychain'] = { available: false, message: null }
  /** Grows with every sign-in and sign-out: what finishes late for an older one is dropped. */
  let turn = 0
  let starting = false
  /** Credentials of this run only, so that a dealer signed off by the venue need not type them again. */
  const ofThisRun = new Map<string, Credentials>()
  const accounts = readAccounts(settings)

  const summary = (of: Venue): VenueSummary => ({
    id: of.id,
    name: of.profile.name,
    kind: of.profile.kind,
    restUrl: isAsleep(of) ? '' : of.profile.restUrl,
    credentials:
      of.builtIn || of.start ? 'built-in' : ofThisRun.has(of.id) || accounts.has(of.id) ? 'stored' : 'needed',
    username: of.builtIn || of.start ? null : (ofThisRun.get(of.id)?.username ?? accounts.get(of.id) ?? null),
    auth: of.profile.auth,
    amend: of.profile.capabilities.amend,
    openOrders: of.profile.capabilities.openOrders,
    editable: parts.isEditable(of.id),
    replay: of.replay ?? null,
  })
  const state = (mayTrade: boolean): Session => ({
    phase,
    venues: venues.map(summary),
    venueId: venue?.id ?? null,
    username,
    message,
    keychain,
    mayTrade,
  })
  const topic = publish<'session'>((caller) => state(caller.allows('trade')))
  const tell = () => topic.deltaFor((caller) => state(caller.allows('trade')))
  const setPhase = (next: Session['phase'], words: string | null): void => {
    phase = next
    message = words
    log.info('session', { phase, ...(venue ? { venueId: venue.id } : {}) })
    tell()
  }

  const lookForKeychain = async (): Promise<void> => {
    keychain = await vault.status()
    tell()
  }
  void lookForKeychain()

  const keepAccount = (venueId: string, name: string | null): void => {
    if (name === null) accounts.delete(venueId)
    else accounts.set(venueId, name)
    const saved = settings.save(ACCOUNTS, JSON.stringify(Object.fromEntries(accounts)))
    if (!saved.ok) notices.say('warning', saved.failure)
  }

  const credentialsFor = async (
    of: Venue,
    typed: Request<'session.signIn'>,
  ): Promise<Result<Credentials, Failure>> => {
    if (isTyped(typed)) return typedCredentials(of, typed)
    const held = of.builtIn ?? ofThisRun.get(of.id)
    if (held) return ok(held)
    const needed =
      of.profile.auth === 'signed'
        ? failureOf('refused', `Paste the signing key for ${of.profile.name}.`, { field: 'signingKey' })
        : failureOf('refused', `Type the username and password for ${of.profile.name}.`, {
            field: typed.username === null ? 'username' : 'password',
          })
    if (!accounts.has(of.id)) return fail(needed)
    const loaded = await vault.load(of.id)
    if (!loaded.ok) return fail(failureOf('refused', loaded.failure, { field: 'password' }))
    return loaded.value ? ok(loaded.value) : fail(needed)
  }

  const keep = async (of: Venue, used: Credentials): Promise<void> => {
    const saved = await vault.save(of.id, used)
    if (saved.ok) {
      keepAccount(of.id, used.username)
      return
    }
    ofThisRun.set(of.id, used)
    notices.say('warning', `${saved.failure} The password is kept for this run only.`)
  }

  const leave = (): void => {
    turn++
    parts.closed()
  }

  /** The venue with its process running. One that does not start leaves the session in use as it is. */
  const startOf = async (of: Venue): Promise<Result<Venue, Failure>> => {
    if (!of.start) return ok(of)
    const before = turn
    starting = true
    const started = await of.start()
    starting = false
    if (!started.ok) return fail(failureOf('not-connected', started.failure))
    return before === turn ? started : fail(failureOf('refused', 'Signing in was given up.'))
  }

  /** `again`: the venue in use was started anew. Its windows keep their workspace, closed for new risk as in every read-back. */
  const signIn = async (request: Request<'session.signIn'>, again = false): Promise<SignedIn> => {
    const listed = venues.find((of) => of.id === request.venueId)
    if (!listed)
      return fail(
        failureOf('refused', 'There is no such venue. Choose one of the list.', { field: 'venueId' }),
      )
    if (phase === 'signing-in' || starting)
      return fail(failureOf('refused', 'Signing in already. Wait a moment.'))
    const awake = await startOf(listed)
    if (!awake.ok) return awake
    const chosen = awake.value
    const typed = isTyped(request)
    if (typed && request.keep === 'keychain') {
      const found = await vault.status()
      keychain = found
      if (!found.available) {
        const sentence = `${found.message ?? 'This machine has no keychain to keep the password in.'} Choose "keep for this run only".`
        tell()
        return fail(failureOf('refused', sentence, { field: 'keep' }))
      }
    }
    const credentials = await credentialsFor(chosen, request)
    if (!credentials.ok) return credentials
    leave()
    const mine = turn
    venue = chosen
    username = credentials.value.username
    setPhase(again ? 'reconciling' : 'signing-in', `Signing in to ${chosen.profile.name}.`)
    const broker = openBroker(chosen.profile)
    const answer = await broker.signIn(credentials.value)
    if (mine !== turn) {
      broker.close()
      return fail(failureOf('refused', 'Signing in was given up.'))
    }
    if (!answer.ok) {
      broker.close()
      const sentence = signInSentence(answer.failure)
      if (answer.failure.kind === 'bad-credentials') ofThisRun.delete(chosen.id)
      venue = null
      username = null
      setPhase('signed-out', sentence)
      const refused = answer.failure.kind === 'bad-credentials' || answer.failure.kind === 'not-verified'
      return fail(
        failureOf(refused ? 'rejected-by-venue' : 'not-connected', sentence, { code: answer.failure.code }),
      )
    }
    if (typed && request.keep === 'keychain') await keep(chosen, credentials.value)
    else if (typed) ofThisRun.set(chosen.id, credentials.value)
    if (mine !== turn) {
      broker.close()
      return fail(failureOf('refused', 'Signing in was given up.'))
    }
    setPhase('reconciling', 'Reading orders, trades and ledger from the venue.')
    parts.opened(chosen, credentials.value.username, broker)
    return ok({})
  }

  const forget = async (venueId: string): Promise<Result<Reply<'session.forget'>, Failure>> => {
    ofThisRun.delete(venueId)
    const forgotten = accounts.has(venueId) ? await vault.forget(venueId) : ok(null)
    if (forgotten.ok) keepAccount(venueId, null)
    tell()
    return forgotten.ok ? ok({}) : fail(failureOf('refused', forgotten.failure))
  }

  const forgetAloud = async (venueId: string): Promise<void> => {
    const done = await forget(venueId)
    if (!done.ok) notices.say('warning', done.failure.message)
  }

  const signInAgain = async (to: Venue): Promise<void> => {
    const request = {
      venueId: to.id,
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    } as const
    const again = await signIn(request, true)
    if (!again.ok) notices.say('error', again.failure.message)
  }

  return {
    topic,
    get phase() {
      return phase
    },
    get venue() {
      return venue
    },
    get username() {
      return username
    },
    get venues() {
      return venues
    },
    putVenue(next) {
      venues = venues.some((of) => of.id === next.id)
        ? venues.map((of) => (of.id === next.id ? next : of))
        : [...venues, next]
      tell()
    },
    dropVenue(venueId) {
      venues = venues.filter((of) => of.id !== venueId)
      void forgetAloud(venueId)
    },
    signIn: (request) => signIn(request),
    setPhase,
    signOut() {
      leave()
      venue = null
      username = null
      setPhase('signed-out', null)
    },
    forget,
    replaceVenue(next) {
      venues = venues.some((of) => of.id === next.id)
        ? venues.map((of) => (of.id === next.id ? next : of))
        : [next, ...venues]
      tell()
      if (venue?.id !== next.id || !next.builtIn || phase === 'signing-in') return
      void signInAgain(next)
    },
  }
}

function readAccounts(settings: Settings): Map<string, string> {
  try {
    const read: unknown = JSON.parse(settings.all()[ACCOUNTS] ?? '{}')
    if (typeof read !== 'object' || read === null) return new Map()
    return new Map(
      Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    // Only usernames are lost: the dealer types them again.
    return new Map()
  }
}
