/** The links that panels of every window join: numbers for an instrument, letters for a customer. No panel and no window here. */

import { z } from 'zod'
import { customerCode, symbol } from './scalars.ts'

/** Panels that joined the same number show the same instrument. */
export const INSTRUMENT_LINKS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const
export const instrumentLink = z.enum(INSTRUMENT_LINKS)
export type InstrumentLink = z.infer<typeof instrumentLink>

/** Panels that joined the same letter show the same customer. */
export const CUSTOMER_LINKS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
export const customerLink = z.enum(CUSTOMER_LINKS)
export type CustomerLink = z.infer<typeof customerLink>

export const linkedInstruments = z.partialRecord(instrumentLink, symbol.nullable())

/** What every link stands for now. A link that is missing, or null, has no instrument or customer. */
export const linkValues = z.strictObject({
  /** Counts the changes of this run of the core. */
  revision: z.number().int().min(0),
  instruments: linkedInstruments,
  customers: z.partialRecord(customerLink, customerCode.nullable()),
})
export type LinkValues = z.infer<typeof linkValues>

/** One change of one link. */
export const linkChange = z.discriminatedUnion('axis', [
  z.strictObject({ axis: z.literal('instrument'), link: instrumentLink, symbol }),
  z.strictObject({ axis: z.literal('customer'), link: customerLink, customerCode: customerCode.nullable() }),
])
export type LinkChange = z.infer<typeof linkChange>

/** The values after a change; the same object where nothing changes. */
export function withLink(values: LinkValues, change: LinkChange): LinkValues {
  const { revision, instruments, customers } = values
  if (change.axis === 'instrument')
    return instruments[change.link] === change.symbol
      ? values
      : { ...values, revision: revision + 1, instruments: { ...instruments, [change.link]: change.symbol } }
  return (customers[change.link] ?? null) === change.customerCode
    ? values
    : { ...values, revision: revision + 1, customers: { ...customers, [change.link]: change.customerCode } }
}
