/** Runs a piece of work once, however often it was requested in one turn of the event loop. */

/** `run` is called after the present synchronous work, however often the returned function was called. */
export function createOncePerTurn(run: () => void): () => void {
  let isPlanned = false
  const runSoon = async (): Promise<void> => {
    if (isPlanned) return
    isPlanned = true
    await Promise.resolve()
    isPlanned = false
    run()
  }
  return () => void runSoon()
}
