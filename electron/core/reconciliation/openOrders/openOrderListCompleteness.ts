/** Stores how much of each customer's list of open orders was read, and publishes that state. Reads no list itself. */

import {
  applyReading,
  neverRead,
  type OpenOrderReading,
  type ReadingEvent,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { publish, type Published } from '../../support/publishTopic.ts'

export interface OpenOrderReadings {
  readonly topic: Published<'openOrderReadings'>
  /** Grows with every `void`. Conclusions from readings of an older generation no longer count. */
  readonly generation: number
  get(customer: CustomerCode): OpenOrderReading
  /** The reading where the list is not whole. */
  notWhole(customer: CustomerCode): OpenOrderReading | null
  /**
   * Call right before a list is requested, and call the returned function with the result. A result that is older than a later one, or
   * than a `void`, changes nothing.
   */
  begin(customer: CustomerCode): (result: Exclude<ReadingEvent, { kind: 'void' }>) => OpenOrderReading
  /** Voids every reading. */
  void(why: string): void
  /** The desk holds another user's customers from now on. */
  clear(): void
}

export interface OpenOrderReadingsOptions {
  /** Called when a list that counted as whole, or was never read, turns out not to be whole. */
  readonly spoiled: (reading: OpenOrderReading) => void
  /** Called after every change of a reading, also by a `void`. */
  readonly changed: (reading: OpenOrderReading) => void
}

export function createOpenOrderReadings(options: OpenOrderReadingsOptions): OpenOrderReadings {
  const readings = new Map<CustomerCode, OpenOrderReading>()
  /** By customer: the number of the newest request that was answered. */
  const answered = new Map<CustomerCode, number>()
  let requests = 0
  let generation = 0
  const topic = publish<'openOrderReadings'>(() => [...readings.values()])
  const readingOf = (customer: CustomerCode) => readings.get(customer) ?? neverRead(customer)

  return {
    topic,
    get generation() {
      return generation
    },
    get: readingOf,
    notWhole(customer) {
      const reading = readingOf(customer)
      return reading.state === 'whole' ? null : reading
    },
    begin(customer) {
      const number = ++requests
      const generationAtStart = generation
      return (result) => {
        const before = readingOf(customer)
        if (generationAtStart !== generation || number < (answered.get(customer) ?? 0)) return before
        answered.set(customer, number)
        const after = applyReading(before, result)
        if (after === before) return before
        readings.set(customer, after)
        topic.delta([after])
        options.changed(after)
        const isBad = after.state === 'partial' || after.state === 'unread'
        if (isBad && (before.state !== after.state || before.reason !== after.reason)) options.spoiled(after)
        return after
      }
    },
    void(why) {
      generation++
      for (const [customer, reading] of readings)
        readings.set(customer, applyReading(reading, { kind: 'void', why }))
      topic.delta([...readings.values()])
      for (const reading of readings.values()) options.changed(reading)
    },
    clear() {
      generation++
      readings.clear()
      answered.clear()
      topic.replace()
    },
  }
}
