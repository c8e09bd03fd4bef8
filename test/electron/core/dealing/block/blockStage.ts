/** A desk on a scripted broker with a block of customers, and what became of its rows. */

import type { Request } from '../../../../../shared/contract/contract.ts'
import type { BlockRecord } from '../../../../../shared/domain/block/blockRecord.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { NO_LIMITS } from '../../../../fakes/core/noLimits.ts'
import type { FakeBroker } from '../../../../fakes/venue/fakeBroker.ts'
import { Desk, draftOf, reportOf, text } from '../../deskHarness.ts'

export const INTENT = 'intent-0001'
/** Ms from the start of a row until the next one may start. */
const BETWEEN_ROWS = 3
const MOST_AT_ONCE = 8

export const customer = (n: number) => `K${String(n).padStart(3, '0')}` as CustomerCode

/** Customers K001, K002, … with 1, 2, … contracts. */
export const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ customerCode: customer(n + 1), amount: text(String(n + 1)) }))

export function blockOf(
  count: number,
  more: Partial<Request<'order.submitBlock'>> = {},
): Request<'order.submitBlock'> {
  const rows = rowsOf(count)
  const [first] = rows
  return {
    intentId: INTENT,
    group: 'A',
    method: 'equal',
    draft: draftOf({ ...first }),
    rows,
    onRefused: 'continue',
    inFlight: 2,
    typed: null,
    ...more,
  }
}

/** Lets as many rows start as have a turn: each starts a moment after the one before. */
export async function letRowsStart(desk: Desk): Promise<void> {
  await desk.settle()
  for (let row = 0; row < MOST_AT_ONCE; row++) {
    desk.clock.advance(BETWEEN_ROWS)
    await desk.settle()
  }
}

/** `prepare`: the venue's records before the sign-in. */
export async function startDesk({
  prepare,
  ...options
}: ConstructorParameters<typeof Desk>[0] & { readonly prepare?: Desk['prepare'] } = {}) {
  const desk = new Desk({ limits: NO_LIMITS, ...options })
  if (prepare) desk.prepare = prepare
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
  const broker = await desk.ready()
  const block = (): BlockRecord => {
    const newest = [...blocks.values()].at(-1)
    if (!newest) throw new Error('no block is known')
    return newest
  }
  const states = () => block().rows.map(({ state }) => state)
  const submit = async (request: Request<'order.submitBlock'>) => {
    const reply = await desk.call('order.submitBlock', request)
    await letRowsStart(desk)
    return reply
  }
  return { desk, orders, notices, broker, block, blocks, states, submit }
}

/** The n-th request that reached the venue, from 0. */
export function sentOf(broker: FakeBroker, n: number): FakeBroker['sent'][number] {
  const request = broker.sent[n]
  if (!request) throw new Error(`request ${n} has not left`)
  return request
}

/** The venue answers the n-th request that reached it, from 0. */
export async function answer(
  desk: Desk,
  broker: FakeBroker,
  n: number,
  how: 'open' | 'refused' | 'unknown' = 'open',
): Promise<void> {
  const { draft, id, answer: reply } = sentOf(broker, n)
  if (how === 'open')
    reply.resolve({
      kind: 'accepted',
      value: reportOf(id, 'open', {
        customerCode: draft.customerCode,
        side: draft.side,
        amount: draft.amount,
      }),
    })
  else if (how === 'refused')
    reply.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
  else reply.resolve({ kind: 'unknown', message: 'no answer' })
  await letRowsStart(desk)
}

/** The venue answers every request from the n-th on, until none is open. */
export async function answerAll(
  desk: Desk,
  broker: FakeBroker,
  from = 0,
  how: (n: number) => 'open' | 'refused' | 'unknown' = () => 'open',
): Promise<void> {
  for (let n = from; n < broker.sent.length; n++) await answer(desk, broker, n, how(n))
}

export const customersSent = (broker: FakeBroker) => broker.sent.map(({ draft }) => draft.customerCode)
