/** Cancels orders until the venue shows that each is done: eight at a time, again after growing pauses. After a minute it lists the others as unverified. Decides no scope. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import { isLive, isUnproven, orderKey, wasShown, type Order } from '../../../shared/domain/orders/order.ts'
import { WRITTEN_OFF } from '../../../shared/domain/orders/orderLife.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Access } from '../support/brokerAccess.ts'
import { createOncePerTurn } from '../support/oncePerTurn.ts'
import type { OrderStore } from '../orders/journaledOrderStore.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'

/** Orders being canceled and looked up at the same time. */
const AT_ONCE = 8
/** Delay in ms before an order that is not proven done is canceled again; the last value repeats. */
const PAUSES = [250, 500, 1_000, 2_000, 4_000, 8_000]
/** Ms after which an order that is not proven done is listed as unverified. */
const GIVE_UP_AFTER = 60_000

export interface CancelSweepOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get'>
  /** Sends one cancel. Resolves once it is answered, or at once where a cancel is already out. */
  readonly cancel: (order: Order) => Promise<void>
  /** Looks one order up at the venue and records the answer. */
  readonly lookUp: (
    broker: Broker,
    customer: CustomerCode,
    id: ReferenceId,
  ) => Promise<Result<null, ReadFailure>>
  /** A state changed. */
  readonly changed: () => void
  /** Whether a cancel-all or a halt still counts the order with this key. The state of any other order is dropped once it is settled. */
  readonly isCounted: (key: string) => boolean
}

export type SweepState =
  | { readonly kind: 'under way' }
  /** The venue shows that the order is done, or it is proven dead, or it was never sent. */
  | { readonly kind: 'verified' }
  | { readonly kind: 'unverified'; readonly reason: string }

export interface CancelSweep {
  /** Cancels the order until it is proven done. Does nothing for an order that is being canceled already. */
  take(order: Order): void
  /** The venue still shows the order open: cancels it once more where it is listed as unverified. */
  again(customer: CustomerCode, id: ReferenceId): void
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined): void
  /** Call after a cancel-all ended or a halt was lifted: drops the settled orders that nothing counts any more. */
  dropUncounted(): void
  /** Undefined: the sweep never took this order, or has dropped it. */
  stateOf(customer: CustomerCode, id: ReferenceId): SweepState | undefined
  forget(): void
  close(): void
}

interface Entry {
  readonly customerCode: CustomerCode
  readonly referenceId: ReferenceId
  state: SweepState
  attempts: number
  /** Why the order is not proven done, as far as is known. */
  reason: string
  stopGivingUp: Stop
  stopPausing: Stop
}

const nothing: Stop = () => undefined

const stopTimers = (entry: Entry): void => {
  entry.stopGivingUp()
  entry.stopPausing()
}

/** Why an order is not proven done, as a clause. `looked`: the answer of its last look-up; null while nobody is signed in. */
const reasonOf = (now: Order, looked: Result<null, ReadFailure> | null, attempts: number): string => {
  if (looked === null) return 'nobody is signed in, so it could not be canceled'
  if (!looked.ok && looked.failure.code !== 'NOT_FOUND')
    return `the venue did not answer the look-up: ${looked.failure.message}`
  if (isUnproven(now)) {
    if (!wasShown(now)) return 'the venue does not know it, and its request may still arrive'
    return looked.ok
      ? 'the venue reported it done and shows it open again'
      : 'the venue had shown it and does not know it now'
  }
  const refusal = now.refusal === null ? '' : ` ${now.refusal.message}`
  return `still working at the venue after ${attempts} cancel ${attempts === 1 ? 'request' : 'requests'}.${refusal}`
}

/** Of an order that is no longer live. A dealer's word ends an order here, and proves nothing about the venue. */
const endOf = (order: Order | undefined): SweepState =>
  order?.refusal?.code === WRITTEN_OFF
    ? { kind: 'unverified', reason: 'a dealer wrote it off, and the venue never reported its end' }
    : { kind: 'verified' }

export function createCancelSweep(options: CancelSweepOptions): CancelSweep {
  const { clock, access, orderStore, cancel, lookUp, changed, isCounted } = options
  const entries = new Map<string, Entry>()
  /** Orders due to be canceled, first come, first served, so that one stubborn order delays no other. */
  const waiting: Entry[] = []
  let busy = 0

  const settle = (entry: Entry, state: SweepState): void => {
    if (state.kind !== 'under way') stopTimers(entry)
    entry.state = state
    changed()
    dropIfUncounted(entry)
  }

  /** An order under way is canceled to its end, also after its halt was lifted. */
  const dropIfUncounted = (entry: Entry): void => {
    const key = orderKey(entry)
    if (entry.state.kind === 'under way' || entries.get(key) !== entry || isCounted(key)) return
    stopTimers(entry)
    entries.delete(key)
  }

  const isMine = (entry: Entry): boolean => entries.get(orderKey(entry)) === entry

  /** Sends one cancel and one look-up. The look-up also brings fills that came before the cancel. */
  const attempt = async (entry: Entry): Promise<void> => {
    const { customerCode, referenceId } = entry
    const before = orderStore.get(customerCode, referenceId)
    if (!before || !isLive(before)) return settle(entry, endOf(before))
    const broker = access.broker()
    let looked: Result<null, ReadFailure> | null = null
    if (broker) {
      entry.attempts++
      entry.reason = 'its cancel was requested and is not answered yet'
      await cancel(before)
      looked = await lookUp(broker, customerCode, referenceId)
    }
    if (!isMine(entry) || entry.state.kind === 'verified') return
    const now = orderStore.get(customerCode, referenceId)
    if (!now || !isLive(now)) return settle(entry, endOf(now))
    entry.reason = reasonOf(now, looked, entry.attempts)
    if (entry.state.kind === 'unverified') return settle(entry, { kind: 'unverified', reason: entry.reason })
    const pause = PAUSES[Math.min(entry.attempts, PAUSES.length) - 1] ?? 250
    entry.stopPausing = clock.after(pause, () => queue(entry))
  }

  const pump = (): void => {
    while (busy < AT_ONCE) {
      const entry = waiting.shift()
      if (!entry) return
      if (!isMine(entry) || entry.state.kind === 'verified') continue
      busy++
      void attempt(entry).finally(() => {
        busy--
        pump()
      })
    }
  }

  /** Starts cancels after the present event is journaled, so that the journal has the events in the order in which they became known. */
  const pumpSoon = createOncePerTurn(pump)

  const queue = (entry: Entry): void => {
    waiting.push(entry)
    pumpSoon()
  }

  const take = (order: Order): void => {
    const { customerCode, referenceId } = order
    const key = orderKey(order)
    if (entries.get(key)?.state.kind === 'under way') return
    const entry: Entry = {
      customerCode,
      referenceId,
      state: { kind: 'under way' },
      attempts: 0,
      reason: 'its cancel was not sent yet',
      stopGivingUp: nothing,
      stopPausing: nothing,
    }
    entry.stopGivingUp = clock.after(GIVE_UP_AFTER, () => {
      entry.stopPausing()
      settle(entry, { kind: 'unverified', reason: entry.reason })
    })
    entries.set(key, entry)
    queue(entry)
  }

  const forget = (): void => {
    for (const entry of entries.values()) stopTimers(entry)
    entries.clear()
    waiting.length = 0
  }

  return {
    take,
    again(customer, id) {
      const entry = entries.get(orderKey({ customerCode: customer, referenceId: id }))
      if (entry?.state.kind === 'unverified' && !waiting.includes(entry)) queue(entry)
    },
    orderChanged(now, before) {
      const entry = entries.get(orderKey(now))
      if (!entry) return
      if (!isLive(now)) {
        if (entry.state.kind !== 'verified') settle(entry, endOf(now))
        return
      }
      const surfaced = before !== undefined && isUnproven(before) && now.phase === 'working'
      if (entry.state.kind === 'verified' || (entry.state.kind === 'unverified' && surfaced)) take(now)
    },
    dropUncounted() {
      for (const entry of entries.values()) dropIfUncounted(entry)
    },
    stateOf: (customer, id) => entries.get(orderKey({ customerCode: customer, referenceId: id }))?.state,
    forget,
    close: forget,
  }
}
