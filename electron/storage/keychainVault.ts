/** Stores passwords in the operating system's keychain, one entry per venue. Fails where there is no keychain; stores them nowhere else. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { Clock } from '../../shared/base/clock.ts'
import type { Credentials, SigningKey } from '../core/ports/credentials.ts'
import type { Vault } from '../core/ports/vault.ts'
import { openKeychain } from './keychain.ts'

/** An entry that is read, and never written, to find out whether the keychain answers. */
const PROBE = 'openpit-probe'
/** Ms to wait for the probe, which needs no password. */
const PROBE_PATIENCE = 5_000

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
    // Not written by Openpit, or cut short. The caller's sentence does not quote the text.
    return null
  }
}

const NO_KEYCHAIN: Readonly<Record<string, string>> = {
  linux:
    'No Secret Service answers on this machine, so no password can be stored. Start GNOME Keyring or KWallet and unlock it.',
}
const noKeychain = (platform: string): string =>
  NO_KEYCHAIN[platform] ??
  'The keychain of this machine does not answer, so no password can be stored. Unlock the keychain.'

/** `platform` is `process.platform`. Every wait is bounded; every failure is one sentence without the keychain's own words. */
export function openKeychainVault(clock: Clock, platform: string): Vault {
  const keychain = openKeychain(clock)
  return {
    async status() {
      const found = await keychain.read(PROBE, PROBE_PATIENCE)
      return found ? { available: true, message: null } : { available: false, message: noKeychain(platform) }
    },
    async save(venueId, credentials): Promise<Result<null, string>> {
      const { username, password, signingKey } = credentials
      const text = JSON.stringify({ username, password, ...(signingKey ? { signingKey } : {}) })
      const done = await keychain.write(venueId, text)
      return done ? ok(null) : fail(noKeychain(platform))
    },
    async load(venueId): Promise<Result<Credentials | null, string>> {
      const found = await keychain.read(venueId)
      if (!found) return fail(`${noKeychain(platform)} Type the password instead.`)
      if (found.text === null) return ok(null)
      const read = readStored(found.text)
      return read
        ? ok(read)
        : fail("The keychain's entry for this venue cannot be read. Type the password again.")
    },
    async forget(venueId): Promise<Result<null, string>> {
      const done = await keychain.remove(venueId)
      return done ? ok(null) : fail(`${noKeychain(platform)} The stored password was not removed.`)
    },
  }
}
