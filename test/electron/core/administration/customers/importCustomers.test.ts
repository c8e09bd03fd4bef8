/** Imports of customers at the core: all of it or none, one undo, and nobody leaves a halted group unseen. */

import { describe, expect, it } from 'vitest'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import {
  blankCustomer,
  entryOf,
  type Customer,
  type CustomerChange,
} from '../../../../../shared/domain/accounts/customer.ts'
import { C1, C2, Desk, draftOf } from '../../deskHarness.ts'

const entry = (code: typeof C1, more: Partial<Customer> = {}): Customer => ({
  ...blankCustomer(code, 'hand'),
  ...more,
})
const MACRO = { kind: 'group' as const, group: 'macro' }

async function started(settings = memorySettings()) {
  const desk = new Desk({ settings })
  const list = desk.follow('customers')
  await desk.ready()
  const entries = () => new Map(list.now().map((listed) => [listed.code, entryOf(listed)]))
  const changeTo = (after: Customer): CustomerChange => ({ before: entries().get(after.code) ?? null, after })
  let imports = 0
  const inParts = async (parts: readonly (readonly CustomerChange[])[]) => {
    const importId = `import-${++imports}`
    const send = (changes: readonly CustomerChange[], index: number) =>
      desk.call('customer.import', {
        importId,
        part: index + 1,
        parts: parts.length,
        changes: [...changes],
      })
    for (const [index, changes] of parts.slice(0, -1).entries()) await send(changes, index)
    return send(parts.at(-1) ?? [], parts.length - 1)
  }
  return { desk, entries, changeTo, inParts, settings }
}

describe('an import of customers', () => {
  it('changes all entries together with its last part, and stores them', async () => {
    const { entries, changeTo, inParts, settings } = await started()
    const first = entry(C1, { name: 'Acme', group: 'macro', tags: ['vip'] })
    const second = entry(C2, { name: 'Zed', note: 'new' })
    expect(await inParts([[changeTo(first)], [changeTo(second)]])).toMatchObject({
      ok: true,
      value: { outcome: 'imported' },
    })
    expect([entries().get(C1), entries().get(C2)]).toEqual([first, second])
    const next = await started(settings)
    expect([next.entries().get(C1), next.entries().get(C2)]).toEqual([first, second])
  })

  it('changes nothing where an entry changed after the preview, or where a part is missing', async () => {
    const { desk, entries, changeTo, inParts } = await started()
    const previewed = [changeTo(entry(C1, { name: 'Acme' })), changeTo(entry(C2, { name: 'Zed' }))]
    await desk.call('customer.save', { customer: entry(C2, { name: 'Zoe' }) })
    const reply = await inParts([previewed])
    expect(reply).toMatchObject({
      ok: false,
      failure: {
        message: 'Nothing was imported: C2007 changed after the preview. Look at the preview again.',
      },
    })
    const lone = { importId: 'other', part: 2, parts: 2, changes: [changeTo(entry(C1, { name: 'Acme' }))] }
    expect((await desk.call('customer.import', lone)).ok).toBe(false)
    expect([...entries().values()]).toEqual([entry(C2, { name: 'Zoe' })])
  })

  it('is taken back as a whole, but for entries that were changed after it', async () => {
    const { desk, entries, changeTo, inParts } = await started()
    const before = entries()
    const C3 = 'C3311' as typeof C1
    await inParts([
      [
        changeTo(entry(C1, { name: 'Acme' })),
        changeTo(entry(C2, { name: 'Zed' })),
        changeTo(entry(C3, { name: 'Nord' })),
      ],
    ])
    await desk.call('customer.save', { customer: entry(C3, { name: 'Nord Capital' }) })
    expect(await desk.call('customer.undoImport', {})).toMatchObject({
      ok: true,
      value: { restored: 2, kept: [C3] },
    })
    expect(entries()).toEqual(new Map([...before, [C3, entry(C3, { name: 'Nord Capital' })]]))
    expect((await desk.call('customer.undoImport', {})).ok).toBe(false)
  })

  it('leaves everybody under the halt of the group that they leave, and says who', async () => {
    const { desk, changeTo, inParts } = await started()
    const said = desk.mirror('notices', ({ id }) => String(id))
    await inParts([[changeTo(entry(C1, { group: 'macro' })), changeTo(entry(C2, { group: 'macro' }))]])
    await desk.call('halt.start', { scope: MACRO, mode: 'halted' })
    await inParts([[changeTo(entry(C1, { group: '' })), changeTo(entry(C2, { group: 'hedge' }))]])
    const sent = await desk.call('order.submit', {
      intentId: 'intent-1-0000',
      draft: draftOf({ customerCode: C1 }),
      typed: null,
    })
    expect(sent).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/halted/i) as string },
    })
    expect([...said.values()].map(({ message }) => message)).toContain(
      'C1042 and C2007 left group macro, whose halt is in force. The halt still covers them until it is lifted. To trade for them again: lift macro.',
    )
  })

  it('puts everybody who joins a halted group under its halt at once', async () => {
    const { desk, changeTo, inParts } = await started()
    await inParts([[changeTo(entry(C2, { group: 'macro' }))]])
    await desk.call('halt.start', { scope: MACRO, mode: 'halted' })
    await inParts([[changeTo(entry(C1, { group: 'macro' }))]])
    expect(
      desk
        .follow('halts')
        .now()[0]
        ?.members?.map(({ customerCode }) => customerCode),
    ).toEqual([C2, C1])
  })
})
