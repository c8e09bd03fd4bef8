import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import type { CustomerCode } from '../../../../shared/domain/text.ts'
import { takenId } from '../../../fakes/takenId.ts'
import { C1, Desk, draftOf, rowOf, text } from '../deskHarness.ts'

/** C1042 with a Cyrillic Es. */
const TWIN = '\u04211042'
const SHOWN = '\\u{421}1042'

async function open(settings = memorySettings()) {
  const desk = new Desk({ settings })
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('l2', { customerCode: TWIN as CustomerCode }), rowOf('l1')]
  }
  await desk.ready()
  await desk.clock.run(5_000, 50)
  const submit = (customerCode: string, n: number) =>
    desk.call('order.submit', {
      intentId: `intent-${n}`,
      draft: draftOf({ customerCode: customerCode as CustomerCode }),
      typed: null,
    })
  const deposit = (customerCode: string) =>
    desk.call('transfer.submit', {
      intentId: `transfer-${customerCode}`,
      transfer: {
        customerCode: customerCode as CustomerCode,
        kind: 'deposit',
        amount: text('5'),
        asset: 'USDC',
      },
    })
  return { desk, submit, deposit, customers: desk.follow('customers') }
}

it('a customer whose code looks like another one is not dealt for before its code was typed', async () => {
  const settings = memorySettings()
  const { desk, submit, deposit, customers } = await open(settings)
  const entry = (code: string) => customers.now().find((of) => of.code === code)
  expect(entry(TWIN)).toMatchObject({ looksLike: C1 })
  expect(entry(C1)).not.toHaveProperty('looksLike')

  const words = `${SHOWN} looks like C1042`
  for (const refused of [await submit(TWIN, 1), await deposit(TWIN)])
    expect(refused).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(words) as string },
    })
  expect(desk.broker.sent).toHaveLength(0)
  expect(desk.broker.transfers).toHaveLength(0)
  takenId(await submit(C1, 2))
  expect(desk.broker.sent.map(({ draft }) => draft.customerCode)).toEqual([C1])

  const confirm = (typed: string) =>
    desk.call('customer.confirm', { customerCode: TWIN as CustomerCode, typed })
  for (const typed of ['C1042', TWIN, '', `${SHOWN} `]) expect((await confirm(typed)).ok).toBe(false)
  expect(await submit(TWIN, 3)).toMatchObject({ ok: false })
  expect(await confirm(SHOWN)).toEqual({ ok: true, value: {} })
  expect(entry(TWIN)).not.toHaveProperty('looksLike')
  takenId(await submit(TWIN, 4))
  expect(desk.broker.sent.map(({ draft }) => draft.customerCode)).toEqual([C1, TWIN])

  // It was confirmed for good.
  const next = await open(settings)
  takenId(await next.submit(TWIN, 5))
})
