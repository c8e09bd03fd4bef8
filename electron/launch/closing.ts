/** Ends the process in order: on a signal everything is closed once; a second signal does not wait. */

/** Calls `close` at the first SIGINT, SIGTERM or SIGHUP, then exits with 0, or 1 when closing failed. */
export function closeOnSignal(close: () => Promise<void>, failed: (error: unknown) => void): void {
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (closing) process.exit(1)
      closing = true
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          failed(error)
          process.exit(1)
        },
      )
    })
}
