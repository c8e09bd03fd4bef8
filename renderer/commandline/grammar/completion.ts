/** Completes the word at the end of a line for Tab. Pure. */

import {
  COMMAND_WORDS,
  PRICE_WORDS,
  SCALE_WEIGHT_WORDS,
  SIDE_LETTERS,
  SIDE_WORDS,
  TIME_IN_FORCE_WORDS,
} from '../../keys/commandWords.ts'
import { CUSTOMER_LINKS, INSTRUMENT_LINKS } from '../../../shared/domain/panelLinks.ts'
import type { LineContext } from './grammar.ts'
import { groupWords } from './haltLine.ts'
import { NO_LINK } from './linkLine.ts'
import { statementTexts, wordsOf } from './wordsOfLine.ts'

/** The leverages that dealers type most. */
const LEVERAGE_WORDS = ['x2', 'x3', 'x5', 'x10']

/** The line with its last word completed as far as it is certain; the line itself when nothing fits. */
export function completeLine(whole: string, context: LineContext): string {
  const last = statementTexts(whole).at(-1) ?? ''
  const before = whole.slice(0, whole.length - last.length)
  return before + completeStatement(whole.slice(before.length), context)
}

function completeStatement(line: string, context: LineContext): string {
  const words = wordsOf(line)
  const fresh = line === '' || /\s$/.test(line)
  const index = fresh ? words.length : words.length - 1
  const begun = fresh ? '' : (words.at(-1)?.text ?? '')
  const fits = candidates(words[0]?.text.toLowerCase() ?? '', index, context).filter((word) =>
    word.toLowerCase().startsWith(begun.toLowerCase()),
  )
  const shared = sharedStart(fits)
  if (fits.length === 0 || shared.length < begun.length || begun === '') return line
  return line.slice(0, line.length - begun.length) + shared + (fits.length === 1 ? ' ' : '')
}

const firstWords = ({ panels }: LineContext): readonly string[] => [
  ...Object.keys(COMMAND_WORDS),
  ...panels.map((panel) => panel.word),
]

function candidates(first: string, index: number, context: LineContext): readonly string[] {
  const customers = [...context.customers.map((customer) => customer.code), ...context.aliasWords('customer')]
  const instruments = [
    ...context.instruments.map((instrument) => instrument.underlying.toLowerCase()),
    ...context.aliasWords('instrument'),
  ]
  if (index === 0) return [...customers, ...firstWords(context), ...groupWords(context)]
  if (first === 'cx')
    return index === 1
      ? [...customers, 'sel']
      : index === 2
        ? [...instruments, 'stop']
        : [...SIDE_LETTERS, 'stop']
  if (first === 'flat') return index === 1 ? customers : index === 2 ? [...instruments, 'all'] : []
  if (first === 'rev' || first === 'half') return index === 1 ? customers : index === 2 ? instruments : []
  if (first === 'scale') {
    if (index === 1) return customers
    if (index === 2) return SIDE_WORDS
    if (index === 4) return instruments
    return index > 6 ? [...SCALE_WEIGHT_WORDS, ...LEVERAGE_WORDS] : []
  }
  if (first === 'help') return index === 1 ? firstWords(context) : []
  if (first === 'halt' || first === 'lift')
    return index === 1 ? ['desk', 'sel', ...customers, ...instruments, ...groupWords(context)] : []
  if (first === 'am') return index === 1 ? ['sel'] : index === 2 ? ['px', 'qty'] : []
  if (first === 'space') return index === 1 ? context.workspaces.map(({ name }) => name) : []
  if (first === 'link') return index === 1 ? [...INSTRUMENT_LINKS, NO_LINK] : []
  if (first === 'clink') return index === 1 ? [...CUSTOMER_LINKS, NO_LINK] : []
  const command = context.panels.find((panel) => panel.word === first)
  if (command?.instrument)
    return index === 1 ? [...customers, ...instruments] : index === 2 ? instruments : []
  if (command?.customer === 'group') return index === 1 ? groupWords(context) : []
  if (command) return index === 1 && command.customer !== 'none' ? customers : []
  if (index === 1) return SIDE_WORDS
  if (index === 3) return instruments
  if (index === 4) return PRICE_WORDS
  return index > 4 ? [...TIME_IN_FORCE_WORDS, ...LEVERAGE_WORDS, 'ref=', 'note='] : []
}

/** Capitals count: two customer codes may differ in nothing else, and Tab chooses neither. */
function sharedStart(words: readonly string[]): string {
  let start = words[0] ?? ''
  for (const word of words) while (!word.startsWith(start)) start = start.slice(0, -1)
  return start
}
