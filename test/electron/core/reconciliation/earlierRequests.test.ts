/** Transfers, fee writes and webhook changes of an earlier run that were never answered. */

import { describe, expect, it } from 'vitest'
import { accountEntriesForNewSegment } from '../../../../electron/core/journal/accountEntriesForNewSegment.ts'
import { recoverState } from '../../../../electron/core/journal/recoverStateFromJournal.ts'
import type { AuditedPayload, JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { LedgerRow, TransferRequest } from '../../../../shared/domain/accounts/ledger.ts'
import { journalEntry } from '../../../../shared/domain/journalEntry.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { C1, Desk, rowOf, text } from '../deskHarness.ts'

const NOW = new FakeClock().now()
const SENT = NOW - 30_000
const transfer: TransferRequest = { customerCode: C1, kind: 'deposit', amount: text('25'), asset: 'USDC' }

type RequestBody = Extract<JournalEntry['body'], { type: 'deed' }>
const entry = (
  intentId: string,
  more: Partial<RequestBody> & Pick<RequestBody, 'deed' | 'stage'>,
  at = SENT,
) =>
  journalEntry.parse({
    at,
    whose: 'paper',
    body: {
      type: 'deed',
      intentId,
      customerCode: C1,
      what: 'deposit of 25 USDC for C1042',
      detail: null,
      ...more,
    },
  })
const sending = (asked: AuditedPayload, what: string, at = SENT): JournalEntry =>
  entry('earlier-1', { deed: asked.deed, stage: 'sending', asked, what }, at)
const lostTransfer = (at = SENT) =>
  sending({ deed: 'transfer', transfer }, 'deposit of 25 USDC for C1042', at)

async function restart(
  kept: readonly JournalEntry[],
  prepare: (broker: FakeBroker) => void = () => undefined,
) {
  const desk = new Desk({ journal: new FakeJournal(kept) })
  desk.prepare = prepare
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const submit = (intentId: string, more: Partial<TransferRequest> = {}) =>
    desk.call('transfer.submit', { intentId, transfer: { ...transfer, ...more } })
  return { desk, broker, submit, said: () => [...notices.values()].map(({ message }) => message).join(' · ') }
}
const deposit = (code: string, more: Partial<LedgerRow> = {}) =>
  rowOf(code, { signedAmount: text('25'), createdAt: SENT + 500, ...more })

describe('a transfer of an earlier run', () => {
  it('is looked for in the ledger, blocks the same transfer until found, and is then settled', async () => {
    const { desk, broker, submit, said } = await restart([lostTransfer()])
    expect(said()).toMatch(/deposit of 25 USDC for C1042 was sent in an earlier run and never answered/)
    expect(await submit('transfer-2')).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(broker.transfers).toHaveLength(0)
    void submit('transfer-3', { kind: 'withdrawal' })
    await desk.settle()
    expect(broker.transfers.map(({ request }) => request.kind)).toEqual(['withdrawal'])

    broker.venueLedger = [deposit('m1')]
    await desk.clock.run(6_000, 500)
    expect(said()).toContain('reached the venue: it is completed in the ledger as m1')
    void submit('transfer-4')
    await desk.settle()
    expect(broker.transfers).toHaveLength(2)
    const later = recoverState([lostTransfer(), ...desk.journal.entries])
    expect([...later.recordsOf('paper').requests.open.keys()]).not.toContain('earlier-1')
  })

  it('that was accepted, refused or never sent is not looked for', async () => {
    for (const stage of ['accepted', 'refused', 'not-sent'] as const) {
      const { submit, said, broker, desk } = await restart([
        lostTransfer(),
        entry('earlier-1', { deed: 'transfer', stage }),
      ])
      expect(said()).not.toContain('earlier run')
      void submit('transfer-2')
      await desk.settle()
      expect(broker.transfers).toHaveLength(1)
    }
  })

  it('does not take another transfer’s row', async () => {
    const { desk, broker, said } = await restart([
      entry('earlier-0', { deed: 'transfer', stage: 'sending', asked: { deed: 'transfer', transfer } }),
      entry('earlier-0', { deed: 'transfer', stage: 'accepted', detail: 'm0' }),
      lostTransfer(),
    ])
    broker.venueLedger = [deposit('m0')]
    await desk.clock.run(6_000, 500)
    expect(said()).not.toContain('did reach')
    broker.venueLedger = [deposit('m1'), deposit('m0')]
    await desk.clock.run(6_000, 500)
    expect(said()).toContain('in the ledger as m1')
  })

  it('is given up ten minutes after it was sent, and only once the ledger could be read', async () => {
    const { desk, said, submit, broker } = await restart([lostTransfer(NOW - 3_600_000)])
    await desk.clock.run(6_000, 500)
    expect(said()).toContain('still not in the ledger after 10 minutes')
    void submit('transfer-2')
    await desk.settle()
    expect(broker.transfers).toHaveLength(1)
  })

  it('outlives the segment of the journal that it was written in', () => {
    const kept = recoverState([lostTransfer()])
    const next = recoverState(
      accountEntriesForNewSegment(kept, NOW).map((item) =>
        journalEntry.parse(JSON.parse(JSON.stringify(item))),
      ),
    )
    expect([...next.recordsOf('paper').requests.open.values()]).toEqual([
      ...kept.recordsOf('paper').requests.open.values(),
    ])
    expect(next.recordsOf('paper').requests.open.get('earlier-1')).toMatchObject({
      asked: { transfer },
      at: SENT,
    })
  })
})

it('fees of an earlier run are read back, and one notice states the current fees', async () => {
  const asked = { deed: 'fees' as const, symbol: null, makerFee: text('-0.25'), takerFee: text('4') }
  const fees = (makerFee: string) => (broker: FakeBroker) => {
    broker.venueFees = [{ symbol: 'BTCUSDC_PERP' as never, makerFee: text(makerFee), takerFee: text('4') }]
  }
  const stands = await restart([sending(asked, 'fees of C1042')], fees('-0.25'))
  expect(stands.said()).toContain('The venue shows them: they are in force.')
  const other = await restart([sending(asked, 'fees of C1042')], fees('-0.5'))
  expect(other.said()).toContain('The venue shows others now.')
  expect(
    recoverState([sending(asked, 'fees'), ...other.desk.journal.entries]).recordsOf('paper').requests.open
      .size,
  ).toBe(0)
})

it('a notice names a webhook registration of an earlier run, to be repeated for its key', async () => {
  const { said, desk } = await restart([
    sending({ deed: 'webhook' }, 'registration of a webhook at https://desk.example/in'),
  ])
  expect(said()).toMatch(
    /registration of a webhook at https:\/\/desk\.example\/in was sent .* registered again/,
  )
  expect(desk.journal.bodies('deed').map(({ stage }) => stage)).toEqual(['settled'])
})
