/** The keys of window and panels as the dealer moved them: ids of bindings, conflicts, and which stored keys are left out. Pure. */

import { canonicalChord, capOfChord, whyReserved, type Chord } from '../../shared/domain/settings/keyChord.ts'
import { hasSameFocus, scopeOf } from '../../shared/domain/settings/keyScope.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from './keysInPanels.ts'
import { chordOfBinding, PANEL_BINDINGS, whyPanelNeeds } from './panelKeys.ts'
import { placeOfCap } from '../keys/caps.ts'
import type { WindowKey } from './windowKeyTable.ts'

/** A binding of the window. Its id is stored: never change one. */
export interface NamedKey extends WindowKey {
  readonly id: string
  /** Its physical keys now, in canonical order. */
  readonly chord: Chord
  /** The chord that it comes with. */
  readonly own: Chord
  /** What it does, where one row of the card stands for several bindings too. */
  readonly name: string
  /** Why it cannot be moved; null: it can. */
  readonly fixed: string | null
}

const FIXED: Readonly<Record<string, string>> = {
  kill: 'The kill switch has one place on every desk.',
  'kill.2': 'The kill switch has one place on every desk.',
  halts: 'The list of halts stays beside the kill switch.',
  fullScreen: 'It is the key of every browser for full screen.',
  tradeLock: 'The trade lock has one place on every desk.',
}

function idOf(act: WindowKey['act']): string {
  if (typeof act === 'string') return act
  if ('joins' in act) return `join.${act.joins}`
  if ('workspace' in act) return `workspace.${act.workspace}`
  if ('side' in act) return `${act.moves ? 'move' : 'go'}.${act.side}`
  if ('window' in act) return `window.${act.window}`
  return `panel.${act.kind}`
}

function nameOf({ act, does }: WindowKey): string {
  if (typeof act === 'string') return does
  if ('joins' in act) return `join instrument link ${act.joins}`
  if ('window' in act) return `to the ${act.window} window`
  if ('workspace' in act) return `open workspace ${act.workspace}`
  if ('side' in act) return `${act.moves ? 'move the panel' : 'to the panel'} ${act.side}`
  return does
}

/** The rows with ids. A second binding of one act has the id `commandLine.2`. */
export function namedKeys(rows: readonly WindowKey[]): readonly NamedKey[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const act = idOf(row.act)
    const number = (seen.get(act) ?? 0) + 1
    seen.set(act, number)
    const id = number === 1 ? act : `${act}.${number}`
    const chord = canonicalChord(row.keys)
    return { ...row, id, chord, own: chord, name: nameOf(row), fixed: FIXED[id] ?? null }
  })
}

/** What a clash is about: a binding of the window, or of a panel. */
export type Binding = Pick<NamedKey, 'id' | 'chord' | 'own' | 'name' | 'fixed'>

export interface KeysInForce {
  readonly keys: readonly NamedKey[]
  /** The keys of panels that can be moved. */
  readonly panels: readonly Binding[]
  /** One sentence for each stored key that is not in force. */
  readonly leftOut: readonly string[]
}

/** The keys with the dealer's own. An unknown, fixed or clashing one is left out: its binding keeps the key that it comes with. */
export function keysInForce(
  rows: readonly WindowKey[],
  stored: Readonly<Record<string, Chord>>,
): KeysInForce {
  const ofWindow = namedKeys(rows)
  const ofPanels: readonly Binding[] = PANEL_BINDINGS.map((row) => ({ ...row, chord: row.own, fixed: null }))
  const named: readonly Binding[] = [...ofWindow, ...ofPanels]
  const wanted = new Map(Object.entries(stored).map(([id, chord]) => [id, chordOfBinding(id, chord)]))
  const leftOut: string[] = []
  const leave = (id: string, why: string) => {
    wanted.delete(id)
    leftOut.push(`The key of “${named.find((key) => key.id === id)?.name ?? id}” is left out: ${why}`)
  }
  for (const id of wanted.keys()) {
    const key = named.find((row) => row.id === id)
    if (!key) leave(id, 'this release has no such binding.')
    else if (key.fixed !== null) leave(id, key.fixed)
  }
  // Neither of two keeps the press: nobody can tell which of them the dealer means by it.
  const claims = [...wanted].map(([id, chord]) => ({ id, chord }))
  for (const claim of claims) {
    const other = claims.find((one) => one.id !== claim.id && isOnePress(one, claim))
    if (other)
      leave(
        claim.id,
        `${capOfChord(stored[claim.id] ?? claim.chord)} is the same press as ${capOfChord(stored[other.id] ?? other.chord)} of “${named.find(({ id }) => id === other.id)?.name ?? other.id}”, so neither is in force. Give one of them another key.`,
      )
  }
  // Leaving one out gives its binding the own key back, which may clash with another one.
  for (;;) {
    const keys = ofWindow.map((key) => moved(key, wanted.get(key.id)))
    const panels = ofPanels.map((key) => ({ ...key, chord: wanted.get(key.id) ?? key.own }))
    const clash = [...wanted].flatMap(([id, chord]) => {
      const why = whyNotKey([...keys, ...panels], id, chord)
      return why === null ? [] : [{ id, why }]
    })[0]
    if (clash === undefined) return { keys: listed(keys), panels, leftOut }
    leave(clash.id, clash.why)
  }
}

const moved = (key: NamedKey, chord: Chord | undefined): NamedKey =>
  chord === undefined || chord === key.own
    ? key
    : { ...key, keys: chord, chord, cap: capOfChord(chord), inText: true }

/** Where one of several bindings that share a row of the card has moved, each has a row of its own. */
function listed(keys: readonly NamedKey[]): readonly NamedKey[] {
  const isMoved = (key: NamedKey) => key.chord !== key.own
  const groups = new Set(keys.filter(isMoved).map(({ does }) => does))
  const shared = new Set(keys.filter(({ unlisted }) => unlisted === true).map(({ does }) => does))
  return keys.map((key) => {
    if (!groups.has(key.does) || !shared.has(key.does)) return key
    const { unlisted: _, ...row } = key
    return { ...row, cap: capOfChord(key.chord), does: key.name }
  })
}

/** For `capOf`: the present cap of each moved binding. */
export const movedCaps = (keys: readonly Binding[]): ReadonlyMap<string, string> =>
  new Map(
    keys
      .filter(({ chord, own }) => chord !== own)
      .map(({ id, chord, own }) => [
        placeOfCap(capOfChord(own), scopeOf(id) ?? undefined),
        capOfChord(chord),
      ]),
  )

type Claim = Pick<Binding, 'id' | 'chord'>

/** Whether one press means both bindings. Two panels never have the focus at once, but tables share some keys. The window tells ⌘ from Ctrl, a panel does not. */
export function isOnePress(one: Claim, other: Claim): boolean {
  const inPanels = [one, other].filter(({ id }) => scopeOf(id) !== null)
  const panel = inPanels[0]
  if (panel === undefined) return one.chord === other.chord
  if (!hasSameFocus(scopeOf(one.id), scopeOf(other.id))) return false
  return chordOfBinding(panel.id, one.chord) === chordOfBinding(panel.id, other.chord)
}

/** Why a binding cannot have the pressed chord, in one sentence; null when it can. */
export function whyNotKey(keys: readonly Binding[], id: string, pressed: Chord): string | null {
  const chord = chordOfBinding(id, pressed)
  const own = keys.find((key) => key.id === id)
  const other = keys.find((key) => key.id !== id && isOnePress(key, { id, chord }))
  if (own && own.own === chord && !other) return null
  const scope = scopeOf(id)
  const reserved = whyReserved(chord, scope !== null)
  if (reserved !== null) return reserved
  if (other)
    return `${capOfChord(pressed)} is the key of “${other.name}”. Move that one first, or press another key.`
  const needed = scope === null ? null : whyPanelNeeds(scope, chord)
  if (needed !== null) return `${capOfChord(chord)} cannot be moved. ${needed} Press another key.`
  // A key of another panel means nothing in this one, and its own movable keys are bindings of the list.
  const inPanel = scope === null ? PANEL_CHORDS.get(chord) : undefined
  return inPanel === undefined
    ? null
    : `${capOfChord(chord)} has a meaning in a panel: ${inPanel}. Press another key.`
}

const CODES: Readonly<Record<string, string>> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  ',': 'Comma',
  '=': 'Equal',
}
const codeOf = (cap: string): string => {
  if (/^[A-Z]$/.test(cap)) return `Key${cap}`
  return /^\d$/.test(cap) ? `Digit${cap}` : (CODES[cap] ?? cap)
}

/** The chords with modifiers, and the F-keys, of a row of `KEYS_IN_PANELS`. `Ctrl Shift [ · ]`: the modifiers count for both. */
export function chordsOfCap(cap: string): readonly Chord[] {
  let before: readonly string[] = []
  return cap.split(' · ').flatMap((part) => {
    const words = part.split(' ').map((word) => (word === 'Ctrl' ? 'Control' : word))
    const isModifier = (word: string) => ['Control', 'Shift', 'Alt'].includes(word)
    const modifiers = words.filter(isModifier)
    if (modifiers.length > 0) before = modifiers
    const used = modifiers.length > 0 ? modifiers : before
    return words
      .filter((word) => !isModifier(word))
      .map((word) => canonicalChord([...used, codeOf(word)].join('+')))
  })
}

/** Panels take ⌘ as Ctrl, also with both down. */
const withMetaTwins = (chord: Chord): readonly Chord[] =>
  chord.split('+').includes('Control')
    ? [
        chord,
        canonicalChord(chord.replace('Control', 'Meta')),
        canonicalChord(chord.replace('Control', 'Control+Meta')),
      ]
    : [chord]

const PANEL_CHORDS: ReadonlyMap<Chord, string> = new Map(
  [
    ...Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS).flatMap(([title, rows]) =>
      rows.flatMap(({ cap, does, where }) =>
        chordsOfCap(cap).map((chord) => [chord, `${where ?? title}, ${does}`] as const),
      ),
    ),
    ['Control+Shift+F6', 'Panels, to the tabs before'] as const,
  ].flatMap(([chord, does]) => withMetaTwins(chord).map((twin) => [twin, does] as const)),
)
