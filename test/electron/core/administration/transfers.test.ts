import { describe, expect, it } from 'vitest'
import { C1, Desk, rowOf, text } from '../deskHarness.ts'

describe('transfers', () => {
  const transfer = { customerCode: C1, kind: 'deposit' as const, amount: text('25'), asset: 'USDC' }

  it('are sent once per intent and one at a time [4.deposits]', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const first = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    const repeated = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    const second = await desk.call('transfer.submit', { intentId: 'transfer-2', transfer })
    expect(second).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    broker.transfers[0]?.answer.resolve({ kind: 'accepted', value: rowOf('m1', { status: 'pending' }) })
    expect(await first).toEqual({ ok: true, value: { code: 'm1' } })
    expect(await repeated).toEqual(await first)
    expect(broker.transfers).toHaveLength(1)
  })

  it.each(['0', '-1', '0.000000001'])(
    'of %s are refused before anything is sent [8.transferAmount 2.transfer.amount]',
    async (amount) => {
      const desk = new Desk()
      const broker = await desk.ready()
      const reply = await desk.call('transfer.submit', {
        intentId: 'transfer-1',
        transfer: { ...transfer, amount: text(amount) },
      })
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'amount' } })
      expect(broker.transfers).toHaveLength(0)
    },
  )

  it('without an answer block the next until the ledger shows them', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    const lost = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    await desk.settle()
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    expect(await lost).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    await desk.clock.run(20_000, 1_000)
    expect((await desk.call('transfer.submit', { intentId: 'transfer-2', transfer })).ok).toBe(false)
    broker.venueLedger = [
      rowOf('m9', { signedAmount: text('25'), status: 'pending', createdAt: desk.clock.now() }),
    ]
    await desk.clock.run(6_000, 500)
    expect([...notices.values()].at(-1)?.message).toContain('reached the venue')
    void desk.call('transfer.submit', { intentId: 'transfer-3', transfer })
    await desk.settle()
    expect(broker.transfers).toHaveLength(2)
  })

  it('are given up after ten minutes with an error, never repeated', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    void desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    await desk.settle()
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    await desk.clock.run(610_000, 5_000)
    expect([...notices.values()].at(-1)).toMatchObject({ level: 'error' })
    expect(broker.transfers).toHaveLength(1)
  })
})
