/** The keys that the dealer moved, for every text that names a key. Set by the window's keys; holds no binding and changes no text. */

let moved: ReadonlyMap<string, string> = new Map()

/** `caps`: by the cap of a binding's own key, the cap of its present key. */
export function setMovedCaps(caps: ReadonlyMap<string, string>): void {
  moved = caps
}

/**
 * The present cap of the binding that comes with the key `cap`, such as `F2`. A sentence calls it where it is written: in a finished sentence a code
 * of the venue may look like a key.
 */
export const capOf = (cap: string): string => moved.get(cap) ?? cap
