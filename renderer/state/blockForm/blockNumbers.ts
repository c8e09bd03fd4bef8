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
const LINE = /^([^\s;,:=]+)(?:\s*[;,:=]\s*|\s+|$)(.*)$/

/** What a line must hold behind the code; null: nothing needs to, and a code alone counts 1. */
const NEEDED: Partial<Record<BlockMethod, string>> = { percent: 'percent', list: 'contracts' }

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

function numberOf(text: string, code: CustomerCode, method: BlockMethod): Result<Decimal, string> {
  const needed = NEEDED[method]
  if (text === '')
    return needed === undefined ? ok(decimalOf(1)) : fail(`type the ${needed} of ${shownCode(code)}.`)
  if (text.endsWith('%') && method !== 'percent')
    return fail(`“${text.slice(0, 40)}” is a percent. Choose “Percent”, or type a number without %.`)
  const read = readTyped(text.replace(/%$/, ''))
  if (!read.ok) return fail(`${read.failure}.`)
  return read.value < ZERO ? fail(`the number of ${shownCode(code)} is below 0.`) : read
}

/** Wrong lines that the sentence reports; the others are counted. */
const REPORTED = 5

/** What spreadsheets put above a column of codes. */
const HEADS = new Set(['customer', 'customers', 'customer_code', 'code', 'account'])

/** `customer;amount` above the lines: a first line that names no customer and has no number. */
const isHead = (line: string, customers: readonly Customer[]): boolean => {
  const [, word = '', rest = ''] = LINE.exec(line.trim()) ?? []
  return HEADS.has(word.toLowerCase()) && !customerOf(word, customers).ok && !/\d/.test(rest)
}

/** The faults of many lines in one text. */
function reported(faults: readonly string[]): string {
  const more = faults.length - REPORTED
  const rest = more > 0 ? [`${more} more ${more === 1 ? 'line is' : 'lines are'} wrong.`] : []
  return [...faults.slice(0, REPORTED), ...rest].join(' ')
}

/** Every fault is one sentence that names its line. Only empty lines and a heading are passed over. */
export function readNumbers(
  text: string,
  customers: readonly Customer[],
  method: BlockMethod,
): Result<ReadonlyMap<CustomerCode, Decimal>, string> {
  const found = new Map<CustomerCode, Decimal>()
  const readLine = (line: string): Result<null, string> => {
    const [, word, number = ''] = LINE.exec(line.trim()) ?? []
    if (word === undefined) return fail('begin it with the code of a customer.')
    const code = customerOf(word, customers)
    if (!code.ok) return code
    if (found.has(code.value)) return fail(`${code.value} is there twice.`)
    const value = numberOf(number, code.value, method)
    if (!value.ok) return value
    found.set(code.value, value.value)
    return ok(null)
  }
  const lines = [...text.split(LINE_END).entries()].filter(([, line]) => line.trim() !== '')
  const [first] = lines
  const faults = (first && isHead(first[1], customers) ? lines.slice(1) : lines).flatMap(([at, line]) => {
    const read = readLine(line)
    return read.ok ? [] : [`Line ${at + 1}: ${read.failure}`]
  })
  return faults.length > 0 ? fail(reported(faults)) : ok(found)
}
