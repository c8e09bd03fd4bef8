/** Waits of blocks before their next request: the limits of a second keep it back, or it follows the last one after a moment. Sends nothing. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'

/** Ms until a request is tried again that the limits of a second kept back. */
export const PACE = 100

export interface Paces {
  isWaiting(blockId: string): boolean
  /** A longer wait takes the place of a shorter one. */
  wait(blockId: string, ms: number): void
  stop(): void
}

/** `over`: called after each wait. */
export function createPaces(clock: Clock, over: (blockId: string) => void): Paces {
  const waits = new Map<string, { readonly ms: number; readonly stop: Stop }>()
  return {
    isWaiting: (blockId) => waits.has(blockId),
    wait(blockId, ms) {
      const known = waits.get(blockId)
      if (known && known.ms >= ms) return
      known?.stop()
      const stop = clock.after(ms, () => {
        waits.delete(blockId)
        over(blockId)
      })
      waits.set(blockId, { ms, stop })
    },
    stop() {
      for (const { stop } of waits.values()) stop()
      waits.clear()
    },
  }
}
