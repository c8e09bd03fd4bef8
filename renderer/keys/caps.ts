/** The keys that the dealer moved, for every text that names a key. Set by the window's keys; holds no binding and changes no text. */

import type { KeyScope } from '../../shared/domain/settings/keyScope.ts'

let moved: ReadonlyMap<string, string> = new Map()

/** `caps`: by `placeOfCap` of a binding's own key, the cap of its present key. */
export function setMovedCaps(caps: ReadonlyMap<string, string>): void {
  moved = caps
}

/** The same letter has a meaning of its own in each panel. The ladder shares the caps of the window: they never clash. */
export const placeOfCap = (cap: string, panel?: KeyScope): string =>
  panel === undefined || panel === 'ladder' ? cap : `${panel}: ${cap}`

/**
 * The present cap of the binding that comes with the key `cap`, such as `F2`, or `A` of a panel. A sentence calls it where it is written: in a
 * finished sentence a code of the venue may look like a key.
 */
export const capOf = (cap: string, panel?: KeyScope): string => moved.get(placeOfCap(cap, panel)) ?? cap
