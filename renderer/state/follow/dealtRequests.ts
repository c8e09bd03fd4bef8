/** The window's copy of who dealt transfers and fee changes. Followed from the first use on, so that a window that shows none reads no journal. */

import { createStore } from 'zustand/vanilla'
import type { DealtRequest, DealtRequests } from '../../../shared/domain/dealers/dealtRequests.ts'
import type { Loadable, LoadableStore } from '../stores/serverMirrors.ts'
import type { WindowSession } from '../windowSession.ts'

export interface KnownDealtRequests extends DealtRequests {
  /** By customer and code of the ledger row that a transfer became. */
  readonly byCode: ReadonlyMap<string, DealtRequest>
}

export const keyOfTransfer = (customer: string, code: string): string => `${customer} ${code}`

const indexed = (value: DealtRequests): Loadable<KnownDealtRequests> => ({
  value: {
    ...value,
    byCode: new Map(
      value.requests.flatMap((request) =>
        request.code === null ? [] : [[keyOfTransfer(request.customerCode, request.code), request]],
      ),
    ),
  },
  stale: false,
})

const stores = new WeakMap<WindowSession, LoadableStore<KnownDealtRequests>>()

/** Null before the first snapshot. */
export function dealtRequestsOf(session: WindowSession): LoadableStore<KnownDealtRequests> {
  const known = stores.get(session)
  if (known) return known
  const store = createStore<Loadable<KnownDealtRequests>>(() => ({ value: null, stale: false }))
  stores.set(session, store)
  const take = (value: DealtRequests) => store.setState(indexed(value))
  session.client.open('dealtRequests', null, {
    snapshot: take,
    delta: take,
    stale: () => store.setState({ stale: true }),
  })
  return store
}
