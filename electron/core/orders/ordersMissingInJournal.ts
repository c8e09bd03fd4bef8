/** Finds orders at the venue that carry this terminal's own letters and that no entry of the journal names. Such an order proves that the journal is older than the venue. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { isLive, orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Journal } from '../ports/journal.ts'
import type { OrderStore } from './journaledOrderStore.ts'
import type { JournalOlderThanVenue } from '../journal/journalOlderThanVenue.ts'
import { mintedAt } from './mintReferenceIds.ts'

/** The letters of the machine, and the first part after them (`mintReferenceIds.ts`). */
const PARTS = /^op-([0-9a-z]{4})-([^-]+)-/

export interface MissingOrdersOptions {
  /** The letters in the settings. */
  readonly install: string
  readonly journal: Pick<Journal, 'recovered' | 'eachMentioning'>
  readonly orderStore: Pick<OrderStore, 'get'>
  readonly notices: Pick<Notices, 'say'>
  readonly olderThanVenue: Pick<JournalOlderThanVenue, 'found' | 'whyUnconfirmed'>
}

export interface OrdersMissingInJournal {
  /** Call with every change of an order, and with each trade. Returns whether this terminal sent the order, by its id, and the newest records do not name it. */
  orderChanged(now: Order): boolean
  traded(customer: CustomerCode, id: ReferenceId | null): void
  /** The first live one of this customer in this instrument; null: there is none. An order counts from its first report on, until a search of the journal finds its intent. */
  liveOf(customer: CustomerCode, symbol: Symbol): Order | null
  /** The orders at the venue, live or not, whose ids name the block and that are none of `known`. */
  ofBlock(
    blockId: string,
    customer: CustomerCode,
    known: readonly (ReferenceId | null)[],
  ): readonly ReferenceId[]
  /** Another account's orders take the place of these. */
  forget(): void
}

/** Whether the entry shows that a run of this terminal made the order, for any account. */
function names({ body }: JournalEntry, { customerCode, referenceId }: Order): boolean {
  const isIt = (each: { customerCode: string; referenceId: string }) =>
    each.customerCode === customerCode && each.referenceId === referenceId
  // A cancel of an order that the journal does not name is an entry, too.
  if (body.type === 'order') return body.event.kind === 'intent' && isIt(body)
  return body.type === 'carried' && body.orders.some((order) => order.origin === 'desk' && isIt(order))
}

const OLDER =
  'The order journal is older than the venue. It was put back from a copy, its end was lost, or a second terminal works on a copy of this folder. Halts, four-eyes rules, brackets and blocks of the missing time are unknown to this terminal.'

/** `isHeld`: nothing with new risk leaves until a dealer confirms. */
const sayOlder = (notices: Pick<Notices, 'say'>, isHeld: boolean): void =>
  notices.say(
    'error',
    OLDER,
    `Openpit ${isHeld ? 'holds orders that add risk until a dealer confirms the limits, ' : ''}places no leg beside such an order, sends no row of a block a second time, and calls no record of the journal proven from now on.`,
    {
      key: 'journal older than venue',
      action:
        'Compare the live orders, brackets and blocks of each customer with your own records. Set halts, limits and four-eyes rules again. Make sure that no second terminal runs on a copy of this folder.',
    },
  )

const sayUnsearched = (
  notices: Pick<Notices, 'say'>,
  { customerCode, symbol, referenceId }: Order,
  failure: string,
): void =>
  notices.say(
    'warning',
    `The order journal could not be searched for live order ${referenceId} of ${shownCode(customerCode)}, which this terminal may have sent.`,
    `${failure} Openpit places no leg of a bracket beside the order until a search has found it.`,
    {
      key: `unsearched ${customerCode}`,
      customerCode,
      symbol,
      referenceId,
      action:
        'Compare the order with your own records. Where the failure stays, close Openpit and run data:check.',
    },
  )

export function createOrdersMissingInJournal(options: MissingOrdersOptions): OrdersMissingInJournal {
  const { journal, orderStore, notices, olderThanVenue } = options
  const letters = new Set([options.install])
  for (const { body } of journal.recovered) if (body.type === 'started') letters.add(body.install)
  /** By customer and instrument: the keys of orders that no known entry names. */
  const missing = new Map<string, Map<string, Order>>()
  /** Keys of orders that were searched for, or are being searched for. */
  const known = new Set<string>()
  /** Ids by block and customer, of orders that this run did not send. */
  const ofBlocks = new Map<string, Set<ReferenceId>>()
  /** Customers whose orders were reported, behind what was said of them. */
  const said = new Set<string>()
  const placeOf = ({ customerCode, symbol }: Pick<Order, 'customerCode' | 'symbol'>) =>
    `${customerCode} ${symbol}`

  const noteBlock = (customer: CustomerCode, id: ReferenceId): boolean => {
    const [, install = '', part = ''] = PARTS.exec(id) ?? []
    if (!letters.has(install)) return false
    const key = `${part} ${customer}`
    if (part.startsWith('B')) ofBlocks.set(key, (ofBlocks.get(key) ?? new Set()).add(id))
    return true
  }

  const warn = ({ customerCode, symbol, referenceId }: Order, which: string): void => {
    if (said.has(`${which} ${customerCode}`)) return
    said.add(`${which} ${customerCode}`)
    notices.say(
      'warning',
      `${shownCode(customerCode)} has live orders ${which}, such as ${referenceId}.`,
      'They are marked "elsewhere", count against the limits and can be canceled here.',
      { customerCode, symbol, referenceId },
    )
  }

  const say = (order: Order): void => {
    olderThanVenue.found(mintedAt(order.referenceId))
    sayOlder(notices, olderThanVenue.whyUnconfirmed !== null)
    warn(order, 'that this terminal sent and that its order journal does not name')
  }

  /** Orders whose search has not begun. One search looks for all of them. */
  let waiting: Order[] = []
  let isSearching = false
  const searchInTurn = async (): Promise<void> => {
    if (isSearching) return
    isSearching = true
    while (waiting.length > 0) {
      const orders = waiting
      waiting = []
      const named = new Set<Order>()
      const take = (entries: readonly JournalEntry[]): void => {
        for (const entry of entries) for (const order of orders) if (names(entry, order)) named.add(order)
      }
      const read = await journal.eachMentioning(
        orders.map(({ referenceId }) => referenceId),
        take,
      )
      for (const order of orders) {
        const here = missing.get(placeOf(order))
        if (!here?.has(orderKey(order))) continue
        if (!named.has(order) && !read.ok) {
          // It proves nothing. The next change of the order begins another search.
          known.delete(orderKey(order))
          sayUnsearched(notices, order, read.failure)
        } else if (!named.has(order)) say(order)
        else if (here.delete(orderKey(order)))
          warn(order, 'that this terminal sent for another user, or had taken for done')
      }
    }
    isSearching = false
  }

  return {
    orderChanged(now) {
      if (now.origin !== 'external' || !noteBlock(now.customerCode, now.referenceId)) return false
      const key = orderKey(now)
      if (!isLive(now) || known.has(key)) return true
      known.add(key)
      missing.set(placeOf(now), (missing.get(placeOf(now)) ?? new Map<string, Order>()).set(key, now))
      waiting.push(now)
      void searchInTurn()
      return true
    },
    traded(customer, id) {
      if (id !== null && orderStore.get(customer, id)?.origin !== 'desk') noteBlock(customer, id)
    },
    liveOf(customerCode, symbol) {
      for (const { referenceId } of missing.get(placeOf({ customerCode, symbol }))?.values() ?? []) {
        const order = orderStore.get(customerCode, referenceId)
        if (order && isLive(order)) return order
      }
      return null
    },
    ofBlock(blockId, customer, ids) {
      return [...(ofBlocks.get(`${blockId} ${customer}`) ?? [])].filter((id) => !ids.includes(id))
    },
    forget() {
      missing.clear()
      known.clear()
      ofBlocks.clear()
      said.clear()
      waiting = []
    },
  }
}
