/** What happened in a simulated world, in order, and one number that two equal worlds share. Keeps the lines only where somebody reads them. */

import type { VirtualTime } from './world/virtualTime.ts'

export interface Trace {
  /** Words must not depend on anything but the seed. */
  note(who: string, what: string): void
  /** For the reader of the lines: no part of the hash. */
  detail(who: string, what: string): void
  /** 52 bits in hex. */
  hash(): string
  readonly lines: readonly string[]
}

export function openTrace(time: VirtualTime, keepsLines: boolean): Trace {
  const lines: string[] = []
  // Two lanes of FNV-1a.
  let low = 0x811c9dc5
  let high = 0x050c5d1f
  const lineOf = (who: string, what: string) => `${time.elapsed.toFixed(3)} ${who} ${what}`
  return {
    lines,
    detail(who, what) {
      if (keepsLines) lines.push(lineOf(who, what))
    },
    note(who, what) {
      const line = lineOf(who, what)
      for (let n = 0; n < line.length; n++) {
        const unit = line.charCodeAt(n)
        low = Math.imul(low ^ unit, 0x01000193)
        high = Math.imul(high ^ unit ^ (low >>> 24), 0x01000193)
      }
      if (keepsLines) lines.push(line)
    },
    hash: () => (high >>> 12).toString(16).padStart(5, '0') + (low >>> 0).toString(16).padStart(8, '0'),
  }
}
