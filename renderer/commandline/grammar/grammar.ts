/** The command line's grammar (docs/keyboard.md#grammar): reads a statement into what it would do, or says what is wrong and where. Pure; sends nothing. */

import { assertNever } from '../../../shared/base/result.ts'
import { isCommandWord, wordHelp, wordsAbout, type CommandWord } from '../../keys/commandWords.ts'
import { isForMany, readBlock, readFlattenGroup } from './block/blockLine.ts'
import { readAmend } from './amendLine.ts'
import { readCancel } from './cancelLine.ts'
import { readGroup, readHalt } from './haltLine.ts'
import { readLink, readSpace } from './linkLine.ts'
import { wordsOf, type Word } from './wordsOfLine.ts'
import { customersThatFit, instrumentsThatFit, readCustomer, readInstrument } from './nameWords.ts'
import { readOrder } from './orderLine.ts'
import { readFlatten, readResize } from './positionLine.ts'
import { readScale } from './scale/scaleLine.ts'
import {
  Refused,
  need,
  refuse,
  type LineContext,
  type LineReading,
  type PanelCommand,
} from './lineReading.ts'

export { LARGEST_NOTIONAL } from './orderLine.ts'
export type { LineContext, LineReading, PanelCommand } from './lineReading.ts'

export function readLine(line: string, context: LineContext): LineReading {
  const words = wordsOf(line)
  const first = words[0]
  if (!first) return { kind: 'empty' }
  try {
    const word = first.text.toLowerCase()
    if (isCommandWord(word)) return readCommand(word, words, context)
    const command = context.panels.find((panel) => panel.word === word)
    return command ? readPanel(words, command, context) : readOrderOrDryRun(words, context)
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.reading
    throw thrown
  }
}

function readCommand(command: CommandWord, words: readonly Word[], context: LineContext): LineReading {
  switch (command) {
    case 'help':
    case '?':
      return readHelp(words, context)
    case 'cx':
      return readCancel(words, context)
    case 'flat':
      return words[1]?.text.startsWith('@') ? readFlattenGroup(words, context) : readFlatten(words, context)
    case 'rev':
    case 'half':
      return words.at(-1)?.text === '?'
        ? dryRunOf(readResize(command, words.slice(0, -1), context))
        : readResize(command, words, context)
    case 'scale':
      return readScale(words, context)
    case 'am':
      return readAmend(words, context)
    case 'halt':
    case 'lift':
    case 'halts':
      return readHalt(command, words, context)
    case 'arm':
    case 'disarm':
      return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'arm', armed: command === 'arm' }
    case 'link':
    case 'clink':
      return readLink(command, words)
    case 'space':
      return readSpace(words, context)
    case 'lock':
      return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'lock' }
    case 'stat':
      return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'stat' }
    case 'signout':
      return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'signOut' }
    default:
      return assertNever(command)
  }
}

/** An order, or with `?` behind it what would become of it. */
function readOrderOrDryRun(words: readonly Word[], context: LineContext): LineReading {
  const [first] = words
  if (first && isForMany(first))
    return readBlock(
      words.filter(({ text }) => text !== '?'),
      context,
    )
  if (words.at(-1)?.text !== '?') return readOrder(words, context)
  return dryRunOf(readOrder(words.slice(0, -1), context))
}

const dryRunOf = (reading: LineReading): LineReading =>
  reading.kind === 'order'
    ? {
        kind: 'dryRun',
        draft: reading.draft,
        ...(reading.bracket === undefined ? {} : { bracket: reading.bracket }),
      }
    : reading

/** `help`, `help cx`. */
function readHelp(words: readonly Word[], { panels }: LineContext): LineReading {
  const about = words[1]
  if (!about) return { kind: 'help', about: null }
  if (words[2]) refuse(words[2], 'one word at a time')
  const wanted = about.text.toLowerCase()
  const panel = panels.find(({ word }) => word === wanted)
  const sentence = panel ? `${panel.word}: opens ${panel.title}` : wordHelp(wanted)
  if (sentence !== null) return { kind: 'help', about: sentence }
  const near = wordsAbout(wanted)
  return refuse(
    about,
    near.length > 0
      ? `"${about.text}" is no word of the command line; try help ${near.join(', help ')}`
      : `"${about.text}" is no word of the command line; help alone shows all`,
  )
}

/** Whether a word names an instrument and no customer. A word that fits both is the customer. */
const isInstrumentOnly = ({ text }: Word, context: LineContext): boolean =>
  text !== '#' &&
  customersThatFit(text, context).length === 0 &&
  (text === '.' || instrumentsThatFit(text, context).length > 0)

/** `fee C1042`, `ledger`, `webhooks`, `rebalance @macro`, `ord C1042 btc`, `ord btc`. */
function readPanel(
  words: readonly Word[],
  { panel, customer, instrument }: PanelCommand,
  context: LineContext,
): LineReading {
  const word = customer === 'needed' ? need(words[1], 'customer or #') : words[1]
  if (customer === 'none' && word) refuse(word, 'nothing goes after it')
  const plain = { kind: 'open', panel, symbol: null } as const
  if (customer === 'group') {
    if (words[2]) refuse(words[2], 'nothing goes after the group')
    if (word?.text.startsWith('@') === false) refuse(word, 'a group begins with @, such as @macro')
    return { ...plain, customerCode: null, ...(word ? { group: readGroup(word, context) } : {}) }
  }
  if (instrument === undefined) {
    if (words[2]) refuse(words[2], 'nothing goes after the customer')
    return { ...plain, customerCode: word ? readCustomer(word, context) : null }
  }
  if (word && isInstrumentOnly(word, context)) {
    if (words[2]) refuse(words[2], 'nothing goes after the instrument; a customer goes before it')
    return { ...plain, customerCode: null, symbol: readInstrument(word, context).symbol }
  }
  if (words[3]) refuse(words[3], 'nothing goes after the instrument')
  return {
    ...plain,
    customerCode: word ? readCustomer(word, context) : null,
    symbol: words[2] ? readInstrument(words[2], context).symbol : null,
  }
}
