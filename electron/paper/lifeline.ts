/** Tells when this process should end: a signal, or the end of the process that started it. Ends nothing itself. */

/** Calls `end` once. With `parent`, also when stdin ends or the IPC channel closes: the broker must not outlive its desk. */
export function onEndOfLife(host: NodeJS.Process, parent: boolean, end: () => void): void {
  let ended = false
  const once = () => {
    if (ended) return
    ended = true
    end()
  }
  host.on('SIGTERM', once)
  host.on('SIGINT', once)
  if (!parent) return
  if (host.channel) host.on('disconnect', once)
  else host.stdin.on('end', once).on('close', once).on('error', once).resume()
}
