/** Closes the program in order at the first signal, and says first what stays live at the venue. A second signal ends it at once. */

import type { Clock } from '../../shared/base/clock.ts'

/** One Ctrl+C may arrive twice, from the terminal and from npm. Only a signal after this time, ms, counts as the second. */
const SAME_REQUEST = 1_000

/**
 * Calls `announce`, then `close` at the first SIGINT, SIGTERM or SIGHUP, then exits with 0, or 1 when closing failed. The system may kill the program
 * soon after SIGTERM, so the announcement comes before everything that takes time.
 */
export function closeOnSignal(
  clock: Clock,
  announce: () => void,
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
      // After SIGHUP the console may be gone. That must not keep the journal from its signed end.
      process.stdout.on('error', () => {})
      announce()
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          failed(error)
          process.exit(1)
        },
      )
    })
}
