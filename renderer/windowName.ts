/** Gives a browser's tab a name that outlives its reloads, so that the tab finds its own workspace again. Two open tabs never share a name. */

import type { Random } from '../shared/base/random.ts'

const SAVED = 'openpit.window'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

export interface WindowName {
  readonly name: string
  /** Leaves the name behind for the page that a reload brings; for `pagehide`. */
  readonly leave: () => void
}

/**
 * Takes the name out of the tab's session storage while the page lives. A duplicated tab gets a copy of that storage, finds no name there
 * and so becomes a window of its own. A tab whose page crashed does too.
 */
export function takeWindowName(storage: Storage, random: Random): WindowName {
  const found = storage.getItem(SAVED)
  storage.removeItem(SAVED)
  const name = found !== null && /^[a-z]+$/.test(found) ? found : mint(random)
  return { name, leave: () => storage.setItem(SAVED, name) }
}

const mint = (random: Random): string =>
  Array.from({ length: LENGTH }, () => LETTERS[random.integer(LETTERS.length)]).join('')
