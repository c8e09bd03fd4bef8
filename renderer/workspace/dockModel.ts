/** The docking model of a window: reads a saved layout, adds and removes panels, and says which panels it holds. Draws nothing. */

import { Actions, DockLocation, Model, RowNode, TabNode, TabSetNode, type IJsonModel } from 'flexlayout-react'
import type { Panel } from '../panels/panel.ts'
import { PANELS, panelOf, panelOfInstance } from '../panels/panelRegistry.tsx'
import {
  anotherPanel,
  instancesOf,
  kindOf,
  plainPanel,
  type InstanceId,
  type PanelState,
  type PanelStates,
} from '../state/stores/panelInstances.ts'
import type { StoredWorkspace } from '../state/stores/storedWorkspace.ts'
import { neighborIn, type Box, type Direction } from './neighbors.ts'
import { defaultLayout, panelsAtStart, tabOf } from './defaultLayout.ts'

/** The kinds that every new window opens. */
export const KINDS_AT_START: readonly string[] = PANELS.filter(({ shown }) => shown === 'always').map(
  ({ id }) => id,
)

const INSTANCE = /^[^:]+:[1-9]\d*$/
/** The id of the panel in a tab; null: the tab holds none of this release. */
const instanceIn = (tab: TabNode): InstanceId | null => {
  const id = tab.getId()
  return INSTANCE.test(id) && panelOfInstance(id as InstanceId) ? (id as InstanceId) : null
}

const tabsOf = (model: Model): readonly TabNode[] => {
  const tabs: TabNode[] = []
  model.visitNodes((node) => {
    if (node instanceof TabNode) tabs.push(node)
  })
  return tabs
}
const tabsetsOf = (model: Model): readonly TabSetNode[] => {
  const tabsets: TabSetNode[] = []
  model.visitNodes((node) => {
    if (node instanceof TabSetNode) tabsets.push(node)
  })
  return tabsets
}

/**
 * The saved layout with every panel of the workspace, plus the kinds that this release added to every window. The default layout where none is
 * readable. A panel of an unknown kind has no tab; the workspace keeps it.
 */
export function modelOf(saved: Pick<StoredWorkspace, 'layout' | 'panels' | 'kindsSeen'>): Model {
  const model = readLayout(saved) ?? Model.fromJson(defaultLayout)
  for (const tab of tabsOf(model))
    if (instanceIn(tab) === null) model.doAction(Actions.deleteTab(tab.getId()))
  const fresh = PANELS.filter(({ id }) => !saved.kindsSeen.includes(id)).flatMap(panelsAtStart)
  for (const id of [...(Object.keys(saved.panels) as InstanceId[]), ...fresh])
    if (panelOfInstance(id)) dockPanel(model, id, null, false)
  tidy(model)
  return model
}

/** Whether a layout was saved that cannot be read, so that the default layout replaces it. */
export const isLayoutLost = (saved: Pick<StoredWorkspace, 'layout' | 'panels'>): boolean =>
  saved.layout !== null && readLayout(saved) === null

/** Null where no layout was saved, or none that is readable. */
function readLayout({ layout, panels }: Pick<StoredWorkspace, 'layout' | 'panels'>): Model | null {
  if (layout !== null && typeof layout === 'object') {
    try {
      const model = Model.fromJson(layout as unknown as IJsonModel)
      if (tabsOf(model).length > 0 || Object.keys(panels).length === 0) return model
    } catch {
      // The default layout replaces an unreadable one; only the places of panels are lost.
    }
  }
  return null
}

/** Opens the tab of a panel: beside `near` or as a tab with it, else with the panels of its area. Does nothing where the model has the tab. */
export function dockPanel(model: Model, id: InstanceId, near: InstanceId | null, select = true): void {
  const panel = panelOfInstance(id)
  if (!panel || model.getNodeById(id)) return
  const tabset = neighborOf(model, panel, near)
  if (!tabset) return
  const width = tabset.getWeight()
  model.doAction(Actions.addTab(tabOf(panel, id), tabset.getId(), PLACES[panel.opens ?? 'among'], -1, select))
  if (panel.opens === 'beside') giveWidth(model, [tabset.getId(), groupOf(model, id)?.getId()], width)
}

const PLACES = {
  among: DockLocation.CENTER,
  beside: DockLocation.RIGHT,
  below: DockLocation.BOTTOM,
} as const

/** Gives groups of a row the same width, so that a panel which opens beside another one takes from the whole row and does not halve its neighbor. */
function giveWidth(model: Model, groups: readonly (string | undefined)[], width: number): void {
  const row = model.getNodeById(groups[0] ?? '')?.getParent()
  if (!(row instanceof RowNode)) return
  const weights = row
    .getChildren()
    .map((child) => (groups.includes(child.getId()) ? width : (child as RowNode | TabSetNode).getWeight()))
  model.doAction(Actions.adjustWeights(row.getId(), weights))
}

/** The group of tabs that a new panel joins: that of `near`, of its kind, of its area, else the first. */
function neighborOf(model: Model, panel: Panel, near: InstanceId | null): TabSetNode | undefined {
  const tabs = tabsOf(model)
  const inArea = tabs.filter((tab) => panelOf(kindOf(tab.getId() as InstanceId))?.dock === panel.dock)
  const tab =
    tabs.find((node) => node.getId() === near) ??
    inArea.findLast((node) => kindOf(node.getId() as InstanceId) === panel.id) ??
    inArea.at(-1)
  const parent = tab?.getParent()
  return parent instanceof TabSetNode ? parent : (model.getActiveTabset() ?? model.getFirstTabSet())
}

/** The tabs among which a dealer chooses: a panel that covers the others is closed instead. */
const chosenAmong = (tabset: TabSetNode): readonly Panel[] =>
  tabset.getChildren().flatMap((tab) => {
    const panel = panelOf(kindOf(tab.getId() as InstanceId))
    return panel && panel.covers !== true ? [panel] : []
  })

/** Gives each group of tabs the strip that it needs: none around one panel with a head of its own. */
export function tidy(model: Model): void {
  for (const tabset of tabsetsOf(model)) {
    const panels = chosenAmong(tabset)
    const wanted = {
      enableTabStrip: !(panels.length === 1 && panels[0]?.ownHead === true),
      enableSingleTabStretch: panels.length === 1,
      classNameTabStrip: panels.length > 1 ? 'many-tabs' : '',
    }
    const isSo =
      tabset.isEnableTabStrip() === wanted.enableTabStrip &&
      tabset.isEnableSingleTabStretch() === wanted.enableSingleTabStretch &&
      (tabset.getClassNameTabStrip() ?? '') === wanted.classNameTabStrip
    if (!isSo) model.doAction(Actions.updateNodeAttributes(tabset.getId(), wanted))
  }
}

/** The group of tabs that holds a panel. */
export function groupOf(model: Model, id: InstanceId): TabSetNode | undefined {
  const group = model.getNodeById(id)?.getParent()
  return group instanceof TabSetNode ? group : undefined
}

/** The panel in front of a group of tabs; null: the group is empty. */
export function shownIn(group: TabSetNode | undefined): InstanceId | null {
  const tab = group?.getSelectedNode()
  return tab instanceof TabNode ? instanceIn(tab) : null
}

/** Where each group of tabs stands, in px. */
export const boxesIn = (model: Model): ReadonlyMap<string, Box> =>
  new Map(tabsetsOf(model).map((group) => [group.getId(), group.getRect()]))

const EDGES: Readonly<Record<Direction, DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  up: DockLocation.TOP,
  down: DockLocation.BOTTOM,
}

/** The panel in front on a side of another; null: there is none. */
export function besideIn(model: Model, id: InstanceId, direction: Direction): InstanceId | null {
  const group = groupOf(model, id)
  const next = group && neighborIn(boxesIn(model), group.getId(), direction)
  const found = next ? model.getNodeById(next) : undefined
  return found instanceof TabSetNode ? shownIn(found) : null
}

/** Moves a panel among the tabs on a side, or to the edge of the window. */
export function moveIn(model: Model, id: InstanceId, direction: Direction): void {
  const group = groupOf(model, id)
  if (!group) return
  const next = neighborIn(boxesIn(model), group.getId(), direction)
  const to = next ?? model.getRootRow()?.getId()
  if (to === undefined) return
  const place = next === null ? EDGES[direction] : DockLocation.CENTER
  model.doAction(Actions.moveNode(id, to, place, -1, true))
}

/** Takes a panel from its tabs and places it on a side of them. False: it stands alone. */
export function splitIn(model: Model, id: InstanceId, direction: Direction): boolean {
  const group = groupOf(model, id)
  if (!group || group.getChildren().length < 2) return false
  model.doAction(Actions.moveNode(id, group.getId(), EDGES[direction], -1, true))
  return true
}

/** The panels that the model holds. */
export const dockedIn = (model: Model): readonly InstanceId[] =>
  tabsOf(model).flatMap((tab) => instanceIn(tab) ?? [])

/** The panels behind another tab, or behind a group of tabs that fills the window. */
export function hiddenIn(model: Model): ReadonlySet<InstanceId> {
  const full = model.getMaximizedTabset()
  const hidden = tabsetsOf(model).flatMap((tabset) =>
    tabset
      .getChildren()
      .filter((tab) => (full !== undefined && full !== tabset) || tabset.getSelectedNode() !== tab)
      .map((tab) => tab.getId() as InstanceId),
  )
  return new Set(hidden)
}

/** A panel opens with link 1 where it shows an instrument. */
const firstState = (kind: string): PanelState =>
  plainPanel(kind, panelOf(kind)?.follows?.includes('instrument') === true ? '1' : null)

/** The states of the panels that the model holds, and of those of unknown kinds. The same object when nothing differs. */
export function statesOf(model: Model, panels: PanelStates): PanelStates {
  const docked = new Set(dockedIn(model))
  const kept = Object.entries(panels).filter(
    ([id]) => docked.has(id as InstanceId) || !panelOfInstance(id as InstanceId),
  )
  const missing = [...docked].filter((id) => !panels[id])
  if (missing.length === 0 && kept.length === Object.keys(panels).length) return panels
  return Object.fromEntries([...kept, ...missing.map((id) => [id, firstState(kindOf(id))] as const)])
}

/** The state with which a panel opens: further panels of a kind copy `source`. */
export function openingState(panels: PanelStates, id: InstanceId, source: InstanceId | null): PanelState {
  const kind = kindOf(id)
  return instancesOf(panels, kind).length === 0 ? firstState(kind) : anotherPanel(panels, kind, source)
}

/** The kinds of saved panels that this release does not have. */
export const unknownKinds = (panels: PanelStates): readonly string[] => [
  ...new Set((Object.keys(panels) as InstanceId[]).filter((id) => !panelOfInstance(id)).map(kindOf)),
]
