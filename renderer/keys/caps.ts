/** The keys that the dealer moved, for every text that names a key. Set by the window's keys; holds no binding. */

let moved: ReadonlyMap<string, string> = new Map()

/** `caps`: by the cap of a binding's own key, the cap of its present key. */
export function setMovedCaps(caps: ReadonlyMap<string, string>): void {
  moved = caps
}

/** The present cap of the binding that comes with the key `cap`, such as `F2`. */
export const capOf = (cap: string): string => moved.get(cap) ?? cap

const NAMED = /(?<![\w+])(?:Ctrl[ +])?(?:Shift[ +])?(?:F\d{1,2}|(?<=Ctrl[ +])[KP,])(?!\w)/g

/** The sentence with the present keys in the place of those that bindings come with. */
export const withCaps = (sentence: string): string =>
  moved.size === 0
    ? sentence
    : sentence.replaceAll(NAMED, (cap) => moved.get(cap.replaceAll('+', ' ')) ?? cap)
