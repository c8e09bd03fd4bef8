/** The shape of one entry of `panelRegistry.tsx`. Types only. */

import type { ComponentType } from 'react'
import type { PanelCommand } from '../commandline/grammar/lineReading.ts'
import type { PanelKey } from '../keyboard/windowKeys.ts'
import type { LinkAxis } from '../state/stores/panelStore.ts'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import type { BlotterName } from './tables/downloadCsv.ts'

/** The groups of panels in the default layout (`renderer/workspace/defaultLayout.ts` places them). */
export type DockArea = 'watchlist' | 'customers' | 'ladders' | 'chart' | 'ticket' | 'tables'

/** A kind of panel. A window opens instances of it, each with an id such as `ladder:3`. */
export interface Panel {
  /** Names the kind in saved layouts and in `openPanel`. Never change it. */
  readonly id: string
  /** On the tab, in the palette and in the name of the panel's region. */
  readonly title: string
  /** The text beside the title in the palette. */
  readonly description: string
  readonly component: ComponentType
  /** The group of tabs in which the panel opens. */
  readonly dock: DockArea
  /** `always`: part of the default layout. `on demand`: added when the dealer opens it. */
  readonly shown: 'always' | 'on demand'
  /** `many`: a window opens any number of them. Left out: one, because two would show the same. */
  readonly copies?: 'many'
  /** How many the default layout has; left out: one. */
  readonly atStart?: number
  /** The panel draws its own head instead of a tab strip, while it has its place alone. */
  readonly ownHead?: true
  /** Another panel of the kind opens beside the one in use, as wide as that one, or below it; left out: as a tab with it. */
  readonly opens?: 'beside' | 'below'
  /** Stands over the panels of its area until it is closed, without a tab strip. */
  readonly covers?: true
  /** What links can give the panel. One that shows an instrument opens with link 1. */
  readonly follows?: readonly LinkAxis[]
  /** The key that brings the panel to the front from anywhere. */
  readonly key?: Pick<PanelKey, 'keys' | 'cap' | 'does'> & Partial<PanelKey>
  /** The word of the command line that opens the panel. */
  readonly command?: Pick<PanelCommand, 'word' | 'customer' | 'instrument'>
  /** The table behind the panel: the head of its tabs then offers "This customer only" and CSV. */
  readonly csv?: BlotterName
  /** A hook: the number beside the title; undefined while nobody has read it. */
  readonly useCount?: () => number | undefined
  /** A hook: a few muted words in the head of the tabs; empty for none. */
  readonly useFacts?: (id: InstanceId) => string
}
