/** Acts of this run that were done with an approval, or may have been, so that a second dealer hears of it when the same act is asked for again. */

/** The newest acts are known. Nobody hears that an older one is asked for again. */
const KEPT = 1_000

/** Two numbers of 32 bits and the length: an act holds as much text as an import or a block of 500 customers. Not for secrets. */
function fingerprint(text: string): string {
  let a = 0x811c9dc5
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  return [text.length, a >>> 0, b >>> 0].join(' ')
}

export interface DoneActs {
  /** `same`: equal for two acts that ask for the same thing. `id`: of the request. */
  note(same: string, id: number): void
  /** The newest request of the same act; undefined: none is known. */
  requestOf(same: string): number | undefined
  readonly count: number
}

export function createDoneActs(): DoneActs {
  /** Request ids by fingerprint, the oldest first. */
  const ids = new Map<string, number>()
  return {
    note(same, id) {
      const print = fingerprint(same)
      ids.delete(print)
      ids.set(print, id)
      const [oldest] = ids.keys()
      if (ids.size > KEPT && oldest !== undefined) ids.delete(oldest)
    },
    requestOf: (same) => ids.get(fingerprint(same)),
    get count() {
      return ids.size
    },
  }
}
