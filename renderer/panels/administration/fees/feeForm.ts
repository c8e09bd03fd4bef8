/** A change of fees as data: the typed bps, the changes, and whether the venue applied them. Pure; sends nothing. */

import { decimal, divide, toText, type Decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { UNKNOWN, exact, readTyped } from '../../../format/numbers.ts'
import { customerFirst } from '../../../format/customerFirst.ts'

/** `all`: every instrument of the customer. */
export interface FeeForm {
  readonly scope: 'one' | 'all'
  readonly symbol: string
  readonly makerFee: string
  readonly takerFee: string
}

export const emptyFeeForm: FeeForm = { scope: 'one', symbol: '', makerFee: '', takerFee: '' }

/** `2 bps = 0.02 %`; a rebate is named. */
export function feeWords(bps: string | null): string {
  if (bps === null) return UNKNOWN
  const value = decimal(bps)
  return `${exact(value)} bps = ${percentOfBps(bps)} %${value < 0n ? ' rebate' : ''}`
}

/** 2 bps are 0.02 percent (docs/api.md#2.fees.bps). */
export const percentOfBps = (bps: string): string => exact(divide(decimal(bps), decimal('100')))

export interface FeeChange {
  readonly symbol: Symbol
  readonly before: FeeProfileItem
  readonly makerFee: DecimalText
  readonly takerFee: DecimalText
}

/** Fees in bps; `symbol` null: of every instrument. */
export interface FeeWrite {
  readonly symbol: Symbol | null
  readonly makerFee: DecimalText
  readonly takerFee: DecimalText
}

/** `C1042 · SET FEES of BTCUSDC_PERP to maker 1 bps = 0.01 %, taker 5 bps = 0.05 %`. `count` is how many instruments there are. */
export function feeSentence(customer: string, write: FeeWrite, count: number): string {
  const scope = write.symbol ?? `every instrument (${count})`
  return customerFirst(
    customer,
    `SET FEES of ${scope} to maker ${feeWords(write.makerFee)}, taker ${feeWords(write.takerFee)}`,
  )
}

interface FeeReading {
  /** Sentences by field; nothing is sent while there is one. */
  readonly problems: Readonly<Partial<Record<'symbol' | 'makerFee' | 'takerFee', string>>>
  /** Instruments whose fees would change, with both before and after. */
  readonly changes: readonly FeeChange[]
  /** The write to send; null while something is wrong or nothing changes. */
  readonly write: FeeWrite | null
}

export function readFeeForm(form: FeeForm, items: readonly FeeProfileItem[]): FeeReading {
  const problems: Partial<Record<'symbol' | 'makerFee' | 'takerFee', string>> = {}
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
  const scoped = form.scope === 'all' ? items : items.filter((item) => item.symbol === form.symbol)
  if (form.scope === 'one' && scoped.length === 0) problems.symbol = 'Choose an instrument in the table.'
  if (maker === null || taker === null) return { problems, changes: [], write: null }
  const makerFee = toText(maker)
  const takerFee = toText(taker)
  const changes = scoped
    .filter((change) => change.makerFee !== makerFee || change.takerFee !== takerFee)
    .map((before) => ({ symbol: before.symbol, before, makerFee, takerFee }))
  const one = scoped[0]
  const sound = Object.keys(problems).length === 0 && changes.length > 0
  return {
    problems,
    changes,
    write: sound ? { symbol: form.scope === 'all' ? null : (one?.symbol ?? null), makerFee, takerFee } : null,
  }
}

/** Instruments whose fees at the venue differ from the written fees. */
export const notTaken = (
  changes: readonly FeeChange[],
  items: readonly FeeProfileItem[],
): readonly FeeChange[] =>
  changes.filter((change) => {
    const now = items.find((item) => item.symbol === change.symbol)
    return now === undefined || now.makerFee !== change.makerFee || now.takerFee !== change.takerFee
  })
