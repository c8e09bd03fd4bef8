/** Rows that the dealer pinned: they stand before all others and never scroll away, in the order in which they were pinned. Kept with the panel. */

import { changePanel } from '../../../state/actions/workspaceActions.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import { MOST_PINNED, PLAIN_TABLE } from '../../../state/tableChoices.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import type { ArrangedRows } from './rowOrder.ts'

export const NO_PINS: readonly string[] = []

export interface PinnedRows {
  /** Another object whenever rows came, went or moved. */
  readonly arranged: ArrangedRows
  /** So many rows are pinned: the first ones. */
  readonly pinned: number
}

/** A pinned row that the table does not have, or hides, is left out until it comes back. */
export function pinnedFirst(arranged: ArrangedRows, pins: readonly string[]): PinnedRows {
  if (pins.length === 0) return { arranged, pinned: 0 }
  const keys = Array.from({ length: arranged.count }, (_, index) => arranged.keyAt(index))
  const present = new Set(keys)
  const first = pins.filter((key) => present.has(key))
  if (first.length === 0) return { arranged, pinned: 0 }
  const ahead = new Set(first)
  const ordered = [...first, ...keys.filter((key) => !ahead.has(key))]
  return {
    arranged: { ...arranged, keyAt: (index) => ordered[index] ?? '' },
    pinned: first.length,
  }
}

/** Unpins the rows where all are pinned, else pins those that are not. */
export function togglePins(session: WindowSession, id: InstanceId, keys: readonly string[]): void {
  const { workspace, notices, clock } = session
  const choices = workspace.getState().panels[id]?.table ?? PLAIN_TABLE
  const pins = choices.pinned ?? []
  const areAll = keys.every((key) => pins.includes(key))
  const pinned = areAll
    ? pins.filter((key) => !keys.includes(key))
    : [...pins, ...keys.filter((key) => !pins.includes(key))]
  if (pinned.length > MOST_PINNED)
    return tell(
      notices,
      clock,
      'warning',
      `Nothing was pinned: a table has ${MOST_PINNED} pinned rows at most. Unpin one first.`,
    )
  changePanel(workspace, id, { table: { ...choices, pinned } })
}
