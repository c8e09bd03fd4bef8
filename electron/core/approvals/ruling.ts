/** The one decision about an act under four eyes: it is free, waits for a second dealer, or nobody may ask for one. Also says it beforehand. Holds nothing. */

import type { Request } from '../../../shared/contract/contract.ts'
import {
  isInForce,
  needsSecondDealer,
  type JudgedAct,
} from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { FourEyesRegister } from './fourEyesRegister.ts'
import type { NamedDealer, ProvenDealer } from './provenDealer.ts'

/** What a form writes. The rules judge the amend of a block as a block. */
export type WrittenKind = Request<'approval.foretell'>['act']['kind']

/** `unknown`: nobody can read the rules. `nobody`: the act needs a second dealer, and nobody may ask for one. `why`: sentences. */
export type Ruling =
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'nobody'; readonly why: string }
  | { readonly kind: 'waits'; readonly named: DealerName }

export interface Rulings {
  on(act: JudgedAct): Ruling
  /** Whether the rules are known and name no act. */
  isOff(): boolean
  /** The ruling on an act that is only being written, `written` as what: one or two sentences. Null: it would go on. */
  foretell(act: JudgedAct, written: WrittenKind): string | null
}

/** In a sentence: `This order …`. */
const NAMES: Readonly<Record<WrittenKind, string>> = {
  order: 'order',
  scale: 'scale',
  block: 'block',
  amend: 'change',
  blockAmend: 'change',
  import: 'import',
}

export function createRulings(
  register: FourEyesRegister,
  dealer: Pick<ProvenDealer, 'whyNobody'>,
  maker: NamedDealer,
): Rulings {
  const on = (act: JudgedAct): Ruling => {
    if (register.problem !== null) return { kind: 'unknown', why: register.problem }
    if (!needsSecondDealer(register.now.rules, act)) return { kind: 'free' }
    const nobody = dealer.whyNobody()
    const { named } = maker
    return nobody !== null || named === null
      ? { kind: 'nobody', why: nobody ?? '' }
      : { kind: 'waits', named }
  }
  return {
    on,
    isOff: () => register.problem === null && !isInForce(register.now.rules),
    foretell(act, written) {
      const ruling = on(act)
      const name = NAMES[written]
      if (ruling.kind === 'free') return null
      if (ruling.kind === 'unknown') return `This ${name} would be refused. ${ruling.why}`
      if (ruling.kind === 'nobody')
        return `This ${name} needs a second dealer and would be refused. ${ruling.why}`
      return `This ${name} will wait for a second dealer.`
    },
  }
}
