import { describe, expect, it } from 'vitest'
import { statusWords } from '../../../../../renderer/state/statusWords.ts'
import { lockLines } from '../../../../../renderer/workspace/lock/lockWords.ts'
import { fail } from '../../../../../shared/base/result.ts'
import { unseenIn } from '../../../../../shared/domain/orders/openOrderReading.ts'
import { BTC, C1, Desk, PAPER, draftOf, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'
import { takenId } from '../../../../fakes/core/acceptedOrderId.ts'
import { blankCustomer } from '../../../../../shared/domain/accounts/customer.ts'

const typed = (keep: 'keychain' | 'run') => ({
  venueId: 'live',
  username: 'ann',
  password: 'pw',
  signingKey: null,
  keep,
})

describe('reading back', () => {
  it('is repeated until the venue answers; new orders are refused meanwhile', async () => {
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

  it('finds what the streams missed: trades, movements and orders that ended', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const positions = desk.mirror('positions', (position) => position.symbol)
    const balances = desk.mirror('balances', (balance) => balance.customerCode)
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

  it('looks up our orders one by one where the venue has no list, and reports that [gap.10]', async () => {
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

it('a notice names the customer whose open orders the venue refuses', async () => {
  const desk = new Desk()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  const customer = blankCustomer('C9999' as typeof C1, 'hand')
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
  it('leaves the tables, tells the dealer to sign in, and continues after the next sign-in', async () => {
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

  it('leaves no green light of requests and private channels, also after news of market data', async () => {
    const desk = new Desk()
    const connection = desk.follow('connection')
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    const counts = { live: 0, unknown: 0, unseen: unseenIn([]) }
    const lights = () => statusWords(connection.now(), counts, 0).lights
    const broker = await desk.ready()
    expect(lights().map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live'])
    broker.listener?.signedOff({ kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: '' })
    await desk.settle()
    const book = { channel: `orderbook-stream:${BTC}`, state: 'live', lastAt: 1, message: null } as const
    desk.markets.at(-1)?.listener?.links([book])
    const desktop = { isKnown: true, positions: 0, isEveryTradeRead: true, halts: 0, mustAcknowledge: 0 }
    expect(lockLines({ ...counts, ...desktop }, lights())).toContainEqual({
      name: 'Connection',
      text: 'Not live: REST down, orders, trades, balance-changes down.',
      trouble: true,
    })
    expect(lights()[0]?.detail).toBe('The venue ended the session. Sign in again.')
    await desk.clock.run(10_000, 500)
    expect([...notices.values()].map(({ message }) => message).join()).not.toContain('does not answer')
    await desk.ready()
    expect(lights().map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live'])
  })

  it('shows no record of one user to the next', async () => {
    const desk = new Desk()
    const orders = desk.orders()
    const broker = await desk.ready()
    broker.listener?.order(reportOf('mine', 'open'))
    expect(orders.has('mine')).toBe(true)
    await desk.call('session.signIn', typed('run'))
    expect(orders.size).toBe(0)
  })

  it('keeps closed orders when the built-in broker is restarted', async () => {
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
    expect(desk.mirror('orders', (order) => order.referenceId).get('done')).toMatchObject({
      status: 'filled',
    })
    expect(orders.get('rests')).toMatchObject({ phase: 'working' })
    expect(desk.follow('session').now().phase).toBe('ready')
  })

  it('signs in again by itself when the built-in broker is restarted', async () => {
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
