/** Ends the process in order: on a signal everything is closed once; a second signal does not wait. */

import type { Clock } from '../../shared/base/clock.ts'

/** One wish to end may arrive twice at once: from the terminal and, again, from npm. Only a later one is impatience, ms. */
const SAME_WISH = 1_000

/** Calls `close` at the first SIGINT, SIGTERM or SIGHUP, then exits with 0, or 1 when closing failed. */
export function closeOnSignal(
  clock: Clock,
  close: () => Promise<void>,
  failed: (error: unknown) => void,
): void {
  let since: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (since !== null) {
        if (clock.monotonic() - since > SAME_WISH) process.exit(1)
        return
      }
      since = clock.monotonic()
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          failed(error)
          process.exit(1)
        },
      )
    })
}
