/** Older pages of the venue's ledger, read on demand and kept beside the live rows. */

import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../../shared/contract/failure.ts'
import type { LedgerRow } from '../../shared/domain/ledger.ts'
import type { CustomerCode } from '../../shared/domain/text.ts'
import { ledgerKey } from '../state/serverStores.ts'
import { useSession } from '../useSession.ts'
import type { LedgerRange } from './ledgerFilter.ts'

/** Pages read at one wish while they bring nothing that is not shown already. */
const PAGES_AT_ONCE = 5

export interface LedgerPages {
  /** By key; a live row wins over one of these. */
  readonly rows: ReadonlyMap<string, LedgerRow>
  readonly busy: boolean
  /** The venue has no older row in this range. */
  readonly done: boolean
  readonly failure: Failure | null
  readonly more: () => void
}

interface Kept {
  readonly query: string
  readonly rows: ReadonlyMap<string, LedgerRow>
  readonly before: string | null
  readonly done: boolean
  readonly failure: Failure | null
}

const nothing = (query: string): Kept => ({
  query,
  rows: new Map(),
  before: null,
  done: false,
  failure: null,
})

/** `customer` null: all of them. What was read for another customer or range is forgotten. */
export function useLedgerPages(customer: CustomerCode | null, range: LedgerRange): LedgerPages {
  const { client, server } = useSession()
  const query = `${customer ?? ''} ${range.from ?? ''} ${range.to ?? ''}`
  const [kept, setKept] = useState<Kept>(() => nothing(query))
  const [busy, setBusy] = useState<string | null>(null)
  const asking = useRef<string | null>(null)
  const mine = kept.query === query ? kept : nothing(query)
  const { from, to } = range
  const more = useCallback(() => {
    if (asking.current === query || mine.done) return
    asking.current = query
    setBusy(query)
    const read = async () => {
      const rows = new Map(mine.rows)
      let { before } = mine
      let done = false
      let failure: Failure | null = null
      for (let page = 0; page < PAGES_AT_ONCE && !done; page++) {
        const reply = await client.call('ledger.read', { customerCode: customer, from, to, before })
        if (asking.current !== query) return
        if (!reply.ok) {
          failure = reply.failure
          break
        }
        before = reply.value.next
        done = before === null
        const live = server.ledger.getState().rows
        const fresh = reply.value.rows.filter((of) => !rows.has(ledgerKey(of)) && !live.has(ledgerKey(of)))
        for (const of of reply.value.rows) rows.set(ledgerKey(of), of)
        if (fresh.length > 0) break
      }
      asking.current = null
      setBusy(null)
      setKept({ query, rows, before, done, failure })
    }
    void read()
  }, [client, server, customer, from, to, query, mine])
  return { rows: mine.rows, busy: busy === query, done: mine.done, failure: mine.failure, more }
}
