import { expect, it } from 'vitest'
import { createPanelLinks } from '../../../../../electron/core/session/windows/checkSaveAndPublishPanelLinks.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import type { LinkChange, LinkValues } from '../../../../../shared/domain/panelLinks.ts'
import { customerCode, symbol } from '../../../../../shared/domain/scalars.ts'

const BTC = symbol.parse('BTCUSDC_PERP')
const C1 = customerCode.parse('C1042')

function links(saved: Record<string, string> = {}) {
  const settings = memorySettings(saved)
  const warned: string[] = []
  const made = createPanelLinks({
    settings,
    symbols: () => [BTC],
    customers: () => [C1],
    warn: (sentence) => warned.push(sentence),
  })
  const seen: LinkValues[] = []
  made.topic.source(
    null,
    {
      snapshot: (values: LinkValues) => seen.push(values),
      delta: (values: LinkValues) => seen.push(values),
    } as never,
    {} as never,
  )
  return {
    ...made,
    set: (change: LinkChange) => made.set(change),
    settings,
    warned,
    seen,
    last: () => seen.at(-1),
  }
}

it('publishes each change to every window, with the revision that the reply names', () => {
  const { set, last, seen } = links()
  expect(set({ axis: 'instrument', link: '3', symbol: BTC })).toEqual({ ok: true, value: { revision: 1 } })
  expect(set({ axis: 'customer', link: 'A', customerCode: C1 })).toEqual({ ok: true, value: { revision: 2 } })
  expect(last()).toEqual({ revision: 2, instruments: { '3': BTC }, customers: { A: C1 } })
  const published = seen.length
  expect(set({ axis: 'customer', link: 'A', customerCode: C1 })).toMatchObject({ value: { revision: 2 } })
  expect(seen).toHaveLength(published)
})

it.each([
  [
    { axis: 'instrument', link: '3', symbol: symbol.parse('DOGEUSDC_PERP') } as const,
    'DOGEUSDC_PERP is not an instrument of this venue. Link 3 was not changed.',
  ],
  [
    { axis: 'customer', link: 'B', customerCode: customerCode.parse('C9999') } as const,
    'C9999 is not in the list of customers. Link B was not changed. Add the customer first.',
  ],
])('refuses what the venue does not have: %#', (change, failure) => {
  const { set, last } = links()
  expect(set(change)).toEqual({ ok: false, failure })
  expect(last()).toEqual({ revision: 0, instruments: {}, customers: {} })
})

it('saves instruments and no customer; another dealer starts without customers', () => {
  const first = links()
  first.set({ axis: 'instrument', link: '8', symbol: BTC })
  first.set({ axis: 'customer', link: 'H', customerCode: C1 })
  expect(JSON.stringify(first.settings.all())).not.toContain('C1042')
  expect(links({ ...first.settings.all() }).last()).toEqual({
    revision: 0,
    instruments: { '8': BTC },
    customers: {},
  })
  first.forgetCustomers()
  expect(first.last()).toMatchObject({ revision: 3, instruments: { '8': BTC }, customers: {} })
})

it.each(['no json', '{"9":"BTC"}', '[]', '{"1":7}'])(
  'starts without links from an unreadable setting: %s',
  (text) => expect(links({ 'panel-links': text }).last()?.instruments).toEqual({}),
)
