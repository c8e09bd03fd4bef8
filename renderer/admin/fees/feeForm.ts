/** A change of fees as data: what is typed in bps, what it changes, and whether the venue took it. Pure; sends nothing. */

import { decimal, divide, toText, type Decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../../shared/domain/fees.ts'
import type { Symbol } from '../../../shared/domain/text.ts'
import { UNKNOWN, exact, readTyped } from '../../words/numbers.ts'

/** `all`: every instrument of the customer. */
export interface FeeForm {
  readonly scope: 'one' | 'all'
  readonly symbol: string
  readonly makerFee: string
  readonly takerFee: string
  /** What was typed to allow a change of every instrument. */
  readonly confirmation: string
}

export const emptyFeeForm: FeeForm = {
  scope: 'one',
  symbol: '',
  makerFee: '',
  takerFee: '',
  confirmation: '',
}

/** `2 bps = 0.02 %`; a rebate is named. */
export function feeWords(bps: string | null): string {
  if (bps === null) return UNKNOWN
  const value = decimal(bps)
  return `${exact(value)} bps = ${percentOfBps(bps)} %${value < 0n ? ' rebate' : ''}`
}

/** 2 bps are 0.02 percent (document part 2, Fee profile). */
export const percentOfBps = (bps: string): string => exact(divide(decimal(bps), decimal('100')))

export interface FeeChange {
  readonly symbol: Symbol
  readonly before: FeeProfileItem
  readonly makerFee: DecimalText
  readonly takerFee: DecimalText
}

export interface FeeReading {
  /** Sentences by field; nothing is sent while one stands. */
  readonly problems: Readonly<Partial<Record<'symbol' | 'makerFee' | 'takerFee' | 'confirmation', string>>>
  /** Instruments whose fees would change, with both before and after. */
  readonly changes: readonly FeeChange[]
  /** What to send; null while something is wrong or nothing changes. */
  readonly write: {
    readonly symbol: Symbol | null
    readonly makerFee: DecimalText
    readonly takerFee: DecimalText
  } | null
}

/** `customer` is what must be typed to change every instrument at once. */
export function readFeeForm(form: FeeForm, items: readonly FeeProfileItem[], customer: string): FeeReading {
  const problems: Partial<Record<'symbol' | 'makerFee' | 'takerFee' | 'confirmation', string>> = {}
  const fee = (field: 'makerFee' | 'takerFee', name: string): Decimal | null => {
    if (form[field].trim() === '') {
      problems[field] = `${name}: type the fee in bps; 0 for none.`
      return null
    }
    const read = readTyped(form[field])
    if (!read.ok) problems[field] = `${name}: ${read.failure}.`
    return read.ok ? read.value : null
  }
  const maker = fee('makerFee', 'Maker fee')
  const taker = fee('takerFee', 'Taker fee')
  const scoped = form.scope === 'all' ? items : items.filter((of) => of.symbol === form.symbol)
  if (form.scope === 'one' && scoped.length === 0) problems.symbol = 'Choose an instrument in the table.'
  if (maker === null || taker === null) return { problems, changes: [], write: null }
  const makerFee = toText(maker)
  const takerFee = toText(taker)
  const changes = scoped
    .filter((of) => of.makerFee !== makerFee || of.takerFee !== takerFee)
    .map((before) => ({ symbol: before.symbol, before, makerFee, takerFee }))
  if (form.scope === 'all' && form.confirmation.trim() !== customer)
    problems.confirmation = `Type ${customer} to change every instrument of this customer.`
  const one = scoped[0]
  const sound = Object.keys(problems).length === 0 && changes.length > 0
  return {
    problems,
    changes,
    write: sound ? { symbol: form.scope === 'all' ? null : (one?.symbol ?? null), makerFee, takerFee } : null,
  }
}

/** Instruments that read back otherwise than they were written; empty when the venue holds what was asked. */
export const notTaken = (
  changes: readonly FeeChange[],
  items: readonly FeeProfileItem[],
): readonly FeeChange[] =>
  changes.filter((of) => {
    const now = items.find((item) => item.symbol === of.symbol)
    return now === undefined || now.makerFee !== of.makerFee || now.takerFee !== of.takerFee
  })
