/** The two panels that draw on canvas, handed in, so that the workspace runs with or without them. Types only. */

import type { ComponentType } from 'react'
import type { ChartProps } from '../panels/chart/chartProps.ts'
import type { LadderProps } from '../panels/ladder/ladderProps.ts'

export interface DrawnPanels {
  readonly Ladder: ComponentType<LadderProps>
  readonly PriceChart: ComponentType<ChartProps>
}
