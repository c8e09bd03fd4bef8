/** Holds back a press that was meant for what a panel was before something other than the dealer's hand changed the panel. Sends nothing. */

import type { EnterWatch, Showing } from './enterWatch.ts'

/** Ms that a change which the dealer did not make must be shown before a press counts for the changed panel: about the time in which a hand can still be stopped. */
export const UNASKED_CHANGE_MS = 500

export interface UnaskedChanges {
  /** Call with the state change of a panel. `what`: a clause such as `another window made C1042 the customer of ladder 1`. */
  happened(panel: string, what: string): void
  /** Why the present press must not act on a panel, as whole sentences; null when it may. */
  refusal(panel: string): string | null
}

export function createUnaskedChanges(enters: Pick<EnterWatch, 'show' | 'follows'>): UnaskedChanges {
  /** The last change of each panel. */
  const changes = new Map<string, { readonly what: string; readonly showing: Showing }>()
  return {
    happened: (panel, what) => void changes.set(panel, { what, showing: enters.show() }),
    refusal(panel) {
      const change = changes.get(panel)
      if (change === undefined) return null
      if (enters.follows(change.showing, UNASKED_CHANGE_MS)) {
        changes.delete(panel)
        return null
      }
      return `Nothing was done: just before your press, ${change.what}. Look at the panel, then press again.`
    },
  }
}
