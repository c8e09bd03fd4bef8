import { beforeEach, describe, expect, test } from 'vitest'
import type { Webhook } from '../../../../shared/domain/webhook.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { pending, type FakeBroker } from '../../../fakes/venue/fakeBroker.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { BTC, C1, C2, Desk, LIVE, PAPER, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'

let desk: Desk
let broker: FakeBroker
const saying = (notices: Map<string, { message: string }>) =>
  [...notices.values()].map(({ message }) => message)

beforeEach(async () => {
  desk = new Desk()
  broker = await desk.ready()
})

describe('fee profiles', () => {
  const item = (symbol: string, maker: string, taker: string) => ({
    symbol: symbol as typeof BTC,
    makerFee: text(maker),
    takerFee: text(taker),
  })
  const write = (more: object = {}) =>
    desk.call('feeProfile.write', {
      intentId: 'intent-01',
      customerCode: C1,
      symbol: null,
      makerFee: text('-0.5'),
      takerFee: text('3'),
      before: [],
      ...more,
    })

  test('are read first, sent once with both values, and answered as read back [4.fees.put 7.VALIDATION_ERROR.noFee]', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2'), item('ETHUSDC_PERP', '1', '2')]
    const answer = write()
    await desk.settle()
    expect(broker.feeWrites[0]).toMatchObject({ customer: C1, symbol: null, makerFee: '-0.5', takerFee: '3' })
    broker.venueFees = [item('BTCUSDC_PERP', '-0.5', '3'), item('ETHUSDC_PERP', '-0.50', '3')]
    broker.feeWrites[0]?.answer.resolve({ kind: 'accepted', value: [] })
    expect(await answer).toEqual({ ok: true, value: broker.venueFees })
    expect(await write()).toEqual(await answer)
    expect(broker.feeWrites).toHaveLength(1)
  })

  test('that cannot be read first are not written', async () => {
    broker.feeProfileAnswer = async () => fail({ kind: 'unreachable', code: null, message: 'No answer.' })
    expect(await write()).toMatchObject({ ok: false, failure: { kind: 'not-connected' } })
    expect(broker.feeWrites).toHaveLength(0)
  })

  test('that the venue accepts and does not show are no success', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2'), item('ETHUSDC_PERP', '1', '2')]
    const answer = write()
    await desk.settle()
    broker.venueFees = [item('BTCUSDC_PERP', '-0.5', '3'), item('ETHUSDC_PERP', '1', '2')]
    broker.feeWrites[0]?.answer.resolve({ kind: 'accepted', value: broker.venueFees })
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
  })

  test('with an unknown outcome are settled by reading them back', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2')]
    const one = write({ symbol: BTC })
    await desk.settle()
    broker.venueFees = [item('BTCUSDC_PERP', '-0.5', '3')]
    broker.feeWrites[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    expect(await one).toMatchObject({ ok: true })
    const other = write({ intentId: 'intent-02', makerFee: text('9') })
    await desk.settle()
    broker.feeWrites[1]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    expect(await other).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    expect(broker.feeWrites).toHaveLength(2)
  })

  test('are not written when the venue’s fees differ from the reviewed; every window gets them', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2')]
    const fees = desk.follow('fees')
    const reviewed = [...broker.venueFees]
    await desk.call('feeProfile.read', { customerCode: C1 })
    expect(fees.now()).toEqual([{ customerCode: C1, items: reviewed, writes: 0 }])
    const first = write({ symbol: BTC, before: reviewed })
    await desk.settle()
    expect(fees.now()).toEqual([{ customerCode: C1, items: null, writes: 1 }])
    broker.venueFees = [item('BTCUSDC_PERP', '-0.5', '3')]
    broker.feeWrites[0]?.answer.resolve({ kind: 'accepted', value: [] })
    expect((await first).ok).toBe(true)
    expect(fees.now()).toEqual([{ customerCode: C1, items: broker.venueFees, writes: 1 }])
    const second = await write({ intentId: 'intent-02', symbol: BTC, makerFee: text('7'), before: reviewed })
    expect(second).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('changed after they were reviewed') },
    })
    expect(broker.feeWrites).toHaveLength(1)
    const third = write({
      intentId: 'intent-03',
      symbol: BTC,
      makerFee: text('7'),
      before: [item('BTCUSDC_PERP', '-0.50', '3')],
    })
    await desk.settle()
    expect(broker.feeWrites).toHaveLength(2)
    broker.feeWrites[1]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    await third
  })

  test('read before a write and answered after it are not published as the current fees', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2')]
    const fees = desk.follow('fees')
    const old = pending<Awaited<ReturnType<FakeBroker['feeProfile']>>>()
    broker.feeProfileAnswer = () => old.promise
    const read = desk.core.handlers['feeProfile.read']({ customerCode: C1 }, desk.caller)
    await desk.settle()
    const before = [...broker.venueFees]
    broker.feeProfileAnswer = null
    const written = write({ symbol: BTC, before })
    await desk.settle()
    broker.venueFees = [item('BTCUSDC_PERP', '-0.5', '3')]
    broker.feeWrites[0]?.answer.resolve({ kind: 'accepted', value: [] })
    await written
    old.resolve(ok(before))
    await read
    expect(fees.now()).toMatchObject([{ items: broker.venueFees }])
  })

  test('under the intent of another write are refused, and nothing is sent', async () => {
    broker.venueFees = [item('BTCUSDC_PERP', '1', '2')]
    const first = write({ symbol: BTC })
    await desk.settle()
    broker.feeWrites[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    await first
    expect(await write({ symbol: BTC, makerFee: text('9') })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: expect.stringContaining('its intent belongs to') },
    })
    expect(await write({ symbol: BTC })).toEqual(await first)
    expect(broker.feeWrites).toHaveLength(1)
  })

  test('go one at a time per customer', async () => {
    void write()
    await desk.settle()
    expect(await write({ intentId: 'intent-02' })).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    void write({ intentId: 'intent-03', customerCode: C2 })
    await desk.settle()
    expect(broker.feeWrites.map(({ customer }) => customer)).toEqual([C1, C2])
  })
})

describe('webhooks', () => {
  const hook = (more: Partial<Webhook> = {}): Webhook => ({
    id: 'w1',
    keyId: 'k1',
    url: 'https://desk.example/in',
    eventTypes: [],
    includeAllEvents: true,
    publicKey: 'the-public-key',
    createdAt: 1,
    ...more,
  })
  const register = (more: object = {}) =>
    desk.call('webhook.register', {
      intentId: 'intent-01',
      url: 'https://desk.example/in',
      includeAllEvents: true,
      eventTypes: ['ignored'],
      ...more,
    })

  test('the public key is stored before the registration is answered, and outlives the run [2.webhook.publicKey]', async () => {
    const answer = register()
    await desk.settle()
    expect(broker.registrations[0]?.registration).toEqual({
      url: 'https://desk.example/in',
      includeAllEvents: true,
      eventTypes: [],
    })
    broker.registrations[0]?.answer.resolve({ kind: 'accepted', value: hook() })
    expect(await answer).toEqual({ ok: true, value: hook() })
    // Only the journal counts: a person who can edit the settings could name a key of their own.
    const edited = memorySettings({
      'core-webhook-keys-paper': JSON.stringify({ w1: 'another-key', w2: 'another-key' }),
    })
    const next = new Desk({ settings: edited, journal: new FakeJournal(desk.journal.entries) })
    next.prepare = (fakeBroker) => {
      fakeBroker.venueWebhooks = [hook({ publicKey: null })]
    }
    await next.ready()
    expect(await next.call('webhook.list', { page: 1 })).toMatchObject({
      ok: true,
      value: { items: [{ id: 'w1', publicKey: 'the-public-key' }], total: 1 },
    })
    expect(await next.call('webhook.verify', { id: 'w1', body: '{}', signature: 'sig' })).toMatchObject({
      ok: true,
      value: { valid: true },
    })
    expect(next.broker.verified).toEqual([{ publicKey: 'the-public-key', body: '{}', signature: 'sig' }])
    expect(await next.call('webhook.verify', { id: 'w2', body: '{}', signature: 'sig' })).toMatchObject({
      ok: false,
      failure: { field: 'id' },
    })
  })

  test('a lost key is shown as missing, with the next step [5.webhooks]', async () => {
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    broker.venueWebhooks = [hook({ publicKey: null })]
    expect(await desk.call('webhook.list', { page: 1 })).toMatchObject({
      value: { items: [{ publicKey: null }] },
    })
    expect(saying(notices).join()).toMatch(/Webhook w1: .*Remove the webhook and register it again/)
    expect(await desk.call('webhook.verify', { id: 'w1', body: '', signature: '' })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', field: 'id' },
    })
  })

  test('a forged delivery is reported as forged; an unreadable one names the signature', async () => {
    void register()
    await desk.settle()
    broker.registrations[0]?.answer.resolve({ kind: 'accepted', value: hook() })
    await desk.settle()
    broker.deliveryAnswer = ok(false)
    const verify = () => desk.call('webhook.verify', { id: 'w1', body: 'x', signature: 's' })
    expect(await verify()).toMatchObject({ ok: true, value: { valid: false } })
    broker.deliveryAnswer = fail('The signature is not 64 bytes.')
    expect(await verify()).toMatchObject({ ok: false, failure: { field: 'signature' } })
  })

  test('a registration with an unknown outcome is not sent again under its intent', async () => {
    const answer = register()
    await desk.settle()
    broker.registrations[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    expect(await register()).toEqual(await answer)
    expect(broker.registrations).toHaveLength(1)
  })

  test('under the intent of another registration, or during one of the same address, are refused', async () => {
    const registerAs = (intentId: string, url: string) =>
      desk.call('webhook.register', { intentId, url, includeAllEvents: true, eventTypes: [] })
    const first = registerAs('intent-01', 'https://a.example/in')
    await desk.settle()
    expect(await registerAs('intent-02', 'https://a.example/in')).toMatchObject({
      failure: { kind: 'refused', message: expect.stringContaining('being registered already') },
    })
    broker.registrations[0]?.answer.resolve({ kind: 'unknown', message: 'reset' })
    expect(await first).toMatchObject({ failure: { kind: 'unknown-outcome' } })
    expect(await registerAs('intent-01', 'https://b.example/in')).toMatchObject({
      failure: { kind: 'refused', message: expect.stringContaining('its intent belongs to') },
    })
    expect(broker.registrations).toHaveLength(1)
  })

  test('a registration without events is refused; a removed webhook loses its key [4.webhooks.delete]', async () => {
    expect(await register({ includeAllEvents: false, eventTypes: [] })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', field: 'eventTypes' },
    })
    void register()
    await desk.settle()
    broker.registrations[0]?.answer.resolve({ kind: 'accepted', value: hook() })
    await desk.settle()
    const removed = desk.call('webhook.remove', { id: 'w1' })
    await desk.settle()
    broker.removals[0]?.answer.resolve({ kind: 'accepted', value: null })
    expect(await removed).toEqual({ ok: true, value: {} })
    expect(await desk.call('webhook.verify', { id: 'w1', body: '', signature: '' })).toMatchObject({
      ok: false,
    })
    expect(JSON.stringify(desk.journal.carried())).not.toContain('the-public-key')
  })
})

describe('leverage', () => {
  const profile = (leverage: string | null) => async () =>
    ok({
      initialMargin: text('10'),
      maintenanceMargin: text('5'),
      maxLeverage: text('13'),
      instrumentMargins:
        leverage === null ? [] : [{ symbol: BTC, leverage: text(leverage), initialMargin: text('20') }],
    })
  const submit = async (kind: 'accepted' | 'refused' | 'unknown') => {
    await desk.call('order.submit', {
      intentId: `intent-${kind}`,
      draft: draftOf({ leverage: 5 }),
      typed: null,
    })
    const sent = broker.sent.at(-1)
    broker.marginProfileAnswer = profile('5')
    sent?.answer.resolve(
      kind === 'accepted'
        ? { kind, value: reportOf(sent.id, 'open') }
        : kind === 'refused'
          ? { kind, code: 'ORDER_REJECTED', message: '' }
          : { kind, message: 'timeout' },
    )
    await desk.settle()
  }

  test.each([
    ['accepted', /is 5x now, it was 10x\. It stays for later orders/],
    ['refused', /is 5x now, it was 10x, although the order was refused/],
    ['unknown', /is 5x now, it was 10x, although the order was not confirmed/],
  ] as const)(
    'is read back after an order that is %s; a notice names the old and the new one [4.rule.5]',
    async (kind, words) => {
      const notices = desk.mirror('notices', (notice) => String(notice.id))
      broker.marginProfileAnswer = profile('10')
      await desk.call('marginProfile.read', { customerCode: C1 })
      await submit(kind)
      expect(saying(notices).filter((message) => message.includes('leverage'))).toEqual([
        expect.stringMatching(words),
      ])
    },
  )

  test('that cannot be read back is reported as possibly changed', async () => {
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    await desk.call('order.submit', { intentId: 'intent-01', draft: draftOf({ leverage: 5 }), typed: null })
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    await desk.settle()
    expect(saying(notices).join()).toMatch(/leverage of C1042 in BTCUSDC_PERP could not be read back/)
  })
})

describe('reading with filters', () => {
  test('only chosen filters reach the venue; cursors come back unchanged', async () => {
    broker.pageSize = 1
    broker.venueTrades = [tradeOf('t2'), tradeOf('t1')]
    broker.venueLedger = [rowOf('m2'), rowOf('m1')]
    expect(
      await desk.call('trades.read', {
        customerCode: C1,
        symbol: BTC,
        from: 1,
        to: null,
        sort: 'desc',
        before: null,
      }),
    ).toMatchObject({ ok: true, value: { trades: [{ code: 't2' }], next: 't2' } })
    expect(
      await desk.call('ledger.read', {
        customerCode: C1,
        from: null,
        to: 9,
        status: 'completed',
        before: 'm2',
      }),
    ).toMatchObject({ ok: true, value: { rows: [{ code: 'm1' }], next: null } })
    await desk.call('instruments.read', {
      symbol: 'BTC*|ETH*',
      underlying: null,
      quoteCurrency: null,
      status: null,
    })
    expect(broker.queries.slice(-3)).toEqual([
      { customer: C1, symbol: BTC, from: 1, sort: 'desc' },
      { customer: C1, to: 9, status: 'completed', before: 'm2' },
      { symbol: 'BTC*|ETH*' },
    ])
  })
})

test('a page of ledger or trades says how many of its rows cannot be read', async () => {
  broker.ledger = async () => ok({ items: [rowOf('m2')], next: 'm2', unreadable: 2 })
  broker.trades = async () => ok({ items: [tradeOf('t1')], next: null, unreadable: 1 })
  const ever = { customerCode: C1, from: null, to: null, before: null }
  expect(await desk.call('ledger.read', { ...ever, status: null })).toMatchObject({
    value: { rows: [{ code: 'm2' }], next: 'm2', missing: null, unreadable: 2 },
  })
  expect(await desk.call('trades.read', { ...ever, symbol: null, sort: 'desc' })).toMatchObject({
    value: { trades: [{ code: 't1' }], next: null, missing: null, unreadable: 1 },
  })
})

describe('one trade', () => {
  const read = (code: string, customerCode = C1) => desk.call('trade.read', { customerCode, code })

  test('is the venue’s current record with the known fields added; a forced fill stays one [4.trade]', async () => {
    const trades = desk.mirror('trades', (trade) => trade.code)
    const forced = tradeOf('t1', { type: 'liquidation', price: text('59000'), fee: text('6') })
    broker.listener?.trade(forced)
    broker.venueTrades = [tradeOf('t1', { price: null, fee: text('7') })]
    expect(await read('t1')).toEqual({ ok: true, value: { ...forced, fee: '7' } })
    expect([...trades.values()]).toEqual([forced])
  })

  test('that the venue does not show gives one sentence with the next step [4.trade 7.NOT_FOUND]', async () => {
    expect(await read('t9')).toMatchObject({
      ok: false,
      failure: {
        kind: 'rejected-by-venue',
        code: 'NOT_FOUND',
        message:
          'The venue shows no trade t9 of C1042. Read the trade again in a moment. If it stays missing, ask the broker.',
      },
    })
    await desk.call('session.signOut', {})
    expect(await read('t9')).toMatchObject({ ok: false, failure: { kind: 'not-connected' } })
  })
})

describe('venue profiles on screen', () => {
  const profile = (more: object = {}) =>
    JSON.stringify({
      name: 'Mine',
      kind: 'live',
      restUrl: 'https://mine.example',
      streamUrl: 'wss://mine.example/s',
      ...more,
    })
  const save = (profileText: string, venueId: string | null = null) =>
    desk.call('venue.save', { venueId, profile: profileText })
  const venues = () => desk.follow('session').now().venues

  test('a new profile is listed, editable, complete with defaults, and restored after a restart [gap.1]', async () => {
    const saved = await save(profile())
    const venueId = saved.ok ? saved.value.venueId : ''
    expect(venues().at(-1)).toMatchObject({
      id: venueId,
      name: 'Mine',
      editable: true,
      auth: 'bearer',
      amend: false,
      openOrders: true,
    })
    const read = await desk.call('venue.read', { venueId })
    expect(JSON.parse(read.ok ? read.value.profile : '')).toMatchObject({
      restUrl: 'https://mine.example',
      paths: { login: '/auth/jwt/login' },
    })
    const next = new Desk({ settings: desk.settings })
    expect(
      next
        .follow('session')
        .now()
        .venues.map(({ id }) => id),
    ).toEqual(['paper', 'live', venueId])
  })

  test.each([
    ['profile', '{'],
    ['restUrl', profile({ restUrl: 'mine.example' })],
    ['paths.customers', profile({ paths: { customers: 'customers' } })],
    ['password', profile({ password: 'secret' })],
  ])('a fault is named by its path: %s', async (field, wrong) => {
    expect(await save(wrong)).toMatchObject({ ok: false, failure: { kind: 'invalid-request', field } })
    expect(venues()).toHaveLength(2)
    expect(JSON.stringify(desk.settings.all())).not.toContain('secret')
  })

  test('changed addresses make another venue, without the stored password', async () => {
    const first = await save(profile())
    const venueId = first.ok ? first.value.venueId : ''
    await desk.vault.save(venueId, { username: 'ann', password: 'pw' })
    desk.settings.save('core-accounts', JSON.stringify({ [venueId]: 'ann' }))
    desk = new Desk({ settings: desk.settings })
    await desk.vault.save(venueId, { username: 'ann', password: 'pw' })
    const moved = await save(profile({ restUrl: 'https://other.example' }), venueId)
    await desk.settle()
    expect(moved.ok && moved.value.venueId !== venueId).toBe(true)
    expect(venues().at(-1)).toMatchObject({ restUrl: 'https://other.example', credentials: 'needed' })
    expect(venues().map(({ id }) => id)).not.toContain(venueId)
    expect(desk.vault.held.has(venueId)).toBe(false)
  })

  test('a profile in use and a built-in profile are not removed or moved; others are', async () => {
    const saved = await save(profile())
    const venueId = saved.ok ? saved.value.venueId : ''
    await desk.call('session.signIn', {
      venueId,
      username: 'ann',
      password: 'pw',
      signingKey: null,
      keep: 'run',
    })
    expect(await desk.call('venue.remove', { venueId })).toMatchObject({ ok: false })
    expect(await save(profile({ restUrl: 'https://other.example' }), venueId)).toMatchObject({ ok: false })
    await desk.call('session.signOut', {})
    expect(await desk.call('venue.remove', { venueId })).toEqual({ ok: true, value: {} })
    expect(venues().map(({ id }) => id)).toEqual([PAPER.id, LIVE.id])
    for (const id of ['paper', 'live']) {
      expect(await desk.call('venue.remove', { venueId: id })).toMatchObject({ ok: false })
      expect(await save(profile(), id)).toMatchObject({ ok: false })
    }
  })

  test('a saved profile with the address of a venue from a file is hidden', async () => {
    const saved = await save(profile())
    const venueId = saved.ok ? saved.value.venueId : ''
    const fromFile = {
      id: venueId,
      profile: { ...LIVE.profile, name: 'From the file', restUrl: 'https://mine.example' },
      builtIn: null,
    }
    const next = new Desk({ settings: desk.settings, venues: [PAPER, fromFile] })
    expect(next.follow('session').now().venues).toMatchObject([
      { id: 'paper' },
      { id: venueId, name: 'From the file', editable: false },
    ])
    expect(
      await next.call('venue.save', { venueId, profile: profile({ name: 'Mine again' }) }),
    ).toMatchObject({
      ok: false,
    })
    expect(await next.call('venue.remove', { venueId })).toMatchObject({ ok: false })
  })

  test('an address that is listed already is refused', async () => {
    await save(profile())
    expect(await save(profile({ name: 'Again' }))).toMatchObject({
      ok: false,
      failure: { kind: 'refused', field: 'restUrl' },
    })
  })

  test('a profile that signs asks for its key and passes it on; no part of the key is shown', async () => {
    const saved = await save(profile({ auth: 'signed' }))
    const venueId = saved.ok ? saved.value.venueId : ''
    const signIn = (signingKey: { publicKey: string; privateKeyPem: string } | null) =>
      desk.call('session.signIn', { venueId, username: null, password: null, signingKey, keep: 'run' })
    expect(await signIn(null)).toMatchObject({ ok: false, failure: { field: 'signingKey' } })
    const key = { publicKey: 'PUBLIC-KEY-0123456789', privateKeyPem: 'PRIVATE-PEM' }
    expect(await signIn(key)).toMatchObject({ ok: true })
    expect(desk.broker.signIns).toMatchObject([{ signingKey: key }])
    desk.follow('session')
    expect(desk.crossed.join()).not.toContain('PRIVATE-PEM')
    expect(JSON.stringify(desk.settings.all())).not.toContain('PRIVATE-PEM')
  })
})
