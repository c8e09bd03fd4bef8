/** Reads lines of customers and numbers, as pasted from a spreadsheet or typed: `C1042 1.5`, `C1042;40%`. Pure. */

import { ZERO, decimalOf, type Decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { readTyped } from '../../format/numbers.ts'

/** A line with a code alone counts 1. The first fault is one sentence that names its line. */
export function readNumbers(
  text: string,
  customers: readonly Customer[],
): Result<ReadonlyMap<CustomerCode, Decimal>, string> {
  const codes = new Map(customers.map(({ code }) => [code.toLowerCase(), code]))
  const found = new Map<CustomerCode, Decimal>()
  for (const [at, line] of text.split('\n').entries()) {
    const [, word = '', number = ''] = /^([^\s;,:=]+)[\s;,:=]*(.*)$/.exec(line.trim()) ?? []
    if (word === '') continue
    const where = `Line ${at + 1}`
    const code = codes.get(word.toLowerCase())
    if (code === undefined) return fail(`${where}: “${word.slice(0, 40)}” is no customer of this desk.`)
    if (found.has(code)) return fail(`${where}: ${code} is there twice.`)
    const value = number === '' ? ok(decimalOf(1)) : readTyped(number.replace(/%$/, ''))
    if (!value.ok) return fail(`${where}: ${value.failure}.`)
    if (value.value < ZERO) return fail(`${where}: the number of ${code} is below 0.`)
    found.set(code, value.value)
  }
  return ok(found)
}
