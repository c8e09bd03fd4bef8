/** Starts the window's paint worker from the page's own origin. The one place that makes a script address trusted, and only this one. */

/** The worker's file beside this one: as written, or as the build calls it (`vite.config.ts`). */
const file = import.meta.env.DEV ? './worker.ts' : './paint.js'
const address = new URL(file, import.meta.url).href

/** Trusted Types, as far as it is needed: the library of types leaves it out. */
interface TrustingWindow {
  readonly trustedTypes: {
    createPolicy(
      name: string,
      rules: { createScriptURL(given: string): string },
    ): { createScriptURL(given: string): string }
  }
}

/** The policy's name in `trusted-types` of the page's content policy (`electron/gateway/contentPolicy.ts`). */
const POLICY = 'openpit-paint'

function startPaintWorker(): Worker {
  const { trustedTypes } = window as unknown as TrustingWindow
  const policy = trustedTypes.createPolicy(POLICY, { createScriptURL: () => address })
  return new Worker(policy.createScriptURL(address), { type: 'module', name: 'paint' })
}

/** Runs from the moment this module is read: it reads its scripts beside the page's. */
export const paintWorker = startPaintWorker()
