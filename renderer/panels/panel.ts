/** The shape of one entry of `panelRegistry.tsx`. Types only. */

import type { ComponentType } from 'react'
import type { PanelCommand } from '../commandline/grammar/lineReading.ts'
import type { PanelKey } from '../keyboard/windowKeys.ts'
import type { BlotterName } from './tables/downloadCsv.ts'

/** The groups of tabs in the default layout (`renderer/workspace/defaultLayout.ts` places them). */
export type DockArea = 'watchlist' | 'customers' | 'ladder 1' | 'ladder 2' | 'chart' | 'ticket' | 'tables'

export interface Panel {
  /** Names the panel in saved layouts and in `openPanel`. Never change it. */
  readonly id: string
  /** On the tab, in the palette and in the name of the panel's region. */
  readonly title: string
  /** The text beside the title in the palette. */
  readonly description: string
  readonly component: ComponentType
  /** The group of tabs in which the panel opens. */
  readonly dock: DockArea
  /** `always`: part of every layout, and cannot be closed. `on demand`: added when the dealer opens it. */
  readonly shown: 'always' | 'on demand'
  /** The key that brings the panel to the front from anywhere. */
  readonly key?: Pick<PanelKey, 'keys' | 'cap' | 'does'> & Partial<PanelKey>
  /** The word of the command line that opens the panel. */
  readonly command?: Pick<PanelCommand, 'word' | 'customer'>
  /** The table behind the panel: the head of its tabs then offers "This customer only" and CSV. */
  readonly csv?: BlotterName
  /** A hook: the number beside the title. */
  readonly useCount?: () => number
  /** A hook: a few muted words in the head of the tabs; empty for none. */
  readonly useFacts?: () => string
}
