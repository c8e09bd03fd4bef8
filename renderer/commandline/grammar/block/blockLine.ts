/**
 * Reads a block order: `@group/method side size inst price opt*`, a split over customers, or `flat @group inst` (docs/keyboard.md#grammar). It only fills in
 * the sheet of a block. Pure; sends nothing.
 */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { ZERO, compare, decimal, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import {
  METHOD_WORDS,
  BLOCK_METHODS,
  methodGoesByPosition,
  methodNamesEach,
  methodOfWord,
  type BlockMethod,
} from '../../../../shared/domain/block/blockMethods.ts'
import type { Customer } from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { readTyped } from '../../../format/numbers.ts'
import { BLOCK_TYPES, type BlockForm, type BlockType } from '../../../state/blockForm/blockFields.ts'
import { groupOfName } from '../haltLine.ts'
import { refuseMisfit } from '../lineFit.ts'
import { need, refuse, type LineContext, type LineReading } from '../lineReading.ts'
import { readCustomer, readInstrument, readSide } from '../nameWords.ts'
import { readOrderWords } from '../orderLine.ts'
import type { Word } from '../wordsOfLine.ts'

/** Whether a line that begins with this word is for several customers. */
export const isForMany = ({ text }: Word): boolean => text.startsWith('@') || /[:=]/.test(text)

interface Many {
  readonly group: string
  readonly method: BlockMethod
  readonly numbers: string
  readonly members: readonly Customer[]
  /** The amounts stand with the customers: no size follows. */
  readonly isSized: boolean
}

const METHODS = BLOCK_METHODS.map((method) => METHOD_WORDS[method].word)

/** How a line names the customers, by methods that need each one's number. */
const NAMED: Readonly<Partial<Record<BlockMethod, string>>> = {
  percent: 'C1042:60%,C2007:40%',
  list: 'C1042=1.5,C2007=0.5',
  cash: 'C1042=$25k,C2007=$10k',
}

function readGroup(word: Word, context: LineContext): Many {
  const [name = '', methodWord, more] = word.text.slice(1).split('/')
  const group = groupOfName(name, word, context)
  const members = context.customers.filter((customer) => customer.group === group)
  if (methodWord === '') need(undefined, `how to split: ${METHODS.join(', ')}`)
  const method = methodWord === undefined ? 'equal' : methodOfWord(methodWord)
  if (method === null || more !== undefined)
    return refuse(word, `"${methodWord}" is none of ${METHODS.join(', ')}`)
  const named = NAMED[method]
  if (named !== undefined)
    return refuse(word, `${METHOD_WORDS[method].name.toLowerCase()} names each customer: ${named}`)
  return { group, method, numbers: '', members, isSized: false }
}

/** A part of a split: a name, a sign, and a number with `%` behind it, or `$` at one of its ends. */
const PART = /^([^:=]+)([:=])(\$?)([^$%:=]+)([$%]?)$/

/** The method that a part means; null where its signs do not go together. */
function methodOfPart(sign: string | undefined, before: string, behind: string): BlockMethod | null {
  if (sign === ':') return before === '' && behind !== '$' ? (behind === '%' ? 'percent' : 'ratio') : null
  if (before !== '' && behind !== '') return null
  return behind === '%' ? null : `${before}${behind}` === '$' ? 'cash' : 'list'
}

/** `C1042:4,C2007:2`, `C1042:60%,C2007:40%`, `C1042=1.5,C2007=0.5`, `C1042=$25k,C2007=$10k`. */
function readSplit(word: Word, context: LineContext): Many {
  const found = new Map<CustomerCode, Decimal>()
  const kinds = new Set<BlockMethod>()
  for (const part of word.text.split(',')) {
    const [, name = '', sign, before = '', number = '', behind = ''] = PART.exec(part) ?? []
    const method = methodOfPart(sign, before, behind)
    if (sign === undefined || method === null)
      return refuse(
        word,
        'a split is C1042:4,C2007:2, or C1042:60%,C2007:40%, or C1042=1.5,C2007=0.5, or C1042=$25k,C2007=$10k',
      )
    const code = readCustomer({ ...word, text: name }, context)
    if (found.has(code)) return refuse(word, `${shownCode(code)} is there twice`)
    const value = readTyped(number)
    if (!value.ok || value.value <= ZERO) return refuse(word, `"${number}" is no number above 0`)
    kinds.add(method)
    found.set(code, value.value)
  }
  const [method, other] = [...kinds]
  if (method === undefined || other !== undefined)
    return refuse(word, 'one kind of split only: parts, percents, amounts or cash')
  if (found.size < 2) return refuse(word, 'a split names at least two customers')
  const sum = [...found.values()].reduce((all, value) => (all + value) as Decimal, ZERO)
  if (method === 'percent' && compare(sum, decimal('100')) !== 0)
    return refuse(word, `the percents total ${toText(sum)}, not 100`)
  return {
    group: '',
    method,
    numbers: [...found].map(([code, value]) => `${code} ${toText(value)}`).join('\n'),
    members: context.customers.filter(({ code }) => found.has(code)),
    isSized: methodNamesEach(method),
  }
}

const readMany = (word: Word, context: LineContext): Many =>
  word.text.startsWith('@') ? readGroup(word, context) : readSplit(word, context)

const isBlockType = (type: string): type is BlockType => BLOCK_TYPES.some((known) => known === type)

/** Words without `onfail=`, and what it says. */
function readOnFail(words: readonly Word[]): {
  readonly others: readonly Word[]
  readonly onRefused: BlockForm['onRefused']
} {
  const [word, more] = words.filter(({ text }) => /^onfail=/i.test(text))
  if (more) refuse(more, 'onfail= is given twice')
  if (!word) return { others: words, onRefused: 'stop' }
  const says = word.text.slice('onfail='.length).toLowerCase()
  const others = words.filter((each) => each !== word)
  if (says === 'stop' || says === 'continue') return { others, onRefused: says }
  return refuse(word, 'onfail= takes stop or continue')
}

/** Fills in the sheet of a block. */
export function readBlock(words: readonly Word[], context: LineContext): LineReading {
  const many = readMany(need(words[0], 'group or split'), context)
  const { others, onRefused } = readOnFail(words)
  const [first] = many.members
  const firstWord = others[0]
  if (!first || !firstWord) return refuse(need(words[0], 'group'), 'no customer is known')
  // Amounts stand with the customers: a size in their place lets the rest be read as every order.
  const sized = many.isSized
    ? [...others.slice(0, 2), { ...firstWord, text: '1' }, ...others.slice(2)]
    : others
  const own = sized[2]
  const isOwn = methodGoesByPosition(many.method)
  const ownText = own?.text.replace(/%$/, '').replace(/^\+/, '') ?? ''
  const { draft, remarks, bracket, size, sizeWord, instrument, wordOf } = readOrderWords(
    isOwn && own
      ? [...sized.slice(0, 2), { ...own, text: ownText.replace(/^-/, '') }, ...sized.slice(3)]
      : sized,
    first.code,
    context,
  )
  if (bracket !== null) return refuse(firstWord, 'a block takes no bracket: leave out then …')
  if (remarks !== null)
    return refuse(firstWord, 'a block takes no ref= and no note=: its own id is in every reference id')
  if (!isBlockType(draft.type))
    return refuse(sizeWord, 'a block takes m, a limit, stop or tp without a second price')
  if (isOwn && size.cash) return refuse(sizeWord, 'this way to split takes no cash amount')
  // The size of the whole is no size of one order: price and tick are checked, with a lot of it.
  refuseMisfit(
    { ...draft, amount: instrument.lotSize ?? draft.amount, cashAmount: null },
    instrument,
    wordOf,
    context,
  )
  const price = draft.limitPrice ?? ''
  return {
    kind: 'block',
    form: {
      group: many.group,
      symbol: instrument.symbol,
      side: draft.side,
      type: draft.type,
      amount: many.isSized || size.cash ? '' : isOwn ? ownText : toText(size.value),
      cash: size.cash ? toText(size.value) : '',
      limitPrice: price,
      triggerPrice: draft.triggerPrice ?? '',
      timeInForce: size.cash ? '' : (draft.timeInForce ?? ''),
      leverage: draft.leverage === null ? '' : String(draft.leverage),
      method: many.method,
      numbers: many.numbers,
      onRefused,
    },
    customers: many.members.length,
  }
}

/** `flat @macro btc`: the sheet of a block that sells what the group is long, or buys what it is short. */
export function readFlattenGroup(words: readonly Word[], context: LineContext): LineReading {
  const word = need(words[1], '@group')
  const { group, members } = readGroup(word, context)
  const instrument = readInstrument(need(words[2], 'instrument'), context)
  if (words[3]) return refuse(words[3], 'nothing goes after the instrument')
  const held = members.map(({ code }) => context.positionOf(code, instrument.symbol) ?? ZERO)
  const net = held.reduce((sum, size) => (sum + size) as Decimal, ZERO)
  if (held.every((size) => size === ZERO))
    return refuse(word, `no position of @${group} in ${shownCode(instrument.symbol)} is known`)
  return {
    kind: 'block',
    form: {
      group,
      symbol: instrument.symbol,
      side: readSide({ ...word, text: net < ZERO ? 'b' : 's' }),
      type: 'market',
      amount: '100',
      method: 'position',
    },
    customers: members.length,
  }
}
