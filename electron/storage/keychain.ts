/** Named texts in the operating system's keychain, with every wait bounded. Knows no venue and no journal; keeps nothing elsewhere. */

import { AsyncEntry } from 'keytar'
import type { Clock } from '../../shared/base/clock.ts'

const SERVICE = 'openpit'
/** Ms to wait for a keychain: a locked one may be asking its owner for a password. */
const PATIENCE = 20_000

/**
 * Unpinned, the package falls back to the Linux kernel keyring where no Secret Service answers: memory only, lost at the next start,
 * and told to nobody. Pinned, it fails instead. Other systems have one keychain and ignore the option.
 */
const PINNED = { linux: { store: 'secret-service' } } as const

/** Every answer is null when the keychain is missing, refuses or stays silent: its own words may quote what it was given. */
export interface Keychain {
  /** `text` is null where nothing is kept under the name. `patience` in ms. */
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
      // The keychain's error may quote what it was given; our sentence does not.
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
