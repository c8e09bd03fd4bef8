import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import { HEADER, bookState, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import type { SignInFailure } from '../../../../electron/core/ports.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { pending } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, C2, Desk, LIVE, PAPER, draftOf, reportOf, rowOf, text, tradeOf } from '../deskHarness.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'

const typed = (keep: 'keychain' | 'run') => ({
  venueId: 'live',
  username: 'ann',
  password: 'pw',
  signingKey: null,
  keep,
})
const again = { venueId: 'live', username: null, password: null, signingKey: null, keep: 'run' as const }

describe('signing in', () => {
  it('uses the built-in credentials of the paper broker and ends ready', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    expect(session.now()).toMatchObject({ phase: 'signed-out', venueId: null })
    await desk.ready()
    expect(
      session.deltas.map((state) => state.phase).filter((phase, n, all) => phase !== all[n - 1]),
    ).toEqual(['signed-out', 'signing-in', 'reconciling', 'ready'])
    expect(session.now()).toMatchObject({
      phase: 'ready',
      venueId: 'paper',
      username: 'paper',
      message: null,
    })
    expect(desk.broker.signIns).toEqual([PAPER.builtIn])
    expect(desk.markets.at(-1)?.followed).toContain(BTC)
  })

  it('shows instruments and follows their books while the private channels are still coming to life', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    const instruments = desk.follow('instruments')
    desk.prepare = (broker) => {
      broker.opens.clear()
    }
    const broker = await desk.ready()
    expect(session.now().phase).toBe('reconciling')
    expect(instruments.deltas.at(-1)?.map((of) => of.symbol)).toContain(BTC)
    expect(desk.markets.at(-1)?.followed).toContain(BTC)
    for (const channel of ['orders', 'trades', 'balance-changes'] as const) broker.restore(channel)
    await desk.settle()
    expect(session.now().phase).toBe('ready')
  })

  it.each<[SignInFailure, string, string]>([
    [
      { kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: 'LOGIN_BAD_CREDENTIALS' },
      'rejected-by-venue',
      'Wrong username or password',
    ],
    [
      { kind: 'not-verified', code: 'LOGIN_USER_NOT_VERIFIED', message: 'x' },
      'rejected-by-venue',
      'not verified yet',
    ],
    [
      { kind: 'unreachable', code: null, message: 'The venue does not answer at https://venue.example.' },
      'not-connected',
      'does not answer',
    ],
  ])(
    'says in one sentence why it failed: %o [5.jwt.4 7.LOGIN_USER_NOT_VERIFIED]',
    async (why, kind, words) => {
      const desk = new Desk()
      const session = desk.follow('session')
      desk.prepare = (broker) => {
        broker.signInAnswer = async () => fail(why)
      }
      const reply = await desk.call('session.signIn', typed('run'))
      expect(reply).toMatchObject({ ok: false, failure: { kind, code: why.code } })
      expect(session.now().phase).toBe('signed-out')
      expect(session.now().message).toContain(words)
      expect(desk.broker.closed).toBe(true)
    },
  )

  it('keeps a password in the keychain only when asked, and signs in with it next time', async () => {
    const desk = new Desk()
    expect((await desk.call('session.signIn', typed('keychain'))).ok).toBe(true)
    expect(desk.vault.held.get('live')).toEqual({ username: 'ann', password: 'pw' })
    const next = new Desk({ settings: desk.settings })
    next.vault.held.set('live', { username: 'ann', password: 'pw' })
    const venue = next
      .follow('session')
      .now()
      .venues.find((of) => of.id === 'live')
    expect(venue).toMatchObject({ credentials: 'stored', username: 'ann' })
    expect((await next.call('session.signIn', again)).ok).toBe(true)
    expect(next.broker.signIns).toEqual([{ username: 'ann', password: 'pw' }])
  })

  it('without a keychain refuses to keep, says so, and works for this run', async () => {
    const desk = new Desk({ vaultAvailable: false })
    const refused = await desk.call('session.signIn', typed('keychain'))
    const message = expect.stringContaining('keep for this run only') as string
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'keep', message } })
    expect(desk.brokers).toHaveLength(0)
    expect((await desk.call('session.signIn', typed('run'))).ok).toBe(true)
    await desk.call('session.signOut', {})
    expect((await desk.call('session.signIn', again)).ok).toBe(true)
    expect(desk.vault.held.size).toBe(0)
  })

  it('asks for credentials where none are known, and forgets them on request', async () => {
    const desk = new Desk()
    expect(await desk.call('session.signIn', again)).toMatchObject({
      ok: false,
      failure: { field: 'username' },
    })
    await desk.call('session.signIn', typed('keychain'))
    await desk.call('session.signOut', {})
    await desk.call('session.forget', { venueId: 'live' })
    expect(desk.vault.held.size).toBe(0)
    expect((await desk.call('session.signIn', again)).ok).toBe(false)
  })

  it('drops what finishes after signing out', async () => {
    const desk = new Desk()
    const answer = pending<{ ok: true; value: null }>()
    desk.prepare = (broker) => {
      broker.signInAnswer = () => answer.promise
    }
    const signingIn = desk.call('session.signIn', typed('run'))
    await desk.settle()
    await desk.call('session.signOut', {})
    answer.resolve(ok(null))
    expect((await signingIn).ok).toBe(false)
    expect(desk.follow('session').now().phase).toBe('signed-out')
    expect(desk.broker.closed).toBe(true)
  })
})

describe('reading back', () => {
  it('tries again until the venue answers, refusing new orders meanwhile', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    desk.prepare = (broker) => {
      broker.instrumentsAnswer = async () => fail({ kind: 'unreachable', code: null, message: 'no answer' })
    }
    const broker = await desk.ready()
    expect(session.now()).toMatchObject({ phase: 'reconciling' })
    expect(session.now().message).toContain('Reading the instruments failed: no answer')
    expect(
      await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null }),
    ).toMatchObject({
      ok: false,
      failure: { kind: 'refused' },
    })
    broker.instrumentsAnswer = null
    await desk.clock.run(2_000, 500)
    await desk.settle()
    expect(session.now().phase).toBe('ready')
  })

  it('reads what a stream missed: trades, movements and orders that ended unseen', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const positions = desk.mirror('positions', (of) => of.symbol)
    const balances = desk.mirror('balances', (of) => of.customerCode)
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
      broker.venueLedger = [rowOf('m1')]
      broker.venueOrders.set(`${C1} rest-1`, reportOf('rest-1', 'open'))
    }
    const broker = await desk.ready()
    expect(orders.get('rest-1')?.phase).toBe('working')
    expect(balances.get(C1)).toMatchObject({ amount: '100', source: 'ledger' })
    desk.clock.advance(1_000)
    broker.venueTrades = [tradeOf('t2', { createdAt: 2_000 }), ...broker.venueTrades]
    broker.venueLedger = [rowOf('m2', { signedAmount: text('-40') }), ...broker.venueLedger]
    broker.venueOrders.set(`${C1} rest-1`, reportOf('rest-1', 'filled', { filledAmount: text('2') }))
    for (const channel of ['orders', 'trades', 'balance-changes'] as const) broker.listener?.resumed(channel)
    await desk.settle()
    expect(orders.get('rest-1')).toMatchObject({ phase: 'closed', status: 'filled' })
    expect(positions.get(BTC)).toMatchObject({ size: '2', complete: true })
    expect(balances.get(C1)).toMatchObject({ amount: '60', source: 'ledger' })
    expect(desk.follow('session').now().phase).toBe('ready')
  })

  it('looks its own orders up one by one where the venue has no list, and says so [gap.10]', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    const sent = await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
    if (!sent.ok) throw new Error(sent.failure.message)
    const id = takenId(sent)
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
    await desk.settle()
    broker.openOrdersAnswer = async () =>
      fail({ kind: 'refused', code: null, message: 'HTTP 405', absent: true })
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'canceled'))
    desk.clock.advance(1_000)
    broker.listener?.resumed('orders')
    await desk.settle()
    expect(orders.get(id)?.phase).toBe('closed')
    expect([...notices.values()].some((notice) => notice.message.includes('no list of open orders'))).toBe(
      true,
    )
  })
})

it('a customer whose open orders the venue refuses is named: its code may be wrong', async () => {
  const desk = new Desk()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const customer = { code: 'C9999' as typeof C1, name: '', group: '', note: '', origin: 'hand' as const }
  await desk.call('customer.save', { customer })
  broker.openOrdersAnswer = async () =>
    fail({ kind: 'refused', code: 'NOT_FOUND', message: 'no such customer' })
  broker.listener?.resumed('orders')
  await desk.settle()
  expect([...notices.values()].map(({ message }) => message).join()).toMatch(
    /refused the list of open orders of C9999 \(NOT_FOUND\)/,
  )
  expect(desk.follow('session').now().phase).toBe('ready')
})

describe('a session that the venue ends', () => {
  it('keeps what is on screen, tells the dealer what to do, and goes on after the next sign-in', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const session = desk.follow('session')
    const broker = await desk.ready()
    const sent = await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
    if (!sent.ok) throw new Error(sent.failure.message)
    const id = takenId(sent)
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: '401' })
    broker.listener?.signedOff({ kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: '' })
    await desk.settle()
    expect(session.now().phase).toBe('signed-off-by-venue')
    expect(session.now().message).toContain('Sign in again')
    expect(orders.get(id)?.phase).toBe('unknown')
    expect(
      await desk.call('order.submit', { intentId: 'intent-2', draft: draftOf(), typed: null }),
    ).toMatchObject({
      ok: false,
      failure: { kind: 'not-connected' },
    })
    desk.prepare = (next) => void next.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
    await desk.ready()
    expect(desk.brokers).toHaveLength(2)
    expect(session.now().phase).toBe('ready')
    expect(orders.get(id)).toMatchObject({ phase: 'working', origin: 'desk' })
  })

  it('shows nothing of one user to the next', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const broker = await desk.ready()
    broker.listener?.order(reportOf('mine', 'open'))
    expect(orders.has('mine')).toBe(true)
    await desk.call('session.signIn', typed('run'))
    expect(orders.size).toBe(0)
  })

  it('keeps the orders that are over when the built-in broker was started anew', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const broker = await desk.ready()
    broker.listener?.order(reportOf('done', 'filled', { filledAmount: text('2') }))
    broker.listener?.order(reportOf('rests', 'open'))
    desk.prepare = (next) => void next.venueOrders.set(`${C1} rests`, reportOf('rests', 'open'))
    const { restUrl, streamUrl } = { restUrl: 'http://127.0.0.1:2', streamUrl: 'ws://127.0.0.1:2' }
    const profile = { ...PAPER.profile, restUrl, streamUrl }
    desk.core.replaceVenue({ ...PAPER, profile, builtIn: { username: 'paper-2', password: 'other' } })
    await desk.settle()
    expect(orders.get('done')).toMatchObject({ phase: 'closed', status: 'filled' })
    expect(desk.mirror('orders', (of) => of.referenceId).get('done')).toMatchObject({ status: 'filled' })
    expect(orders.get('rests')).toMatchObject({ phase: 'working' })
    expect(desk.follow('session').now().phase).toBe('ready')
  })

  it('signs in again by itself when the built-in broker was started anew', async () => {
    const desk = new Desk()
    await desk.ready()
    const phases = desk.follow('session').deltas
    desk.core.replaceVenue({ ...PAPER, builtIn: { username: 'paper-2', password: 'other' } })
    await desk.settle()
    // A window that hears of signing in leaves its workspace.
    expect(phases.map(({ phase }) => phase)).not.toContain('signing-in')
    expect(desk.brokers).toHaveLength(2)
    expect(desk.brokers[0]?.closed).toBe(true)
    expect(desk.follow('session').now()).toMatchObject({ phase: 'ready', username: 'paper-2' })
  })
})

describe('customers', () => {
  it('come from records and from the dealer, and are there at the next start [gap.9]', async () => {
    const desk = new Desk()
    const customers = desk.follow('customers')
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1')]
    }
    await desk.ready()
    expect(customers.now().map((of) => of.code)).toEqual([C1])
    const entry = { code: C2, name: 'Zed', group: '', note: '', origin: 'hand' as const }
    await desk.call('customer.save', { customer: entry })
    const next = new Desk({ settings: desk.settings })
    await next.ready()
    expect(next.follow('customers').now()).toContainEqual(entry)
  })

  it('are not lost when the disk refuses: the list stays for this run and the dealer is told', async () => {
    const settings = { ...memorySettings(), save: () => fail('The disk is full.') }
    const desk = new Desk({ settings })
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    await desk.ready()
    const entry = { code: C2, name: 'Zed', group: '', note: '', origin: 'hand' as const }
    expect((await desk.call('customer.save', { customer: entry })).ok).toBe(false)
    expect(desk.follow('customers').now()).toContainEqual(entry)
    expect([...notices.values()].map((notice) => notice.message)).toContain('The disk is full.')
  })
})

describe('transfers', () => {
  const transfer = { customerCode: C1, kind: 'deposit' as const, amount: text('25'), asset: 'USDC' }

  it('go out once per intent and one at a time [4.deposits]', async () => {
    const desk = new Desk()
    const broker = await desk.ready()
    const first = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    const repeated = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    const second = await desk.call('transfer.submit', { intentId: 'transfer-2', transfer })
    expect(second).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    broker.transfers[0]?.answer.resolve({ kind: 'accepted', value: rowOf('m1', { status: 'pending' }) })
    expect(await first).toEqual({ ok: true, value: { code: 'm1' } })
    expect(await repeated).toEqual(await first)
    expect(broker.transfers).toHaveLength(1)
  })

  it.each(['0', '-1', '0.000000001'])(
    'of %s are refused before anything leaves [8.transferAmount 2.transfer.amount]',
    async (amount) => {
      const desk = new Desk()
      const broker = await desk.ready()
      const reply = await desk.call('transfer.submit', {
        intentId: 'transfer-1',
        transfer: { ...transfer, amount: text(amount) },
      })
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'amount' } })
      expect(broker.transfers).toHaveLength(0)
    },
  )

  it('without an answer block the next until the ledger shows them', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    const lost = desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    await desk.settle()
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    expect(await lost).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
    await desk.clock.run(20_000, 1_000)
    expect((await desk.call('transfer.submit', { intentId: 'transfer-2', transfer })).ok).toBe(false)
    broker.venueLedger = [
      rowOf('m9', { signedAmount: text('25'), status: 'pending', createdAt: desk.clock.now() }),
    ]
    await desk.clock.run(6_000, 500)
    expect([...notices.values()].at(-1)?.message).toContain('did reach the venue')
    void desk.call('transfer.submit', { intentId: 'transfer-3', transfer })
    await desk.settle()
    expect(broker.transfers).toHaveLength(2)
  })

  it('are given up after ten minutes with an error, never repeated', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const broker = await desk.ready()
    void desk.call('transfer.submit', { intentId: 'transfer-1', transfer })
    await desk.settle()
    broker.transfers[0]?.answer.resolve({ kind: 'unknown', message: 'timeout' })
    await desk.clock.run(610_000, 5_000)
    expect([...notices.values()].at(-1)).toMatchObject({ level: 'error' })
    expect(broker.transfers).toHaveLength(1)
  })
})

describe('market data', () => {
  it('outlives a sign-in: down without a venue, then the venue’s frames at the window’s pace', async () => {
    const desk = new Desk()
    const frames: BookFrame[] = []
    const feed = desk.core.sources.book(
      { symbol: BTC, grouping: 1, rows: 10 },
      { snapshot: (frame) => frames.push(frame), delta: (frame) => frames.push(frame), end: () => {} },
      desk.caller,
    )
    expect(bookState(frames[0]!)).toBe('down')
    await desk.ready()
    const [book] = desk.markets[0]!.books
    const live = new Float64Array(frames[0]!)
    live[HEADER.state] = 1
    book?.frame(live)
    expect(bookState(frames.at(-1)!)).toBe('live')
    feed.ready?.()
    expect(book?.ready).toBe(1)
    await desk.call('session.signOut', {})
    expect(bookState(frames.at(-1)!)).toBe('down')
    expect(book?.closed).toBe(true)
  })

  it('puts stream prices over listed ones and steps into instruments [gap.16 gap.23]', async () => {
    const desk = new Desk()
    const tickers = desk.mirror('tickers', (of) => of.symbol)
    await desk.ready()
    const market = desk.markets[0]!
    market.listener?.tops([
      {
        symbol: BTC,
        bestBid: text('1'),
        bestAsk: text('2'),
        lastPrice: text('1.5'),
        receivedAt: desk.clock.now(),
      },
    ])
    market.listener?.steps(BTC, text('0.1'), text('0.001'))
    expect(tickers.get(BTC)).toMatchObject({ bestBid: '1', bestAsk: '2', lastPrice: '1.5', change24h: null })
    const instrument = desk
      .follow('instruments')
      .now()
      .find((of) => of.symbol === BTC)
    expect(instrument).toMatchObject({ tickSize: '0.1', lotSize: '0.001' })
  })
})

describe('secrets', () => {
  it('appear in no reply, topic, setting or log line', async () => {
    const CANARY = 'canary-7f3a-never-shown'
    const desk = new Desk({ venues: [LIVE] })
    desk.follow('session')
    desk.follow('settings')
    desk.follow('customers')
    desk.mirror('notices', (notice) => String(notice.id))
    desk.prepare = (broker) => {
      broker.signInAnswer = async () =>
        fail({ kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: 'LOGIN_BAD_CREDENTIALS' })
    }
    await desk.call('session.signIn', { ...typed('keychain'), password: CANARY })
    desk.prepare = () => undefined
    expect((await desk.call('session.signIn', { ...typed('keychain'), password: CANARY })).ok).toBe(true)
    await desk.settle()
    await desk.call('session.signOut', {})
    await desk.call('session.signIn', again)
    await desk.settle()
    expect(desk.vault.held.get('live')?.password).toBe(CANARY)
    expect(desk.crossed.length).toBeGreaterThan(8)
    expect(desk.crossed.join('\n')).not.toContain(CANARY)
    expect(JSON.stringify(desk.settings.all())).not.toContain(CANARY)
    expect(desk.logged.length).toBeGreaterThan(2)
    expect(JSON.stringify(desk.logged)).not.toContain(CANARY)
  })
})
