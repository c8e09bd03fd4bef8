/** Reads the instruments that a dealer types to add to a list. Pure; never guesses between two. */

import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { soleItem, rankItems } from '../../../ui/rankItems.ts'
import { MOST_SYMBOLS } from './quoteLists.ts'

export interface TypedInstruments {
  /** Symbols that the words name, each once, without those of the list. */
  readonly symbols: readonly string[]
  /** The words that name no instrument, or several. They stay in the field. */
  readonly left: string
  /** What Enter does or why a word is not taken, in one sentence; empty while nothing is typed. */
  readonly says: string
}

const itemsOf = (instruments: readonly Instrument[]) =>
  instruments.map(({ symbol, underlying }) => ({ symbol, label: symbol, detail: underlying }))

/** The instrument that a word names: its symbol, else the only one with this underlying, else the only one that fits. */
function named(word: string, instruments: readonly Instrument[]): Instrument['symbol'] | null {
  const wanted = word.toLowerCase()
  const whole = instruments.filter(({ symbol }) => symbol.toLowerCase() === wanted)
  const bases = instruments.filter(({ underlying }) => underlying.toLowerCase() === wanted)
  const exactOnes = whole.length > 0 ? whole : bases
  if (exactOnes.length > 0) return exactOnes.length === 1 ? (exactOnes[0]?.symbol ?? null) : null
  return soleItem(itemsOf(instruments), word)?.symbol ?? null
}

function whyNot(word: string, instruments: readonly Instrument[]): string {
  const fitting = rankItems(itemsOf(instruments), word)
  if (fitting.length === 0) return `No instrument fits "${word}".`
  const names = fitting.slice(0, 3).map(({ label }) => shownCode(label))
  return `${fitting.length} fit "${word}": ${names.join(', ')}${fitting.length > 3 ? ', …' : ''}. Type more.`
}

/** `typed`: words with spaces, commas or semicolons between them. `known`: the symbols that the list has. */
export function readTypedInstruments(
  typed: string,
  instruments: readonly Instrument[],
  known: readonly string[],
): TypedInstruments {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '')
  const symbols = new Set<string>()
  const left: string[] = []
  const there: string[] = []
  for (const word of words) {
    const symbol = named(word, instruments)
    if (symbol === null) left.push(word)
    else if (known.includes(symbol)) there.push(shownCode(symbol))
    else symbols.add(symbol)
  }
  if (known.length + symbols.size > MOST_SYMBOLS)
    return {
      symbols: [],
      left: words.join(' '),
      says: `A list holds at most ${MOST_SYMBOLS} instruments. Start another list.`,
    }
  const sentences = [
    ...(left[0] === undefined ? [] : [whyNot(left[0], instruments)]),
    ...(there.length === 0 ? [] : [`${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} in the list.`]),
    ...(symbols.size === 0 ? [] : [`Enter adds ${[...symbols].map(shownCode).join(', ')}.`]),
  ]
  return { symbols: [...symbols], left: left.join(' '), says: sentences.join(' ') }
}
