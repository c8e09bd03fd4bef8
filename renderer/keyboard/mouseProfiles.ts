/** What a click on a ladder means in each mouse profile, as data for the ladder, the key card and docs/keyboard.md. Pure. */

import type { MouseProfile } from '../../shared/domain/settings/settingList.ts'

/** A part of the ladder: its prices, its bids and asks, its own orders. */
export type MousePlace = 'price' | 'book' | 'work'

export type MouseAct =
  /** A GTC limit in the chosen size. */
  | 'limit'
  /** A stop loss or a take profit, by the side of the last price. */
  | 'trigger'
  /** A stop loss; refused where the order would be a take profit. */
  | 'stop'
  /** A stop loss with a limit price behind its trigger. */
  | 'stopLimit'
  /** A stop loss in the size of the position. */
  | 'stopPosition'
  /** Take profit and stop loss on the position. */
  | 'protect'
  | 'cancel'
  | 'cursor'
  | 'recentre'
  | 'menu'

/** By button with its exact modifiers, such as `Shift+left`. A press that is not listed means nothing. */
type MouseTable = Readonly<Record<MousePlace, Readonly<Record<string, MouseAct>>>>

const TT: MouseTable = {
  book: {
    left: 'limit',
    'Shift+left': 'trigger',
    'Alt+left': 'protect',
    middle: 'recentre',
    right: 'menu',
  },
  work: { left: 'cancel', middle: 'recentre', right: 'menu' },
  price: { left: 'cursor', middle: 'recentre', right: 'menu' },
}

const PROFILES: Readonly<Record<MouseProfile, MouseTable>> = {
  tt: TT,
  ninjatrader: { ...TT, book: { ...TT.book, middle: 'stop', 'Control+middle': 'stopLimit' } },
  ib: { ...TT, book: { ...TT.book, right: 'stop' }, work: { ...TT.work, right: 'cancel' } },
  crypto: {
    ...TT,
    book: { ...TT.book, 'Control+left': 'stopPosition' },
    price: { ...TT.price, right: 'recentre' },
  },
}

/** The act of a press, such as `Shift+left`; null: the press means nothing there. */
export const mouseAct = (profile: MouseProfile, place: MousePlace, press: string): MouseAct | null =>
  PROFILES[profile][place][press] ?? null

const PLACES: Readonly<Record<MousePlace, string>> = {
  book: 'bids and asks',
  work: 'own orders',
  price: 'prices',
}
const ACTS: Readonly<Record<MouseAct, string>> = {
  limit: 'limit',
  trigger: 'trigger order',
  stop: 'stop loss',
  stopLimit: 'stop loss limit',
  stopPosition: 'stop loss of the position',
  protect: 'oco on the position',
  cancel: 'cancel',
  cursor: 'cursor',
  recentre: 'recentre',
  menu: 'menu',
}

/** `Shift+left` as dealers read it: `Shift left`. */
export const mouseCap = (press: string): string => press.replace('Control', 'Ctrl').replaceAll('+', ' ')

/** The clicks of a profile, a row for each set of buttons. */
export function mouseRows(profile: MouseProfile): readonly (readonly [cap: string, does: string])[] {
  const rows = new Map<string, string>()
  for (const [place, presses] of Object.entries(PROFILES[profile])) {
    const cap = Object.keys(presses).map(mouseCap).join(' · ')
    const acts = Object.values(presses).map((act) => ACTS[act])
    const does = `${PLACES[place as MousePlace]}: ${acts.join(' · ')}`
    const before = rows.get(cap)
    rows.set(cap, before === undefined ? does : `${before}; ${does}`)
  }
  return [...rows]
}
