import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

/** C1042 with a Cyrillic Es. */
const TWIN = '\u04211042'
const SHOWN = '\\u{421}1042'

async function open(settings = memorySettings(), journal = new FakeJournal()) {
  const desk = new Desk({ settings, journal })
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('l2', { customerCode: TWIN as CustomerCode }), rowOf('l1')]
  }
  await desk.ready()
  await desk.clock.run(5_000, 50)
  const submit = (customerCode: string, n: number) =>
    desk.call('order.submit', {
      intentId: `intent-${n}`,
      draft: draftOf({ customerCode: customerCode as CustomerCode, amount: text(String(n)) }),
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

it('a customer with a look-alike code is not dealt for before its code was typed', async () => {
  const settings = memorySettings()
  const journal = new FakeJournal()
  const { desk, submit, deposit, customers } = await open(settings, journal)
  const entry = (code: string) => customers.now().find((customer) => customer.code === code)
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

  // It was confirmed for good: the journal says so, also on a new segment.
  for (const [n, entries] of [[5, [...journal.entries]] as const, [6, journal.carried()] as const]) {
    const next = await open(settings, new FakeJournal(entries))
    takenId(await next.submit(TWIN, n))
  }
  // The settings alone confirm nothing, whatever somebody wrote into them.
  const edited = memorySettings({ ...settings.all(), 'core-confirmed-codes-paper': JSON.stringify([TWIN]) })
  expect(await (await open(edited)).submit(TWIN, 7)).toMatchObject({ ok: false })
})

/** C1042 with the letter O: each of the two is as plain as the other. */
const LETTER = 'C1O42' as CustomerCode

/** An intent of an earlier run is not sent again. */
let intents = 0

async function openWithPosition(journal = new FakeJournal(), settings = memorySettings()) {
  const desk = new Desk({ journal, settings })
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
    broker.venueTrades = [tradeOf('t1')]
  }
  const broker = await desk.ready()
  await desk.clock.run(5_000, 50)
  const submit = (customerCode: CustomerCode) =>
    desk.call('order.submit', {
      intentId: `plain-${++intents}`,
      draft: draftOf({ customerCode, amount: text(String(intents)) }),
      typed: null,
    })
  const flatten = (typed: string | null) =>
    desk.call('position.flatten', {
      intentId: `flat-${++intents}-${typed}`,
      customerCode: C1,
      symbol: BTC,
      typed,
    })
  const hearOf = async (code: CustomerCode) => {
    broker.listener?.order(reportOf('other', 'open', { customerCode: code }))
    await desk.clock.run(1_000, 50)
  }
  return { desk, broker, submit, flatten, hearOf, journal, settings }
}

it('a record with a look-alike of a known code closes the new customer, not the known one', async () => {
  const first = await openWithPosition()
  await first.hearOf(LETTER)
  expect(await first.flatten(null)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
  takenId(await first.submit(C1))
  expect(JSON.stringify(await first.submit(LETTER))).toContain('C1O42 looks like C1042')

  // The next run meets both at once, and knows from the journal which one came later.
  const next = await openWithPosition(new FakeJournal(first.journal.entries), first.settings)
  takenId(await next.submit(C1))
  expect(JSON.stringify(await next.submit(LETTER))).toContain('C1O42 looks like C1042')
})

it('two customers that became known together and look alike can be flattened by the typed code', async () => {
  const settings = memorySettings({
    'core-customers-paper': JSON.stringify(
      [C1, LETTER].map((code) => ({ code, name: '', group: '', note: '', origin: 'seen' })),
    ),
  })
  const { submit, flatten } = await openWithPosition(new FakeJournal(), settings)
  for (const code of [C1, LETTER]) expect((await submit(code)).ok).toBe(false)
  expect(await flatten(null)).toMatchObject({
    ok: true,
    value: {
      outcome: 'warned',
      type: 'C1042',
      warnings: [
        'Customer C1042 looks like C1O42, which is another customer. This closes the position of C1042.',
      ],
    },
  })
  expect(await flatten('C1O42')).toMatchObject({ ok: true, value: { outcome: 'warned' } })
  expect(await flatten('C1042')).toMatchObject({ ok: true, value: { outcome: 'taken' } })
})
