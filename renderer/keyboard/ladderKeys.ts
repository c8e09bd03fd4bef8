/** The keys of the ladder that deal, which a dealer can move: their ids and chords, and what a press means once some are moved. Pure. */

import { canonicalChord, type Chord } from '../../shared/domain/settings/keyChord.ts'

/** A binding of the ladder. Its id is stored: never change one. */
export interface LadderBinding {
  readonly id: `ladder.${string}`
  /** The chord that it comes with. */
  readonly own: Chord
  readonly name: string
}

export const LADDER_BINDINGS: readonly LadderBinding[] = [
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
]

export const isLadderBinding = (id: string): boolean => id.startsWith('ladder.')

/** The chord as its binding keeps it. A ladder takes ⌘ as Ctrl, so its keys have no ⌘. */
export const chordOfBinding = (id: string, chord: Chord): Chord =>
  isLadderBinding(id) ? canonicalChord(chord.replace('Meta+', 'Control+')) : chord

/** Why a key that every ladder needs as it is cannot deal; null for any other key. */
export const whyLadderNeeds = (chord: Chord): string | null =>
  /(?:^|\+)(?:Arrow|Page|Space|Bracket|Digit|Numpad|Home|End|F\d)/.test(chord)
    ? 'The ladder moves, sizes or arms with it.'
    : null

/** By pressed chord: the chord that the ladder understands instead; null: the key means nothing there any more. */
export type MovedLadderKeys = ReadonlyMap<Chord, Chord | null>

export const movedLadderKeys = (
  keys: readonly { readonly own: Chord; readonly chord: Chord }[],
): MovedLadderKeys => {
  const moved = keys.filter(({ own, chord }) => own !== chord)
  return new Map([
    ...moved.map(({ own }) => [own, null] as const),
    ...moved.map(({ own, chord }) => [chord, own] as const),
  ])
}

interface Press {
  readonly code: string
  readonly shift: boolean
  /** Ctrl, or ⌘ on macOS. */
  readonly ctrl: boolean
  readonly alt: boolean
}

/** The press as the ladder understands it; null for a key that was moved away. */
export function asLadderPress<P extends Press>(press: P, moved: MovedLadderKeys): P | null {
  if (moved.size === 0) return press
  const chord = canonicalChord(
    [press.ctrl && 'Control', press.alt && 'Alt', press.shift && 'Shift', press.code]
      .filter((part) => part !== false)
      .join('+'),
  )
  const own = moved.get(chord)
  if (own === undefined) return press
  if (own === null) return null
  const parts = own.split('+')
  return {
    ...press,
    code: parts.at(-1) ?? '',
    shift: parts.includes('Shift'),
    ctrl: parts.includes('Control'),
    alt: parts.includes('Alt'),
  }
}
