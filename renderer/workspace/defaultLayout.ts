/** The docking layout of a new window: watchlist and customers, two ladders, chart, ticket; tables below. The panels come from the registry. */

import type { IJsonModel, IJsonTabNode, IJsonTabSetNode } from 'flexlayout-react'
import type { DockArea, Panel } from '../panels/panel.ts'
import { PANELS } from '../panels/panelRegistry.tsx'

/** The panels of an area that every layout has. */
export const alwaysIn = (area: DockArea): readonly Panel[] =>
  PANELS.filter(({ dock, shown }) => dock === area && shown === 'always')

/** A panel that was opened on demand can be closed. */
export const tabOf = ({ id, title, shown }: Panel): IJsonTabNode => ({
  type: 'tab',
  id,
  name: title,
  component: id,
  ...(shown === 'on demand' ? { enableClose: true } : {}),
})

/** `ownHead`: the panel draws its own head instead of the tab strip. */
function tabset(weight: number, area: DockArea, ownHead = false): IJsonTabSetNode {
  const panels = alwaysIn(area)
  return {
    type: 'tabset',
    weight,
    enableTabStrip: !ownHead,
    enableSingleTabStretch: panels.length === 1,
    ...(panels.length > 1 ? { classNameTabStrip: 'many-tabs' } : {}),
    children: panels.map(tabOf),
  }
}

export const defaultLayout: IJsonModel = {
  global: {
    tabEnableClose: false,
    tabEnableRename: false,
    tabSetEnableMaximize: false,
    tabSetMinHeight: 80,
    tabSetMinWidth: 120,
  },
  layout: {
    type: 'row',
    children: [
      {
        type: 'row',
        weight: 100,
        children: [
          {
            type: 'row',
            weight: 64,
            children: [
              {
                type: 'row',
                weight: 18.6,
                children: [tabset(50, 'watchlist'), tabset(50, 'customers')],
              },
              tabset(20.5, 'ladder 1', true),
              tabset(20.5, 'ladder 2', true),
              tabset(22.4, 'chart', true),
              tabset(18, 'ticket'),
            ],
          },
          tabset(36, 'tables'),
        ],
      },
    ],
  },
}
