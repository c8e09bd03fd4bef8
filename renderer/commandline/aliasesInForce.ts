/** The dealer's aliases at the venue signed in to, and why a word may not be one. Reads stores; changes nothing. */

import {
  confusedWith,
  looksOf,
  namedBy,
  type Alias,
  type NameLooks,
} from '../../shared/domain/settings/aliases.ts'
import {
  COMMAND_WORDS,
  PRICE_WORDS,
  SIDE_LETTERS,
  SIDE_WORDS,
  TIME_IN_FORCE_WORDS,
} from '../keys/commandWords.ts'
import type { WindowSession } from '../state/windowSession.ts'

const FIXED_WORDS: readonly string[] = [
  ...Object.keys(COMMAND_WORDS),
  ...PRICE_WORDS,
  ...SIDE_LETTERS,
  ...SIDE_WORDS,
  ...TIME_IN_FORCE_WORDS,
  'all',
  'sel',
  'none',
  'desk',
  'px',
  'qty',
  'then',
  'pos',
]

/** The looks of real names, kept while the lists stay the same: a line is read with every tick. */
interface KnownLooks {
  readonly customers: unknown
  readonly instruments: unknown
  readonly looks: NameLooks
}
const known = new WeakMap<WindowSession, KnownLooks>()

/** Every word that means something on the line without an alias. */
function realNames(session: WindowSession, panelWords: readonly string[]): NameLooks {
  const customers = session.server.customers.getState().value ?? []
  const instruments = session.server.instruments.getState().value ?? []
  const before = known.get(session)
  if (before?.customers === customers && before.instruments === instruments) return before.looks
  const looks = looksOf([
    ...FIXED_WORDS,
    ...panelWords,
    ...customers.flatMap(({ code, name }) => [
      code,
      ...(name === '' ? [] : [name.replaceAll(/\s+/g, ''), name.split(/\s+/)[0] ?? name]),
    ]),
    ...instruments.flatMap(({ symbol, underlying }) => [symbol, underlying]),
  ])
  known.set(session, { customers, instruments, looks })
  return looks
}

const isKnown = ({ server }: WindowSession, named: Alias): boolean =>
  named.kind === 'customer'
    ? (server.customers.getState().value ?? []).some(({ code }) => code === named.customerCode)
    : (server.instruments.getState().value ?? []).some(({ symbol }) => symbol === named.symbol)

/** Why a word is no alias here, in one sentence; null when it is one. */
export function whyNoAlias(
  session: WindowSession,
  panelWords: readonly string[],
  word: string,
  named: Alias,
): string | null {
  const { value } = session.server.session.getState()
  if (named.venueId !== value?.venueId) return `“${word}” was made at another venue and means nothing here.`
  if (!isKnown(session, named)) return `“${word}” names ${namedBy(named)}, which this venue does not show.`
  const others = Object.keys(session.settings.getState().settings.values['line.aliases'])
  const alike =
    confusedWith(word, looksOf(others.filter((other) => other !== word))) ??
    confusedWith(word, realNames(session, panelWords))
  return alike === null ? null : `“${word}” could be taken for ${alike}. Choose another word.`
}

/** What a word was made for at the venue signed in to, in force or not; null for no such word. */
export function storedAlias(session: WindowSession, word: string): Alias | null {
  const text = word.toLowerCase()
  const stored = session.settings.getState().settings.values['line.aliases']
  const named = Object.hasOwn(stored, text) ? stored[text] : undefined
  return named && named.venueId === session.server.session.getState().value?.venueId ? named : null
}

/** The alias behind a word; null for none, or one that is not in force. */
export function aliasNamed(
  session: WindowSession,
  panelWords: readonly string[],
  word: string,
): Alias | null {
  const named = storedAlias(session, word)
  return named && whyNoAlias(session, panelWords, word.toLowerCase(), named) === null ? named : null
}

/** The aliases in force of one kind. */
export const aliasWords = (
  session: WindowSession,
  panelWords: readonly string[],
  kind: Alias['kind'],
): readonly string[] =>
  Object.entries(session.settings.getState().settings.values['line.aliases']).flatMap(([word, named]) =>
    named.kind === kind && whyNoAlias(session, panelWords, word, named) === null ? [word] : [],
  )
