/** Disarms every ladder that a change of the window takes to another instrument or customer, and says why. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { targetIn, type InstanceId, type PanelTargets } from './panelInstances.ts'

interface Armed extends PanelTargets {
  readonly armed: Readonly<Partial<Record<InstanceId, EpochMs>>>
  readonly express: Readonly<Partial<Record<InstanceId, EpochMs>>>
  readonly disarmedBecause: string | null
  readonly hidden: ReadonlySet<InstanceId>
}

/** Why a panel has another target now, or is not on screen; null when nothing changed for it. */
export function strayed(
  was: Omit<Armed, 'armed' | 'express'>,
  now: Omit<Armed, 'armed' | 'express'>,
  id: InstanceId,
): string | null {
  const panel = now.panels[id]
  const shown = (code: string | null) => (code === null ? 'none' : shownCode(code))
  if (!panel) return 'the ladder was closed'
  const [before, after] = [targetIn(was, id), targetIn(now, id)]
  if (before.customer !== after.customer)
    return panel.customerLink === null
      ? 'the customer changed'
      : `the customer of link ${panel.customerLink} is ${shown(after.customer)} now`
  if (before.symbol !== after.symbol)
    return panel.instrumentLink === null
      ? 'the instrument changed'
      : `the instrument of link ${panel.instrumentLink} is ${shown(after.symbol)} now`
  return now.hidden.has(id) ? 'the ladder is behind another panel' : null
}

/** Express ends with the arming of its ladder, whatever disarms it. */
function withoutUnarmedExpress<W extends Armed>(now: W): W {
  const on = Object.entries(now.express)
  const left = on.filter(([id]) => now.armed[id as InstanceId] !== undefined)
  return left.length === on.length ? now : { ...now, express: Object.fromEntries(left) }
}

/** `now` without the arming of every ladder that `now` takes to another target. Each ladder of `was` that stays armed has the same target in both. */
export function withoutStrayed<W extends Armed>(was: W, now: W): W {
  const armed = { ...now.armed }
  let because: string | null = null
  for (const id of Object.keys(armed) as InstanceId[]) {
    const why = strayed(was, now, id)
    if (why === null) continue
    delete armed[id]
    because ??= why
  }
  return withoutUnarmedExpress(because === null ? now : { ...now, armed, disarmedBecause: because })
}
