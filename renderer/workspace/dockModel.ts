/** The docking model of a window: reads a saved layout, and adds panels to it. Draws nothing. */

import { Actions, DockLocation, Model, type IJsonModel, type TabNode } from 'flexlayout-react'
import type { Panel } from '../panels/panel.ts'
import { PANELS, panelOf } from '../panels/panelRegistry.tsx'
import { alwaysIn, defaultLayout, tabOf } from './defaultLayout.ts'

/** The saved layout, plus the panels that this release added and minus the panels that it removed. The default layout where none is readable. */
export function modelOf(saved: unknown): Model {
  if (saved !== null && typeof saved === 'object') {
    try {
      const model = Model.fromJson(saved as IJsonModel)
      removeUnknownPanels(model)
      if (hasAllPanels(model)) return model
    } catch {
      // The default layout replaces an unreadable one; only the places of panels are lost.
    }
  }
  return Model.fromJson(defaultLayout)
}

function removeUnknownPanels(model: Model): void {
  const tabs: TabNode[] = []
  model.visitNodes((node) => {
    if (node.getType() === 'tab') tabs.push(node as TabNode)
  })
  for (const tab of tabs) if (!panelOf(tab.getId())) model.doAction(Actions.deleteTab(tab.getId()))
}

/** Adds the missing panels that every layout must have. False where a panel has no place. */
const hasAllPanels = (model: Model): boolean =>
  PANELS.filter(({ shown }) => shown === 'always').every(
    (panel) => model.getNodeById(panel.id) !== undefined || addPanel(model, panel, false),
  )

/** Adds a panel as the last tab beside the panels of its area. False where the layout has no panel of that area. */
export function addPanel(model: Model, panel: Panel, select = true): boolean {
  const neighbor = alwaysIn(panel.dock).findLast(({ id }) => model.getNodeById(id) !== undefined)
  const tabs = neighbor && model.getNodeById(neighbor.id)?.getParent()
  if (!tabs) return false
  model.doAction(Actions.addTab(tabOf(panel), tabs.getId(), DockLocation.CENTER, -1, select))
  return true
}
