/** What gate and limits say to one customer's order of a block, and what that means for the block. Pure; asks nothing. */

import { withCode } from '../../base/shownCode.ts'
import { WAITED_FOR } from '../limits/basketCheck.ts'
import type { LimitFinding } from '../orders/limitDecision.ts'
import type { CustomerCode } from '../scalars.ts'

/** The core's answer about one customer's order at one amount; `unanswered`: there is none, a clause says why. */
export type RowCheck =
  | {
      readonly kind: 'answered'
      /** Why the core would not send it; null: it would. */
      readonly refusal: string | null
      /** Whether the refusal may end while order and customer stay as they are. */
      readonly mayPass: boolean
      /** Limits that the order exceeds, worst first. */
      readonly findings: readonly LimitFinding[]
    }
  | { readonly kind: 'unanswered'; readonly why: string }

export type Verdict =
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'within' }
  | { readonly kind: 'warn'; readonly sentence: string }
  /** Refused now, for a reason that may pass. */
  | { readonly kind: 'held'; readonly sentence: string }
  | { readonly kind: 'block'; readonly sentence: string }

export const verdictOf = (check: RowCheck | undefined): Verdict => {
  if (check === undefined) return { kind: 'unknown', why: 'the limits are being asked' }
  if (check.kind === 'unanswered') return { kind: 'unknown', why: check.why }
  const { refusal, findings, mayPass } = check
  const paced = findings.filter(({ level, limit }) => level === 'block' && WAITED_FOR.has(limit))
  const [worst] = findings.filter((each) => !paced.includes(each))
  const isPaced = paced.some(({ sentence }) => sentence === refusal)
  const why = !isPaced ? refusal : worst?.level === 'block' ? worst.sentence : null
  if (why !== null) return { kind: mayPass ? 'held' : 'block', sentence: why }
  if (worst) return { kind: worst.level, sentence: worst.sentence }
  const [pace] = paced
  return pace ? { kind: 'warn', sentence: `${pace.sentence} The block waits for it.` } : { kind: 'within' }
}

/** What the dealer should look at in a row before the others. */
const PROBLEMS: ReadonlySet<Verdict['kind']> = new Set(['warn', 'held', 'block'])

/** Whether the limits or the gate found something in a row. */
export const isFound = ({ verdict }: { readonly verdict: Verdict }): boolean => PROBLEMS.has(verdict.kind)

export const countWords = (count: number): string => (count === 1 ? '1 customer' : `${count} customers`)

interface JudgedRow {
  readonly customerCode: CustomerCode
  readonly verdict: Verdict
}

/** Why the block is held; null: no row is refused for a reason that may pass. */
export function whyHeld(rows: readonly JudgedRow[]): string | null {
  const held = rows.flatMap(({ customerCode, verdict }) =>
    verdict.kind === 'held' ? [{ customerCode, sentence: verdict.sentence }] : [],
  )
  const [first] = held
  if (!first) return null
  const which = held.length === 1 ? '' : ` for ${countWords(held.length)}, the first`
  return `The block is held${which}: ${withCode(first.customerCode, first.sentence)} Openpit asks again.`
}
