/** The docking layout of a new window: watchlist and customers, two ladders, chart, ticket; tables below. The panels come from the registry. */

import type { IJsonModel, IJsonTabNode, IJsonTabSetNode } from 'flexlayout-react'
import type { DockArea, Panel } from '../panels/panel.ts'
import { PANELS, panelTitle } from '../panels/panelRegistry.tsx'
import { kindOf, numberOf, type InstanceId } from '../state/stores/panelInstances.ts'

/** The panels of a kind in a new window. */
export const panelsAtStart = ({ id, shown, atStart = 1 }: Panel): readonly InstanceId[] =>
  shown === 'always' ? Array.from({ length: atStart }, (_, n): InstanceId => `${id}:${n + 1}`) : []

const panelsIn = (area: DockArea): readonly InstanceId[] =>
  PANELS.filter(({ dock }) => dock === area).flatMap(panelsAtStart)

/** Further panels and panels on demand have a mark that closes them; every panel closes by key. */
export const tabOf = ({ shown }: Panel, id: InstanceId): IJsonTabNode => ({
  type: 'tab',
  id,
  name: panelTitle(id),
  component: kindOf(id),
  ...(shown === 'on demand' || numberOf(id) > 1 ? { enableClose: true } : {}),
})

const tabset = (weight: number, ids: readonly InstanceId[]): IJsonTabSetNode => ({
  type: 'tabset',
  weight,
  children: ids.flatMap((id) =>
    PANELS.filter((panel) => panel.id === kindOf(id)).map((panel) => tabOf(panel, id)),
  ),
})

/** Percent of the height. On a screen of 768 px this leaves the ticket room for every field of a limit order, and the tables six rows. */
const TABLES_WEIGHT = 30

const global: IJsonModel['global'] = {
  tabEnableClose: false,
  tabEnableRename: false,
  tabSetEnableMaximize: false,
  tabSetMinHeight: 80,
  tabSetMinWidth: 120,
}

/** One panel that fills its window. */
export const layoutOfOne = (id: InstanceId): IJsonModel => ({
  global,
  layout: { type: 'row', children: [tabset(100, [id])] },
})

/** `modelOf` gives each group of tabs its strip. */
export const defaultLayout: IJsonModel = {
  global,
  layout: {
    type: 'row',
    children: [
      {
        type: 'row',
        weight: 100,
        children: [
          {
            type: 'row',
            weight: 100 - TABLES_WEIGHT,
            children: [
              {
                type: 'row',
                weight: 18.6,
                children: [tabset(50, panelsIn('watchlist')), tabset(50, panelsIn('customers'))],
              },
              ...panelsIn('ladders').map((id) => tabset(20.5, [id])),
              tabset(22.4, panelsIn('chart')),
              tabset(18, panelsIn('ticket')),
            ],
          },
          tabset(TABLES_WEIGHT, panelsIn('tables')),
        ],
      },
    ],
  },
}
