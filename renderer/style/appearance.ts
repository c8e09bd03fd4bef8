/** Sets colors of the sides, density and motion on the page. `tokens.css` has their values. Tells canvases that colors changed. */

import type { Stop } from '../../shared/base/clock.ts'
import { forgetTheme } from './theme.ts'

export interface Appearance {
  readonly sides: string
  readonly density: string
  readonly motion: string
}

const listeners = new Set<() => void>()

export function applyAppearance(root: HTMLElement, { sides, density, motion }: Appearance): void {
  const { dataset } = root
  if (dataset['sides'] === sides && dataset['density'] === density && dataset['motion'] === motion) return
  Object.assign(dataset, { sides, density, motion })
  forgetTheme()
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the appearance. */
export function onAppearance(listener: () => void): Stop {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
