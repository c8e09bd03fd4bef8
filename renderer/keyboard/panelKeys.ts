/** The keys of panels that a dealer can move: their ids and chords, and what a press means once some are moved. Pure. */

import { hasWindowsKey } from '../keys/controlKey.ts'
import {
  canonicalChord,
  chordOf,
  type Chord,
  type PressedKey,
} from '../../shared/domain/settings/keyChord.ts'
import { scopeOf, type KeyScope } from '../../shared/domain/settings/keyScope.ts'

/** A binding of a panel. Its id is stored: never change one. */
export interface PanelBinding {
  readonly id: `${KeyScope}.${string}`
  /** The chord that it comes with. The panel's own code knows the binding by it. */
  readonly own: Chord
  readonly name: string
}

export const PANEL_BINDINGS: readonly PanelBinding[] = [
  { id: 'ladder.buy', own: 'KeyB', name: 'buy: a GTC limit at the cursor' },
  { id: 'ladder.sell', own: 'KeyS', name: 'sell: a GTC limit at the cursor' },
  { id: 'ladder.joinBid', own: 'Shift+KeyB', name: 'buy: a GTC limit at the best bid' },
  { id: 'ladder.joinAsk', own: 'Shift+KeyS', name: 'sell: a GTC limit at the best ask' },
  { id: 'ladder.take', own: 'Control+KeyB', name: 'buy: take the offer' },
  { id: 'ladder.hit', own: 'Control+KeyS', name: 'sell: hit the bid' },
  { id: 'ladder.triggerBuy', own: 'Control+Shift+KeyB', name: 'buy: a trigger order at the cursor' },
  { id: 'ladder.triggerSell', own: 'Control+Shift+KeyS', name: 'sell: a trigger order at the cursor' },
  { id: 'ladder.flatten', own: 'KeyF', name: 'flatten the position' },
  { id: 'ladder.reverse', own: 'KeyR', name: 'reverse the position' },
  { id: 'ladder.protect', own: 'KeyO', name: 'take profit and stop loss on the position' },
  { id: 'ladder.express', own: 'Control+Shift+KeyE', name: 'express on or off' },
  { id: 'ladder.sizeOfPosition', own: 'KeyP', name: 'size of the position' },
  { id: 'tables.sort', own: 'KeyS', name: 'sort by the next column' },
  { id: 'tables.sortBack', own: 'Shift+KeyS', name: 'sort by the column before' },
  { id: 'tables.turn', own: 'KeyT', name: 'turn the sort round' },
  { id: 'tables.columns', own: 'KeyC', name: 'columns: show, hide, move' },
  { id: 'tables.group', own: 'KeyG', name: 'group by customer, by instrument, or not' },
  { id: 'tables.views', own: 'KeyV', name: 'saved views: apply, save, delete' },
  { id: 'tables.customer', own: 'KeyO', name: 'the customer of the window only, or all' },
  { id: 'orders.amend', own: 'KeyA', name: 'change the order' },
  { id: 'orders.finished', own: 'KeyD', name: 'show or hide finished orders' },
  { id: 'positions.flatten', own: 'KeyF', name: 'flatten' },
  { id: 'positions.reverse', own: 'KeyR', name: 'reverse' },
  { id: 'positions.halve', own: 'KeyH', name: 'halve' },
  { id: 'risk.flatten', own: 'KeyF', name: 'flatten' },
  { id: 'risk.halt', own: 'KeyH', name: 'the kill switch for the customer' },
  { id: 'risk.reduce', own: 'KeyR', name: 'reduce by a percent' },
  { id: 'risk.list', own: 'KeyL', name: 'copy as messages to customers' },
  { id: 'risk.pin', own: 'KeyP', name: 'pin the row, or unpin it' },
  { id: 'risk.shock', own: 'KeyZ', name: 'to the shock' },
  { id: 'risk.alert', own: 'KeyA', name: 'an alert on the customer' },
  { id: 'customers.deposit', own: 'KeyD', name: 'deposit' },
  { id: 'customers.withdraw', own: 'KeyW', name: 'withdraw' },
  { id: 'customers.confirm', own: 'KeyK', name: 'confirm a code detected at the venue' },
  { id: 'reconciliation.readAgain', own: 'KeyR', name: 'read the customer again' },
  { id: 'quotes.ladder', own: 'KeyL', name: 'with the instrument to ladder 1' },
  { id: 'quotes.ladder2', own: 'Shift+KeyL', name: 'with the instrument to ladder 2' },
  { id: 'quotes.chart', own: 'KeyC', name: 'with the instrument to the chart' },
  { id: 'quotes.add', own: 'KeyA', name: 'add by typing' },
  { id: 'quotes.alert', own: 'KeyP', name: 'a price alert on the instrument' },
  { id: 'quotes.undo', own: 'KeyU', name: 'undo' },
  { id: 'quotes.up', own: 'Shift+KeyK', name: 'move the row up' },
  { id: 'quotes.down', own: 'Shift+KeyJ', name: 'move the row down' },
  { id: 'quotes.sort', own: 'KeyS', name: 'sort by the next column' },
  { id: 'quotes.sortBack', own: 'Shift+KeyS', name: 'sort by the column before' },
  { id: 'quotes.turn', own: 'KeyR', name: 'turn the sort round' },
  { id: 'quotes.sortAgain', own: 'Space', name: 'sort again now' },
  { id: 'quotes.newList', own: 'KeyN', name: 'a new list' },
  { id: 'quotes.tiles', own: 'KeyV', name: 'tiles or the table' },
  { id: 'quotes.setUp', own: 'KeyO', name: 'columns and sort' },
  { id: 'sales.pause', own: 'Space', name: 'stop the list or go on' },
  { id: 'sales.least', own: 'KeyM', name: 'to the least size' },
  { id: 'sales.big', own: 'KeyB', name: 'to the size that is big' },
  { id: 'sales.join', own: 'KeyJ', name: 'join more prints' },
  { id: 'notices.acknowledge', own: 'KeyA', name: 'acknowledge one' },
  { id: 'notices.acknowledgeAll', own: 'Shift+KeyA', name: 'acknowledge all shown' },
  { id: 'alerts.add', own: 'KeyA', name: 'set an alert by typing' },
  { id: 'alerts.undo', own: 'KeyU', name: 'bring back the deleted alert' },
  { id: 'alerts.switch', own: 'Space', name: 'switch the alert on or off' },
  { id: 'diagnostics.bundle', own: 'KeyB', name: 'look at a support bundle' },
  { id: 'rebalance.target', own: 'KeyA', name: 'set a target by typing' },
  { id: 'chart.indicators', own: 'KeyI', name: 'indicators: add, change, remove' },
  { id: 'chart.drawings', own: 'KeyD', name: 'drawings: add, change, remove' },
  { id: 'chart.tools', own: 'KeyT', name: 'draw with the mouse: choose the tool' },
  { id: 'chart.alert', own: 'KeyA', name: 'a price alert at the crosshair' },
  { id: 'chart.kind', own: 'KeyK', name: 'next kind: candles, bars, line, area, Heikin-Ashi' },
  { id: 'chart.kindBack', own: 'Shift+KeyK', name: 'the kind before' },
  { id: 'chart.scale', own: 'KeyL', name: 'next scale: linear, logarithmic, percent' },
  { id: 'chart.profile', own: 'KeyV', name: 'volume profile on or off' },
  { id: 'chart.compare', own: 'KeyC', name: 'compare with another instrument, or no longer' },
  { id: 'chart.picture', own: 'KeyP', name: 'picture to a file' },
  { id: 'chart.copyPicture', own: 'Shift+KeyP', name: 'picture to the clipboard' },
  { id: 'chart.interval', own: 'Comma', name: 'choose the interval: digits and Enter follow' },
]

/** The chord as its binding keeps it. Panels take ⌘ as Ctrl, so their keys have no ⌘. */
export const chordOfBinding = (id: string, chord: Chord): Chord =>
  scopeOf(id) === null ? chord : withoutMeta(chord)

const withoutMeta = (chord: Chord): Chord => canonicalChord(chord.replace('Meta+', 'Control+'))

/** Why a panel cannot give one of its bindings the chord, because the panel itself needs it; null where it can. */
export function whyPanelNeeds(scope: KeyScope, chord: Chord): string | null {
  if (/(?:^|\+)(?:Arrow|Page|Space|Bracket|Digit|Numpad|Home|End|F\d)/.test(chord))
    return scope === 'ladder' ? 'The ladder moves, sizes or arms with it.' : 'Panels move and choose with it.'
  if (scope === 'ladder') return null
  if (/Control|Alt/.test(chord)) return 'This panel leaves keys with Ctrl and Alt to the window.'
  return scope === 'chart' && /(?:Equal|Minus)$/.test(chord)
    ? 'The chart shows more or fewer candles with it.'
    : null
}

/** By pressed chord: the chord that the panel understands instead; null: the key means nothing there any more. */
export type MovedKeys = ReadonlyMap<Chord, Chord | null>

export function movedKeys(
  keys: readonly { readonly id: string; readonly own: Chord; readonly chord: Chord }[],
  scope: KeyScope,
): MovedKeys {
  const moved = keys.filter(({ id, own, chord }) => scopeOf(id) === scope && own !== chord)
  return new Map([
    ...moved.map(({ own }) => [own, null] as const),
    ...moved.map(({ own, chord }) => [chord, own] as const),
  ])
}

/** The chord that a press means in its panel; null for a key that was moved away, for the Windows key with another, and for a modifier alone. */
export function ownChord(press: PressedKey, moved: MovedKeys): Chord | null {
  const pressed = chordOf(press)
  if (pressed === null || hasWindowsKey(press)) return null
  const chord = withoutMeta(pressed)
  const own = moved.get(chord)
  return own === undefined ? chord : own
}

interface LadderPress {
  readonly code: string
  readonly shift: boolean
  /** Ctrl, or ⌘ on macOS. */
  readonly ctrl: boolean
  readonly alt: boolean
}

/** The press as the ladder understands it; null for a key that was moved away. */
export function asLadderPress<P extends LadderPress>(press: P, moved: MovedKeys): P | null {
  if (moved.size === 0) return press
  const { code, shift: shiftKey, ctrl: ctrlKey, alt: altKey } = press
  const own = ownChord({ code, shiftKey, ctrlKey, altKey, metaKey: false }, moved)
  if (own === null)
    return chordOf({ code, shiftKey, ctrlKey, altKey, metaKey: false }) === null ? press : null
  const parts = own.split('+')
  return {
    ...press,
    code: parts.at(-1) ?? '',
    shift: parts.includes('Shift'),
    ctrl: parts.includes('Control'),
    alt: parts.includes('Alt'),
  }
}
