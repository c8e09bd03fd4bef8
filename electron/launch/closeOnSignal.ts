/** Closes the program in order at the first signal. A second signal ends it at once. */

import type { Clock } from '../../shared/base/clock.ts'

/** One Ctrl+C may arrive twice, from the terminal and from npm. Only a signal after this time, ms, counts as the second. */
const SAME_REQUEST = 1_000

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
        if (clock.monotonic() - since > SAME_REQUEST) process.exit(1)
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
