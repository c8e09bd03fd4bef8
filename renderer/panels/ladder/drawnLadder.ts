/** The ladder that a window draws. The page hands it in with the painter of its canvas; a test hands in a stand-in. */

import { createContext, createElement, useContext, type ComponentType } from 'react'
import { invariant } from '../../../shared/base/result.ts'
import type { LadderProps } from './ladderProps.ts'

export const DrawnLadderContext = createContext<ComponentType<LadderProps> | null>(null)

export function DrawnLadder(props: LadderProps) {
  const component = useContext(DrawnLadderContext)
  invariant(component, 'no ladder was handed to the window')
  return createElement(component, props)
}
