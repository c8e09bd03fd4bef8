/** One read from the core for a panel: value, failure, and reading again. Ignores an answer when a newer request was sent. */

import { useCallback, useEffect, useState } from 'react'
import type { Result } from '../../shared/base/result.ts'
import type { CommandName, Reply, Request } from '../../shared/contract/contract.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import { useLoadable, useSession } from '../state/useSession.ts'

export interface Reading<T> {
  /** The last good answer to this request; null before it. */
  readonly value: T | null
  readonly failure: Failure | null
  readonly busy: boolean
  readonly again: () => void
  /** Replaces the value by an answer from another command. */
  readonly put: (value: T) => void
}

/**
 * Reads when the content of the request changes and when the session becomes ready. `request` null reads nothing. `when` `always` is for
 * reads without a session.
 */
export function useRead<C extends CommandName>(
  name: C,
  request: Request<C> | null,
  when: 'ready' | 'always' = 'ready',
): Reading<Reply<C>> {
  const { client, server } = useSession()
  const phase = useLoadable(server.session).value?.phase
  const ready = when === 'always' || phase === 'ready' || phase === 'channels-down'
  const key = request === null ? null : JSON.stringify(request)
  const [kept, setKept] = useState<{
    readonly key: string | null
    readonly value: Reply<C> | null
    readonly failure: Failure | null
  }>({ key: null, value: null, failure: null })
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (key === null || !ready) return
    let over = false
    const read = async () => {
      setBusy(true)
      const reply: Result<Reply<C>, Failure> = await client.call(name, JSON.parse(key) as Request<C>)
      if (over) return
      setBusy(false)
      setKept((was) => ({
        key,
        value: reply.ok ? reply.value : was.key === key ? was.value : null,
        failure: reply.ok ? null : reply.failure,
      }))
    }
    void read()
    return () => {
      over = true
    }
  }, [client, name, key, ready, turn])
  const mine = kept.key === key
  return {
    value: mine ? kept.value : null,
    failure: mine ? kept.failure : null,
    busy,
    again: useCallback(() => setTurn((was) => was + 1), []),
    put: useCallback((value) => setKept({ key, value, failure: null }), [key]),
  }
}
