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

  const LIST = 'core-customers-paper'
  const ACME = { ...blankCustomer(C1, 'hand'), name: 'Acme', group: 'macro' }
  const ZED = { ...blankCustomer(C2, 'hand'), name: 'Zed', group: 'macro' }

  it.each<[string, string, RegExp, string[]]>([
    ['cut off', JSON.stringify([ACME, ZED]).slice(0, -9), /^The saved customer list cannot be read\. /, []],
    ['filled with zero bytes', '\0'.repeat(200), /^The saved customer list cannot be read\. /, []],
    [
      'edited so that one entry has a number for its name',
      JSON.stringify([{ ...ACME, name: 7 }, ZED]),
      /^1 of 2 saved customers cannot be read \(C1042\)\. .*block or a new halt of their group leaves them out/,
      ['Zed'],
    ],
    [
      'edited so that one code stands in it twice',
      JSON.stringify([ZED, { ...ZED, name: 'Zoe', group: 'fund' }]),
      /^1 of 2 saved customers cannot be read \(C2007\)\. /,
      ['Zed'],
    ],
  ])(
    'in a list that was %s: what cannot be read is named, and stays on disk',
    async (_, text, said, names) => {
      const settings = memorySettings({ [LIST]: text })
      const desk = new Desk({ settings })
      const notices = desk.mirror('notices', (notice) => String(notice.id))
      desk.prepare = (broker) => {
        broker.venueTrades = [tradeOf('t1')]
      }
      await desk.ready()
      const messages = [...notices.values()].map(({ message }) => message)
      expect(messages.filter((message) => said.test(message))).toHaveLength(1)
      const shown = desk.follow('customers').now()
      expect(shown.flatMap(({ name }) => (name === '' ? [] : [name]))).toEqual(names)
      // The code of the venue was saved meanwhile.
      expect(settings.all()[LIST]).toContain(C1)
      expect(Object.values(settings.all())).toContain(text)
    },
  )
})
