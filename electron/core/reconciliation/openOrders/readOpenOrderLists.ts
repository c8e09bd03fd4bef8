/** Reads customers' lists of open orders into the order store, and records how much of each list was shown. Reads only. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { reasonOf, unseenExposure } from '../../../../shared/domain/orders/openOrderReading.ts'
import { isLive, isTerminal, type OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { Asked } from '../../orders/detectStaleOrderReports.ts'
import type { OrderStore } from '../../orders/journaledOrderStore.ts'
import type { Broker } from '../../ports/broker.ts'
import type { Listed, ReadFailure } from '../../ports/brokerAnswers.ts'
import type { UnknownOrderResolver } from '../../orders/unknownOrderResolver.ts'
import { lookUpOrdersMissingFromList } from './lookUpOrdersMissingFromList.ts'
import type { OpenOrderReadings } from './openOrderListCompleteness.ts'
import { sayUnreadList, whyUnread } from './unreadListNotices.ts'

/** Rows stored in one turn of the event loop, so that orders and cancels come in between. */
const ROWS_A_TURN = 250

export interface OpenOrderReadsOptions {
  readonly clock: Clock
  readonly broker: Broker
  readonly orderStore: OrderStore
  readonly readings: OpenOrderReadings
  readonly resolver: UnknownOrderResolver
  readonly notices: Notices
  /** Whether the orders stream is known to be down: a list is then out of date from the moment of its request. */
  readonly isStreamDown: () => boolean
  /** The session has ended. */
  readonly isStopped: () => boolean
}

export interface OpenOrderReads {
  /** Reads the list of one customer. Its rows are open orders; `missing` is null where the venue showed all of them. */
  list(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>>
  /** Reads the list, and looks up every order that counts as live here and is not in it. Fails unless the list counts as whole. */
  readBack(customer: CustomerCode): Promise<Result<null, ReadFailure>>
  /** Orders that ended here and that the last list showed as open. */
  stillListed(customer: CustomerCode): readonly OrderReport[]
}

interface PutRows {
  readonly taken: readonly OrderReport[]
  /** Rows that show another order under a known id. */
  readonly contradicting: readonly OrderReport[]
}

const STREAM_DOWN = 'the orders stream is down, so that orders may come and go unseen'

export function createOpenOrderReads(options: OpenOrderReadsOptions): OpenOrderReads {
  const { clock, broker, orderStore, readings, resolver, notices } = options
  const stillListed = new Map<CustomerCode, readonly OrderReport[]>()

  const hasEndedHere = (customer: CustomerCode, { referenceId, status }: OrderReport): boolean => {
    const order = orderStore.get(customer, referenceId)
    return order !== undefined && !isLive(order) && !isTerminal(status)
  }

  const storeRows = async (
    customer: CustomerCode,
    rows: readonly OrderReport[],
    asked: Asked,
  ): Promise<PutRows> => {
    // A list that shows an order twice, once ended and once open, must not end the order.
    const open = new Set(rows.flatMap(({ referenceId, status }) => (isTerminal(status) ? [] : [referenceId])))
    const taken: OrderReport[] = []
    const contradicting: OrderReport[] = []
    for (const [n, report] of rows.entries()) {
      if (n > 0 && n % ROWS_A_TURN === 0) await new Promise<void>((next) => void clock.after(0, next))
      if (options.isStopped()) break
      if (isTerminal(report.status) && open.has(report.referenceId)) continue
      const seen = orderStore.see(report, customer, 'list', asked)
      if (seen === 'contradicts') contradicting.push(report)
      else taken.push(report)
    }
    stillListed.set(
      customer,
      taken.filter((report) => hasEndedHere(customer, report)),
    )
    return { taken, contradicting }
  }

  const list: OpenOrderReads['list'] = async (customer) => {
    const done = readings.begin(customer)
    const asked = orderStore.asked()
    const at = clock.now()
    const listed = await broker.openOrders(customer)
    if (options.isStopped()) return listed
    if (!listed.ok) {
      if (listed.failure.absent)
        done({ kind: 'unavailable', at: clock.now(), why: reasonOf(listed.failure.message) })
      else done({ kind: 'failed', at: clock.now(), why: whyUnread(listed.failure) })
      sayUnreadList(notices, customer, listed.failure)
      return listed
    }
    const { taken, contradicting } = await storeRows(customer, listed.value.items, asked)
    for (const { referenceId } of contradicting) void resolver.ask(broker, customer, referenceId)
    const open = taken.filter(({ status }) => !isTerminal(status))
    const [another] = contradicting
    const missing =
      listed.value.missing ??
      (another ? `it shows another order under the id of order ${another.referenceId}` : null)
    done({
      kind: 'listed',
      at,
      shown: open.length,
      missing: missing ?? (options.isStreamDown() ? STREAM_DOWN : null),
    })
    return ok({ items: open, missing })
  }

  const liveOf = (customer: CustomerCode): number =>
    orderStore.live().filter((order) => order.customerCode === customer).length

  return {
    list,
    async readBack(customer) {
      const listed = await list(customer)
      if (options.isStopped()) return ok(null)
      const isWhole = listed.ok && listed.value.missing === null
      if (isWhole || (!listed.ok && listed.failure.kind === 'refused')) {
        const shown = new Set(listed.ok ? listed.value.items.map((report) => report.referenceId) : [])
        const looked = await lookUpOrdersMissingFromList(options, customer, shown)
        if (isWhole || !looked.ok) return looked
      }
      // While the venue does not answer, a list that was whole a short while ago still counts: the stream keeps it current.
      const exposure = unseenExposure(readings.get(customer), liveOf(customer))
      return exposure === null ? ok(null) : fail({ kind: 'unreadable', code: null, message: exposure })
    },
    stillListed: (customer) => stillListed.get(customer) ?? [],
  }
}
