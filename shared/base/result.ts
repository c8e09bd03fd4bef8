/** Outcomes that a caller must check. A refusal is a value; only a broken invariant throws. */

/** Either a value or the reason there is none. */
export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F }

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const fail = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({ ok: false, failure })

/** Throws when the program itself is wrong; never for bad input. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${sentence}`)
}

/** Ends a switch over a union: a new member does not compile until the switch handles it. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
