/** The key under which an act waits for a second dealer. It names the kind of the act, so that an id of one kind never stands for an act of another. Pure. */

import type { ApprovalKind } from '../../../shared/domain/fourEyes/fourEyesRules.ts'

declare const brand: unique symbol

export type ActKey = string & { readonly [brand]: 'ActKey' }

/** `ids`: what tells the act from others of its kind, such as the intent id that its window chose. */
export const actKey = (kind: ApprovalKind | 'block amend', ...ids: readonly string[]): ActKey =>
  JSON.stringify([kind, ...ids]) as ActKey
