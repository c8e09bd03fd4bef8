/** A desk with brackets: sends entries, lets the venue show fills and trades, answers legs, and reads what was sent and said. */

import type { Notice } from '../../../../../shared/domain/notice.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { NO_LIMITS } from '../../../../fakes/core/noLimits.ts'
import { takenId } from '../../../../fakes/core/acceptedOrderId.ts'
import type { FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'

export const BRACKET = { takeProfitPrice: text('66000'), stopLossPrice: text('58000') }

export async function startDesk(desk = new Desk({ limits: NO_LIMITS })) {
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  return { desk, orders, notices, broker }
}
export type Stage = Awaited<ReturnType<typeof startDesk>>

/** Sends an entry of 10 with a bracket, which the venue shows open. */
export async function enter({ desk, broker }: Stage, intentId = 'intent-0001'): Promise<ReferenceId> {
  const draft = draftOf({ amount: text('10') })
  const id = takenId(await desk.call('order.submit', { intentId, draft, typed: null, bracket: BRACKET }))
  const sent = broker.sent.find((each) => each.id === id)
  sent?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open', { amount: text('10') }) })
  await desk.settle()
  return id
}
/** The venue shows so much of the entry filled, with its trade where `traded`. */
export async function fill(
  { desk, broker }: Stage,
  id: ReferenceId,
  filled: string,
  status = 'partially_filled',
) {
  const report = reportOf(id, status, {
    amount: text('10'),
    filledAmount: text(filled),
    filledQuote: text(String(Number(filled) * 60_000)),
  })
  broker.venueOrders.set(`${C1} ${id}`, report)
  broker.listener?.order(report)
  await desk.settle()
}
/** `id`: the order that the trade names. */
export function trade(
  { broker }: Stage,
  id: ReferenceId | null,
  amount: string,
  side: 'buy' | 'sell' = 'buy',
) {
  const code = `t${broker.venueTrades.length + 1}`
  const booked = tradeOf(code, { referenceId: id, amount: text(amount), side, createdAt: 2_000 })
  broker.venueTrades = [booked, ...broker.venueTrades]
  broker.venueLedger = [
    rowOf(code, { transactionType: 'trade', symbol: BTC, signedAmount: text('-6') }),
    ...broker.venueLedger,
  ]
  broker.listener?.trade(booked)
}
export const legsOf = (broker: FakeBroker) => broker.sent.filter(({ draft }) => draft.type !== 'limit')
export const sizes = (broker: FakeBroker) => legsOf(broker).map(({ draft }) => draft.amount)
export const answerLeg = async ({ desk, broker }: Stage, index: number, status = 'untriggered') => {
  const leg = legsOf(broker)[index]
  if (!leg) throw new Error(`no leg ${index}`)
  const value = { ...reportOf(leg.id, status), ...leg.draft, customerCode: C1 }
  broker.venueOrders.set(`${C1} ${leg.id}`, value)
  leg.answer.resolve({ kind: 'accepted', value })
  await desk.settle()
}
export const said = (notices: ReadonlyMap<string, Notice>, words: RegExp) =>
  [...notices.values()].filter(({ message }) => words.test(message))
