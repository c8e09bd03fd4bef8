/** Stores named texts in the operating system's keychain, with every wait bounded. Stores nothing elsewhere. */

import { AsyncEntry } from 'keytar'
import type { Clock } from '../../shared/base/clock.ts'

const SERVICE = 'openpit'
/** Ms to wait for the keychain: a locked keychain may be asking its owner for a password. */
const PATIENCE = 20_000

/**
 * Pins the package to the Secret Service on Linux, so that a missing service is a failure. Without the pin the package silently falls back to
 * the kernel keyring, which is memory only and lost at the next start. Other systems have one keychain and ignore the option.
 */
const PINNED = { linux: { store: 'secret-service' } } as const

/** Every answer is null where the keychain is missing, refuses or does not answer. Its own error is never passed on, because it may quote a secret. */
export interface Keychain {
  /** `text` is null where nothing is stored under the name. `patience` in ms. */
  read(name: string, patience?: number): Promise<{ readonly text: string | null } | null>
  write(name: string, text: string): Promise<{ readonly written: true } | null>
  remove(name: string): Promise<{ readonly removed: true } | null>
}

export function openKeychain(clock: Clock): Keychain {
  const entryOf = (name: string) => new AsyncEntry(SERVICE, name, PINNED)

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
      // The keychain's error may quote the secret, so it is not passed on.
      return null
    } finally {
      stop()
    }
  }

  return {
    async read(name, patience = PATIENCE) {
      const found = await attempt(patience, async (signal) => entryOf(name).getPassword(signal))
      return found && { text: found.value ?? null }
    },
    async write(name, text) {
      const done = await attempt(PATIENCE, async (signal) => entryOf(name).setPassword(text, signal))
      return done && { written: true }
    },
    async remove(name) {
      const done = await attempt(PATIENCE, async (signal) => entryOf(name).deleteCredential(signal))
      return done && { removed: true }
    },
  }
}
