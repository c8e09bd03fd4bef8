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

export interface VenueCredentialsOptions {
  readonly vault: Vault
  readonly settings: Settings
  /** Receives warnings for the dealer. */
  readonly warn: (sentence: string) => void
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
  forget(venueId: string): Promise<Result<Reply<'session.forget'>, Failure>>
  /** Called when windows must be shown another keychain or other credentials. */
  readonly changed: Listeners
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

export function createVenueCredentials({ vault, settings, warn }: VenueCredentialsOptions): VenueCredentials {
  let keychain: Session['keychain'] = { available: false, message: null }
  /** Credentials of this run, so that a dealer whom the venue signed off need not type them again. */
  const ofThisRun = new Map<string, Credentials>()
  /** Username by venue, of passwords in the keychain. */
  const accounts = readAccounts(settings)
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

  return {
    get keychain() {
      return keychain
    },
    summaryOf({ id, builtIn, start }) {
      if (builtIn || start) return { credentials: 'built-in', username: null }
      return {
        credentials: ofThisRun.has(id) || accounts.has(id) ? 'stored' : 'needed',
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
      const known = venue.builtIn ?? ofThisRun.get(venue.id)
      if (known) return ok(known)
      if (!accounts.has(venue.id)) return fail(neededFor(venue, typed))
      const loaded = await vault.load(venue.id)
      if (!loaded.ok) return fail(failureOf('refused', loaded.failure, { field: 'password' }))
      return loaded.value ? ok(loaded.value) : fail(neededFor(venue, typed))
    },
    async store(venue, credentials) {
      const saved = await vault.save(venue.id, credentials)
      if (saved.ok) return saveAccount(venue.id, credentials.username)
      ofThisRun.set(venue.id, credentials)
      warn(`${saved.failure} The password is stored for this run only.`)
    },
    keepForThisRun: (venue, credentials) => void ofThisRun.set(venue.id, credentials),
    refused: (venueId) => void ofThisRun.delete(venueId),
    async forget(venueId) {
      ofThisRun.delete(venueId)
      const forgotten = accounts.has(venueId) ? await vault.forget(venueId) : ok(null)
      if (forgotten.ok) saveAccount(venueId, null)
      changed.call()
      return forgotten.ok ? ok({}) : fail(failureOf('refused', forgotten.failure))
    },
    changed,
  }
}
