import { describe, expect, it } from 'vitest'
import { fail } from '../../../../../shared/base/result.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { C1, C2, Desk, tradeOf } from '../../deskHarness.ts'
import { blankCustomer } from '../../../../../shared/domain/accounts/customer.ts'

describe('customers', () => {
  it('come from records and from the dealer, and are restored at the next start [gap.9]', async () => {
    const desk = new Desk()
    const customers = desk.follow('customers')
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
    }
    await desk.ready()
    expect(customers.now().map((customer) => customer.code)).toEqual([C1])
    const entry = { ...blankCustomer(C2, 'hand'), name: 'Zed' }
    await desk.call('customer.save', { customer: entry })
    const next = new Desk({ settings: desk.settings })
    await next.ready()
    expect(next.follow('customers').now()).toContainEqual(entry)
  })

  it('are not lost when the disk refuses: the list stays for this run, with a notice', async () => {
    const settings = { ...memorySettings(), save: () => fail('The disk is full.') }
    const desk = new Desk({ settings })
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    await desk.ready()
    const entry = { ...blankCustomer(C2, 'hand'), name: 'Zed' }
    expect((await desk.call('customer.save', { customer: entry })).ok).toBe(false)
    expect(desk.follow('customers').now()).toContainEqual(entry)
    expect([...notices.values()].map((notice) => notice.message)).toContain('The disk is full.')
  })
})
