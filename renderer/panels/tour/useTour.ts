/** The practice tour in this window: reads the state that its steps look at, and stores each step that the state shows as done. Sends no order. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ok } from '../../../shared/base/result.ts'
import type { Session, VenueSummary } from '../../../shared/contract/status.ts'
import { kindOf, type InstanceId } from '../../state/stores/panelInstances.ts'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { saveSharedSetting } from '../../state/windows/saveSharedSetting.ts'
import {
  TOUR_SETTING,
  beginTour,
  leaveStep,
  presentStep,
  readProgress,
  type TourProgress,
} from './tourProgress.ts'
import type { TourState, TourStep } from './tourSteps.ts'

export interface Tour {
  /** Why the tour does not run here, in one sentence; null: it does. */
  readonly refusal: string | null
  /** Why the tour stands still: how far it is cannot be saved. Null: it can. */
  readonly problem: string | null
  /** Null before the settings came. */
  readonly progress: TourProgress | null
  /** Null: the tour is over. */
  readonly step: TourStep | null
  /** What the present step waits for. */
  readonly missing: string | null
  readonly skip: () => void
  readonly restart: () => void
}

/** What this window saved. In force while the settings still have what they had before. */
interface Saved {
  readonly text: string
  readonly over: string | undefined
}

export function useTour(): Tour {
  const session = useSession()
  const { value: stored, stale } = useLoadable(session.server.settings)
  const { value: status } = useLoadable(session.server.session)
  const state = useTourState(session)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const shared = stored?.[TOUR_SETTING]
  const text = saved !== null && saved.over === shared ? saved.text : shared
  const refusal = whyRefused(status)
  const progress = readProgress(text)
  const step = progress && presentStep(progress)
  const missing = step && progress ? step.missing(state, progress.since) : null
  /** A change is on its way to the settings: it is stored once. */
  const [isSaving, setSaving] = useState(false)

  const save = async (change: (was: TourProgress | null) => TourProgress) => {
    setSaving(true)
    const reply = await saveSharedSetting(session, TOUR_SETTING, text, (was) =>
      ok(JSON.stringify(change(readProgress(was)))),
    )
    if (reply.ok) setSaved({ text: reply.value, over: shared })
    setProblem(reply.ok ? null : reply.failure.message)
    setSaving(false)
  }
  const leave = (id: string, how: 'done' | 'skipped') => {
    const now = session.clock.now()
    void save((was) => leaveStep(was ?? beginTour(now), id, how, now))
  }
  const isKnown = stored !== null && !stale && refusal === null
  useEffect(() => {
    if (!isKnown || isSaving || problem !== null) return
    if (progress === null) void save((was) => was ?? beginTour(session.clock.now()))
    else if (step !== null && missing === null)
      leave(step.id, step.undoes !== undefined && progress.skipped.includes(step.undoes) ? 'skipped' : 'done')
    // Each change of the state draws the panel again, and with it this effect.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  })
  return {
    refusal,
    problem,
    progress,
    step,
    missing,
    skip: () => {
      if (step !== null && !isSaving) leave(step.id, 'skipped')
    },
    restart: () => void save(() => beginTour(session.clock.now())),
  }
}

const isPaperBroker = ({ credentials, replay }: VenueSummary): boolean =>
  credentials === 'built-in' && replay === null

function whyRefused(status: Session | null): string | null {
  const venue = status?.venues.find(({ id }) => id === status.venueId)
  if (!venue || isPaperBroker(venue)) return null
  return `The tour sends orders and throws the kill switch, so it runs on the built-in paper broker only. This terminal is signed in to ${venue.name}${venue.replay ? ', a replay' : ''}. Sign out, then press Enter on “Open the paper desk”.`
}

/** Draws the panel anew with every change of what the steps look at. */
function useTourState({ server, workspace, proposals }: WindowSession): TourState {
  const { customer, focusedPanel, armed, disarmedBecause } = useStore(workspace)
  const waiting = useStore(proposals)
  const orders = useStore(server.orders)
  const positions = useStore(server.positions)
  const halts = useLoadable(server.halts)
  const records = useLoadable(server.reconciliation)
  const unreadTrades = useUnread('trades')
  const reconciled = customer === null ? undefined : records.value?.get(customer)
  const keys = customer === null ? [] : (orders.keysByCustomer.get(customer) ?? [])
  return {
    customer,
    closed: reconciled?.open === true ? null : (reconciled?.why ?? 'The customer is still being read.'),
    focusedKind: focusedPanel === null ? null : kindOf(focusedPanel),
    isArmed: Object.keys(armed).length > 0,
    disarmedBecause,
    isProposed: Object.keys(waiting).some((place) => kindOf(place as InstanceId) === 'ladder'),
    orders: orders.known && !orders.stale ? keys.flatMap((key) => orders.rows.get(key) ?? []) : null,
    halts: halts.stale ? null : halts.value,
    positions:
      positions.known && !positions.stale && unreadTrades === null
        ? [...positions.openKeys]
            .flatMap((key) => positions.rows.get(key) ?? [])
            .filter(({ customerCode }) => customerCode === customer)
        : null,
  }
}
