import { beforeEach, describe, expect, it } from 'vitest'
import type { LedgerRow, TransferRequest } from '../../../../shared/domain/accounts/ledger.ts'
import type { FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { C1, Desk, rowOf, text } from '../deskHarness.ts'

const transfer: TransferRequest = {
  customerCode: C1,
  kind: 'deposit',
  amount: text('25'),
  asset: 'USDC',
}
let desk: Desk
let broker: FakeBroker
let said: () => string[]

beforeEach(async () => {
  desk = new Desk()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  said = () => [...notices.values()].map(({ message }) => message)
  broker = await desk.ready()
})

const submit = (intentId: string, more: Partial<TransferRequest> = {}) =>
  desk.call('transfer.submit', { intentId, transfer: { ...transfer, ...more } })
/** A deposit of 25 whose answer never came. */
async function lost() {
  const answer = submit('transfer-1')
  await desk.settle()
  broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
  expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
}
const listed = async (...rows: LedgerRow[]) => {
  broker.venueLedger = [...rows, ...broker.venueLedger]
  await desk.clock.run(6_000, 500)
}
const now = (more: Partial<LedgerRow> = {}) => ({
  signedAmount: text('25'),
  createdAt: desk.clock.now(),
  ...more,
})

describe('a transfer of unknown fate', () => {
  it('is found by kind, amount and time, also where the sign of the row is not known', async () => {
    await lost()
    await listed(rowOf('m2', now({ signedAmount: null, direction: 'odd', totalAmount: text('25') })))
    expect(said().join()).toMatch(/reached the venue: it is completed in the ledger as m2/)
  })

  it.each<[string, Partial<LedgerRow>]>([
    ['another kind', { transactionType: 'withdrawal', signedAmount: text('-25') }],
    ['another amount', { signedAmount: text('25.00000001') }],
    ['another asset', { asset: 'BTC' }],
    ['another customer', { customerCode: 'C2007' as typeof C1 }],
    ['an older time', { createdAt: 1_000 }],
  ])('is not taken for a row of %s, and blocks the next', async (_what, other) => {
    await lost()
    await listed(rowOf('m2', now(other)))
    expect(said().join()).not.toContain('did reach')
    expect(await submit('transfer-2')).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(broker.transfers).toHaveLength(1)
  })

  it('refuses another amount under its intent, and nothing is sent', async () => {
    await lost()
    expect(await submit('transfer-1', { amount: text('777') })).toMatchObject({
      ok: false,
      failure: {
        kind: 'refused',
        message: expect.stringContaining('deposit of 25 USDC for C1042') as string,
      },
    })
    expect(await submit('transfer-1')).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    expect(broker.transfers).toHaveLength(1)
  })

  it('with two matching rows is left to the dealer', async () => {
    await lost()
    await listed(rowOf('m3', now()), rowOf('m2', now()))
    expect(said().join()).toMatch(
      /shows 2 new rows like the deposit of 25 USDC for C1042: .*m2.*Openpit sent only one of them/,
    )
  })

  it('is not looked for in the ledger of another user, and does not block that user', async () => {
    await lost()
    await desk.signInAs('ann')
    expect(said().join()).toMatch(
      /The outcome of the deposit .* is unknown: another user signed in before the venue answered/,
    )
    desk.broker.venueLedger = [rowOf('m2', now())]
    await desk.clock.run(20_000, 500)
    expect(said().join()).not.toContain('did reach')
    void submit('transfer-2')
    await desk.settle()
    expect(desk.broker.transfers).toHaveLength(1)
  })
})

it('a refused transfer explains its code and may be repeated only under a new intent', async () => {
  const answer = submit('transfer-1')
  await desk.settle()
  broker.transfers[0]?.answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'free: 10' })
  expect(await answer).toMatchObject({
    ok: false,
    failure: {
      kind: 'rejected-by-venue',
      code: 'INSUFFICIENT_FUNDS',
      message: expect.stringMatching(/collateral.*The venue says: free: 10/) as string,
    },
  })
  expect(await submit('transfer-1')).toEqual(await answer)
  expect(broker.transfers).toHaveLength(1)
})
