/** The chart component of a window. The page provides it; a test provides a stand-in. */

import { createContext, createElement, useContext, type ComponentType } from 'react'
import { invariant } from '../../../shared/base/result.ts'
import type { ChartProps } from './chartProps.ts'

export const ProvidedChartContext = createContext<ComponentType<ChartProps> | null>(null)

export function ProvidedChart(props: ChartProps) {
  const component = useContext(ProvidedChartContext)
  invariant(component, 'the window has no chart component')
  return createElement(component, props)
}
