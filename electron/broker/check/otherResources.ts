/** Finds whether the resources exist that no list of the check covers: market trades, webhooks, and one customer's trades, fees and margin. Reads alone. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { fail, type Result } from '../../../shared/base/result.ts'
import { isObject } from '../../../shared/broker/fields.ts'
import {
  feeProfilePath,
  marginProfilePath,
  marketTradesPath,
  tradesPath,
} from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { webhooksPath } from '../../../shared/broker/webhookRecords.ts'
import { symbol, type CustomerCode } from '../../../shared/domain/scalars.ts'
import { errorOf } from '../rest/classify.ts'
import { misfit, open, quoted, sure, type Finding } from './findings.ts'
import type { VenueRead, VenueReads } from './reads.ts'

const MARGIN_FIELDS = ['initial_margin', 'maintenance_margin', 'max_leverage', 'instrument_margins']
const NO_CUSTOMER = 'no trade and no ledger row names a customer. Name one yourself'
const NO_SYMBOL = 'no row names an instrument'

interface Resource {
  readonly about: string
  /** Fails with why it cannot be asked for: a clause without a full stop. */
  readonly path: Result<string, string>
  readonly holds: 'rows' | 'margin'
}

/** `found`: the profile with every other finding. `customer`, `instrument` null: the venue's own lists name none. */
export async function otherResourceFindings(
  found: VenueProfile,
  customer: CustomerCode | null,
  instrument: string | null,
  reads: Pick<VenueReads, 'read' | 'unanswered'>,
): Promise<readonly Finding[]> {
  const ofCustomer = (pathOf: (code: CustomerCode) => Result<string, string>) =>
    customer === null ? fail(NO_CUSTOMER) : pathOf(customer)
  const named = symbol.safeParse(instrument)
  const resources: readonly Resource[] = [
    {
      about: 'market trades',
      path: named.success ? marketTradesPath(found, named.data, null) : fail(NO_SYMBOL),
      holds: 'rows',
    },
    {
      about: 'customer trades',
      path: ofCustomer((code) => tradesPath(found, { customer: code })),
      holds: 'rows',
    },
    { about: 'fee profile', path: ofCustomer((code) => feeProfilePath(found, code)), holds: 'rows' },
    { about: 'margin profile', path: ofCustomer((code) => marginProfilePath(found, code)), holds: 'margin' },
    { about: 'webhooks', path: { ok: true, value: webhooksPath(found, 1) }, holds: 'rows' },
  ]
  const findings: Finding[] = []
  // One after another: a check never asks a venue for two things at once.
  for (const { about, path, holds } of resources) {
    if (!path.ok) {
      findings.push(open(about, `Not asked for: ${path.failure}.`))
      continue
    }
    const read = await reads.read(path.value)
    findings.push(
      read === null
        ? open(about, `No answer: ${reads.unanswered.get(path.value)}.`)
        : findingOf(about, read, holds, customer),
    )
  }
  return findings
}

function findingOf(
  about: string,
  { path, answer, body, form }: VenueRead,
  holds: Resource['holds'],
  customer: CustomerCode | null,
): Finding {
  const { status } = answer
  const [place = path] = path.split('?')
  const { code } = errorOf(answer)
  if (status === 401 || status === 403)
    return misfit(about, `${place}: refused (${status}). Check the user's rights.`)
  // docs/api.md#gap.10: a 404 with a code is about the customer, not about the resource.
  if (status === 404 && code !== null && customer !== null && path.includes(encodeURIComponent(customer)))
    return open(
      about,
      `${place}: the venue does not know the customer ${shownCode(customer)} (${code}). Name another.`,
    )
  if (status === 404 || status === 405)
    return misfit(about, `${place}: there is no such resource (${status}). Correct its path in the profile.`)
  if (status >= 300) return open(about, `${place}: the venue answered ${status}. Ask the broker.`)
  if (holds === 'margin') {
    const fields = isObject(body) ? MARGIN_FIELDS.filter((name) => Object.hasOwn(body, name)) : []
    return fields.length === 0
      ? open(about, `${place}: the venue answered ${status}, without a margin that Openpit can read.`)
      : sure(about, `${place}: read, with ${quoted(fields)}.`)
  }
  return form === null
    ? open(about, `${place}: the venue answered ${status}, without a list of records. Ask the broker.`)
    : sure(
        about,
        `${place}: read, ${form.rows.length} rows, ${form.name === null ? 'a bare list' : `under ${quoted([form.name])}`}.`,
      )
}
