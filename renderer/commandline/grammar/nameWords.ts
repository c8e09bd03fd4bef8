/** Words that name a customer, an instrument or a side. Pure; a name must fit exactly one. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import { namedBy, type Alias } from '../../../shared/domain/settings/aliases.ts'
import type { CustomerCode, Side } from '../../../shared/domain/scalars.ts'
import type { Word } from './wordsOfLine.ts'
import { nearest } from './nearestWord.ts'
import { refuse, type LineContext } from './lineReading.ts'
import { capOf } from '../../keys/caps.ts'

/** The customers that a word may name: by exact code; else by code without capitals; else by name; else by the first word of the name; else by alias. */
export function customersThatFit(text: string, { customers, aliasNamed }: LineContext): readonly Customer[] {
  const wanted = text.toLowerCase()
  const ways: readonly ((customer: Customer) => boolean)[] = [
    ({ code }) => code === text,
    ({ code }) => code.toLowerCase() === wanted,
    ({ name }) => name.toLowerCase().replaceAll(/\s+/g, '') === wanted,
    ({ name }) => name.toLowerCase().split(/\s+/)[0] === wanted,
  ]
  for (const fits of ways) {
    const found = customers.filter(fits)
    if (found.length > 0) return found
  }
  const named = aliasNamed(text)
  return named?.kind === 'customer' ? customers.filter(({ code }) => code === named.customerCode) : []
}

const INSTEAD = {
  customer: 'type the code',
  instrument: 'type the symbol',
  order: 'select the order and type cx sel',
} as const

/** Refuses a word that the dealer made for something else than what was found: only the dealer knows which is meant. */
export function refuseOtherThanAlias(
  word: Word,
  found: { readonly kind: Alias['kind'] | 'order'; readonly name: string },
  { storedAlias }: LineContext,
): void {
  const named = storedAlias(word.text)
  if (named === null || (named.kind === found.kind && namedBy(named) === found.name)) return
  const instead =
    found.name.toLowerCase() === word.text.toLowerCase()
      ? 'remove your name in the settings'
      : INSTEAD[found.kind]
  refuse(
    word,
    `“${word.text}” is your name for ${namedBy(named)} and now also names ${found.name}: ${instead}.`,
  )
}

export function readCustomer(word: Word, context: LineContext): CustomerCode {
  if (word.text === '#')
    return context.customer ?? refuse(word, `no customer is chosen in this window (${capOf('F2')})`)
  if (/[:,=/@]/.test(word.text))
    return refuse(word, 'one customer only: a group or a split stands at the beginning of an order line')
  const [first, ...others] = customersThatFit(word.text, context)
  if (first && others.length === 0) {
    refuseOtherThanAlias(word, { kind: 'customer', name: first.code }, context)
    return first.code
  }
  if (first)
    return refuse(
      word,
      `"${word.text}" may be ${[first, ...others].map(({ code }) => shownCode(code)).join(' or ')}`,
    )
  const codes = context.customers.map((customer) => customer.code)
  return refuse(
    word,
    `"${word.text}" is no customer of this desk; the customer comes first`,
    nearest(word.text, codes),
  )
}

export function readSide(word: Word): Side {
  const text = word.text.toLowerCase()
  if (text === 'b' || text === 'buy') return 'buy'
  if (text === 's' || text === 'sell') return 'sell'
  return refuse(word, `"${word.text}" is no side: b or s`, nearest(text, ['buy', 'sell']))
}

export function readInstrument(word: Word, context: LineContext): Instrument {
  const wanted = word.text.toLowerCase()
  if (wanted === '.') {
    const shown = context.instruments.find((instrument) => instrument.symbol === context.instrument)
    return shown ?? refuse(word, `no instrument is chosen in this window (${capOf('F3')})`)
  }
  const found = instrumentsThatFit(wanted, context)
  if (found.length === 1 && found[0]) {
    refuseOtherThanAlias(word, { kind: 'instrument', name: found[0].symbol }, context)
    return found[0]
  }
  return refuse(
    word,
    found.length === 0
      ? `"${word.text}" is no instrument of this venue`
      : `"${word.text}" may be ${found.map((instrument) => shownCode(instrument.symbol)).join(' or ')}`,
    found.length === 0
      ? nearest(
          wanted,
          context.instruments.map((instrument) => instrument.underlying.toLowerCase()),
        )
      : null,
  )
}

/** Instruments that a word of the line names: by symbol; else by base asset; else by alias. */
export function instrumentsThatFit(
  text: string,
  { instruments, aliasNamed }: LineContext,
): readonly Instrument[] {
  const found = findInstruments(text, instruments)
  if (found.length > 0) return found
  const named = aliasNamed(text)
  return named?.kind === 'instrument' ? instruments.filter(({ symbol }) => symbol === named.symbol) : []
}

/** Instruments that a word names: its whole symbol, else its base asset. */
export function findInstruments(text: string, instruments: readonly Instrument[]): readonly Instrument[] {
  const wanted = text.toLowerCase()
  const exactly = instruments.filter((instrument) => instrument.symbol.toLowerCase() === wanted)
  return exactly.length > 0
    ? exactly
    : instruments.filter((instrument) => instrument.underlying.toLowerCase() === wanted)
}
