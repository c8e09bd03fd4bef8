/** The docking model of a window: reads a saved layout, and adds panels to it. Draws nothing. */

import { Actions, DockLocation, Model, type IJsonModel, type TabNode } from 'flexlayout-react'
import type { Panel } from '../panels/panel.ts'
import { PANELS, panelOf } from '../panels/panelRegistry.tsx'
import { alwaysIn, defaultLayout, tabOf } from './defaultLayout.ts'

/** The saved layout, with the panels that this release added and without those it no longer has; the default layout where none can be read. */
export function modelOf(saved: unknown): Model {
  if (saved !== null && typeof saved === 'object') {
    try {
      const model = Model.fromJson(saved as IJsonModel)
      removeUnknownPanels(model)
      if (hasAllPanels(model)) return model
    } catch {
      // The layout holds no work of the dealer beyond the places of the panels: the default replaces it.
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

/** Adds the panels that every layout has and this one lacks. False where a panel has no place to go. */
const hasAllPanels = (model: Model): boolean =>
  PANELS.filter(({ shown }) => shown === 'always').every(
    (panel) => model.getNodeById(panel.id) !== undefined || addPanel(model, panel, false),
  )

/** Adds a panel as the last tab beside the panels of its area. False where the layout has none of them. */
export function addPanel(model: Model, panel: Panel, select = true): boolean {
  const neighbor = alwaysIn(panel.dock).findLast(({ id }) => model.getNodeById(id) !== undefined)
  const tabs = neighbor && model.getNodeById(neighbor.id)?.getParent()
  if (!tabs) return false
  model.doAction(Actions.addTab(tabOf(panel), tabs.getId(), DockLocation.CENTER, -1, select))
  return true
}
