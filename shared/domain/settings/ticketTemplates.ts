/** Templates of the order ticket: a type, a size and terms kept under a name, by instrument. Never a customer, a side or a price. Pure. */

import { z } from 'zod'
import { decimal, signOf } from '../../base/decimal.ts'
import { orderType, timeInForce } from '../orders/order.ts'
import { LEVERAGES } from '../orders/orderFieldRules.ts'
import { decimalText, symbol } from '../scalars.ts'

const MOST_OF_INSTRUMENT = 9
const MOST_INSTRUMENTS = 500

const size = decimalText.refine((value) => signOf(decimal(value)) > 0, { error: 'must be above zero' })

/** What the number of a template counts. `amount`: contracts · `cash`: USDC · `free`, `position`: percent · `risk`: USDC. */
export const templateSize = z.enum(['amount', 'cash', 'free', 'position', 'risk'])

/** A field that an older release did not write has its usual value. */
export const ticketTemplate = z.object({
  name: z
    .string()
    .regex(/^\S(?:.{0,18}\S)?$/u, { error: 'must have 1 to 20 characters, none of them a space at an end' }),
  type: orderType,
  sizeIn: templateSize.default('amount'),
  /** Null: the dealer types it. */
  size: size.nullable().default(null),
  timeInForce: timeInForce.nullable().default(null),
  leverage: z.literal(LEVERAGES).nullable().default(null),
})
export type TicketTemplate = z.infer<typeof ticketTemplate>

/** In the order of their keys. */
export const instrumentTemplates = z
  .array(ticketTemplate)
  .min(1)
  .max(MOST_OF_INSTRUMENT)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    error: 'each name once',
  })

export const ticketTemplates = z
  .record(symbol, instrumentTemplates)
  .refine((all) => Object.keys(all).length <= MOST_INSTRUMENTS, {
    error: `at most ${MOST_INSTRUMENTS} instruments`,
  })
export type TicketTemplates = Readonly<Record<string, readonly TicketTemplate[]>>

/** The list with the template at the place of its name, else at the end; one sentence where there is no place. */
export function withTemplate(
  list: readonly TicketTemplate[],
  template: TicketTemplate,
): { readonly list: readonly TicketTemplate[] } | { readonly sentence: string } {
  const checked = ticketTemplate.safeParse(template)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const field = issue?.path[0] === 'name' ? 'The name' : 'The ticket'
    return { sentence: `${field} ${issue?.message ?? 'does not fit'}.` }
  }
  const at = list.findIndex(({ name }) => name === template.name)
  if (at >= 0) return { list: list.with(at, template) }
  if (list.length >= MOST_OF_INSTRUMENT)
    return {
      sentence: `This instrument has ${MOST_OF_INSTRUMENT} templates already. Give the name of one to replace it, or remove one in the settings.`,
    }
  return { list: [...list, template] }
}

export const withoutTemplate = (list: readonly TicketTemplate[], name: string): readonly TicketTemplate[] =>
  list.filter((template) => template.name !== name)
