/** Provides the two components that draw on canvas, so that tests of the window can use stand-ins. */

import type { ComponentType, ReactNode } from 'react'
import type { ChartProps } from './chart/chartProps.ts'
import { DrawnChartContext } from './chart/drawnChart.ts'
import { DrawnLadderContext } from './ladder/drawnLadder.ts'
import type { LadderProps } from './ladder/ladderProps.ts'

export interface DrawnPanels {
  readonly Ladder: ComponentType<LadderProps>
  readonly PriceChart: ComponentType<ChartProps>
}

interface ProviderProps {
  readonly panels: DrawnPanels
  readonly children: ReactNode
}

export const DrawnPanelsProvider = ({ panels, children }: ProviderProps) => (
  <DrawnLadderContext value={panels.Ladder}>
    <DrawnChartContext value={panels.PriceChart}>{children}</DrawnChartContext>
  </DrawnLadderContext>
)
