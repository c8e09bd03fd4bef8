/** Reads lines of customers and numbers, as pasted from a spreadsheet or typed: `C1042 1.5`, `C1042;40%`. Leaves out no line and guesses no amount. Pure. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { ZERO, decimalOf, type Decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import type { BlockMethod } from '../../../shared/domain/block/blockMethods.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { readTyped } from '../../format/numbers.ts'

/** Every end of a line that a paste may bring. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
/** A code, one separator, and the rest. */
const LINE = /^([^\s;,:=]+)(\s*[;,:=]\s*|\s+|$)(.*)$/
/** One thousand and a half, or one and a half: a comma means either, by the country. */
const DOUBTFUL_COMMA = /^\$?[+-]?[1-9]\d{0,2},\d{3}\D?$/
const DOUBTFUL_POINT = /^\$?[+-]?[1-9]\d{0,2}\.\d{3}\D?$/
/** What a spreadsheet puts between its cells. Where decimals have a comma, such a cell shows 1500 as 1.500. */
const BETWEEN_CELLS = /[;\t]/

/** What a line must hold behind the code; null: nothing needs to, and a code alone counts 1. */
const NEEDED: Partial<Record<BlockMethod, string>> = { percent: 'percent', list: 'contracts', cash: 'USDC' }

/** The customer of a typed code. Upper and lower case may differ where that fits one customer only. */
function customerOf(word: string, customers: readonly Customer[]): Result<CustomerCode, string> {
  const exact = customers.find(({ code }) => code === word)
  if (exact) return ok(exact.code)
  const alike = customers.filter(({ code }) => code.toLowerCase() === word.toLowerCase())
  const [only, other] = alike
  if (!only) return fail(`“${word.slice(0, 40)}” is no customer of this desk.`)
  return other
    ? fail(`“${word}” may be ${shownCode(only.code)} or ${shownCode(other.code)}. Type the code exactly.`)
    : ok(only.code)
}

/** Why a number can mean two numbers; null: the number means one. */
function doubtOf(text: string, separator: string): string | null {
  if (DOUBTFUL_COMMA.test(text)) return 'write it with a point for decimals and no comma'
  return DOUBTFUL_POINT.test(text) && BETWEEN_CELLS.test(separator)
    ? 'write whole thousands without a point, or decimals with another number of digits'
    : null
}

interface NumberOfLine {
  readonly text: string
  readonly separator: string
}

function numberOf(
  { text, separator }: NumberOfLine,
  code: CustomerCode,
  method: BlockMethod,
): Result<Decimal, string> {
  const needed = NEEDED[method]
  if (text === '')
    return needed === undefined ? ok(decimalOf(1)) : fail(`type the ${needed} of ${shownCode(code)}.`)
  if (text.endsWith('%') && method !== 'percent')
    return fail(`“${text.slice(0, 40)}” is a percent. Choose “Percent”, or type a number without %.`)
  const doubt = doubtOf(text, separator)
  if (doubt !== null) return fail(`“${text}” can mean two numbers: ${doubt}.`)
  const read = readTyped(method === 'cash' ? text.replace(/^\$|\$$/, '') : text.replace(/%$/, ''))
  if (!read.ok) return fail(`${read.failure}.`)
  return read.value < ZERO ? fail(`the number of ${shownCode(code)} is below 0.`) : read
}

/** Wrong lines that are reported in words. */
const IN_WORDS = 5
/** Wrong lines behind them that are named; the others are counted. */
const NAMED = 40

/** What spreadsheets put above a column of codes. */
const HEADS = new Set(['customer', 'customers', 'customer_code', 'code', 'account'])

/** `customer;amount` above the lines: a first line that names no customer and has no number. */
const isHead = (line: string, customers: readonly Customer[]): boolean => {
  const [, word = '', , rest = ''] = LINE.exec(line.trim()) ?? []
  return HEADS.has(word.toLowerCase()) && !customerOf(word, customers).ok && !/\d/.test(rest)
}

interface WrongLine {
  readonly line: number
  readonly why: string
}

/** The faults of many lines in one text. */
function reported(wrong: readonly WrongLine[]): string {
  const inWords = wrong.slice(0, IN_WORDS).map(({ line, why }) => `Line ${line}: ${why}`)
  const rest = wrong.slice(IN_WORDS)
  if (rest.length === 0) return inWords.join(' ')
  const named = rest.slice(0, NAMED).map(({ line }) => line)
  const more = rest.length > NAMED ? ` and ${rest.length - NAMED} more` : ''
  return `${inWords.join(' ')} Also wrong: ${rest.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${more}.`
}

/** Every fault names its line. Only empty lines and a heading are passed over. */
export function readNumbers(
  text: string,
  customers: readonly Customer[],
  method: BlockMethod,
): Result<ReadonlyMap<CustomerCode, Decimal>, string> {
  const found = new Map<CustomerCode, Decimal>()
  const readLine = (line: string): Result<null, string> => {
    const [, word, separator = '', number = ''] = LINE.exec(line.trim()) ?? []
    if (word === undefined) return fail('begin it with the code of a customer.')
    const code = customerOf(word, customers)
    if (!code.ok) return code
    if (found.has(code.value)) return fail(`${code.value} is there twice.`)
    const value = numberOf({ text: number, separator }, code.value, method)
    if (!value.ok) return value
    found.set(code.value, value.value)
    return ok(null)
  }
  const lines = [...text.split(LINE_END).entries()].filter(([, line]) => line.trim() !== '')
  const [first] = lines
  const wrong = (first && isHead(first[1], customers) ? lines.slice(1) : lines).flatMap(([at, line]) => {
    const read = readLine(line)
    return read.ok ? [] : [{ line: at + 1, why: read.failure }]
  })
  return wrong.length > 0 ? fail(reported(wrong)) : ok(found)
}
