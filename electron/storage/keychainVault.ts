/** Passwords in the operating system's keychain, one entry per venue. Refuses where there is none; keeps them nowhere else. */

import { AsyncEntry } from 'keytar'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Clock } from '../../shared/base/clock.ts'
import type { Credentials, SigningKey, Vault } from '../core/ports.ts'

const SERVICE = 'openpit'
/** Entry that is looked for, and never written, to learn whether the keychain answers. */
const PROBE = 'openpit-probe'
/** Ms to wait for a keychain: a locked one may be asking its owner for a password. */
const PATIENCE = 20_000
/** Ms for the first look at start, which asks for nothing. */
const PROBE_PATIENCE = 5_000

/**
 * Unpinned, the package falls back to the Linux kernel keyring where no Secret Service answers: memory only, lost at the next start,
 * and told to nobody. Pinned, it fails instead. Other systems have one keychain and ignore the option.
 */
const PINNED = { linux: { store: 'secret-service' } } as const

function isSigningKey(value: unknown): value is SigningKey {
  if (typeof value !== 'object' || value === null) return false
  const { publicKey, privateKeyPem } = value as Partial<Record<string, unknown>>
  return typeof publicKey === 'string' && typeof privateKeyPem === 'string'
}

function readStored(text: string): Credentials | null {
  try {
    const read = JSON.parse(text) as Partial<Record<string, unknown>> | null
    const { username, password, signingKey } = read ?? {}
    if (typeof username !== 'string' || typeof password !== 'string') return null
    return isSigningKey(signingKey) ? { username, password, signingKey } : { username, password }
  } catch {
    // Not ours, or cut short: the caller says so, without the text.
    return null
  }
}

const NO_KEYCHAIN: Readonly<Record<string, string>> = {
  linux:
    'No Secret Service answers on this machine, so no password can be kept. Start GNOME Keyring or KWallet and unlock it.',
}
const noKeychain = (platform: string): string =>
  NO_KEYCHAIN[platform] ??
  'The keychain of this machine does not answer, so no password can be kept. Unlock it.'

/** `platform` is `process.platform`. Every wait is bounded; every failure is one sentence without the keychain's own words. */
export function openKeychainVault(clock: Clock, platform: string): Vault {
  const entryOf = (account: string) => new AsyncEntry(SERVICE, account, PINNED)

  /** Runs against the keychain; null when it is missing, refuses or stays silent. */
  const attempt = async <T>(
    patience: number,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ value: T } | null> => {
    const abort = new AbortController()
    let stop = () => {}
    const late = new Promise<null>((resolve) => {
      stop = clock.after(patience, () => {
        abort.abort()
        resolve(null)
      })
    })
    try {
      return await Promise.race([run(abort.signal).then((value) => ({ value })), late])
    } catch {
      // The keychain's error may quote what it was given; our sentence does not.
      return null
    } finally {
      stop()
    }
  }

  return {
    async status() {
      const found = await attempt(PROBE_PATIENCE, async (signal) => entryOf(PROBE).getPassword(signal))
      return found ? { available: true, message: null } : { available: false, message: noKeychain(platform) }
    },
    async save(venueId, credentials): Promise<Result<null, string>> {
      const { username, password, signingKey } = credentials
      const text = JSON.stringify({ username, password, ...(signingKey ? { signingKey } : {}) })
      const done = await attempt(PATIENCE, async (signal) => entryOf(venueId).setPassword(text, signal))
      return done ? ok(null) : fail(noKeychain(platform))
    },
    async load(venueId): Promise<Result<Credentials | null, string>> {
      const found = await attempt(PATIENCE, async (signal) => entryOf(venueId).getPassword(signal))
      if (!found) return fail(`${noKeychain(platform)} Type the password instead.`)
      if (found.value === null || found.value === undefined) return ok(null)
      const read = readStored(found.value)
      return read
        ? ok(read)
        : fail('What the keychain holds for this venue cannot be read. Type the password again.')
    },
    async forget(venueId): Promise<Result<null, string>> {
      const done = await attempt(PATIENCE, async (signal) => entryOf(venueId).deleteCredential(signal))
      return done ? ok(null) : fail(`${noKeychain(platform)} The stored password was not removed.`)
    },
  }
}
