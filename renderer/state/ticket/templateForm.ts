/** A ticket's type, size and terms as a template, and a template put on a ticket. Customer, side and prices stay as they are. Pure. */

import { toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { takesCash } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { TicketTemplate } from '../../../shared/domain/settings/ticketTemplates.ts'
import { readTyped } from '../../format/numbers.ts'
import type { TicketForm } from './formFields.ts'
import { withType } from './withType.ts'

const numberOf = (typed: string): DecimalText | null => {
  const read = readTyped(typed)
  return read.ok ? toText(read.value) : null
}

const leverageOf = (typed: string): TicketTemplate['leverage'] => {
  const leverage = Number(typed.replace(/[x×]$/i, '').trim())
  return typed.trim() === '' || !Number.isInteger(leverage) ? null : leverage
}

/** A size that is computed is kept as its rule, not as the amount that came of it. */
function sizeOf(form: TicketForm): Pick<TicketTemplate, 'sizeIn' | 'size'> {
  if (form.sizeBasis !== '' && form.sizeValue !== '')
    return { sizeIn: form.sizeBasis, size: numberOf(form.sizeValue.replace(/\s*%$/, '')) }
  if (form.cashAmount !== '') return { sizeIn: 'cash', size: numberOf(form.cashAmount) }
  return { sizeIn: 'amount', size: numberOf(form.amount) }
}

export const templateOf = (form: TicketForm, name: string): TicketTemplate => ({
  name,
  type: form.type,
  ...sizeOf(form),
  timeInForce: form.timeInForce === '' ? null : form.timeInForce,
  leverage: leverageOf(form.leverage),
})

/** Every size and term of the ticket is the template's then; the prices that its type has stay. */
export function withTemplateApplied(form: TicketForm, template: TicketTemplate): TicketForm {
  const { type, sizeIn, size, timeInForce, leverage } = template
  const isComputed = sizeIn !== 'amount' && sizeIn !== 'cash'
  const isCash = sizeIn === 'cash' && takesCash(type)
  const text = size ?? ''
  return {
    ...withType(form, type),
    amount: sizeIn === 'amount' ? text : '',
    cashAmount: isCash ? text : '',
    sizeBasis: isComputed ? sizeIn : '',
    sizeValue: isComputed ? text : '',
    riskStop: '',
    timeInForce: isCash ? '' : (timeInForce ?? ''),
    leverage: leverage === null ? '' : String(leverage),
  }
}

const SIZE_WORDS: Readonly<Record<TicketTemplate['sizeIn'], string>> = {
  amount: 'contracts',
  cash: 'USDC',
  free: '% of free',
  position: '% of position',
  risk: 'USDC at risk',
}

/** `limit, 0.5 contracts, IOC, 5×`. */
export const templateWords = ({ type, sizeIn, size, timeInForce, leverage }: TicketTemplate): string =>
  [
    type.replaceAll('_', ' '),
    ...(size === null ? [] : [`${size} ${SIZE_WORDS[sizeIn]}`]),
    ...(timeInForce === null ? [] : [timeInForce]),
    ...(leverage === null ? [] : [`${leverage}×`]),
  ].join(', ')
