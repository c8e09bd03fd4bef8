/** The ladder component of a window. The page provides it with its painter; a test provides a stand-in. */

import { createContext, createElement, useContext, type ComponentType } from 'react'
import { invariant } from '../../../shared/base/result.ts'
import type { LadderProps } from './ladderProps.ts'

export const ProvidedLadderContext = createContext<ComponentType<LadderProps> | null>(null)

export function ProvidedLadder(props: LadderProps) {
  const component = useContext(ProvidedLadderContext)
  invariant(component, 'the window has no ladder component')
  return createElement(component, props)
}
