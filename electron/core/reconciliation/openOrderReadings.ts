/** Stores how much of each customer's list of open orders has been read, and publishes it. Reads nothing itself. */

import {
  applyReading,
  neverRead,
  type OpenOrderReading,
  type ReadingEvent,
} from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

export interface OpenOrderReadings {
  readonly topic: Published<'openOrderReadings'>
  /** Grows with every `void`: what was concluded from older readings does not count any more. */
  readonly generation: number
  of(customer: CustomerCode): OpenOrderReading
  /** The reading where the list is not whole. */
  notWhole(customer: CustomerCode): OpenOrderReading | null
  /**
   * Call right before a list is asked for, and the result with what came of it. A result that is older than a later one, or than a
   * `void`, changes nothing.
   */
  begin(customer: CustomerCode): (result: Exclude<ReadingEvent, { kind: 'void' }>) => OpenOrderReading
  /** Nothing that was read counts any more. */
  void(why: string): void
  /** Another user's customers. */
  clear(): void
}

export interface OpenOrderReadingsOptions {
  /** A list that counted for whole, or had never been read, is known not to be whole. */
  readonly spoiled: (reading: OpenOrderReading) => void
  /** A reading changed in any way, also by a `void`. */
  readonly changed: (reading: OpenOrderReading) => void
}

export function createOpenOrderReadings(parts: OpenOrderReadingsOptions): OpenOrderReadings {
  const readings = new Map<CustomerCode, OpenOrderReading>()
  /** By customer: the number of the newest question that was answered. */
  const answered = new Map<CustomerCode, number>()
  let questions = 0
  let generation = 0
  const topic = publish<'openOrderReadings'>(() => [...readings.values()])
  const of = (customer: CustomerCode) => readings.get(customer) ?? neverRead(customer)

  return {
    topic,
    get generation() {
      return generation
    },
    of,
    notWhole(customer) {
      const reading = of(customer)
      return reading.state === 'whole' ? null : reading
    },
    begin(customer) {
      const question = ++questions
      const born = generation
      return (result) => {
        const before = of(customer)
        if (born !== generation || question < (answered.get(customer) ?? 0)) return before
        answered.set(customer, question)
        const after = applyReading(before, result)
        if (after === before) return before
        readings.set(customer, after)
        topic.delta([after])
        parts.changed(after)
        const isBad = after.state === 'partial' || after.state === 'unread'
        if (isBad && (before.state !== after.state || before.reason !== after.reason)) parts.spoiled(after)
        return after
      }
    },
    void(why) {
      generation++
      for (const [customer, reading] of readings)
        readings.set(customer, applyReading(reading, { kind: 'void', why }))
      topic.delta([...readings.values()])
      for (const reading of readings.values()) parts.changed(reading)
    },
    clear() {
      generation++
      readings.clear()
      answered.clear()
      topic.replace()
    },
  }
}
