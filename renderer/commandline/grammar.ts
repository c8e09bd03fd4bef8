/** The command line's grammar (docs/keyboard.md#grammar): reads a line into what it would do, or says what is wrong and where. Pure; sends nothing. */

import { assertNever } from '../../shared/base/result.ts'
import { isCommandWord, type CommandWord } from '../keys/commandWords.ts'
import { readAmend } from './amendLine.ts'
import { readHalt } from './haltLine.ts'
import { wordsOf, type Word } from './lineReader.ts'
import { readCustomer, readInstrument, readSide } from './nameWords.ts'
import { readOrder } from './orderLine.ts'
import { Refused, need, refuse, type LineContext, type LineReading, type PanelCommand } from './reading.ts'

export { LARGEST_NOTIONAL } from './orderLine.ts'
export type { LineContext, LineReading, PanelCommand } from './reading.ts'

export function readLine(line: string, context: LineContext): LineReading {
  const words = wordsOf(line)
  const first = words[0]
  if (!first) return { kind: 'empty' }
  try {
    const several = /;/.exec(line)
    if (several)
      return {
        kind: 'bad',
        start: several.index,
        end: several.index + 1,
        reason: 'one command per line: leave out the ;',
        offer: null,
      }
    const word = first.text.toLowerCase()
    if (isCommandWord(word)) return readCommand(word, words, context)
    const command = context.panels.find((panel) => panel.word === word)
    return command ? readPanel(words, command, context) : readOrder(words, context)
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.reading
    throw thrown
  }
}

function readCommand(command: CommandWord, words: readonly Word[], context: LineContext): LineReading {
  switch (command) {
    case 'help':
    case '?':
      return { kind: 'help' }
    case 'cx':
      return readCancel(words, context)
    case 'flat':
      return readFlatten(words, context)
    case 'am':
      return readAmend(words, context)
    case 'halt':
    case 'lift':
    case 'halts':
      return readHalt(command, words, context)
    case 'signout':
      return words[1] ? refuse(words[1], 'nothing goes after it') : { kind: 'signOut' }
    default:
      return assertNever(command)
  }
}

/** `cx # btc [b|s]`, `cx C1042`. */
function readCancel(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const instrument = words[2] ? readInstrument(words[2], context) : null
  const side = words[3] ? readSide(words[3]) : null
  if (words[4]) refuse(words[4], 'nothing goes after the side')
  return { kind: 'cancelAll', customerCode, symbol: instrument?.symbol ?? null, side }
}

/** `flat C1042 btc`. */
function readFlatten(words: readonly Word[], context: LineContext): LineReading {
  const customerCode = readCustomer(need(words[1], 'customer or #'), context)
  const instrument = readInstrument(need(words[2], 'instrument'), context)
  if (words[3]) refuse(words[3], 'nothing goes after the instrument')
  return { kind: 'flatten', customerCode, symbol: instrument.symbol }
}

/** `fee C1042`, `ledger`, `webhooks`. */
function readPanel(
  words: readonly Word[],
  { panel, customer }: PanelCommand,
  context: LineContext,
): LineReading {
  const word = customer === 'needed' ? need(words[1], 'customer or #') : words[1]
  if (customer === 'none' && word) refuse(word, 'nothing goes after it')
  if (words[2]) refuse(words[2], 'nothing goes after the customer')
  return { kind: 'open', panel, customerCode: word ? readCustomer(word, context) : null }
}
