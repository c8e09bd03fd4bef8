/**
 * Finds and stores credentials by venue: typed, in the keychain, or for this run. Passwords and keys reach the vault and the broker only; the
 * settings hold usernames.
 */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Session, VenueSummary } from '../../../../shared/contract/status.ts'
import type { Credentials } from '../../ports/credentials.ts'
import type { Settings } from '../../ports/settings.ts'
import type { Vault } from '../../ports/vault.ts'
import type { ListedVenue } from '../../ports/listedVenue.ts'
import { createListeners, type Listeners } from '../../support/listeners.ts'
import { checkTypedCredentials, isTyped, neededFor, type TypedCredentials } from './checkTypedCredentials.ts'

/** The setting with the username of each venue whose password is in the keychain. */
const ACCOUNTS = 'core-accounts'
/** The setting with the ids of the venues whose password must be typed at the next sign-in, although it is stored. */
const ASKED = 'core-ask-again'

export interface VenueCredentialsOptions {
  readonly vault: Vault
  readonly settings: Settings
  /** Receives warnings for the dealer. */
  readonly warn: (sentence: string) => void
  /** Whether the venue signs in with a password, and not with a key alone. */
  readonly hasPassword: (venueId: string) => boolean
}

export interface VenueCredentials {
  readonly keychain: Session['keychain']
  /** Where the venue's credentials are, and their username, as windows show them. */
  summaryOf(venue: ListedVenue): Pick<VenueSummary, 'credentials' | 'username'>
  /** Checks the machine's keychain. A sentence where a password cannot be stored; null where it can. */
  whyNoKeychain(): Promise<string | null>
  /** The typed credentials, or else the stored credentials of the venue. */
  find(venue: ListedVenue, typed: TypedCredentials): Promise<Result<Credentials, Failure>>
  /** Stores credentials in the keychain; where that fails, for this run, with a warning. */
  store(venue: ListedVenue, credentials: Credentials): Promise<void>
  keepForThisRun(venue: ListedVenue, credentials: Credentials): void
  /** The venue refused the credentials: the dealer must type them again. */
  refused(venueId: string): void
  /** The stored credentials of a venue, asked again or not: to compare, never to sign in. */
  storedFor(venue: ListedVenue): Promise<Result<Credentials, Failure>>
  /**
   * The session was locked: from now on, and after a restart, a stored password signs nobody in before somebody typed it. A stored key waits for
   * one of these passwords, or is pasted again. `keysToo`: whether the lock asks for a password; without one nothing could free the keys.
   */
  askAgain(keysToo: boolean): void
  /** The password of this venue was typed and is right. */
  proven(venueId: string): void
  forget(venueId: string): Promise<Result<Reply<'session.forget'>, Failure>>
  /** Called when windows must be shown another keychain or other credentials. */
  readonly changed: Listeners
}

function readAsked(settings: Settings): Set<string> {
  try {
    const read: unknown = JSON.parse(settings.all()[ASKED] ?? '[]')
    return new Set(Array.isArray(read) ? read.filter((id): id is string => typeof id === 'string') : [])
  } catch {
    // Only this process writes it, whole; a damaged file of settings is reported by its own reader.
    return new Set()
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

export function createVenueCredentials(options: VenueCredentialsOptions): VenueCredentials {
  const { vault, settings, warn, hasPassword } = options
  let keychain: Session['keychain'] = { available: false, message: null }
  /** Credentials of this run, so that a dealer whom the venue signed off need not type them again. */
  const ofThisRun = new Map<string, Credentials>()
  /** Username by venue, of passwords in the keychain. */
  const accounts = readAccounts(settings)
  const asked = readAsked(settings)
  const changed = createListeners()

  const readKeychain = async (): Promise<void> => {
    keychain = await vault.status()
    changed.call()
  }
  void readKeychain()

  const saveAccount = (venueId: string, username: string | null): void => {
    if (username === null) accounts.delete(venueId)
    else accounts.set(venueId, username)
    const saved = settings.save(ACCOUNTS, JSON.stringify(Object.fromEntries(accounts)))
    if (!saved.ok) warn(saved.failure)
  }

  const saveAsked = (): void => {
    const saved = settings.save(ASKED, JSON.stringify([...asked]))
    if (!saved.ok) warn(saved.failure)
    changed.call()
  }
  const proven = (venueId: string): void => {
    if (!asked.delete(venueId)) return
    if (hasPassword(venueId)) for (const other of asked) if (!hasPassword(other)) asked.delete(other)
    saveAsked()
  }
  const storedFor = async (venue: ListedVenue): Promise<Result<Credentials, Failure>> => {
    const known = venue.builtIn ?? ofThisRun.get(venue.id)
    if (known) return ok(known)
    const nothing = fail(neededFor(venue, { username: null, password: null, signingKey: null }))
    if (!accounts.has(venue.id)) return nothing
    const loaded = await vault.load(venue.id)
    if (!loaded.ok) return fail(failureOf('refused', loaded.failure, { field: 'password' }))
    return loaded.value ? ok(loaded.value) : nothing
  }

  return {
    get keychain() {
      return keychain
    },
    summaryOf({ id, builtIn, start }) {
      if (builtIn || start) return { credentials: 'built-in', username: null }
      return {
        credentials: !asked.has(id) && (ofThisRun.has(id) || accounts.has(id)) ? 'stored' : 'needed',
        username: ofThisRun.get(id)?.username ?? accounts.get(id) ?? null,
      }
    },
    async whyNoKeychain() {
      keychain = await vault.status()
      if (keychain.available) return null
      changed.call()
      return `${keychain.message ?? 'This machine has no keychain to store the password in.'} Choose "keep for this run only".`
    },
    async find(venue, typed) {
      if (isTyped(typed)) return checkTypedCredentials(venue, typed)
      return asked.has(venue.id) ? fail(neededFor(venue, typed)) : await storedFor(venue)
    },
    async store(venue, credentials) {
      proven(venue.id)
      const saved = await vault.save(venue.id, credentials)
      if (saved.ok) return saveAccount(venue.id, credentials.username)
      ofThisRun.set(venue.id, credentials)
      warn(`${saved.failure} The password is stored for this run only.`)
    },
    keepForThisRun(venue, credentials) {
      proven(venue.id)
      ofThisRun.set(venue.id, credentials)
    },
    storedFor,
    askAgain(keysToo) {
      for (const venueId of [...accounts.keys(), ...ofThisRun.keys()])
        if (keysToo || hasPassword(venueId)) asked.add(venueId)
      saveAsked()
    },
    proven,
    refused: (venueId) => void ofThisRun.delete(venueId),
    async forget(venueId) {
      ofThisRun.delete(venueId)
      const forgotten = accounts.has(venueId) ? await vault.forget(venueId) : ok(null)
      if (forgotten.ok) {
        saveAccount(venueId, null)
        if (asked.delete(venueId)) saveAsked()
      }
      changed.call()
      return forgotten.ok ? ok({}) : fail(failureOf('refused', forgotten.failure))
    },
    changed,
  }
}
