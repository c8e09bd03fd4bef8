/** The proposal of a group, a second old at most, and the saved targets with what this window changed meanwhile. Sends nothing. */

import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { rebalance, type Rebalance } from '../../../shared/domain/rebalance/rebalance.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import {
  NO_CHOICE,
  saveChoice,
  savedChoice,
  toleranceOf,
  type RebalanceChoice,
} from '../../state/rebalance/rebalanceChoice.ts'
import { rebalanceFacts } from '../../state/rebalance/rebalanceFacts.ts'
import { useNow } from '../../state/useNow.ts'
import { useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'

export const rebalanceNow = (session: WindowSession, group: string, choice: RebalanceChoice): Rebalance =>
  rebalance(rebalanceFacts(session, group, choice.lines), toleranceOf(choice))

export function useRebalance(group: string, choice: RebalanceChoice): Rebalance {
  const session = useSession()
  const second = Math.floor(useNow(true) / 1_000)
  const sheet = useStore(session.overlay, ({ open }) => open?.kind ?? '')
  const basis = `${second} ${sheet}`
  return useMemo(
    () => rebalanceNow(session, group, choice),
    // The figures are of a second, and of the moment at which a sheet closed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [session, group, choice, basis],
  )
}

/** What this window chose and the settings do not have yet. */
interface Unsaved {
  readonly group: string
  /** The saved choice that the dealer changed, as text. */
  readonly was: string
  readonly choice: RebalanceChoice
}

export interface ChosenTargets {
  readonly choice: RebalanceChoice
  /** Why the saved targets cannot be read, in one sentence. */
  readonly problem: string | null
  readonly change: (choice: RebalanceChoice) => void
}

export function useTargets(group: string): ChosenTargets {
  const session = useSession()
  const settings = useStore(session.server.settings, ({ value }) => value)
  const venue = useStore(session.server.session, ({ value }) => value?.venueId)
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null)
  const saved = useMemo(
    () => savedChoice(session, group),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [session, group, settings, venue],
  )
  const stored = saved.ok ? saved.value : NO_CHOICE
  const text = JSON.stringify([venue, stored])
  const choice = unsaved?.group === group && unsaved.was === text ? unsaved.choice : stored
  const change = (chosen: RebalanceChoice) => {
    setUnsaved({ group, was: text, choice: chosen })
    const save = async () => {
      const kept = await saveChoice(session, group, chosen)
      if (!kept.ok)
        tell(
          session.notices,
          session.clock,
          'warning',
          `The targets of @${group} are not saved, and stand in this window only: ${kept.failure.message}`,
        )
    }
    void save()
  }
  return { choice, problem: saved.ok ? null : saved.failure, change }
}
