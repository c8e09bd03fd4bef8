/** Each transfer and fee change names who dealt it, by the journal: also after the shift changed, and after a restart. */

import { describe, expect, it } from 'vitest'
import { createDealtRequestsFold } from '../../../../electron/core/journal/foldDealtRequests.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk, rowOf, text } from '../deskHarness.ts'

const SMITH = { name: 'J. Smith', role: 'senior dealer' }
const OKAFOR = { name: 'A. Okafor', role: '' }
const SMITHS = 'J. Smith, senior dealer'
const transfer = { customerCode: C1, kind: 'deposit' as const, amount: text('25'), asset: 'USDC' }

async function ready(dealer: typeof SMITH | null, journal = new FakeJournal()) {
  const desk = new Desk({ journal })
  if (dealer !== null) await desk.call('session.nameDealer', { dealer })
  const broker = await desk.ready()
  const deposit = async (intentId: string) => {
    const answer = desk.call('transfer.submit', { intentId, transfer })
    await desk.settle()
    return { answer, sent: broker.transfers.at(-1)! }
  }
  const settled = async (intentId: string, code: string) => {
    const { answer, sent } = await deposit(intentId)
    sent.answer.resolve({ kind: 'accepted', value: rowOf(code) })
    await answer
  }
  return { desk, broker, deposit, settled }
}

const shown = async (desk: Desk) => {
  const topic = desk.follow('dealtRequests')
  await desk.settle()
  return topic
}

describe('who dealt a transfer', () => {
  it('is the dealer in charge when the transfer was sent, not who deals when it is settled', async () => {
    const { desk, settled, deposit } = await ready(SMITH)
    const topic = await shown(desk)
    await settled('transfer-1', 'm1')
    const { answer, sent } = await deposit('transfer-2')
    expect(topic.now().requests.at(-1)).toMatchObject({ dealer: SMITHS, outcome: 'open', code: null })
    await desk.call('session.nameDealer', { dealer: OKAFOR })
    sent.answer.resolve({ kind: 'accepted', value: rowOf('m2') })
    await answer
    await settled('transfer-3', 'm3')
    expect(topic.now()).toMatchObject({ state: 'read', isProven: true })
    expect(topic.now().requests.map(({ code, dealer, outcome }) => [code, dealer, outcome])).toEqual([
      ['m1', SMITHS, 'done'],
      ['m2', SMITHS, 'done'],
      ['m3', 'A. Okafor', 'done'],
    ])
  })

  it('is null where nobody was named, and a refused transfer is left out', async () => {
    const { desk, settled, deposit } = await ready(null)
    const topic = await shown(desk)
    await settled('transfer-1', 'm1')
    const { answer, sent } = await deposit('transfer-2')
    sent.answer.resolve({ kind: 'refused', code: 'NO', message: 'No.' })
    await answer
    expect(topic.now().requests).toMatchObject([{ code: 'm1', dealer: null }])
  })

  it('is read from the journal after a restart, once a window shows it', async () => {
    const before = await ready(SMITH)
    await before.settled('transfer-1', 'm1')
    const after = await ready(OKAFOR, new FakeJournal(before.desk.journal.entries))
    await after.settled('transfer-2', 'm2')
    const topic = await shown(after.desk)
    expect(topic.now().requests).toMatchObject([
      { code: 'm1', dealer: SMITHS },
      { code: 'm2', dealer: 'A. Okafor' },
    ])
  })

  it('keeps its dealer where the shift changes while the journal is read', async () => {
    const before = await ready(SMITH)
    await before.settled('transfer-1', 'm1')
    const journal = new FakeJournal(before.desk.journal.entries)
    const after = await ready(SMITH, journal)
    const topic = after.desk.follow('dealtRequests')
    expect(topic.now().state).toBe('reading')
    await after.settled('transfer-2', 'm2')
    await after.desk.call('session.nameDealer', { dealer: OKAFOR })
    await after.desk.settle()
    expect(topic.now().requests.map(({ dealer }) => dealer)).toEqual([SMITHS, SMITHS])
  })

  it('stays the same where its entries are read and arrive again', async () => {
    const { desk, settled } = await ready(SMITH)
    await settled('transfer-1', 'm1')
    await desk.call('session.nameDealer', { dealer: OKAFOR })
    await settled('transfer-2', 'm2')
    const fold = createDealtRequestsFold()
    const { entries } = desk.journal
    for (const entry of entries) fold.take(entry)
    const once = fold.sentFor(entries.at(-1)?.whose ?? '')
    // The reading began after Smith was named, so that entry does not arrive again.
    const first = entries.findIndex(({ body }) => body.type === 'deed')
    for (const entry of entries.slice(first)) fold.take(entry)
    expect(once.map(({ dealer }) => dealer)).toEqual([SMITHS, 'A. Okafor'])
    expect(fold.sentFor(entries.at(-1)?.whose ?? '')).toEqual(once)
  })

  it('is not proven where a segment of the journal is not', async () => {
    const journal = new FakeJournal()
    const { desk } = await ready(SMITH, journal)
    journal.isRecoveredWhole = false
    expect((await shown(desk)).now()).toMatchObject({ state: 'read', isProven: false })
  })

  it('is unread with the reason where the journal cannot be read, and is read by the next window', async () => {
    const journal = new FakeJournal()
    const { desk } = await ready(SMITH, journal)
    journal.unreadable = 'The order journal cannot be read: EIO.'
    expect((await shown(desk)).now()).toMatchObject({ state: 'unread', why: journal.unreadable })
    journal.unreadable = null
    expect((await shown(desk)).now()).toMatchObject({ state: 'read', why: null })
  })
})

describe('the notice of a transfer', () => {
  const news = async (
    desk: Desk,
    notices: ReadonlyMap<string, { message: string; detail: string | null }>,
  ) => {
    await desk.settle()
    return [...notices.values()].filter(({ message }) => message.startsWith('Deposit'))
  }

  it('names who dealt it, also where the stream reports the movement before the answer', async () => {
    const { desk, broker, deposit } = await ready(SMITH)
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const { answer, sent } = await deposit('transfer-1')
    const row = rowOf('m1', { createdAt: desk.clock.now() })
    broker.listener?.balanceChange({ row, balance: text('100'), balanceAsOf: desk.clock.now() })
    expect(await news(desk, notices)).toMatchObject([{ detail: null }])
    sent.answer.resolve({ kind: 'accepted', value: row })
    await answer
    await desk.clock.run(2_000, 500)
    expect(await news(desk, notices)).toMatchObject([{ detail: `Dealt here by ${SMITHS}.`, count: 1 }])
  })

  it('names nobody for a transfer from elsewhere', async () => {
    const { desk, broker } = await ready(SMITH)
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const row = rowOf('m7', { createdAt: desk.clock.now() })
    broker.listener?.balanceChange({ row, balance: text('100'), balanceAsOf: desk.clock.now() })
    expect(await news(desk, notices)).toMatchObject([{ detail: null }])
  })
})

describe('who changed fees', () => {
  it('is the dealer in charge, for one instrument and for all', async () => {
    const { desk, broker } = await ready(SMITH)
    const fees = [{ symbol: BTC, makerFee: text('1'), takerFee: text('2') }]
    broker.venueFees = fees
    const topic = await shown(desk)
    const write = async (intentId: string, symbol: typeof BTC | null) => {
      const answer = desk.call('feeProfile.write', {
        intentId,
        customerCode: C1,
        symbol,
        makerFee: text('1'),
        takerFee: text('2'),
        before: [],
      })
      await desk.settle()
      broker.feeWrites.at(-1)?.answer.resolve({ kind: 'accepted', value: fees })
      await answer
    }
    await write('intent-0001', BTC)
    await desk.call('session.nameDealer', { dealer: null })
    await write('intent-0002', null)
    expect(topic.now().requests).toMatchObject([
      { customerCode: C1, dealer: SMITHS, outcome: 'done', asked: { deed: 'fees', symbol: BTC } },
      { customerCode: C1, dealer: null, outcome: 'done', asked: { deed: 'fees', symbol: null } },
    ])
  })
})
