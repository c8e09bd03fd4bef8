/** What a second dealer reads is what is done: every price of an order, who gets how much of a block, and an outcome that is not known is not said to be none. */

import { describe, expect, it } from 'vitest'
import type { Request } from '../../../../shared/contract/contract.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { outcomeWords } from '../../../../shared/domain/fourEyes/fourEyesWords.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { blockOf } from '../dealing/block/blockStage.ts'
import { approve, OKAFOR, startDesk, withdrawal } from './fourEyesDesk.ts'

const STOP: Partial<OrderDraft> = {
  side: 'sell',
  type: 'stop_loss',
  limitPrice: null,
  timeInForce: null,
  triggerPrice: text('58000'),
}

const order = (id: string, draft: Partial<OrderDraft>, more: Partial<Request<'order.submit'>> = {}) => ({
  intentId: id,
  draft: draftOf(draft),
  typed: null,
  ...more,
})

describe('a second dealer reads', () => {
  it.each<readonly [string, Partial<OrderDraft>, RegExp]>([
    ['the trigger of a stop', STOP, /trigger 58000/],
    ['the time in force', { timeInForce: 'FOK' }, /FOK/],
    [
      'both prices of an OCO',
      {
        ...STOP,
        type: 'take_profit_stop_loss',
        triggerPrice: null,
        stopLossPrice: text('57000'),
        takeProfitPrice: text('66000'),
      },
      /stop loss 57000, take profit 66000/,
    ],
  ])('%s', async (_, draft, words) => {
    const { call, topic } = await startDesk({ orders: text('0') })
    await call('order.submit', order('intent-0001', draft))
    expect(topic.now().waiting[0]?.what).toMatch(words)
  })

  it('the prices of a bracket', async () => {
    const { call, topic } = await startDesk({ orders: text('0') })
    const bracket = { takeProfitPrice: text('66000'), stopLossPrice: text('55000') }
    await call('order.submit', order('intent-0001', {}, { bracket }))
    expect(topic.now().waiting[0]?.what).toMatch(/stop loss 55000, take profit 66000/)
  })

  it('the price of every order of a scale', async () => {
    const { call, topic } = await startDesk({ bulk: true })
    await call('order.submitScale', {
      intentId: 'scale-0001',
      draft: draftOf({ side: 'sell', amount: text('3') }),
      rows: [
        { amount: text('2'), limitPrice: text('50000') },
        { amount: text('1'), limitPrice: text('62000') },
      ],
      typed: null,
    })
    expect(topic.now().waiting[0]?.what).toMatch(/\(2 @ 50000, 1 @ 62000\)/)
  })

  it('the address and the events of a webhook that is removed, or that they were not read', async () => {
    const { call, broker, topic } = await startDesk({ webhooks: true })
    broker.venueWebhooks = [
      {
        id: 'hook-1',
        keyId: null,
        url: 'https://example.com/hook',
        eventTypes: ['entitlementCompleted'],
        includeAllEvents: false,
        publicKey: null,
        createdAt: null,
      },
    ]
    await call('webhook.list', { page: 1 })
    await call('webhook.remove', { id: 'hook-1' })
    await call('webhook.remove', { id: 'hook-2' })
    expect(topic.now().waiting.map(({ what }) => what)).toEqual([
      'remove webhook at https://example.com/hook for entitlementCompleted (hook-1)',
      'remove webhook hook-2, whose address and events were not read',
    ])
  })

  it('who gets the most of a block, also behind ten small rows', async () => {
    const { call, topic } = await startDesk({ bulk: true })
    await call('order.submitBlock', blockOf(12))
    expect(topic.now().waiting[0]?.what).toMatch(/\(K012 12, K011 11, .*K003 3, and 2 more\)$/)
  })

  it('every customer of a block with its size, the largest first', async () => {
    const { call, topic } = await startDesk({ bulk: true })
    await call('order.submitBlock', blockOf(12))
    const [waiting] = topic.now().waiting
    expect(waiting?.parts.map(({ customerCode, size, unit }) => `${customerCode} ${size} ${unit}`)).toEqual(
      Array.from({ length: 12 }, (_, n) => `K${String(12 - n).padStart(3, '0')} ${12 - n} contracts`),
    )
    await call('approval.takeBack', { id: 1 })
    expect(topic.now().ended[0]).not.toHaveProperty('parts')
  })

  it('the order that an amend changes, and one with another trigger is another act', async () => {
    const { desk, call, broker, topic } = await startDesk({}, { hasAmend: true })
    await call('order.submit', order('intent-0001', STOP))
    const [sent] = broker.sent
    if (!sent) throw new Error('not sent')
    sent.answer.resolve({ kind: 'accepted', value: reportOf(sent.id, 'open', sent.draft) } as never)
    await desk.settle()
    const { rules, rulesVersion } = topic.now()
    await call('fourEyes.save', { baseVersion: rulesVersion, rules: { ...rules, orders: text('0') } })
    const amendTo = (triggerPrice: string) => ({
      customerCode: sent.draft.customerCode,
      referenceId: sent.id,
      changes: {
        amount: null,
        limitPrice: null,
        triggerPrice: text(triggerPrice),
        stopLossPrice: null,
        takeProfitPrice: null,
      },
    })
    await call('order.amend', amendTo('57000'))
    await call('order.amend', amendTo('40000'))
    expect(topic.now().waiting.map(({ what }) => what)).toEqual([
      expect.stringMatching(new RegExp(`^amend order ${sent.id} to sell .*trigger 40000`)),
    ])
    await call('approval.decide', approve(2), 'w2')
    expect(broker.amends.map(({ changes }) => changes.triggerPrice)).toEqual(['40000'])
  })
})

describe('an order that only reduces a position', () => {
  const holding = {
    prepare: (broker: { venueTrades: unknown; venueLedger: unknown }) => {
      broker.venueTrades = [tradeOf('t1', { amount: text('2') })]
      broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
    },
  }

  it('waits where it sets the leverage, which stays for later orders', async () => {
    const { call, broker } = await startDesk({ leverage: true, orders: text('0') }, holding)
    const sell = { side: 'sell', amount: text('1') } as const
    expect(await call('order.submit', order('intent-0001', { ...sell, leverage: 10 }))).toMatchObject({
      ok: false,
    })
    expect(broker.sent).toHaveLength(0)
    expect(await call('order.submit', order('intent-0002', sell))).toMatchObject({ ok: true })
  })

  it('never waits for its value alone, with a leverage of its own either', async () => {
    const { call } = await startDesk({ orders: text('1') }, holding)
    const sell = { side: 'sell', amount: text('1'), leverage: 10 } as const
    expect(await call('order.submit', order('intent-0001', sell))).toMatchObject({ ok: true })
  })
})

describe('an act', () => {
  it('that waits names its request in the refusal, and asked for again the same request', async () => {
    const { call, topic } = await startDesk({ withdrawals: text('0') })
    const first = await call('transfer.submit', withdrawal('transfer-1'))
    const again = await call('transfer.submit', withdrawal('transfer-2'))
    const { id, at } = topic.now().waiting[0]!
    for (const reply of [first, again])
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', approval: { id, at } } })
    await call('approval.takeBack', { id })
    expect(await call('transfer.submit', { ...withdrawal('transfer-3'), intentId: '' })).not.toMatchObject({
      failure: { approval: { id } },
    })
  })

  it('asked for under the id of an act of another kind leaves that act waiting', async () => {
    const { call, broker, topic } = await startDesk({ withdrawals: text('0'), orders: text('0') })
    await call('order.submit', order('one-id-0001', {}))
    await call('transfer.submit', withdrawal('one-id-0001'))
    expect(topic.now().waiting.map(({ id, kind }) => `${id} ${kind}`)).toEqual(['1 order', '2 withdrawal'])
    const decided = call('approval.decide', approve(2), 'w2')
    await expect.poll(() => broker.transfers.length).toBe(1)
    broker.transfers[0]?.answer.resolve({
      kind: 'accepted',
      value: { amount: '500', asset: 'USDC' },
    } as never)
    await decided
    expect(broker.sent).toHaveLength(0)
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([1])
  })

  it('takes back no save of limits whose key another act chose as its id', async () => {
    const { call, topic } = await startDesk({ withdrawals: text('0'), limits: true })
    await call('limits.save', {
      baseVersion: 0,
      rules: DEFAULT_RULES.slice(0, 1),
      typed: null,
      unconfirmed: null,
    })
    await call('transfer.submit', withdrawal('limits 0'))
    expect(topic.now().waiting.map(({ kind }) => kind)).toEqual(['limits', 'withdrawal'])
  })
})

describe('an approved act', () => {
  it('whose outcome is unknown is not said to be not done', async () => {
    const { call, broker, topic, stages } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    const decided = call('approval.decide', approve(1), 'w2')
    await expect.poll(() => broker.transfers.length).toBe(1)
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    expect(await decided).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    expect(stages().at(-1)).toBe('1 unknown A. Okafor')
    expect(topic.now().ended[0]).toMatchObject({
      outcome: 'unknown',
      detail: expect.stringMatching(/Do not send it again/),
    })
  })

  it('that is an order is never called done, also where the venue refuses it: Orders says what became of it', async () => {
    const { desk, call, broker, topic } = await startDesk({ orders: text('1') })
    const notices = desk.mirror('notices', ({ id }) => String(id))
    await call('order.submit', order('intent-0001', {}))
    await call('approval.decide', approve(1), 'w2')
    const [sent] = broker.sent
    if (!sent) throw new Error('not sent')
    sent.answer.resolve({ kind: 'refused', code: 'X', message: 'no' } as never)
    await desk.settle()
    desk.clock.advance(1_000)
    await desk.settle()
    const said = [...notices.values()].filter(({ message }) =>
      message.startsWith('Request 1 of J. Smith was'),
    )
    expect(said).toMatchObject([
      {
        message: expect.stringMatching(/^Request 1 of J\. Smith was approved \(A\. Okafor\): buy /),
        detail: expect.stringMatching(/^Orders shows what became of it\./),
      },
    ])
    const [ended] = topic.now().ended
    if (!ended) throw new Error('no end')
    expect(outcomeWords(ended)).toBe('approved, see Orders')
  })

  it('is not asked for twice where the dealer presses twice, and says so where it was approved before', async () => {
    const { call, broker, topic } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    const again = await call('transfer.submit', withdrawal('transfer-2'))
    expect(again).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/^Nothing was sent: request 1 asks for the same act/) },
    })
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([1])
    const decided = call('approval.decide', approve(1), 'w2')
    await expect.poll(() => broker.transfers.length).toBe(1)
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    await decided
    await call('transfer.submit', withdrawal('transfer-3'))
    expect(topic.now().waiting[0]?.what).toMatch(/Request 1 was the same act, and was approved$/)
    expect(broker.transfers).toHaveLength(1)
  })

  it('is one market order where the dealer presses twice while the price moves', async () => {
    const { desk, call, topic } = await startDesk({ orders: text('1') })
    const market = { type: 'market', limitPrice: null, timeInForce: null } as const
    await call('order.submit', order('intent-0001', market))
    const [feed] = desk.markets
    if (!feed) throw new Error('no market')
    const { walkAnswer } = feed
    feed.walk = async (...asked) => {
      const walk = walkAnswer(...asked)
      return walk && { ...walk, averagePrice: text('61000'), worstPrice: text('61000') }
    }
    await call('order.submit', order('intent-0002', market))
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([1])
  })

  it('is the newest passphrase that was asked for, not an earlier one under the same words', async () => {
    const { call, topic } = await startDesk({ withdrawals: text('0') })
    await call('dealer.register', { dealer: OKAFOR, passphrase: 'passphrase of mallory' })
    await call('dealer.register', { dealer: OKAFOR, passphrase: 'passphrase of okafor 2' })
    expect(topic.now().waiting.map(({ id }) => id)).toEqual([2])
    expect(await call('approval.decide', approve(2), 'w2')).toMatchObject({ ok: true })
    const typed = (passphrase: string) => call('dealer.prove', { name: OKAFOR.name, passphrase })
    expect(await typed('passphrase of okafor 2')).toMatchObject({ ok: true })
    expect(await typed('passphrase of mallory')).toMatchObject({ ok: false })
  })
})
