/** The chart that a window draws. The page hands it in; a test hands in a stand-in. */

import { createContext, createElement, useContext, type ComponentType } from 'react'
import { invariant } from '../../../shared/base/result.ts'
import type { ChartProps } from './chartProps.ts'

export const DrawnChartContext = createContext<ComponentType<ChartProps> | null>(null)

export function DrawnChart(props: ChartProps) {
  const component = useContext(DrawnChartContext)
  invariant(component, 'no chart was handed to the window')
  return createElement(component, props)
}
