/** The six nonce rules (docs/api.md#5.nonce.1): nanoseconds, a window around our own time, single use per key. Knows no key and no signature. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'

/** Where used nonces are kept as long as they could be used again; survives a restart where the broker keeps its state. */
export interface NonceShelf {
  has(publicKey: string, nonce: bigint): boolean
  add(publicKey: string, nonce: bigint): void
  /** Forgets those at or below `floor`, of all keys. */
  forget(floor: bigint): void
}

export interface NonceBook {
  /** Whether the nonce could be used now; fails with one sentence. Uses it not. */
  check(publicKey: string, nonce: string): Result<null, string>
  /** Checks it and, when it passes, uses it up. */
  use(publicKey: string, nonce: string): Result<null, string>
}

const NS_PER_MS = 1_000_000n
const BEHIND_NS = 30_000n * NS_PER_MS
const AHEAD_NS = 5_000n * NS_PER_MS
/** Old ones are swept out once in so many uses: the shelf stays as small as the window. */
const SWEEP_EVERY = 256

/** Nonces need not increase; REST and WebSocket share one book. */
export function makeNonceBook(shelf: NonceShelf, clock: Clock): NonceBook {
  const oldest = () => BigInt(Math.floor(clock.now())) * NS_PER_MS - BEHIND_NS - 1n
  // Nothing at or below it is accepted any more, even when our clock goes back: what was forgotten there could be used twice.
  let floor = oldest()
  let used = 0
  shelf.forget(floor)

  const check = (publicKey: string, text: string): Result<null, string> => {
    if (!/^[1-9]\d{0,19}$/.test(text)) return fail('the nonce must be a Unix timestamp in nanoseconds')
    const nonce = BigInt(text)
    const now = BigInt(Math.floor(clock.now())) * NS_PER_MS
    if (nonce < now - BEHIND_NS || nonce <= floor)
      return fail('the nonce is more than 30 s behind: it must be a Unix timestamp in nanoseconds')
    if (nonce > now + AHEAD_NS) return fail('the nonce is more than 5 s ahead')
    return shelf.has(publicKey, nonce) ? fail('the nonce was used before') : ok(null)
  }

  return {
    check,
    use(publicKey, text) {
      const checked = check(publicKey, text)
      if (!checked.ok) return checked
      shelf.add(publicKey, BigInt(text))
      used += 1
      if (used % SWEEP_EVERY === 0) {
        if (oldest() > floor) floor = oldest()
        shelf.forget(floor)
      }
      return ok(null)
    },
  }
}
