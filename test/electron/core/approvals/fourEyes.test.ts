/** Four eyes: what needs a second dealer leaves only after another dealer approved it in another window, with their own passphrase, and every request ends in the journal. */

import { describe, expect, it } from 'vitest'
import { NO_FOUR_EYES, type FourEyesRules } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { DEFAULT_RULES } from '../../../../shared/domain/limits/limits.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { ruleOf } from '../../../shared/domain/limitStage.ts'
import { pending } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, C2, Desk, draftOf, text } from '../deskHarness.ts'
import { answerAll, blockOf } from '../dealing/block/blockStage.ts'
import {
  approve,
  callFrom,
  OKAFOR,
  OKAFORS,
  quickPassphrases,
  restartWithUnreadableRules,
  restOrder,
  SMITH,
  SMITHS,
  startDesk,
  withdrawal,
  type Call,
} from './fourEyesDesk.ts'

const messageOf = (reply: { ok: boolean; failure?: { message: string } }) =>
  reply.ok ? 'ok' : (reply.failure?.message ?? '')

describe('a withdrawal under four eyes', () => {
  it('leaves once another dealer approves it in another window, and not before', async () => {
    const { call, broker, topic, stages } = await startDesk({ withdrawals: text('0') })
    const asked = await call('transfer.submit', withdrawal('transfer-1'))
    expect(messageOf(asked)).toBe(
      'Nothing was sent yet: request 1 waits 10 min for a second dealer. Another dealer decides it in Approvals, in another window.',
    )
    expect(broker.transfers).toHaveLength(0)
    expect(topic.now().waiting).toMatchObject([
      { id: 1, kind: 'withdrawal', what: 'withdraw 500 USDC of C1042', maker: SMITH },
    ])
    const decided = call('approval.decide', approve(1), 'w2')
    await expect.poll(() => broker.transfers.length).toBe(1)
    expect(broker.transfers[0]?.request).toEqual(withdrawal('transfer-1').transfer)
    broker.transfers[0]?.answer.resolve({ kind: 'refused', code: 'X', message: 'no' } as never)
    await decided
    expect(stages()).toEqual(['1 asked', '1 approved A. Okafor', '1 not-done A. Okafor'])
    expect(topic.now().waiting).toEqual([])
  })

  it('leaves at once below the bound, and a deposit always', async () => {
    const { call, broker, topic } = await startDesk({ withdrawals: text('1000') })
    void call('transfer.submit', withdrawal('transfer-1', '999.99'))
    await expect.poll(() => broker.transfers.length).toBe(1)
    expect(topic.now().waiting).toEqual([])
    expect(messageOf(await call('transfer.submit', withdrawal('transfer-2', '1000')))).toMatch(
      /request 1 waits/,
    )
    const other = withdrawal('transfer-3', '1')
    await call('transfer.submit', { ...other, transfer: { ...other.transfer, asset: 'BTC' } })
    expect(topic.now().waiting.map(({ what }) => what)).toEqual([
      'withdraw 1000 USDC of C1042',
      'withdraw 1 BTC of C1042',
    ])
    expect(broker.transfers).toHaveLength(1)
  })

  it.each([
    ['the maker', { name: SMITH.name, passphrase: SMITHS }, 'w2', /J\. Smith made this request/],
    [
      'a look-alike of the maker',
      { name: 'J.  SMІTH', passphrase: OKAFORS },
      'w2',
      /J\. Smith made this request/,
    ],
    ['a wrong passphrase', { passphrase: SMITHS }, 'w2', /do not belong together/],
    ['a name that is not registered', { name: 'B. Nobody' }, 'w2', /do not belong together/],
    ['the window of the act', {}, 'w1', /made in this window/],
    ['another request', { id: 2 }, 'w2', /Request 2 is over/],
  ])('is not approved by %s', async (_, more, windowId, why) => {
    const { call, broker, topic } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    expect(messageOf(await call('approval.decide', approve(1, more), windowId))).toMatch(why)
    expect(broker.transfers).toHaveLength(0)
    expect(topic.now().waiting).toHaveLength(1)
  })

  it('makes wrong passphrases wait longer each time, under any name', async () => {
    const { desk, call } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    await call('approval.decide', approve(1, { passphrase: 'wrong' }), 'w2')
    expect(messageOf(await call('approval.decide', approve(1, { name: 'Other' }), 'w2'))).toMatch(/wait 1 s/)
    desk.clock.advance(1_000)
    await call('approval.decide', approve(1, { passphrase: 'wrong' }), 'w2')
    desk.clock.advance(1_000)
    expect(messageOf(await call('approval.decide', approve(1), 'w2'))).toMatch(/wait 1 s/)
    desk.clock.advance(1_000)
    void call('approval.decide', approve(1), 'w2')
    await expect.poll(() => desk.broker.transfers.length).toBe(1)
  })

  it('is refused with a reason, expires, or is taken back: each is journaled, and nothing leaves', async () => {
    const { desk, call, broker, topic, stages } = await startDesk({ withdrawals: text('0') })
    for (const n of [1, 2, 3]) await call('transfer.submit', withdrawal(`transfer-${n}`, `${n}`))
    await call('approval.decide', approve(1, { decision: 'refuse', reason: 'Ask compliance.' }), 'w2')
    await call('approval.takeBack', { id: 2 })
    desk.clock.advance(600_000)
    await desk.settle()
    expect(stages().filter((stage) => !stage.endsWith('asked'))).toEqual([
      '1 refused A. Okafor',
      '2 taken-back',
      '3 expired',
    ])
    expect(topic.now().ended[2]).toMatchObject({ detail: 'Ask compliance. Nothing was sent.', by: OKAFOR })
    expect(messageOf(await call('approval.decide', approve(3), 'w2'))).toMatch(/Request 3 is over/)
    expect(broker.transfers).toHaveLength(0)
  })

  it('cannot be approved twice, also by two windows at once', async () => {
    const { call, broker } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    const first = call('approval.decide', approve(1), 'w2')
    const second = await call('approval.decide', approve(1), 'w3')
    expect(second.ok).toBe(false)
    await expect.poll(() => broker.transfers.length).toBe(1)
    expect(messageOf(await call('approval.decide', approve(1), 'w3'))).toMatch(/Request 1 is over/)
    broker.transfers[0]?.answer.resolve({ kind: 'refused', code: 'X', message: 'no' } as never)
    await first
    expect(broker.transfers).toHaveLength(1)
  })

  it('is done as it was read: the same id with another amount goes nowhere while the approved act is under way', async () => {
    const { call, broker, topic } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1', '5'))
    const decided = call('approval.decide', approve(1), 'w2')
    await expect.poll(() => broker.transfers.length).toBe(1)
    const other = withdrawal('transfer-1', '90000')
    const larger = { ...other, transfer: { ...other.transfer, customerCode: C2 } }
    expect(messageOf(await call('transfer.submit', larger))).toMatch(/is being done/)
    expect(broker.transfers.map(({ request }) => request.amount)).toEqual(['5'])
    expect(topic.now().waiting).toEqual([])
    broker.transfers[0]?.answer.resolve({ kind: 'refused', code: 'X', message: 'no' } as never)
    await decided
  })

  it('is not done where the window has begun to send the same id once more', async () => {
    const { desk, call, broker, stages } = await startDesk({ orders: text('100000') })
    const market = draftOf({ type: 'market', limitPrice: null, timeInForce: null, amount: text('2') })
    const order = { intentId: 'intent-0001', draft: market, typed: null }
    await call('order.submit', order)
    expect(stages()).toEqual(['1 asked'])
    const book = pending<null>()
    const [feed] = desk.markets
    if (!feed) throw new Error('no market')
    const { walkAnswer } = feed
    feed.walk = async (...asked) => {
      await book.promise
      return walkAnswer(...asked)
    }
    const larger = call('order.submit', { ...order, draft: { ...market, amount: text('500') } })
    await desk.settle()
    expect(messageOf(await call('approval.decide', approve(1), 'w2'))).toMatch(/has asked for the act again/)
    book.resolve(null)
    expect(messageOf(await larger)).toMatch(/request 2 waits/)
    expect(broker.sent).toHaveLength(0)
  })

  it('does not leave where the approval cannot be stored', async () => {
    const { desk, call, broker } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    desk.journal.problem = 'The disk is full.'
    expect(messageOf(await call('approval.decide', approve(1), 'w2'))).toMatch(/^Nothing was sent/)
    expect(broker.transfers).toHaveLength(0)
  })

  it('is asked of nobody where the maker is unknown, not proven, or alone', async () => {
    const { call, broker } = await startDesk({ withdrawals: text('0') }, { isProven: false })
    expect(messageOf(await call('transfer.submit', withdrawal('transfer-1')))).toMatch(
      /J\. Smith has not typed their passphrase/,
    )
    await call('session.nameDealer', { dealer: { name: 'B. New', role: '' } })
    expect(messageOf(await call('transfer.submit', withdrawal('transfer-1')))).toMatch(
      /B\. New has no passphrase/,
    )
    await call('session.nameDealer', { dealer: null })
    expect(messageOf(await call('transfer.submit', withdrawal('transfer-1')))).toMatch(/Nobody is named/)
    expect(broker.transfers).toHaveLength(0)
  })

  it('needs the passphrase again after the dealers changed places', async () => {
    const { call, topic } = await startDesk({ withdrawals: text('0') })
    expect(topic.now().isProven).toBe(true)
    await call('session.nameDealer', { dealer: OKAFOR })
    await call('session.nameDealer', { dealer: SMITH })
    expect(topic.now().isProven).toBe(false)
  })

  it('changes hands by a passphrase: who proves their name deals from then on, and nobody else does', async () => {
    const { desk, call, topic } = await startDesk({ withdrawals: text('0') })
    const session = desk.follow('session')
    expect(await call('dealer.prove', { name: OKAFOR.name, passphrase: SMITHS })).toMatchObject({ ok: false })
    expect(session.now().dealer).toEqual(SMITH)
    desk.clock.advance(1_000)
    expect(await call('dealer.prove', { name: 'a. okafor', passphrase: OKAFORS })).toMatchObject({ ok: true })
    expect(session.now().dealer).toEqual(OKAFOR)
    expect(topic.now().isProven).toBe(true)
    await call('transfer.submit', withdrawal('transfer-1'))
    expect(messageOf(await call('approval.decide', approve(1), 'w2'))).toMatch(/A\. Okafor made this request/)
  })

  it('expires with the session, and a run that was killed leaves it expired', async () => {
    const { desk, call, stages } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    await call('session.signOut', {})
    expect(stages()).toEqual(['1 asked', '1 expired'])
    const killed = new FakeJournal(
      desk.journal.entries.filter(({ body }) => body.type !== 'approval' || body.stage === 'asked'),
    )
    const after = new Desk({ passphrases: quickPassphrases, journal: killed })
    expect(after.follow('approvals').now()).toMatchObject({
      rules: { withdrawals: '0' },
      dealers: [SMITH, OKAFOR],
      waiting: [],
      ended: [{ id: 1, outcome: 'expired' }],
    })
    expect(after.journal.bodies('approval').at(-1)).toMatchObject({ id: 1, stage: 'expired' })
  })
})

it.each<readonly [string, Partial<FourEyesRules>, (call: Call) => Promise<unknown>, RegExp]>([
  [
    'a withdrawal',
    { withdrawals: text('0') },
    (call) => call('transfer.submit', withdrawal('transfer-1')),
    /may have been sent\. Look at the records of the venue/,
  ],
  [
    'a change of limits',
    { limits: true },
    (call) =>
      call('limits.save', {
        baseVersion: 0,
        rules: DEFAULT_RULES.slice(0, 1),
        typed: null,
        unconfirmed: null,
      }),
    /may have been made\. Look at what was to be changed/,
  ],
])(
  '%s that a crash cut off after its approval is named once at the next start',
  async (_, rules, ask, why) => {
    const { desk, call } = await startDesk(rules)
    await ask(call)
    void call('approval.decide', approve(1), 'w2')
    const isApproved = () => desk.journal.bodies('approval').some(({ stage }) => stage === 'approved')
    await expect.poll(isApproved).toBe(true)
    const { entries } = desk.journal
    const cutOff = entries.slice(
      0,
      entries.findIndex(({ body }) => body.type === 'approval' && body.stage === 'approved') + 1,
    )
    const after = new Desk({ passphrases: quickPassphrases, journal: new FakeJournal(cutOff) })
    expect(after.follow('approvals').now().ended).toMatchObject([
      { id: 1, outcome: 'unknown', by: OKAFOR, detail: expect.stringMatching(why) },
    ])
    expect([...after.mirror('notices', ({ id }) => String(id)).values()]).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(
          /^Request 1 of J\. Smith was approved, outcome unknown \(A\. Okafor\)/,
        ),
        detail: expect.stringMatching(why),
      },
    ])
    const next = new Desk({
      passphrases: quickPassphrases,
      journal: new FakeJournal([...cutOff, ...after.journal.entries]),
    })
    expect(next.follow('approvals').now().ended).toEqual([])
  },
)

describe('an order under four eyes', () => {
  it('of the bound or more waits a minute; a smaller one, a cancel and a halt never wait', async () => {
    const { desk, call, broker, topic } = await startDesk({ orders: text('100000') })
    const small = { intentId: 'intent-0001', draft: draftOf({ amount: text('1') }), typed: null }
    expect(await call('order.submit', small)).toMatchObject({ ok: true })
    expect(broker.sent).toHaveLength(1)
    const large = { intentId: 'intent-0002', draft: draftOf({ amount: text('2') }), typed: null }
    const asked = await call('order.submit', large)
    expect(messageOf(asked)).toMatch(/request 1 waits 60 s/)
    expect(messageOf(await call('order.submit', large))).toMatch(/request 1 waits/)
    expect(topic.now().waiting.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^buy 2 BTCUSDC_PERP limit \d+, GTC for C1042, \d+ USDC at most$/),
    ])
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect(broker.sent.map(({ draft }) => draft.amount)).toEqual(['1', '2'])
    expect(await call('order.submit', large)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    expect(broker.sent).toHaveLength(2)
    expect(await call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })).toMatchObject({ ok: true })
    await call('order.submit', { ...large, intentId: 'intent-0003' })
    desk.clock.advance(61_000)
    expect(broker.sent).toHaveLength(2)
  })

  it('under a warning asks the maker for the number first, then the second dealer', async () => {
    const warns = [ruleOf({ notional: { warn: '1000' } })]
    const { call, broker } = await startDesk({ orders: text('100') }, { limits: warns })
    const order = { intentId: 'intent-0001', draft: draftOf({ amount: text('1') }), typed: null }
    const warned = await call('order.submit', order)
    if (!warned.ok || warned.value.outcome !== 'warned') throw new Error('no warning')
    const asked = await call('order.submit', { ...order, typed: warned.value.type })
    expect(messageOf(asked)).toMatch(/request 1 waits/)
    expect(broker.sent).toHaveLength(0)
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect(broker.sent).toHaveLength(1)
  })

  it('is held when an amend makes it large, and not when an amend takes contracts away', async () => {
    const { desk, call, broker } = await startDesk({ orders: text('100000') }, { hasAmend: true })
    const referenceId = await restOrder({ desk, call, broker })
    const changes = {
      amount: text('50'),
      limitPrice: null,
      triggerPrice: null,
      stopLossPrice: null,
      takeProfitPrice: null,
    }
    const amend = { customerCode: C1, referenceId, changes }
    expect(messageOf(await call('order.amend', amend))).toMatch(/request 1 waits/)
    expect(broker.amends).toHaveLength(0)
    expect(
      await call('order.amend', { ...amend, changes: { ...changes, amount: text('0.5') } }),
    ).toMatchObject({ ok: true })
  })

  it('is held as a block and a scale by number alone, once for all its orders', async () => {
    const { call, broker, topic } = await startDesk({ bulk: true })
    await call('order.submitBlock', blockOf(3))
    expect(topic.now().waiting[0]?.what).toMatch(/^block for 3 customers: buy 6 BTCUSDC_PERP/)
    expect(broker.sent).toHaveLength(0)
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect(broker.sent.length).toBeGreaterThan(0)
    const scale = {
      intentId: 'scale-0001',
      draft: draftOf({ amount: text('3') }),
      rows: [
        { amount: text('1'), limitPrice: text('62000') },
        { amount: text('2'), limitPrice: text('61900') },
      ],
      typed: null,
    }
    expect(messageOf(await call('order.submitScale', scale))).toMatch(/request 2 waits/)
  })

  it('is held as the amend of a whole block, once for all its orders', async () => {
    const { desk, call, broker, topic } = await startDesk({ bulk: true }, { hasAmend: true })
    const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
    await call('order.submitBlock', blockOf(3))
    await call('approval.decide', approve(1), 'w2')
    await answerAll(desk, broker)
    const orders = broker.sent.map(({ id, draft }) => ({
      customerCode: draft.customerCode,
      referenceId: id,
    }))
    const amend = { blockId: [...blocks.keys()][0] ?? '', orders, limitPrice: text('61000') }
    expect(messageOf(await call('block.amend', amend))).toMatch(/request 2 waits/)
    expect(broker.amends).toHaveLength(0)
    expect(topic.now().waiting[0]?.what).toMatch(
      /^amend 3 orders of block \S+, buy BTCUSDC_PERP, to limit 61000, 366000 USDC/,
    )
    expect(await call('approval.decide', approve(2), 'w2')).toMatchObject({ ok: true })
    expect(broker.amends).toHaveLength(2)
    expect(topic.now().waiting).toHaveLength(0)
  })

  it('shows of a new amount of a block the new whole, and each order before and after', async () => {
    const { desk, call, broker, topic } = await startDesk({ bulk: true }, { hasAmend: true })
    const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
    const split = {
      lot: text('1'),
      tick: null,
      whole: text('6'),
      weights: text('6'),
      shares: blockOf(3).rows.map(({ customerCode, amount }) => ({ customerCode, weight: amount })),
    }
    await call('order.submitBlock', blockOf(3, { method: 'ratio', split }))
    await call('approval.decide', approve(1), 'w2')
    await answerAll(desk, broker)
    const orders = broker.sent.map(({ id, draft }, n) => ({
      customerCode: draft.customerCode,
      referenceId: id,
      amount: text(['2', '4', '6'][n] ?? ''),
    }))
    const blockId = [...blocks.keys()][0] ?? ''
    const asked = await call('block.amend', { blockId, orders, limitPrice: null, total: text('12') })
    expect(messageOf(asked)).toMatch(/request 2 waits/)
    expect(topic.now().waiting[0]).toMatchObject({
      what: expect.stringMatching(
        /^amend 3 orders of block \S+, buy BTCUSDC_PERP, to a whole block of 12 contracts, .* \(K003 3 → 6, K002 2 → 4, K001 1 → 2\)$/,
      ),
      parts: [
        { customerCode: 'K003', before: '3', size: '6', unit: 'contracts' },
        { customerCode: 'K002', before: '2', size: '4', unit: 'contracts' },
        { customerCode: 'K001', before: '1', size: '2', unit: 'contracts' },
      ],
    })
  })

  it('that sets the leverage is held by its rule', async () => {
    const { call, broker } = await startDesk({ leverage: true })
    const order = { intentId: 'intent-0001', draft: draftOf({ leverage: 10 }), typed: null }
    expect(messageOf(await call('order.submit', order))).toMatch(/request 1 waits/)
    await call('order.submit', { ...order, intentId: 'intent-0002', draft: draftOf() })
    expect(broker.sent.map(({ draft }) => draft.leverage)).toEqual([null])
  })
})

describe('fees, limits, webhooks and the rules themselves', () => {
  it('are held by their rules, and done as they were asked', async () => {
    const { desk, call, broker, topic } = await startDesk({ fees: true, limits: true, webhooks: true })
    const limits = desk.follow('limits')
    await call('feeProfile.write', {
      intentId: 'fees-0001',
      customerCode: C1,
      symbol: BTC,
      makerFee: text('1'),
      takerFee: text('2'),
      before: [],
    })
    await call('limits.save', {
      baseVersion: 0,
      rules: DEFAULT_RULES.slice(0, 1),
      typed: null,
      unconfirmed: null,
    })
    await call('webhook.remove', { id: 'hook-1' })
    expect(topic.now().waiting.map(({ kind }) => kind)).toContain('fees')
    expect(topic.now().waiting.map(({ kind }) => kind)).toContain('webhook')
    expect(broker.feeWrites).toHaveLength(0)
    expect(broker.removals).toHaveLength(0)
    expect(limits.now().version).toBe(0)
    const id = topic.now().waiting.find(({ kind }) => kind === 'webhook')?.id ?? 0
    void call('approval.decide', approve(id), 'w2')
    await expect.poll(() => broker.removals.map((removal) => removal.id)).toEqual(['hook-1'])
  })

  it('need a second dealer to be loosened, and two dealers to be set', async () => {
    const { call, topic } = await startDesk({ withdrawals: text('0') })
    const { rulesVersion: before } = topic.now()
    expect(messageOf(await call('fourEyes.save', { baseVersion: before, rules: NO_FOUR_EYES }))).toMatch(
      /request 1 waits/,
    )
    expect(
      messageOf(await call('dealer.register', { dealer: OKAFOR, passphrase: 'another passphrase' })),
    ).toMatch(/request 2 waits/)
    expect(topic.now().rules.withdrawals).toBe('0')
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect(topic.now().rules).toEqual(NO_FOUR_EYES)
    await call('dealer.unregister', { name: OKAFOR.name })
    const { rulesVersion: after } = topic.now()
    expect(after).not.toBe(before)
    const alone = { baseVersion: after, rules: { ...NO_FOUR_EYES, fees: true } }
    expect(messageOf(await call('fourEyes.save', alone))).toMatch(/two dealers need a passphrase first/)
  })

  it('refuse rules that were typed over others than those in force, also behind an approval', async () => {
    const { call, topic } = await startDesk({})
    const { rulesVersion: baseVersion } = topic.now()
    const save = (rules: Partial<FourEyesRules>) =>
      call('fourEyes.save', { baseVersion, rules: { ...NO_FOUR_EYES, ...rules } })
    expect(await save({ fees: true })).toMatchObject({ ok: true })
    expect(messageOf(await save({ limits: true }))).toBe(
      'Nothing was changed: the rules were changed meanwhile. In force now: a second dealer approves every fee change. Compare both, then save again.',
    )
    expect(topic.now().rules).toEqual({ ...NO_FOUR_EYES, fees: true })
    const second = { baseVersion: topic.now().rulesVersion, rules: { ...NO_FOUR_EYES, limits: true } }
    const third = { ...second, rules: { ...NO_FOUR_EYES, webhooks: true } }
    await call('fourEyes.save', second)
    await call('fourEyes.save', third)
    expect(await call('approval.decide', approve(1), 'w2')).toMatchObject({ ok: true })
    expect(messageOf(await call('approval.decide', approve(2), 'w2'))).toMatch(
      /In force now: a second dealer approves every change of the limits\./,
    )
    expect(topic.now().rules).toEqual({ ...NO_FOUR_EYES, limits: true })
  })

  it('take rules over the ones in force although a dealer got a passphrase meanwhile', async () => {
    const { call, topic } = await startDesk({})
    const { rulesVersion: baseVersion } = topic.now()
    await call('dealer.register', { dealer: { name: 'P. Lindqvist', role: '' }, passphrase: SMITHS })
    const rules = { ...NO_FOUR_EYES, fees: true }
    expect(await call('fourEyes.save', { baseVersion, rules })).toMatchObject({ ok: true })
  })

  it('keep both of two changes that come at once', async () => {
    const { desk, call, topic } = await startDesk({})
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const first = call('dealer.register', { dealer: { name: 'First', role: '' }, passphrase: SMITHS })
    const second = call('dealer.register', { dealer: { name: 'Second', role: '' }, passphrase: SMITHS })
    const stored = () => desk.journal.bodies('rules').filter(({ name }) => name === 'four-eyes').length
    await expect.poll(stored).toBeGreaterThanOrEqual(4)
    // The other one has its hash by now, and waits for the disk or was refused.
    await quickPassphrases.verifierOf(SMITHS)
    await desk.settle()
    disk.resolve(null)
    const kept = [await first, await second].map(({ ok }) => ok)
    const names = topic.now().dealers.map(({ name }) => name)
    expect(names.filter((name) => name === 'First' || name === 'Second')).toHaveLength(
      kept.filter(Boolean).length,
    )
    expect(kept).toContain(true)
  })

  it('never let a dealer take a name that looks like another’s', async () => {
    const { call } = await startDesk({})
    expect(
      messageOf(
        await call('dealer.register', { dealer: { name: 'А. Okafor', role: '' }, passphrase: SMITHS }),
      ),
    ).toMatch(/looks like A\. Okafor/)
  })

  it('hold on in a new segment of the journal, with the passphrases', async () => {
    const { desk } = await startDesk({ withdrawals: text('0') })
    const after = new Desk({
      passphrases: quickPassphrases,
      journal: new FakeJournal(desk.journal.carried()),
    })
    await after.ready()
    const call = callFrom(after)
    expect(await call('dealer.prove', { name: SMITH.name, passphrase: SMITHS })).toMatchObject({ ok: true })
    expect(messageOf(await call('transfer.submit', withdrawal('transfer-1')))).toMatch(/request 1 waits/)
    expect(after.broker.transfers).toHaveLength(0)
  })

  it('are refused, not waved through, where the journal’s rules cannot be read', async () => {
    const { desk } = await startDesk({ withdrawals: text('0') })
    const after = await restartWithUnreadableRules(desk)
    expect(messageOf(await callFrom(after)('transfer.submit', withdrawal('transfer-9')))).toMatch(
      /four-eyes rules in the order journal cannot be read/,
    )
    expect(after.broker.transfers).toHaveLength(0)
  })

  it('hold no passphrase in anything that is stored, logged or shown', async () => {
    const { desk, call } = await startDesk({ withdrawals: text('0') })
    await call('transfer.submit', withdrawal('transfer-1'))
    const decided = call('approval.decide', approve(1), 'w2')
    await expect.poll(() => desk.broker.transfers.length).toBe(1)
    const everything = JSON.stringify([desk.journal.entries, desk.settings.all(), desk.logged, desk.crossed])
    expect(everything).toContain('scrypt$')
    for (const secret of [SMITHS, OKAFORS]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('base64'))
    }
    expect(JSON.stringify(desk.crossed)).not.toContain('scrypt$')
    desk.broker.transfers[0]?.answer.resolve({ kind: 'refused', code: 'X', message: 'no' } as never)
    await decided
  })
})
