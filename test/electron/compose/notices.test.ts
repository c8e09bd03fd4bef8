/** Notices on the composed desk: real paper broker, real order journal, real database of notices, and a restart. */

import { expect, it, vi } from 'vitest'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import { takenId } from '../../fakes/core/acceptedOrderId.ts'
import { C1, draftOf, text } from '../core/deskHarness.ts'
import { paperRuns, soon } from './paperRuns.ts'

const POOR = 'C7719' as CustomerCode
const runs = paperRuns()

async function run() {
  const { desk, window } = await runs.run('shell')
  const notices = window.follow('notices')
  const about = (id: string) => notices.now().filter((notice) => notice.referenceId === id)
  /** Sends an order as a dealer who answers the warnings of the limits. */
  const send = async (intentId: string, draft: OrderDraft): Promise<ReferenceId> => {
    const asked = await window.call('order.submit', { intentId, draft, typed: null })
    const typed = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : null
    return takenId(typed === null ? asked : await window.call('order.submit', { intentId, draft, typed }))
  }
  return { desk, window, notices, about, send }
}

it('a refusal, a fill, a cancel and a deposit give one notice each, unchanged after a restart', async () => {
  const first = await run()
  const market = { type: 'market' as const, limitPrice: null }
  const refused = await first.send(
    'intent-0001',
    draftOf({ ...market, customerCode: POOR, amount: text('5') }),
  )
  const filled = await first.send('intent-0002', draftOf({ ...market, amount: text('0.5') }))
  const rested = await first.send('intent-0003', draftOf({ amount: text('0.1'), limitPrice: text('30000') }))
  await vi.waitFor(() => expect(first.about(refused)).toHaveLength(1), soon)
  const [reject] = first.about(refused)
  expect(reject).toMatchObject({
    level: 'error',
    kind: 'reject',
    customerCode: POOR,
    message: 'BUY 5 at market was refused: INSUFFICIENT_FUNDS.',
    acknowledged: false,
  })
  await vi.waitFor(() => expect(first.about(filled)).toMatchObject([{ kind: 'fill', total: '0.5' }]), soon)
  await first.window.call('order.cancel', { customerCode: C1, referenceId: rested })
  await vi.waitFor(() => expect(first.about(rested)).toMatchObject([{ kind: 'cancel', level: 'info' }]), soon)
  await first.window.call('transfer.submit', {
    intentId: 'deposit-1',
    transfer: { customerCode: C1, kind: 'deposit', amount: text('1234.5'), asset: 'USDC' },
  })
  const transfers = () => first.notices.now().filter((notice) => notice.kind === 'transfer')
  await vi.waitFor(
    () => expect(transfers()).toMatchObject([{ message: 'Deposit of 1,234.5 USDC is complete.' }]),
    soon,
  )
  await first.window.call('notice.acknowledge', {
    notices: [{ id: reject?.id ?? 0, count: reject?.count ?? 0 }],
  })
  const dealt = [refused, filled, rested].flatMap(first.about)
  expect(dealt.map(({ acknowledged }) => acknowledged)).toEqual([true, false, false])
  await first.desk.close()

  const second = await run()
  expect([refused, filled, rested].flatMap(second.about)).toEqual(dealt)
  expect(second.notices.now().filter((notice) => notice.kind === 'transfer')).toHaveLength(1)
  expect(second.notices.now().filter((notice) => notice.kind === 'fill')).toHaveLength(1)
}, 60_000)
