/** Gives a browser's tab a name that survives reloads, so that the tab finds its own workspace again. Two open tabs never share a name. */

import { NAME_OF_TAB } from './state/windows/openPages.ts'
import type { Random } from '../shared/base/random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

export interface WindowName {
  readonly name: string
  /** Stores the name for the page after a reload; call at `pagehide`. */
  readonly leave: () => void
}

/**
 * Removes the name from the tab's session storage while the page lives. A duplicated tab gets a copy of that storage without a name and therefore
 * becomes a new window. A tab with a crashed page does too.
 */
export function takeWindowName(storage: Storage, random: Random): WindowName {
  const found = storage.getItem(NAME_OF_TAB)
  storage.removeItem(NAME_OF_TAB)
  const name = found !== null && /^[a-z]+$/.test(found) ? found : mint(random)
  return { name, leave: () => storage.setItem(NAME_OF_TAB, name) }
}

const mint = (random: Random): string =>
  Array.from({ length: LENGTH }, () => LETTERS[random.integer(LETTERS.length)]).join('')
