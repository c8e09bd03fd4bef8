/** Says why a test is passed over on this machine, so that `npm test` can print it. Skips nothing by itself. */

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped; absent when it runs. */
    passedOver?: string
  }
}

interface PassedOver {
  readonly skip?: boolean
  readonly meta?: { readonly passedOver: string }
}

/** Test or suite options that skip where `needed` holds, for one reason in plain words. */
export const passOver = (needed: boolean, reason: string): PassedOver =>
  needed ? { skip: true, meta: { passedOver: reason } } : {}

export const NO_RECORDING = 'no recording of a real market lies beside the project'
