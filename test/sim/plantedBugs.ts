/** Bugs planted into a desk on purpose, to see that the simulator finds them (docs/reliability.md#planted-bugs). Never part of a real run. */

import { zeroText } from '../../shared/base/decimal.ts'
import type { OpenBroker } from '../../electron/core/ports/broker.ts'
import type { JournalDisk } from '../../electron/storage/journal/files/disk.ts'
import { INSTRUMENTS } from './world/quietExchange.ts'
import { plainDraft } from '../../shared/domain/orders/order.ts'

export type Plant =
  /** A time-out, a 401 or a 5xx counts as a refusal. */
  | 'unknown-is-refused'
  /** What came to nothing is sent again. */
  | 'sends-again'
  /** The journal believes that its bytes are on disk when they are not. */
  | 'never-syncs'
  /** An order that the venue does not show is over, at the first look. */
  | 'absent-is-over'
  /** A part of a list of open orders counts as the whole list. */
  | 'part-is-whole'

export const PLANTS: readonly Plant[] = [
  'unknown-is-refused',
  'sends-again',
  'never-syncs',
  'absent-is-over',
  'part-is-whole',
]

export const withPlant =
  (plant: Plant | null, open: OpenBroker): OpenBroker =>
  (profile) => {
    const broker = open(profile)
    if (plant === 'unknown-is-refused')
      return {
        ...broker,
        async createOrder(...order) {
          const outcome = await broker.createOrder(...order)
          return outcome.kind === 'unknown'
            ? { kind: 'refused', code: 'ORDER_REJECTED', message: 'planted' }
            : outcome
        },
      }
    if (plant === 'sends-again')
      return {
        ...broker,
        async createOrder(...order) {
          const outcome = await broker.createOrder(...order)
          return outcome.kind === 'unknown' ? await broker.createOrder(...order) : outcome
        },
      }
    if (plant === 'part-is-whole')
      return {
        ...broker,
        async openOrders(customer) {
          const listed = await broker.openOrders(customer)
          return listed.ok ? { ok: true, value: { ...listed.value, missing: null } } : listed
        },
      }
    if (plant === 'absent-is-over')
      return {
        ...broker,
        async order(customer, id) {
          const answer = await broker.order(customer, id)
          if (answer.ok || answer.failure.code !== 'NOT_FOUND') return answer
          return {
            ok: true,
            value: {
              ...plainDraft({
                customerCode: customer,
                symbol: INSTRUMENTS[0].symbol,
                side: 'buy',
                type: 'limit',
              }),
              referenceId: id,
              status: 'canceled',
              filledAmount: zeroText,
              filledQuote: zeroText,
              createdAt: null,
            },
          }
        },
      }
    return broker
  }

export const diskWithPlant = (plant: Plant | null, disk: JournalDisk): JournalDisk =>
  plant === 'never-syncs' ? { ...disk, sync: async () => undefined } : disk
