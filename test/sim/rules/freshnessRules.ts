/** Rules of every step about news: no order leaves a desk that does not hear, none leaves late, and nothing stale undoes what newer news said. Excuses nothing. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import { parseExact } from '../../../shared/base/json.ts'
import { readOrder } from '../../../shared/broker/accountRecords.ts'
import { parseStreamMessage, PRIVATE_CHANNELS } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { isUnproven, type Order, type OrderReport } from '../../../shared/domain/orders/order.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { OrderRecord } from '../../../electron/paper/bookkeeping/records.ts'
import type { Machine } from '../world/machine.ts'
import { keyOf } from '../world/venue.ts'

/** Longest silence of a stream before a desk must take it for lost, ms: half of the 10 s of liveness after the look that saw the last sign of life, up to 2.5 s after it came. */
const LONGEST_SILENCE = 7_500
/** An order must leave within this time of the dealer's key, ms. */
const LONGEST_HOLD = 5_000
/** Steps of virtual time in which a desk may notice, ms. */
const SLACK = 50

/** What a process of the desk has received on its private channels and in answers. */
interface Received {
  /** When the last of the private channels was confirmed; null while one is not. */
  liveSince: number | null
  readonly confirmed: Set<string>
  heardAt: number
  /** When the newest answered read of each path left. */
  readonly readAt: Map<string, number>
  /** By order: which of its states at the venue the newest news showed, and when that news came. */
  readonly news: Map<string, { readonly state: number; readonly at: number }>
  /** By order: when the newest look-up that found nothing was asked. */
  readonly missedAt: Map<string, number>
}

const nothingReceived = (): Received => ({
  liveSince: null,
  confirmed: new Set(),
  heardAt: 0,
  readAt: new Map(),
  news: new Map(),
  missedAt: new Map(),
})

type State = Pick<Order, 'status' | 'filledAmount' | 'limitPrice'>

const sameNumber = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : compare(decimal(a), decimal(b)) === 0
const isSame = (a: State, b: State): boolean =>
  a.status === b.status &&
  sameNumber(a.filledAmount, b.filledAmount) &&
  sameNumber(a.limitPrice, b.limitPrice)

export interface FreshnessRules {
  /** A frame or another sign of life arrived at the desk, or (`null`) its connection ended. */
  onStream(machine: Machine, heard: { readonly text: string } | null, at: number): void
  onAnswer(machine: Machine, request: HttpRequest, status: number, body: string, sentAt: number): void
  /** The first byte of a request leaves. */
  onWire(machine: Machine, request: HttpRequest, at: number): void
  /** A dealer pressed the key for an order, known by its mark, or for a change of one, known by its reference id. */
  onKey(what: string, at: number): void
  /** The venue's record of an order changed. */
  onTruth(order: OrderRecord): void
  /** The desk opens a customer for trading. */
  onOpen(machine: Machine, customer: string, at: number): void
  /** The desk shows an order anew. */
  onOrder(machine: Machine, order: Order): void
}

const ORDER_PATH = /\/customers\/([^/?]+)\/orders(?:\/([^/?]+))?$/

/** Why a desk that heard only this could not know what happens to the customer; nothing where it could. */
function hearingFaults(
  profile: VenueProfile,
  { liveSince, heardAt, readAt }: Received,
  customer: string,
  at: number,
): readonly string[] {
  if (liveSince === null) return ['while a private channel was not live']
  if (at - heardAt > LONGEST_SILENCE + SLACK)
    return [`after ${at - heardAt} ms of silence on the private stream`]
  const needed = [profile.paths.trades, profile.paths.transactions]
  if (profile.capabilities.openOrders) needed.push(`${profile.paths.customers}/${customer}/orders`)
  return needed
    .filter((read) => (readAt.get(read) ?? -1) < liveSince)
    .map((read) => `before ${read} was read back behind the private channels`)
}

/** `isLegBody`: whether the body of a new order is a leg of a bracket, for which no key was pressed. */
export function openFreshnessRules(
  profile: VenueProfile,
  isLegBody: (body: string | null) => boolean,
  report: (sentence: string) => void,
): FreshnessRules {
  const processes = new Map<string, Received>()
  const truths = new Map<string, State[]>()
  const keys = new Map<string, number>()

  const receivedBy = ({ name }: Machine): Received => {
    const known = processes.get(name)
    if (known) return known
    const received = nothingReceived()
    processes.set(name, received)
    return received
  }

  /** The venue may have been in this state more than once: the first counts, so that the rule never asks for too much. */
  const stateOf = (key: string, shown: OrderReport): number =>
    (truths.get(key) ?? []).findIndex((state) => isSame(state, shown))

  const takeNews = (received: Received, shown: OrderReport, customer: string | null, at: number): void => {
    for (const key of truths.keys()) {
      if (!key.endsWith(` ${shown.referenceId}`) || (customer !== null && !key.startsWith(`${customer} `)))
        continue
      const index = stateOf(key, shown)
      if (index >= 0) received.news.set(key, { state: index, at })
    }
  }

  const checkHearing = (received: Received, what: string, customer: string, at: number): void => {
    for (const fault of hearingFaults(profile, received, customer, at)) report(`${what} ${fault}`)
  }

  return {
    onStream(machine, heard, at) {
      const received = receivedBy(machine)
      if (heard === null) {
        received.liveSince = null
        received.confirmed.clear()
        return
      }
      received.heardAt = at
      if (heard.text === '') return
      const message = parseStreamMessage(heard.text, profile.stream)
      if (message.kind === 'ack' && message.op === 'subscribe') {
        for (const channel of message.channels) received.confirmed.add(channel)
        if (PRIVATE_CHANNELS.every((channel) => received.confirmed.has(channel))) received.liveSince ??= at
      }
      if (message.kind !== 'records' || message.channel !== 'orders') return
      for (const record of message.records) {
        const order = readOrder(record, null)
        if (order.ok) takeNews(received, order.value, order.value.customerCode, at)
      }
    },
    onAnswer(machine, { method, path }, status, body, sentAt) {
      if (method !== 'GET') return
      const received = receivedBy(machine)
      const list = path.split('?')[0] ?? path
      const [, customer, id] = ORDER_PATH.exec(list) ?? []
      const key = `${customer} ${id}`
      if (status === 404 && id !== undefined)
        received.missedAt.set(key, Math.max(received.missedAt.get(key) ?? 0, sentAt))
      // A venue that says that it has no list has answered as far as it can.
      const isAbsent = status === 404 && customer !== undefined && id === undefined
      if (status !== 200 && !isAbsent) return
      received.readAt.set(list, Math.max(received.readAt.get(list) ?? 0, sentAt))
      if (customer === undefined || id === undefined) return
      const read = parseExact(body)
      const order = read.ok ? readOrder(read.value, customer as never) : read
      if (!order.ok || order.value.referenceId !== id) return
      const index = stateOf(key, order.value)
      if (index > (received.news.get(key)?.state ?? -1)) received.news.set(key, { state: index, at: sentAt })
    },
    onWire(machine, { method, path, body }, at) {
      const [, customer, id] = ORDER_PATH.exec(path) ?? []
      if (customer === undefined || method === 'GET' || method === 'DELETE') return
      const what = id ?? (JSON.parse(body ?? '{}') as { reference_id?: string }).reference_id ?? ''
      checkHearing(
        receivedBy(machine),
        `${method} ${path} (${what}) was sent`,
        decodeURIComponent(customer),
        at,
      )
      if (method === 'POST' && isLegBody(body)) return
      const pressed = keys.get(method === 'PATCH' ? what : markOfBody(body))
      if (pressed !== undefined && at - pressed > LONGEST_HOLD + SLACK)
        report(`${method} ${path} (${what}) left ${at - pressed} ms after the dealer's key`)
    },
    onOpen(machine, customer, at) {
      checkHearing(receivedBy(machine), `${customer} was opened`, customer, at)
    },
    onKey(what, at) {
      keys.set(what, at)
    },
    onTruth(order) {
      const key = keyOf(order.customerCode, order.referenceId)
      const states = truths.get(key) ?? []
      const { status, filledAmount, limitPrice } = order
      states.push({ status, filledAmount, limitPrice })
      truths.set(key, states)
    },
    onOrder(machine, order) {
      const key = keyOf(order.customerCode, order.referenceId)
      const received = receivedBy(machine)
      const newest = received.news.get(key)
      if (newest === undefined) return
      if (order.status === null || order.phase === 'dead' || order.phase === 'not-sent')
        return report(`${order.referenceId} was shown as ${order.phase} after the venue had reported it`)
      if (isUnproven(order) && (received.missedAt.get(key) ?? -1) < newest.at)
        return report(`${order.referenceId} was taken for missing on an absence older than its news`)
      const states = (truths.get(key) ?? []).slice(newest.state)
      if (!states.some((state) => isSame(state, order)))
        report(
          `${order.referenceId} went back to ${order.status}, filled ${order.filledAmount}, at ${order.limitPrice} after newer news`,
        )
    },
  }
}

/** As `markOf` of the dealer: by its size an order is known. */
function markOfBody(body: string | null): string {
  const { amount, cash_amount: cash } = JSON.parse(body ?? '{}') as Record<
    string,
    string | number | undefined
  >
  return cash === undefined ? `amount ${String(amount)}` : `cash ${String(cash)}`
}
