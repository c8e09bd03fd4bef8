/** A market thread that has read its program before anybody signs in, so that the first book does not wait for that. Tells it nothing. */

import { Worker } from 'node:worker_threads'

/** A thread that waits for its `start`. `entry`: `worker.ts`, or `worker.mjs` when built. */
export const marketThread = (entry: URL): Worker => new Worker(entry, { name: 'market' })

export interface SpareThread {
  /** Gives it away; null when it was given already, or could not run. */
  take(): Worker | null
  close(): void
}

export function keepSpareThread(entry: URL): SpareThread {
  let spare: Worker | null = marketThread(entry)
  // One that cannot run is not told of here: the one that is started in its place says why.
  const gone = () => {
    spare = null
  }
  spare.on('error', gone)
  spare.on('exit', gone)
  return {
    take() {
      const taken = spare
      spare = null
      taken?.off('error', gone).off('exit', gone)
      return taken
    },
    close: () => void spare?.terminate(),
  }
}
