/** Adds up what schedules came to. Pure. */

import type { Findings } from './rules/oracles.ts'
import type { Outcome } from './schedule.ts'

/** Kinds that must not occur at all; `unresolved` may, in bearer mode, where nothing proves an order dead. */
const FAULTS = ['lost', 'duplicated', 'wronglyDead', 'unknown', 'broken'] as const

export interface Failure {
  readonly seed: number
  /** The first finding of each kind. */
  readonly why: readonly string[]
}

export interface Tally {
  schedules: number
  /** Of them: with signed requests; with a crash that happened. */
  signed: number
  crashed: number
  intents: number
  faults: number
  crashes: number
  /** Legs of brackets that left. */
  legs: number
  /** Orders of scales that left. */
  scaleOrders: number
  /** Orders of blocks that left. */
  blockOrders: number
  lost: number
  duplicated: number
  wronglyDead: number
  /** Fates still open after everything healed, in signed mode or not listed as unresolved. */
  unknown: number
  /** Rules of every step that were broken. */
  broken: number
  /** Listed for the dealer to decide, bearer mode. */
  unresolved: number
  /** Schedules that went otherwise the second time. */
  uneven: number
  readonly failures: Failure[]
}

export const emptyTally = (): Tally => ({
  schedules: 0,
  signed: 0,
  crashed: 0,
  intents: 0,
  faults: 0,
  crashes: 0,
  legs: 0,
  scaleOrders: 0,
  blockOrders: 0,
  lost: 0,
  duplicated: 0,
  wronglyDead: 0,
  unknown: 0,
  broken: 0,
  unresolved: 0,
  uneven: 0,
  failures: [],
})

/** What is wrong with a schedule: nothing, or one sentence a kind. */
export const faultsOf = (found: Findings): string[] =>
  FAULTS.flatMap((kind) => (found[kind].length === 0 ? [] : [`${kind}: ${found[kind][0]}`]))

/** What crosses from a worker: an outcome without its lines. */
export type WorkerOutcome = Omit<Outcome, 'lines'> & { readonly again: string | null }

export function add(to: Tally, outcome: WorkerOutcome): void {
  to.schedules += 1
  if (outcome.auth === 'signed') to.signed += 1
  if (outcome.crashes > 0) to.crashed += 1
  to.intents += outcome.intents
  to.faults += outcome.faults
  to.crashes += outcome.crashes
  to.legs += outcome.legs
  to.scaleOrders += outcome.scaleOrders
  to.blockOrders += outcome.blockOrders
  for (const kind of FAULTS) to[kind] += outcome[kind].length
  to.unresolved += outcome.unresolved.length
  const why = faultsOf(outcome)
  if (outcome.again !== null && outcome.again !== outcome.hash) {
    to.uneven += 1
    why.push('uneven: the same seed went otherwise the second time')
  }
  if (why.length > 0) to.failures.push({ seed: outcome.seed, why })
}
