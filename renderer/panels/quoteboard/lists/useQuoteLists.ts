/** The dealer's lists in the settings, and their changes. A change is shown at once, and taken back where it could not be saved. */

import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../../../shared/contract/failure.ts'
import { ok } from '../../../../shared/base/result.ts'
import { saveSharedSetting } from '../../../state/windows/saveSharedSetting.ts'
import { useSession } from '../../../state/useSession.ts'
import { ALL, QUOTE_LISTS, readLists, storedText, type QuoteList } from './quoteLists.ts'

export interface QuoteLists {
  readonly lists: readonly QuoteList[]
  /** False until the settings were read. */
  readonly isKnown: boolean
  /** What is stored cannot be read, so the next change replaces it. */
  readonly isUnreadable: boolean
  /** Why the last change was not saved. */
  readonly failure: Failure | null
  readonly change: (change: Change) => void
}

/** Made again of what another window saved meanwhile. */
type Change = (lists: readonly QuoteList[]) => readonly QuoteList[]

const ALL_ALONE = [ALL]

interface Pending {
  readonly text: string
  /** The core confirmed it. The settings may already hold a newer text of another window. */
  readonly isSaved: boolean
}

export function useQuoteLists(): QuoteLists {
  const { client, server } = useSession()
  const settings = useStore(server.settings, ({ value }) => value)
  const stored = settings?.[QUOTE_LISTS]
  const [pending, setPending] = useState<Pending | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const before = useRef(stored)
  /** The text that the core has once it has taken every change of this window, as far as this window knows. */
  const known = useRef(stored)
  /** Texts that this window sent and that the settings have not shown yet, oldest first. */
  const sent = useRef<readonly string[]>([])
  useEffect(() => {
    if (before.current === stored) return
    before.current = stored
    const at = stored === undefined ? -1 : sent.current.indexOf(stored)
    // The settings show a change later than the core takes it: what this window sent since is newer.
    if (at < 0) known.current = stored
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    setPending((waiting) => (waiting === null || waiting.isSaved || waiting.text === stored ? null : waiting))
  }, [stored])

  const text = pending?.text ?? stored
  const read = useMemo(() => readLists(text), [text])
  /** The newest text, also within one turn: two changes in a row build on each other. */
  const newest = useRef(text)
  useEffect(() => {
    newest.current = text
  }, [text])

  const change: QuoteLists['change'] = (make) => {
    // A change of lists that nobody has read would replace all of them.
    if (settings === null) return
    const was = readLists(newest.current) ?? [ALL]
    const now = make(was)
    if (now === was) return
    const value = storedText(now)
    newest.current = value
    setPending({ text: value, isSaved: false })
    setFailure(null)
    void save(make, value)
  }
  const save = async (make: Change, value: string) => {
    const on = known.current
    // The core takes changes in the order in which they are sent. One that waits for the answer about another is lost by a reload.
    known.current = value
    sent.current = [...sent.current, value]
    const saved = await saveSharedSetting({ client }, QUOTE_LISTS, on, (held) =>
      ok(storedText(make(readLists(held) ?? [ALL]))),
    )
    const isNewest = known.current === value
    if (!saved.ok || saved.value !== value) sent.current = sent.current.filter((own) => own !== value)
    if (saved.ok && saved.value !== value) known.current = saved.value
    if (!saved.ok && isNewest) known.current = on
    if (!saved.ok) setFailure(saved.failure)
    setPending((waiting) => {
      if (waiting?.text !== value) return waiting
      return saved.ok && before.current !== saved.value ? { text: saved.value, isSaved: true } : null
    })
  }
  return {
    lists: read ?? ALL_ALONE,
    isKnown: settings !== null,
    isUnreadable: read === null,
    failure,
    change,
  }
}
