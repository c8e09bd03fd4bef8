/** A desk at a venue with amend, a block of three customers at weights of 2, 1 and 1, and what the dealer and the venue do with its amounts. */

import { venueProfile } from '../../../../../../shared/broker/venueProfile.ts'
import type { Request } from '../../../../../../shared/contract/contract.ts'
import { CLAIMS_SETTING, readClaims } from '../../../../../../shared/domain/block/shares/claims.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import { PAPER, draftOf, reportOf, text } from '../../../deskHarness.ts'
import { answerAll, blockOf, customer, startDesk } from '../blockStage.ts'

export const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}

/** Three customers at weights of 2, 1 and 1 with these contracts, of lots of 1. */
export function shared(amounts: readonly string[], more: Partial<Request<'order.submitBlock'>> = {}) {
  const rows = amounts.map((amount, n) => ({ customerCode: customer(n + 1), amount: text(amount) }))
  const total = amounts.reduce((sum, amount) => sum + Number(amount), 0)
  return blockOf(3, {
    method: 'ratio',
    draft: draftOf({ ...rows[0] }),
    rows,
    split: {
      lot: text('1'),
      tick: null,
      whole: text(String(total)),
      weights: text('4'),
      shares: ['2', '1', '1'].map((weight, n) => ({ customerCode: customer(n + 1), weight: text(weight) })),
    },
    ...more,
  })
}

export async function resting(
  request = shared(['4', '2', '2']),
  venues: readonly (typeof AMENDS)[] = [AMENDS],
) {
  const stage = await startDesk({ venues: [...venues], journal: new FakeJournal([]) })
  const { desk, broker, block, submit } = stage
  const shown = desk.follow('settings')
  const { symbol, side } = draftOf({})
  const owed = () => readClaims(shown.now()[CLAIMS_SETTING], symbol, side)
  await submit(request)
  await answerAll(desk, broker)
  const split = async (total: string) => {
    const reply = await desk.call('block.splitAnew', { blockId: block().blockId, total: text(total) })
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value
  }
  /** Sends what the split says, as a window does. */
  const amend = async (total: string, read?: Awaited<ReturnType<typeof split>>) => {
    const { rows } = read ?? (await split(total))
    const orders = rows.flatMap(({ customerCode, referenceId, from, to, why }) =>
      why !== null || from === to || referenceId === null ? [] : [{ customerCode, referenceId, amount: to }],
    )
    const reply = await desk.call('block.amend', {
      blockId: block().blockId,
      orders,
      limitPrice: null,
      total: text(total),
    })
    await desk.settle()
    return reply
  }
  /** The venue does the n-th amend, or refuses it. */
  const amended = async (n: number, isDone = true) => {
    const sent = broker.amends[n]
    if (!sent) throw new Error(`amend ${n} has not left`)
    const { id, customer: customerCode, changes, answer: reply } = sent
    if (isDone)
      reply.resolve({
        kind: 'accepted',
        value: reportOf(id, 'open', { customerCode, amount: changes.amount }),
      })
    else reply.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
    await desk.settle()
  }
  /** The venue reports contracts of the n-th order as filled. */
  const fill = async (n: number, filledAmount: string) => {
    const { id, draft } = broker.sent[n] ?? { id: '', draft: draftOf({}) }
    const { customerCode, amount } = draft
    const status = filledAmount === amount ? 'filled' : 'partially_filled'
    broker.listener?.order(
      reportOf(id, status, {
        customerCode,
        amount,
        filledAmount: text(filledAmount),
        filledQuote: text('60000'),
      }),
    )
    await desk.settle()
  }
  /** The venue ends the n-th order with nothing filled: its margin was too small once it triggered. */
  const reject = async (n: number, more: Parameters<typeof reportOf>[2] = {}) => {
    const { id, draft } = broker.sent[n] ?? { id: '', draft: draftOf({}) }
    const { customerCode, amount, limitPrice } = draft
    broker.listener?.order(reportOf(id, 'rejected', { customerCode, amount, limitPrice, ...more }))
    await desk.settle()
  }
  return { ...stage, owed, split, amend, amended, fill, reject }
}
