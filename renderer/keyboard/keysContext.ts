/** The window's keys in force, for the card, the listener and the panel of settings. The window provides them. */

import { createContext, useContext } from 'react'
import type { KeysInForce } from './remapKeys.ts'
import type { WindowKey } from './windowKeyTable.ts'

export interface WindowKeys extends KeysInForce {
  /** The rows as they come, before the dealer's own keys. */
  readonly rows: readonly WindowKey[]
  /** The words of the command line that open panels. */
  readonly panelWords: readonly string[]
}

export const KeysContext = createContext<WindowKeys>({
  rows: [],
  keys: [],
  panels: [],
  leftOut: [],
  panelWords: [],
})

export const useWindowKeysInForce = (): WindowKeys => useContext(KeysContext)
