/** Every form that changes data at a venue, in the limits or in the terminal's own records. Data only. */

export const REVIEWED_FORMS = [
  'deposit',
  'withdrawal',
  'fees',
  'amend',
  'writeOff',
  'limits',
  'webhook',
  'venue',
  'customer',
  'importCustomers',
  'block',
  'amendBlock',
  'flattenRows',
  'haltCustomers',
] as const
export type ReviewedForm = (typeof REVIEWED_FORMS)[number]
