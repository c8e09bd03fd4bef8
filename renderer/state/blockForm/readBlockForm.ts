/** Reads the form of a block: the order it says, or what is wrong where. Pure; sends nothing. */

import { ZERO, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import {
  methodGoesByPosition,
  methodNamesEach,
  methodTakesNumbers,
  type BlockMethod,
} from '../../../shared/domain/block/blockMethods.ts'
import { amountOfCash } from '../../../shared/domain/block/ownAmount.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import {
  LEVERAGES,
  TYPE_RULES,
  defaultTimeInForce,
  orderProblems,
} from '../../../shared/domain/orders/orderFieldRules.ts'
import { MOST_BLOCK_ROWS } from '../../../shared/domain/orders/rows/blockTag.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import { readTyped } from '../../format/numbers.ts'
import type { BlockField, BlockForm } from './blockFields.ts'
import { readNumbers } from './blockNumbers.ts'

export interface BlockFault {
  readonly field: BlockField
  readonly sentence: string
}

/** What the form says. */
export interface ReadBlock {
  readonly instrument: Instrument
  /** Customer and amount are those of no row. */
  readonly draft: OrderDraft
  /** Contracts, percent or target; 0 where each customer's amount is typed. */
  readonly parent: Decimal
  /** USDC per contract at which cash becomes contracts; null while none is known. */
  readonly price: Decimal | null
  /** The USDC that became `parent`; null where the dealer typed contracts. */
  readonly cash: Decimal | null
  readonly members: readonly Customer[]
  /** The group of the form; empty where a member is of another one. */
  readonly group: string
  readonly typed: ReadonlyMap<CustomerCode, Decimal>
  readonly inFlight: number
}

export type BlockReading =
  | { readonly ok: true; readonly value: ReadBlock }
  | { readonly ok: false; readonly fault: BlockFault }

export interface BlockContext {
  readonly customers: readonly Customer[]
  readonly instruments: readonly Instrument[]
  /** USDC per contract at which cash becomes contracts where the order has no price; null while none is fresh. */
  readonly marketPrice: (symbol: Symbol, side: Side) => Decimal | null
}

class Faulty extends Error {
  readonly fault: BlockFault
  constructor(field: BlockField, sentence: string) {
    super(sentence)
    this.fault = { field, sentence }
  }
}

const fault = (field: BlockField, sentence: string): never => {
  throw new Faulty(field, sentence)
}

/** The label of the amount: what it is of depends on the method. */
export const amountLabel = (method: BlockMethod): string =>
  method === 'position' || method === 'grow' ? 'Percent' : method === 'target' ? 'Target' : 'Amount'

/** Whether one amount is typed for all, rather than one for each customer. */
export const takesAmount = (method: BlockMethod): boolean => !methodNamesEach(method)

/** Whether that amount may be money. */
export const takesCash = (method: BlockMethod): boolean =>
  takesAmount(method) && !methodGoesByPosition(method)

function numberOf(field: BlockField, label: string, text: string): Decimal {
  if (text.trim() === '') return fault(field, `${label}: type it first.`)
  const read = readTyped(text)
  return read.ok ? read.value : fault(field, `${label}: ${read.failure}.`)
}

function priceOf(field: 'limitPrice' | 'triggerPrice', label: string, text: string): Decimal {
  const price = numberOf(field, label, text)
  return price > ZERO ? price : fault(field, `${label}: a price must be above 0.`)
}

function membersOf(
  form: BlockForm,
  customers: readonly Customer[],
  named: readonly CustomerCode[],
): readonly Customer[] {
  const isNamed = new Set<string>(named)
  const all =
    form.group === '' || methodNamesEach(form.method)
      ? customers.filter(({ code }) => isNamed.has(code))
      : customers.filter(({ group }) => group === form.group)
  if (all.length === 0)
    return form.group === ''
      ? fault('group', 'Group: choose a group, or name customers below.')
      : fault('group', `Group: no customer is in ${form.group}.`)
  if (all.length > MOST_BLOCK_ROWS)
    return fault('group', `Group: ${all.length} customers are more than the ${MOST_BLOCK_ROWS} of one block.`)
  return all
}

const NO_PRICE = 'no fresh price of the instrument is known.'

function parentOf(
  form: BlockForm,
  instrument: Instrument,
  price: Decimal | null,
): Pick<ReadBlock, 'parent' | 'cash'> {
  const { method } = form
  if (method === 'cash' && price === null) fault('numbers', `Cash each: ${NO_PRICE} Choose a limit.`)
  if (!takesAmount(method)) return { parent: ZERO, cash: null }
  if (!takesCash(method) || form.cash.trim() === '')
    return { parent: numberOf('amount', amountLabel(method), form.amount), cash: null }
  const cash = numberOf('cash', 'Cash', form.cash)
  if (cash <= ZERO) fault('cash', 'Cash: type an amount above 0.')
  if (instrument.lotSize === null) return fault('cash', 'Cash: the lot of the instrument is not known yet.')
  if (price === null) return fault('cash', `Cash: ${NO_PRICE} Type the contracts, or a limit.`)
  return { parent: amountOfCash(cash, price, decimal(instrument.lotSize)), cash }
}

function readOrThrow(form: BlockForm, { customers, instruments, marketPrice }: BlockContext): ReadBlock {
  if (form.side === '') return fault('side', 'Side: choose Buy or Sell.')
  const instrument = instruments.find(({ symbol }) => symbol === form.symbol)
  if (!instrument) return fault('symbol', 'Instrument: choose one.')
  const { type, side } = form
  const limit = type === 'limit' ? priceOf('limitPrice', 'Limit', form.limitPrice) : null
  const trigger =
    type === 'stop_loss' || type === 'take_profit'
      ? priceOf('triggerPrice', 'Trigger', form.triggerPrice)
      : null
  const leverage = form.leverage.trim() === '' ? null : Number(form.leverage.trim().replace(/[x×]$/i, ''))
  if (leverage !== null && !LEVERAGES.includes(leverage))
    fault('leverage', 'Leverage: 1 to 13, but not 11; or nothing, to leave it as it is.')
  const numbers = readNumbers(form.numbers, customers, form.method)
  if (!numbers.ok) return fault('numbers', numbers.failure)
  const typed = numbers.value
  const named = [...typed.keys()]
  const members = membersOf(form, customers, named)
  const stranger = named.find((code) => members.every((member) => member.code !== code))
  if (stranger !== undefined)
    fault('numbers', `${stranger} is not in ${form.group}. Take the line away, or choose no group.`)
  const price = limit ?? trigger ?? marketPrice(instrument.symbol, side)
  const sized = parentOf(form, instrument, price)
  const inFlight = Number(form.inFlight)
  if (!Number.isInteger(inFlight) || inFlight < 1 || inFlight > 16)
    fault('inFlight', 'In flight: a whole number from 1 to 16.')
  const draft = plainDraft({
    customerCode: members[0]?.code ?? fault('group', 'Group: choose one.'),
    symbol: instrument.symbol,
    side,
    type,
    amount: instrument.lotSize,
    limitPrice: limit === null ? null : toText(limit),
    triggerPrice: trigger === null ? null : toText(trigger),
    triggerPriceType: TYPE_RULES[type].triggerPriceType,
    timeInForce: form.timeInForce === '' ? defaultTimeInForce(type, false) : form.timeInForce,
    leverage,
  })
  const [problem] = orderProblems(draft)
  if (problem && problem.field !== 'amount') {
    const field = problem.field in form ? (problem.field as BlockField) : 'limitPrice'
    return fault(field, problem.sentence)
  }
  const group = members.every((member) => member.group === form.group) ? form.group : ''
  return { instrument, draft, members, group, typed, inFlight, price, ...sized }
}

/** The first fault counts, in the order of the fields on screen. */
export function readBlockForm(form: BlockForm, context: BlockContext): BlockReading {
  try {
    return { ok: true, value: readOrThrow(form, context) }
  } catch (thrown) {
    if (thrown instanceof Faulty) return { ok: false, fault: thrown.fault }
    throw thrown
  }
}

/** A customer's typed number. Where none is typed for anybody, a ratio is that of the directory, else 1; a percent and an amount are never guessed. */
export const numberFor = (
  method: BlockMethod,
  typed: ReadonlyMap<CustomerCode, Decimal>,
  { code, ratio }: Pick<Customer, 'code' | 'ratio'>,
): Decimal | null =>
  typed.get(code) ?? (method === 'ratio' && typed.size === 0 ? decimal(ratio ?? '1') : null)

/** Whether the form shows the lines of customers and numbers. */
export const showsNumbers = ({ group, method }: BlockForm): boolean =>
  group === '' || methodTakesNumbers(method)
