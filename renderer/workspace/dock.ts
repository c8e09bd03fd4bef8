/** The dock of a window: opens, moves and closes panels in its model, undoes that, and keeps the workspace's panels the same as those of the model. Draws nothing. */

import { Actions, Model, TabSetNode, type IJsonModel } from 'flexlayout-react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WindowSession } from '../state/windowSession.ts'
import {
  instanceInUse,
  kindOf,
  symbolIn,
  type InstanceId,
  type PanelStates,
} from '../state/stores/panelInstances.ts'
import {
  besideIn,
  dockedIn,
  dockPanel,
  groupOf,
  hiddenIn,
  isLayoutLost,
  KINDS_AT_START,
  modelOf,
  moveIn,
  openingState,
  shownIn,
  splitIn,
  statesOf,
  tidy,
} from './dockModel.ts'
import type { Direction } from './neighbors.ts'
import { placeBack } from './placeBack.ts'
import { resizeBy } from './panelSize.ts'

/** Changes of the layout that can be undone. */
const UNDO_AT_MOST = 20

export interface Dock {
  /** The model on screen; undoing replaces it. */
  readonly shown: StoreApi<{ readonly model: Model }>
  /** A layout was saved that could not be read: the panels are in their first places. */
  readonly isLayoutLost: boolean
  readonly holds: (id: InstanceId) => boolean
  /** Opens a panel near the panel of its kind in use. Does nothing where it is open. */
  readonly open: (id: InstanceId) => void
  /** Closes a panel. Returns the panel that stands in its place or near it; null: none is open. */
  readonly close: (id: InstanceId) => InstanceId | null
  /** Brings an open panel to the front of its tabs. */
  readonly show: (id: InstanceId) => void
  /** The panel in front on that side; null: there is none. */
  readonly beside: (id: InstanceId, direction: Direction) => InstanceId | null
  /** Moves a panel among the tabs on that side, or to the edge of the window. */
  readonly move: (id: InstanceId, direction: Direction) => void
  /** Takes a panel from its tabs and places it on a side of them. False: it stands alone. */
  readonly split: (id: InstanceId, direction: Direction) => boolean
  /** Makes a panel larger (right, up) or smaller by one step. Steps in a row are one change to undo. False: no room is left. */
  readonly resize: (id: InstanceId, direction: Direction) => boolean
  /** The docked panels. */
  readonly docked: () => readonly InstanceId[]
  /** The layout now. */
  readonly layout: () => IJsonModel
  /** Takes a panel out for another window. No undo brings it back, so it is never in two places. */
  readonly takeOut: (id: InstanceId) => void
  /** Puts a panel back to its place in the layout that it was taken out of; among panels of its old tabs or kind where the layout has changed. */
  readonly putBack: (id: InstanceId, from: IJsonModel) => void
  /** Fills the window with the group of a panel, and back. */
  readonly fill: (id: InstanceId) => void
  /** Takes back the last change of the layout. False: there is none. */
  readonly undo: () => boolean
  /** The model changed: writes layout and panels into the workspace in one step. */
  readonly changed: () => void
}

interface Layout {
  readonly json: IJsonModel
  readonly panels: PanelStates
}

/** What makes two layouts the same: not which tab is in front, and not which group fills the window. */
const signatureOf = (json: IJsonModel): string =>
  JSON.stringify(json, (name, value: unknown) =>
    name === 'selected' || name === 'active' || name === 'maximized' ? undefined : value,
  )

export function openDock({ workspace, settings }: Pick<WindowSession, 'workspace' | 'settings'>): Dock {
  const isLost = isLayoutLost(workspace.getState())
  const shown = createStore(() => ({ model: modelOf(workspace.getState()) }))
  const now = () => shown.getState().model
  const holds = (id: InstanceId) => now().getNodeById(id) !== undefined
  const { opened } = workspace.getState()
  const before: Layout[] = []
  /** Panels in windows of their own. */
  const away = new Set<InstanceId>()
  let last: Layout = { json: now().toJson(), panels: workspace.getState().panels }

  const write = (): void => {
    const model = now()
    workspace.setState(({ panels }) => ({
      layout: model.toJson() as never,
      panels: statesOf(model, panels),
      kindsSeen: [...KINDS_AT_START],
      hidden: hiddenIn(model),
    }))
    last = { json: model.toJson(), panels: workspace.getState().panels }
  }
  /** The panel whose size changed last; null once another change came. */
  let resized: InstanceId | null = null
  let isHeld = false
  const changed = (): void => {
    // The dock of a workspace that the window left writes nothing.
    if (isHeld || workspace.getState().opened !== opened) return
    tidy(now())
    if (signatureOf(now().toJson()) !== signatureOf(last.json)) {
      before.push(last)
      resized = null
      if (before.length > UNDO_AT_MOST) before.shift()
    }
    write()
  }
  return {
    shown,
    isLayoutLost: isLost,
    holds,
    changed,
    open(id) {
      if (holds(id)) return
      const was = workspace.getState()
      const source = instanceInUse(was, kindOf(id))
      const opening = openingState(was.panels, id, source)
      const grouping = settings.getState().settings.values['ladder.ticksPerRow']
      const state = kindOf(id) === 'ladder' ? { ...opening, grouping } : opening
      const link = state.instrumentLink
      // A link that nobody used yet starts with the instrument that the dealer looks at.
      const symbol = source === null ? null : symbolIn(was, source)
      workspace.setState({
        panels: { ...was.panels, [id]: state },
        ...(link !== null && (was.instruments[link] ?? null) === null && symbol !== null
          ? { instruments: { ...was.instruments, [link]: symbol } }
          : {}),
      })
      // One change to undo, although the model takes several steps.
      isHeld = true
      dockPanel(now(), id, source)
      isHeld = false
      changed()
    },
    close(id) {
      const group = groupOf(now(), id)?.getId()
      if (holds(id)) now().doAction(Actions.deleteTab(id))
      const left = group === undefined ? undefined : now().getNodeById(group)
      const near = left instanceof TabSetNode ? left : now().getActiveTabset()
      return shownIn(near) ?? dockedIn(now())[0] ?? null
    },
    show(id) {
      if (holds(id)) now().doAction(Actions.selectTab(id))
    },
    beside: (id, direction) => besideIn(now(), id, direction),
    move: (id, direction) => moveIn(now(), id, direction),
    split: (id, direction) => splitIn(now(), id, direction),
    resize(id, direction) {
      const isNextStep = resized === id
      isHeld = true
      const isDone = resizeBy(now(), id, direction)
      isHeld = false
      if (!isDone) return false
      if (isNextStep) write()
      else changed()
      resized = id
      return true
    },
    docked: () => dockedIn(now()),
    layout: () => now().toJson(),
    takeOut(id) {
      away.add(id)
      now().doAction(Actions.deleteTab(id))
      changed()
      before.length = 0
    },
    putBack(id, from) {
      away.delete(id)
      const placed = placeBack(now(), id, from)
      if (placed) shown.setState({ model: placed })
      changed()
      before.length = 0
    },
    fill(id) {
      const group = groupOf(now(), id)
      if (group) now().doAction(Actions.maximizeToggle(group.getId()))
    },
    undo() {
      const back = before.pop()
      if (!back) return false
      resized = null
      // Panels that are open in both keep their content and what they were changed to since.
      const model = Model.fromJson(back.json, now())
      // Whatever the layout before held: a panel in a window of its own is not here too.
      for (const id of away) if (model.getNodeById(id)) model.doAction(Actions.deleteTab(id))
      workspace.setState(({ panels }) => ({ panels: { ...back.panels, ...panels } }))
      shown.setState({ model })
      write()
      return true
    },
  }
}
