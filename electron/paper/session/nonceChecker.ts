/** The six nonce rules (docs/api.md#5.nonce.1): nanoseconds, a window around the broker's time, single use per key. Checks no signature. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'

/** Stores used nonces as long as the window would accept them again; survives a restart where the broker stores its state. */
export interface NonceStore {
  has(publicKey: string, nonce: bigint): boolean
  add(publicKey: string, nonce: bigint): void
  /** Removes nonces at or below `latest`, of all keys. */
  forget(latest: bigint): void
}

export interface NonceChecker {
  /** Whether the nonce could be used now; fails with one sentence. Does not use it up. */
  check(publicKey: string, nonce: string): Result<null, string>
  /** Checks the nonce and, when it passes, uses it up. */
  use(publicKey: string, nonce: string): Result<null, string>
}

const NS_PER_MS = 1_000_000n
const BEHIND_NS = 30_000n * NS_PER_MS
const AHEAD_NS = 5_000n * NS_PER_MS
/** Number of uses between removals of old nonces: keeps the store as small as the window. */
const SWEEP_EVERY = 256

/** Nonces need not increase. REST and WebSocket share their nonces. */
export function createNonceChecker(store: NonceStore, clock: Clock): NonceChecker {
  const oldest = () => BigInt(Math.floor(clock.now())) * NS_PER_MS - BEHIND_NS - 1n
  // Nonces at or below this limit stay refused even when the clock goes back: the store has forgotten them.
  let refusedUpTo = oldest()
  let used = 0
  store.forget(refusedUpTo)

  const check = (publicKey: string, text: string): Result<null, string> => {
    if (!/^[1-9]\d{0,19}$/.test(text)) return fail('the nonce must be a Unix timestamp in nanoseconds')
    const nonce = BigInt(text)
    const now = BigInt(Math.floor(clock.now())) * NS_PER_MS
    if (nonce < now - BEHIND_NS || nonce <= refusedUpTo)
      return fail('the nonce is more than 30 s behind: it must be a Unix timestamp in nanoseconds')
    if (nonce > now + AHEAD_NS) return fail('the nonce is more than 5 s ahead')
    return store.has(publicKey, nonce) ? fail('the nonce was used before') : ok(null)
  }

  return {
    check,
    use(publicKey, text) {
      const checked = check(publicKey, text)
      if (!checked.ok) return checked
      store.add(publicKey, BigInt(text))
      used += 1
      if (used % SWEEP_EVERY === 0) {
        if (oldest() > refusedUpTo) refusedUpTo = oldest()
        store.forget(refusedUpTo)
      }
      return ok(null)
    },
  }
}
