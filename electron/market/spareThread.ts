/** Starts a market thread before anybody signs in, so that the first book does not wait for the thread to load. Sends the thread nothing. */

import { Worker } from 'node:worker_threads'

/** A thread that waits for its `start`. `entry`: `worker.ts`, or `worker.mjs` when built. */
export const marketThread = (entry: URL): Worker => new Worker(entry, { name: 'market' })

export interface SpareThread {
  /** Hands the thread to the caller; null when it was taken already or could not run. */
  take(): Worker | null
  close(): void
}

export function openSpareThread(entry: URL): SpareThread {
  let spare: Worker | null = marketThread(entry)
  // No report here: the thread that is started in its place fails in the same way and says why.
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
