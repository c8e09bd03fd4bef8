/** Starts the window's paint worker from the page's own origin. The only module that creates a trusted script address. */

/** The worker's file beside this file: the source, or the name that the build gives it (`vite.config.ts`). */
const file = import.meta.env.DEV ? './worker.ts' : './paint.js'
const address = new URL(file, import.meta.url).href

/** The part of Trusted Types that this module uses; missing in the types of the DOM. */
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

/** Starts when this module is evaluated, so that the worker loads while the page loads. */
export const paintWorker = startPaintWorker()
