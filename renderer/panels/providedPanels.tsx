/** Provides the two components that draw on canvas, so that tests of the window can use stand-ins. */

import type { ComponentType, ReactNode } from 'react'
import type { ChartProps } from './chart/chartProps.ts'
import { ProvidedChartContext } from './chart/providedChart.ts'
import { ProvidedLadderContext } from './ladder/providedLadder.ts'
import type { LadderProps } from './ladder/ladderProps.ts'

export interface ProvidedPanels {
  readonly Ladder: ComponentType<LadderProps>
  readonly PriceChart: ComponentType<ChartProps>
}

interface ProviderProps {
  readonly panels: ProvidedPanels
  readonly children: ReactNode
}

export const ProvidedPanelsProvider = ({ panels, children }: ProviderProps) => (
  <ProvidedLadderContext value={panels.Ladder}>
    <ProvidedChartContext value={panels.PriceChart}>{children}</ProvidedChartContext>
  </ProvidedLadderContext>
)
