/** Cancels orders until the venue shows each of them over: eight at a time, again and again, then lists what nothing proves. Decides no scope. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import { isLive, isUnproven, orderKey, wasShown, type Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import type { Access } from '../support/access.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { Broker, ReadFailure } from '../ports.ts'

/** Orders being cancelled and looked up at the same time. */
const AT_ONCE = 8
/** Ms until an order that is not proven over is cancelled again; the last goes on. */
const PAUSES = [250, 500, 1_000, 2_000, 4_000, 8_000]
/** Ms after which an order that is not proven over stands as unverified. */
const GIVE_UP_AFTER = 60_000

export interface CancelSweepOptions {
  readonly clock: Clock
  readonly access: Access
  readonly orderStore: Pick<OrderStore, 'get'>
  /** Sends one cancel; resolves once it is answered, or at once where one is out already. */
  readonly cancel: (order: Order) => Promise<void>
  /** Asks the venue about one order and files the answer. */
  readonly look: (
    broker: Broker,
    customer: CustomerCode,
    id: ReferenceId,
  ) => Promise<Result<null, ReadFailure>>
  /** A state changed. */
  readonly changed: () => void
}

export type SweepState =
  | { readonly kind: 'under way' }
  /** The venue shows it over, or it is proven dead, or it never left. */
  | { readonly kind: 'verified' }
  | { readonly kind: 'unverified'; readonly reason: string }

export interface CancelSweep {
  /** Cancels the order until it is proven over; one that is under way already goes on. */
  take(order: Order): void
  /** The venue still shows the order open: cancels it once more where it stands as unverified. */
  again(customer: CustomerCode, id: ReferenceId): void
  /** Call with every change of an order. */
  heard(now: Order, before: Order | undefined): void
  /** Undefined: never taken. */
  stateOf(customer: CustomerCode, id: ReferenceId): SweepState | undefined
  forget(): void
  close(): void
}

interface Entry {
  readonly customerCode: CustomerCode
  readonly referenceId: ReferenceId
  state: SweepState
  attempts: number
  /** Why it is not proven over, as far as is known. */
  reason: string
  stopGivingUp: Stop
  stopPausing: Stop
}

const nothing: Stop = () => undefined

export function createCancelSweep(parts: CancelSweepOptions): CancelSweep {
  const { clock, access, orderStore, cancel, look, changed } = parts
  const entries = new Map<string, Entry>()
  /** Their turn to be cancelled has come; first come, first served, so that a stubborn order holds up nobody. */
  const waiting: Entry[] = []
  let busy = 0
  let pumpPlanned = false

  const settle = (entry: Entry, state: SweepState): void => {
    if (state.kind === 'verified') {
      entry.stopGivingUp()
      entry.stopPausing()
    }
    entry.state = state
    changed()
  }

  const isMine = (entry: Entry): boolean => entries.get(orderKey(entry)) === entry

  const reasonOf = (now: Order, looked: Result<null, ReadFailure> | null, attempts: number): string => {
    if (looked === null) return 'nobody is signed in, so that it could not be cancelled'
    if (!looked.ok && looked.failure.code !== 'NOT_FOUND')
      return `the venue does not say how it stands: ${looked.failure.message}`
    if (isUnproven(now)) {
      if (!wasShown(now)) return 'the venue does not know it, and its request may still arrive'
      return looked.ok
        ? 'the venue reported it over and shows it open again'
        : 'the venue had shown it and does not know it now'
    }
    const said = now.refusal === null ? '' : ` ${now.refusal.message}`
    return `it still works at the venue after ${attempts} ${attempts === 1 ? 'cancel' : 'cancels'}.${said}`
  }

  /** One cancel and one look. The look also brings fills that came before the cancel. */
  const attempt = async (entry: Entry): Promise<void> => {
    const { customerCode, referenceId } = entry
    const before = orderStore.get(customerCode, referenceId)
    if (!before || !isLive(before)) return settle(entry, { kind: 'verified' })
    const broker = access.broker()
    let looked: Result<null, ReadFailure> | null = null
    if (broker) {
      entry.attempts++
      await cancel(before)
      looked = await look(broker, customerCode, referenceId)
    }
    if (!isMine(entry) || entry.state.kind === 'verified') return
    const now = orderStore.get(customerCode, referenceId)
    if (!now || !isLive(now)) return settle(entry, { kind: 'verified' })
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

  /** After what is being filed now: the journal keeps the order in which things were known. */
  const pumpSoon = async (): Promise<void> => {
    if (pumpPlanned) return
    pumpPlanned = true
    await Promise.resolve()
    pumpPlanned = false
    pump()
  }

  const queue = (entry: Entry): void => {
    waiting.push(entry)
    void pumpSoon()
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
      reason: 'its turn to be cancelled has not come',
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
    for (const entry of entries.values()) {
      entry.stopGivingUp()
      entry.stopPausing()
    }
    entries.clear()
    waiting.length = 0
  }

  return {
    take,
    again(customer, id) {
      const entry = entries.get(orderKey({ customerCode: customer, referenceId: id }))
      if (entry?.state.kind === 'unverified' && !waiting.includes(entry)) queue(entry)
    },
    heard(now, before) {
      const entry = entries.get(orderKey(now))
      if (!entry) return
      if (!isLive(now)) {
        if (entry.state.kind !== 'verified') settle(entry, { kind: 'verified' })
        return
      }
      const surfaced = before !== undefined && isUnproven(before) && now.phase === 'working'
      if (entry.state.kind === 'verified' || (entry.state.kind === 'unverified' && surfaced)) take(now)
    },
    stateOf: (customer, id) => entries.get(orderKey({ customerCode: customer, referenceId: id }))?.state,
    forget,
    close: forget,
  }
}
