/** The drawings of a chart by mouse, with undo and redo of every act on them. Owns the tool and the selected drawing; the dealer's choices own the drawings. */

import { useEffect, useState, type RefObject } from 'react'
import { MOST_DRAWINGS, type Drawing } from '../../../state/stores/chartChoices.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import { acted, historyOf, keep, redo, undo, type KeptHistory, type Step } from './drawingHistory.ts'
import { drawingName, TOO_MANY, type DrawingKind } from '../drawings/drawings.ts'
import { HandState } from './handState.ts'
import type { DrawingPoint } from '../drawings/moveDrawing.ts'
import { loadShapes } from './loadShapes.ts'
import { useHand } from './useHand.ts'

/** By symbol. */
export type DrawingHistories = Map<string, KeptHistory>

interface DrawingsOptions {
  readonly panel: RefObject<HTMLElement | null>
  /** Holds the canvas. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly symbol: string
  readonly drawings: readonly Drawing[]
  readonly histories: DrawingHistories
  readonly onChange: (drawings: readonly Drawing[]) => void
  /** A change of an own order waits for Enter. A tool and such a change exclude each other, so that Esc has one meaning. */
  readonly isWaiting: boolean
  readonly onDrop: () => void
}

export interface DrawnChartHand {
  readonly tool: DrawingKind | null
  /** What the next press does, or why the last came to nothing; null without a tool. */
  readonly hint: string | null
  readonly state: HandState
  readonly choose: (tool: DrawingKind) => void
  /** An act on the drawings, which undo takes back. */
  readonly change: (drawings: readonly Drawing[]) => void
  readonly remove: (drawing: Drawing) => void
}

export function useDrawings(options: DrawingsOptions): DrawnChartHand {
  const { panel, container, live, symbol, drawings, histories, onChange, isWaiting } = options
  const [state] = useState(() => new HandState(() => live.current !== null))
  const [tool, setTool] = useState<DrawingKind | null>(null)
  const [first, setFirst] = useState<DrawingPoint | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const putDown = () => {
    setTool(null)
    setFirst(null)
    setProblem(null)
    state.show(null)
  }
  const history = () => historyOf(histories.get(symbol), drawings)
  const change = (next: readonly Drawing[]) => {
    histories.set(symbol, keep(acted(history(), drawings), next))
    onChange(next)
  }
  const go = (step: Step | null): boolean => {
    if (step === null) return false
    histories.set(symbol, keep(step.history, step.drawings))
    state.select(null)
    onChange(step.drawings)
    return true
  }
  const remove = (drawing: Drawing) => {
    state.select(null)
    change(drawings.filter((one) => one !== drawing))
  }
  const choose = (next: DrawingKind) => {
    putDown()
    if (drawings.length >= MOST_DRAWINGS) return setProblem(TOO_MANY)
    if (isWaiting) options.onDrop()
    state.select(null)
    const take = async () => {
      // A press before the code of the drawings is here would scroll the candles.
      await loadShapes()
      setTool(next)
    }
    take().catch(reportError)
  }
  useHand(
    { panel, container, live, state },
    {
      drawings,
      tool,
      first,
      onFirst: (point) => {
        setFirst(point)
        setProblem(null)
      },
      onDrawn: (drawing) => {
        putDown()
        state.select(drawing)
        change([...drawings, drawing])
      },
      onMoved: (before, after) => {
        state.select(after)
        change(drawings.map((one) => (one === before ? after : one)))
      },
      onProblem: setProblem,
      onUndo: () => go(undo(history(), drawings)),
      onRedo: () => go(redo(history(), drawings)),
      onRemove: remove,
      onLeave() {
        if (tool === null && problem === null) return false
        putDown()
        return true
      },
      isWaiting,
    },
  )
  const [before, setBefore] = useState({ symbol, isWaiting })
  if (before.symbol !== symbol || before.isWaiting !== isWaiting) {
    setBefore({ symbol, isWaiting })
    if (before.symbol !== symbol || isWaiting) {
      setTool(null)
      setFirst(null)
      setProblem(null)
    }
  }
  useEffect(
    () => () => {
      state.show(null)
      state.select(null)
    },
    [state, symbol],
  )
  return {
    tool,
    hint: problem ?? (tool === null ? null : hintOf(tool, first)),
    state,
    choose,
    change,
    remove,
  }
}

const hintOf = (tool: DrawingKind, first: DrawingPoint | null): string =>
  `${drawingName({ kind: tool })}: press ${tool === 'level' ? 'its price' : first === null ? 'the first point' : 'the second point'} · Esc leaves`
