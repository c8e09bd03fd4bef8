/** Connects the paper broker to the process that started it: receives its lines and reports its end. Ends nothing itself. */

import { createInterface } from 'node:readline'

/** The port to the parent process when Electron started this one as a utility process. Electron ends a utility process together with its parent. */
interface UtilityHost {
  readonly parentPort?: { on(event: 'message', listener: (event: { data: unknown }) => void): void }
}

/** Calls `hear` with every line from the process that started this one. */
export function onParentLine(host: NodeJS.Process & UtilityHost, hear: (line: string) => void): void {
  if (host.parentPort) host.parentPort.on('message', ({ data }) => typeof data === 'string' && hear(data))
  else createInterface({ input: host.stdin }).on('line', hear)
}

/** Calls `end`, perhaps more than once, on a signal. With `parent`, also when the parent process says so or is gone: the broker must not outlive the terminal. */
export function onEndOfLife(host: NodeJS.Process & UtilityHost, parent: boolean, end: () => void): void {
  host.on('SIGTERM', end)
  host.on('SIGINT', end)
  if (!parent) return
  if (host.parentPort) host.parentPort.on('message', ({ data }) => data === 'end' && end())
  else if (host.channel) host.on('disconnect', end)
  else host.stdin.on('end', end).on('close', end).on('error', end).resume()
}
