/** Finds whether a venue lists the open orders of a customer, and whether such a list is whole. Reads alone. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { isObject } from '../../../shared/broker/fields.ts'
import { continuationOf } from '../../../shared/broker/lists/listPaging.ts'
import { faultOf } from '../../../shared/broker/lists/listFaults.ts'
import { ordersPath } from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { errorOf } from '../rest/classify.ts'
import { guess, open, quoted, sure, type Finding } from './findings.ts'
import { rowNames } from './listForm.ts'
import { isRead, rowlessAnswer, type ReadVenue, type VenueRead } from './reads.ts'

const ABOUT = 'capabilities.openOrders'

export interface OpenOrderFindings {
  readonly findings: readonly Finding[]
  /** The list as read; null where there is none. */
  readonly list: VenueRead | null
}

const holdsList = (body: unknown): boolean =>
  Array.isArray(body) || (isObject(body) && Object.values(body).some(Array.isArray))

/** `customer` null: no list of the venue names one. */
export async function openOrderFindings(
  found: VenueProfile,
  customer: CustomerCode | null,
  read: ReadVenue,
): Promise<OpenOrderFindings> {
  const none = (finding: Finding): OpenOrderFindings => ({ findings: [finding], list: null })
  if (customer === null)
    return none(open(ABOUT, 'No trade and no ledger row names a customer. Name one yourself.'))
  const path = ordersPath(found, customer)
  const list = path.ok ? await read(path.value) : null
  if (list === null) return none(open(ABOUT, `The open orders of ${shownCode(customer)} could not be read.`))
  const { status } = list.answer
  const { code } = errorOf(list.answer)
  // docs/api.md#gap.10: a 404 with a code is about the customer, not about the list.
  if (status === 405 || (status === 404 && code === null))
    return none(
      sure(ABOUT, `There is no list of open orders (${status}). Openpit then knows only its own orders.`, {
        capabilities: { openOrders: false },
      }),
    )
  if (status === 404)
    return none(
      open(ABOUT, `The venue does not know the customer ${shownCode(customer)} (${code}). Name another.`),
    )
  if (!isRead(list) || (!Array.isArray(list.body) && !isObject(list.body)))
    return none(
      open(
        ABOUT,
        `The venue answered ${status}, in no readable form, when asked for the open orders of ${shownCode(customer)}.`,
      ),
    )
  if (!holdsList(list.body))
    return none(
      open(
        ABOUT,
        `The venue answered ${status}, without a list, when asked for the open orders of ${shownCode(customer)}. Whether it lists them is not known. Ask the broker.`,
      ),
    )
  const there = sure(ABOUT, 'There is a list of open orders.', { capabilities: { openOrders: true } })
  return { findings: [there, ...strangerFindings(found, list)], list }
}

/** Lists of orders under names that the profile does not know. */
function strangerFindings(found: VenueProfile, list: VenueRead): readonly Finding[] {
  const strangers = rowNames(list.body).filter(
    (name) => name !== 'orders' && !found.lists.items.includes(name),
  )
  return strangers.length === 0
    ? []
    : [
        guess('lists.items', `Open orders stand under ${quoted(strangers)} as well.`, {
          lists: { items: [...found.lists.items, ...strangers] },
        }),
      ]
}

/** Why the list may lack orders. `found`: the profile with every other finding, also about fields beside the rows. */
export function wholeFindings(found: VenueProfile, list: VenueRead): readonly Finding[] {
  const known = [...found.lists.items, 'orders']
  const names = rowNames(list.body)
  const answer = rowlessAnswer(list, known)
  const rows = Array.isArray(list.body)
    ? list.body.length
    : names.reduce(
        (sum, name) => sum + ((list.body as Record<string, readonly unknown[]>)[name]?.length ?? 0),
        0,
      )
  const why = faultOf(answer, found)
  const way = continuationOf('orders', answer, found, { rows, pages: 1 })
  if (why === null && way.kind !== 'lost') return []
  const reason = why ?? (way.kind === 'lost' ? way.why : '')
  return [
    open(
      'open orders',
      `The list is not whole: ${reason}. Openpit says so on screen and looks up its own orders. Ask the broker for the rest.`,
    ),
  ]
}
