/** Finds the place of a panel that comes back from a window of its own. Changes the docking model only. */

import { Actions, DockLocation, Model, TabNode, type IJsonModel } from 'flexlayout-react'
import { panelOfInstance } from '../panels/panelRegistry.tsx'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import { tabOf } from './defaultLayout.ts'
import { dockPanel, groupOf, tidy } from './dockModel.ts'

/** Without ids that the docking library made up, and without what no layout depends on. */
const shapeOf = (model: Model): string =>
  JSON.stringify(model.toJson(), (name, value: unknown) => {
    const isMadeUp = name === 'id' && typeof value === 'string' && value.startsWith('#')
    return isMadeUp || name === 'selected' || name === 'active' || name === 'maximized' ? undefined : value
  })

/**
 * The layout `from` which the panel was taken, where nothing else has changed since. Else docks the panel in `model`, with a panel of its old tabs where
 * one is there, and returns null.
 */
export function placeBack(model: Model, id: InstanceId, from: IJsonModel): Model | null {
  const was = read(from)
  const siblings = was ? (groupOf(was, id)?.getChildren() ?? []) : []
  if (was && !model.getNodeById(id)) {
    const without = Model.fromJson(was.toJson())
    if (without.getNodeById(id) instanceof TabNode) {
      without.doAction(Actions.deleteTab(id))
      tidy(without)
      if (shapeOf(without) === shapeOf(model)) return Model.fromJson(was.toJson(), model)
    }
  }
  const near = siblings
    .map((tab) => tab.getId() as InstanceId)
    .find((tab) => tab !== id && model.getNodeById(tab))
  const group = near && groupOf(model, near)
  const panel = panelOfInstance(id)
  if (group && panel)
    model.doAction(Actions.addTab(tabOf(panel, id), group.getId(), DockLocation.CENTER, -1, true))
  else dockPanel(model, id, null)
  return null
}

/** Null: the stored layout cannot be read. */
function read(from: IJsonModel): Model | null {
  try {
    return Model.fromJson(from)
  } catch {
    return null
  }
}
