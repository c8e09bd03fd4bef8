/** Tells when this process should end: a signal, or the end of the process that started it. Ends nothing itself. */

import { createInterface } from 'node:readline'

/** Where Electron started us as a utility process: its port to the desk, which ends us itself when it ends. */
interface UtilityHost {
  readonly parentPort?: { on(event: 'message', listener: (event: { data: unknown }) => void): void }
}

/** Calls `hear` with every line that the desk tells us; only with a desk. */
export function onDeskLine(host: NodeJS.Process & UtilityHost, hear: (line: string) => void): void {
  if (host.parentPort) host.parentPort.on('message', ({ data }) => typeof data === 'string' && hear(data))
  else createInterface({ input: host.stdin }).on('line', hear)
}

/** Calls `end`, perhaps more than once. With `parent`, also when whoever started us says so or is gone: the broker must not outlive its desk. */
export function onEndOfLife(host: NodeJS.Process & UtilityHost, parent: boolean, end: () => void): void {
  host.on('SIGTERM', end)
  host.on('SIGINT', end)
  if (!parent) return
  if (host.parentPort) host.parentPort.on('message', ({ data }) => data === 'end' && end())
  else if (host.channel) host.on('disconnect', end)
  else host.stdin.on('end', end).on('close', end).on('error', end).resume()
}
