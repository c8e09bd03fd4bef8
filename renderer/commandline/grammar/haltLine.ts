/** `halt desk`, `halt C1042`, `lift btc`, `halts`: lines about halts. Pure. */

import type { HaltScope } from '../../../shared/domain/orders/halt.ts'
import type { Word } from './wordsOfLine.ts'
import { instrumentsThatFit, readCustomer, readInstrument } from './nameWords.ts'
import { need, refuse, type LineContext, type LineReading } from './lineReading.ts'

const groupsOf = ({ customers }: LineContext): readonly string[] => [
  ...new Set(customers.map((customer) => customer.group).filter((group) => group !== '')),
]

/** Groups that a line can name: those of one word. */
export const groupWords = (context: LineContext): readonly string[] =>
  groupsOf(context).flatMap((group) => (/\s/.test(group) ? [] : [`@${group}`]))

/** The group of a typed name. Upper and lower case may differ where that fits one group only. `word`: where a fault is shown. */
export function groupOfName(name: string, word: Word, context: LineContext): string {
  const groups = groupsOf(context)
  if (groups.includes(name)) return name
  const [group, other] = groups.filter((each) => each.toLowerCase() === name.toLowerCase())
  if (group === undefined) return refuse(word, `no customer is in a group "${name}"`)
  return other === undefined
    ? group
    : refuse(word, `"${name}" may be the group ${group} or ${other}: type it exactly`)
}

/** The group of a word `@macro`. */
export const readGroup = (word: Word, context: LineContext): string =>
  groupOfName(word.text.slice(1), word, context)

export function readHalt(
  verb: 'halt' | 'lift' | 'halts',
  words: readonly Word[],
  context: LineContext,
): LineReading {
  if (verb === 'halts')
    return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'lift', scope: null }
  const scope = readScope(need(words[1], 'desk, customer, instrument, @group or sel'), context)
  if (words[2]) refuse(words[2], 'one thing at a time')
  return { kind: verb, scope }
}

function readScope(word: Word, context: LineContext): HaltScope {
  const text = word.text.toLowerCase()
  if (text === 'desk') return { kind: 'desk' }
  if (text === 'sel') {
    const order =
      context.selected ?? refuse(word, 'no live order is selected in the Orders table, or a filter hides it')
    return { kind: 'order', customerCode: order.customerCode, referenceId: order.referenceId }
  }
  if (text.startsWith('@')) return { kind: 'group', group: readGroup(word, context) }
  const isCustomer = context.customers.some((customer) => customer.code.toLowerCase() === text)
  const [instrument, ...others] = isCustomer ? [] : instrumentsThatFit(word.text, context)
  if (instrument && others.length === 0)
    return { kind: 'instrument', symbol: readInstrument(word, context).symbol }
  return { kind: 'customer', customerCode: readCustomer(word, context) }
}
