/** Notices on the composed desk: real paper broker, real order journal, real database of notices, and a restart. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import type { Desk } from '../../../electron/desk.ts'
import type { OrderDraft } from '../../../shared/domain/order.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/text.ts'
import { takenId } from '../../fakes/takenId.ts'
import { C1, draftOf, text } from '../core/deskHarness.ts'
import { DeskWindow } from './deskWindow.ts'

const electron = new URL('../../../electron/', import.meta.url)
const soon = { timeout: 8_000, interval: 20 }
const POOR = 'C7719' as CustomerCode
let folder = ''
const open: Desk[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-notices-'))
})
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A run of the terminal on the test's folder, signed in and open for trading. */
async function run() {
  const desk = await compose({
    dataDirectory: join(folder, 'data'),
    venueFile: null,
    paper: { seed: 3, replay: null, speed: 1, faults: false },
    session: null,
    record: null,
    liveOverLoopback: false,
    processRoot: electron,
  })
  open.push(desk)
  const window = new DeskWindow(desk, 'shell')
  const session = window.follow('session')
  await window.call('session.signIn', {
    venueId: 'paper',
    username: null,
    password: null,
    signingKey: null,
    keep: 'run',
  })
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), soon)
  const ties = () => window.follow('reconciliation').now()
  await vi.waitFor(() => expect(ties().map((tie) => tie.open)).not.toContain(false), soon)
  await vi.waitFor(() => expect(window.follow('tickers').now()).not.toEqual([]), soon)
  // A market order is held against the book that it would meet.
  const links = window.follow('connection')
  const isBook = (channel: string) => channel.startsWith('orderbook-stream:BTC')
  await vi.waitFor(
    () => expect(links.now().streams.find((of) => isBook(of.channel))?.state).toBe('live'),
    soon,
  )
  const notices = window.follow('notices')
  const about = (id: string) => notices.now().filter((of) => of.referenceId === id)
  /** Sends an order as a dealer who answers the warnings of the limits. */
  const send = async (intentId: string, draft: OrderDraft): Promise<ReferenceId> => {
    const asked = await window.call('order.submit', { intentId, draft, typed: null })
    const typed = asked.ok && asked.value.outcome === 'warned' ? asked.value.type : null
    return takenId(typed === null ? asked : await window.call('order.submit', { intentId, draft, typed }))
  }
  return { desk, window, notices, about, send }
}

it('a refusal, a fill, a cancel and a deposit are told once, and stand after a restart as they were', async () => {
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
  const transfers = () => first.notices.now().filter((of) => of.kind === 'transfer')
  await vi.waitFor(
    () => expect(transfers()).toMatchObject([{ message: 'Deposit of 1,234.5 USDC is complete.' }]),
    soon,
  )
  await first.window.call('notice.acknowledge', {
    notices: [{ id: reject?.id ?? 0, count: reject?.count ?? 0 }],
  })
  const told = [refused, filled, rested].flatMap(first.about)
  expect(told.map(({ acknowledged }) => acknowledged)).toEqual([true, false, false])
  await first.desk.close()

  const second = await run()
  expect([refused, filled, rested].flatMap(second.about)).toEqual(told)
  expect(second.notices.now().filter((of) => of.kind === 'transfer')).toHaveLength(1)
  expect(second.notices.now().filter((of) => of.kind === 'fill')).toHaveLength(1)
}, 60_000)
