/** The two panels that draw on canvas, handed in, so that the workspace runs with or without them. Types only. */

import type { ComponentType } from 'react'
import type { ChartProps } from '../chart/chartProps.ts'
import type { LadderProps } from '../ladder/ladderProps.ts'

export interface DrawnPanels {
  readonly Ladder: ComponentType<LadderProps>
  readonly PriceChart: ComponentType<ChartProps>
}
