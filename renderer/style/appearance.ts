/** Sets theme, colors of the sides, density and motion on the page. `tokens.css` has their values. Tells canvases that colors changed. */

import type { Stop } from '../../shared/base/clock.ts'
import { forgetTheme } from './theme.ts'

export interface Appearance {
  readonly theme: string
  readonly sides: string
  readonly density: string
  readonly motion: string
}

const listeners = new Set<() => void>()

export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  const { dataset } = root
  if (Object.entries(appearance).every(([name, value]) => dataset[name] === value)) return
  Object.assign(dataset, appearance)
  forgetTheme()
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the appearance. */
export function onAppearance(listener: () => void): Stop {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
