/** Asks the timed market worker of this process what it costs. */

export const WORKER_COSTS = 'openpit-worker-costs'

export interface WorkerCosts {
  /** Time that the thread has had a processor, user and system, µs. */
  readonly cpuUs: number
  /** Heap in use and memory outside of it. */
  readonly heapBytes: number
}

/** A worker that is still starting hears nothing: it is asked again, ms. */
const ASK_EVERY = 250

/** `collect`: after a full collection of garbage. Waits for a worker that is still to come. */
export async function workerCosts(collect = false): Promise<WorkerCosts> {
  const channel = new BroadcastChannel(WORKER_COSTS)
  // A channel between threads has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const ask = () => channel.postMessage(collect ? 'cost after collection' : 'cost')
  const again = setInterval(ask, ASK_EVERY)
  try {
    return await new Promise((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<WorkerCosts | string>) => {
        if (typeof data !== 'string') resolve(data)
      })
      ask()
    })
  } finally {
    clearInterval(again)
    channel.close()
  }
}
