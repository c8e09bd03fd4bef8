/** Finds the orders of the halts in force, in the order store and in the lists of their customers, and cancels each until it is done. Starts and lifts no halt. */

import {
  covers,
  type Halt,
  type HaltState,
  type UnverifiedOrder,
} from '../../../../shared/domain/orders/halt.ts'
import { isLive, orderKey, type Order, type OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import { createCancelSweep, type CancelSweepOptions } from '../cancelUntilDone.ts'
import { createHaltedLists, type HaltedListsOptions } from './readHaltedListsUntilEmpty.ts'

export interface HaltCancelsOptions
  extends
    Omit<CancelSweepOptions, 'orderStore' | 'changed' | 'isCounted'>,
    Omit<HaltedListsOptions, 'halts' | 'found' | 'changed'> {
  readonly orderStore: Pick<OrderStore, 'get' | 'live'>
}

export interface HaltCancels {
  /** Cancels every live order of a halt and reads its customers' lists until they are empty. */
  cancelAllOf(halt: Halt): void
  /** Cancels every live order under a halt. `again`: orders that are listed as unverified too. */
  cancelLive(again: boolean): void
  /** Begins to read the lists that the halts in force need. */
  readLists(): void
  /** Call with every change of an order. */
  orderChanged(now: Order, before: Order | undefined): void
  /** A halt with the counts of its orders and lists. */
  stateOf(halt: Halt): HaltState
  /** Orders that the halt has canceled or is canceling. */
  countOf(halt: Halt): number
  /** A halt was lifted. */
  drop(id: string): void
  /** The order store holds another user's orders now. */
  forget(): void
  close(): void
}

/** `halts`: the halts in force. `changed` may be called often in one turn. `began` is called before a halt cancels its first order of this user. */
export function createHaltCancels(
  options: HaltCancelsOptions,
  halts: () => readonly Halt[],
  changed: () => void,
  began: (halt: Halt) => void,
): HaltCancels {
  const { orderStore } = options
  const groupOf = (customer: CustomerCode) => options.customers.groupOf(customer)
  /** The orders of each halt, by halt id and order key. */
  const ordersOf = new Map<string, Map<string, Order>>()

  const sweep = createCancelSweep({
    ...options,
    changed,
    isCounted: (key) => [...ordersOf.values()].some((orders) => orders.has(key)),
  })
  const lists = createHaltedLists({
    ...options,
    halts: () => halts().filter(({ cancels }) => cancels),
    found: (halt, orders, customer) => takeListed(halt, orders, customer),
    changed,
  })

  const take = (halt: Halt, order: Order): void => {
    if (!ordersOf.has(halt.id)) began(halt)
    const orders = ordersOf.get(halt.id) ?? new Map<string, Order>()
    ordersOf.set(halt.id, orders.set(orderKey(order), order))
    sweep.take(order)
  }

  /** A list shows these orders open. Where the order store says that one is done, it ended after the list was requested. */
  const takeListed = (halt: Halt, orders: readonly OrderReport[], customer: CustomerCode): void => {
    for (const { referenceId } of orders) {
      const order = orderStore.get(customer, referenceId)
      if (!order || !isLive(order)) continue
      if (sweep.stateOf(customer, referenceId)?.kind === 'unverified') sweep.again(customer, referenceId)
      else take(halt, order)
    }
  }

  const haltsCanceling = (order: Order): Halt[] =>
    halts().filter((halt) => halt.cancels && covers(halt, order, groupOf))

  return {
    cancelAllOf(halt) {
      for (const order of orderStore.live()) if (covers(halt, order, groupOf)) take(halt, order)
      lists.start()
    },
    cancelLive(again) {
      for (const order of orderStore.live())
        for (const halt of haltsCanceling(order))
          if (again || sweep.stateOf(order.customerCode, order.referenceId)?.kind !== 'unverified')
            take(halt, order)
      changed()
    },
    readLists: () => lists.start(),
    orderChanged(now, before) {
      sweep.orderChanged(now, before)
      if (!isLive(now) || sweep.stateOf(now.customerCode, now.referenceId) !== undefined) return
      for (const halt of haltsCanceling(now)) take(halt, now)
      changed()
    },
    stateOf(halt) {
      const orders = [...(ordersOf.get(halt.id)?.values() ?? [])]
      const unverified: UnverifiedOrder[] = []
      let verified = 0
      for (const { customerCode, referenceId, symbol } of orders) {
        const state = sweep.stateOf(customerCode, referenceId)
        if (state?.kind === 'verified') verified++
        else if (state?.kind === 'unverified')
          unverified.push({ customerCode, referenceId, symbol, reason: state.reason })
      }
      return { ...halt, orders: orders.length, verified, unverified, lists: lists.stateOf(halt) }
    },
    countOf: (halt) => ordersOf.get(halt.id)?.size ?? 0,
    drop(id) {
      ordersOf.delete(id)
      sweep.dropUncounted()
    },
    forget() {
      ordersOf.clear()
      sweep.forget()
      lists.forget()
    },
    close() {
      sweep.close()
      lists.close()
    },
  }
}
