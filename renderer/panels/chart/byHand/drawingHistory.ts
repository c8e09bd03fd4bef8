/** Undo and redo of the drawings on one instrument. Pure. */

import type { Drawing } from '../../../state/stores/chartChoices.ts'

type Drawings = readonly Drawing[]

export interface DrawingHistory {
  /** The drawings before each act, the newest act last. */
  readonly past: readonly Drawings[]
  /** The drawings before each undo, the newest undo last. */
  readonly undone: readonly Drawings[]
}

export const NO_HISTORY: DrawingHistory = { past: [], undone: [] }

/** A history and the drawings that its last act left, as text. */
export interface KeptHistory {
  readonly history: DrawingHistory
  readonly left: string
}

export const keep = (history: DrawingHistory, drawings: Drawings): KeptHistory => ({
  history,
  left: JSON.stringify(drawings),
})

/** The history of the drawings that are there now. Others, such as those of another workspace, have none. */
export const historyOf = (kept: KeptHistory | undefined, drawings: Drawings): DrawingHistory =>
  kept?.left === JSON.stringify(drawings) ? kept.history : NO_HISTORY

/** Acts that can be undone. */
export const MOST_ACTS = 50

/** After an act on `before`. What was undone cannot come back. */
export const acted = ({ past }: DrawingHistory, before: Drawings): DrawingHistory => ({
  past: [...past, before].slice(-MOST_ACTS),
  undone: [],
})

export interface Step {
  readonly history: DrawingHistory
  readonly drawings: Drawings
}

/** The drawings before the last act; null where nothing can be undone. */
export function undo({ past, undone }: DrawingHistory, now: Drawings): Step | null {
  const drawings = past.at(-1)
  return drawings ? { drawings, history: { past: past.slice(0, -1), undone: [...undone, now] } } : null
}

/** The drawings before the last undo; null where nothing was undone since the last act. */
export function redo({ past, undone }: DrawingHistory, now: Drawings): Step | null {
  const drawings = undone.at(-1)
  return drawings ? { drawings, history: { past: [...past, now], undone: undone.slice(0, -1) } } : null
}
