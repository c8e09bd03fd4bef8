/** Starts the window's paint worker from the page's own origin. The one place that makes a script address trusted, and only this one. */

// The bundler makes this export: the address of the worker as built.
// oxlint-disable-next-line import/default
import address from './worker.ts?worker&url'

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

export function startPaintWorker(): Worker {
  const { trustedTypes } = window as unknown as TrustingWindow
  const policy = trustedTypes.createPolicy(POLICY, { createScriptURL: () => address })
  return new Worker(policy.createScriptURL(address), { type: 'module', name: 'paint' })
}
