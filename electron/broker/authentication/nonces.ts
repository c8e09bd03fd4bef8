/** Allocates nonces: one allocator per key for REST and WebSocket (docs/api.md#nonces). Never allocates one twice; reads no clock of its own. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'

/** Stores, by public key, up to which mark nonces were allocated. A persistent store remembers the mark after this run. */
export interface NonceStore {
  /** Digits, or null for a key that has signed nothing yet. */
  read(publicKey: string): string | null
  /** Stored when the call returns: nonces up to `mark` may be allocated from now on. */
  write(publicKey: string, mark: string): void
  /** This installation's number, 0 to 65535: terminals that share a key differ in the last bits of every nonce. */
  readonly salt: number
}

/** The venue's time now, ms since epoch, and its uncertainty, ms; null while the time is unknown. */
export type TimeEstimate = { readonly time: number; readonly uncertaintyMs: number } | null

/** `clock`: the venue's time must be read first. `ahead`: the allocated nonces are too far ahead; after `ms` there is room again. */
export type NonceState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'clock' }
  | { readonly kind: 'ahead'; readonly ms: number }

export interface Nonces {
  state(): NonceState
  /** The next nonce as digits. Fails with one sentence when the state is not ready, and was not a moment ago. */
  take(): Result<string, string>
}

const NS_PER_MS = 1_000_000n
/** The venue accepts −30 s to +5 s around its time. The allocator aims behind that time, where there is more room (docs/api.md#nonces). */
const BIAS_MS = 5_000
/** With an estimate less certain than this, a nonce might fall outside the window. */
const MOST_UNCERTAINTY_MS = 4_000
/** A nonce that is ahead of its aim by more than this waits. */
const MOST_AHEAD_NS = 4_000n * NS_PER_MS
/** A nonce after a wait may be this far ahead: with the worst estimate it is inside the window by a second. */
const SLACK_NS = 1_000n * NS_PER_MS
/** The stored mark is this far ahead, so that it is written once in two seconds and not with every nonce. */
const RESERVE_NS = 2_000n * NS_PER_MS
/** One step of the allocator, ns; what lies below it is the installation's salt. */
const STEP_NS = 1n << 16n

/** Calls `estimate` for every nonce. The first nonce is above the stored mark. */
export function createNonces(publicKey: string, store: NonceStore, estimate: () => TimeEstimate): Nonces {
  const salt = BigInt(store.salt) % STEP_NS
  const stored = store.read(publicKey)
  let last = stored === null ? 0n : BigInt(stored)
  let reserved = last

  const salted = (ns: bigint): bigint => (ns / STEP_NS) * STEP_NS + salt

  const plan = (): { aim: bigint; next: bigint } | null => {
    const now = estimate()
    if (now === null || now.uncertaintyMs > MOST_UNCERTAINTY_MS) return null
    const aim = salted(BigInt(Math.floor(now.time - BIAS_MS)) * NS_PER_MS)
    let next = salted(last)
    if (next <= last) next += STEP_NS
    return { aim, next: next > aim ? next : aim }
  }

  const stateOf = (planned: ReturnType<typeof plan>, most: bigint): NonceState => {
    if (planned === null) return { kind: 'clock' }
    const excess = planned.next - planned.aim - most
    return excess > 0n ? { kind: 'ahead', ms: Number(excess / NS_PER_MS) + 1 } : { kind: 'ready' }
  }

  return {
    state: () => stateOf(plan(), MOST_AHEAD_NS),
    take() {
      const planned = plan()
      const state = stateOf(planned, MOST_AHEAD_NS + SLACK_NS)
      if (planned === null || state.kind === 'clock') return fail("the venue's time is not known well enough")
      if (state.kind === 'ahead')
        return fail(`the venue's clock went back: signed requests wait ${Math.ceil(state.ms / 1000)} s`)
      last = planned.next
      if (last > reserved) {
        reserved = last + RESERVE_NS
        store.write(publicKey, String(reserved))
      }
      return ok(String(last))
    },
  }
}

/** A store that remembers marks only during this run. */
export function memoryNonceStore(salt = 0): NonceStore {
  const marks = new Map<string, string>()
  return {
    salt,
    read: (publicKey) => marks.get(publicKey) ?? null,
    write(publicKey, mark) {
      marks.set(publicKey, mark)
    },
  }
}
