/** Tells when this process should end: a signal, or the end of the process that started it. Ends nothing itself. */

/** Calls `end`, perhaps more than once. With `parent`, also when stdin ends or the IPC channel closes: the broker must not outlive its desk. */
export function onEndOfLife(host: NodeJS.Process, parent: boolean, end: () => void): void {
  host.on('SIGTERM', end)
  host.on('SIGINT', end)
  if (!parent) return
  if (host.channel) host.on('disconnect', end)
  else host.stdin.on('end', end).on('close', end).on('error', end).resume()
}
