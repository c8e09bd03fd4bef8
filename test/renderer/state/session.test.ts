import { plainNotice } from '../../../shared/domain/notice.ts'
import { NOTHING_UNCOMPARED } from '../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { propose, sendProposal, sentenceOf } from '../../../renderer/state/actions/dealing.ts'
import { UNASKED_CHANGE_MS } from '../../../renderer/state/presses/unaskedChanges.ts'
import { CONFIRM_AFTER_MS } from '../../../renderer/state/presses/enterWatch.ts'
import {
  arm,
  chooseCustomer,
  chooseInstrument,
  toggleArmed,
} from '../../../renderer/state/actions/workspaceActions.ts'
import { sendTicket } from '../../../renderer/panels/ticket/ticketActions.ts'
import { openPanel } from '../../../renderer/state/stores/panelStore.ts'
import { changeTicketForm } from '../../../renderer/state/ticket/ticketStore.ts'
import { NO_CHANGES, plainDraft } from '../../../shared/domain/orders/order.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import {
  ScriptedCore,
  code,
  liveConnection,
  NOW,
  orderOf,
  positionOf,
  readySession,
  reference,
  sym,
} from '../../fakes/window/scriptedCore.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { openWindow } from './openWindow.ts'

/** A customer that may not trade, because its records are not read back. */
const CLOSED: CustomerReconciliation = {
  customerCode: code('C1042'),
  state: 'reading',
  open: false,
  why: null,
  since: NOW,
  comparedAt: null,
  compared: { orders: 0, trades: 0, rows: 0 },
  discrepancies: [],
  uncompared: NOTHING_UNCOMPARED,
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function open(prepare: (desk: ScriptedCore) => void = () => {}, windowName = 'first') {
  const desk = new ScriptedCore()
  prepare(desk)
  const { session, clock } = openWindow(desk, windowName)
  closers.push(() => session.close())
  return { desk, clock, session }
}

const draft = plainDraft({
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  side: 'buy',
  type: 'limit',
  amount: '1' as never,
  limitPrice: '62000' as never,
  timeInForce: 'GTC',
})

function armed(prepare?: (desk: ScriptedCore) => void) {
  const parts = open(prepare)
  const { session } = parts
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  expect(propose(session, 'ladder:1', { kind: 'order', draft })).toBeNull()
  const isArmed = () => session.workspace.getState().armed['ladder:1'] !== undefined
  expect(isArmed()).toBe(true)
  return { ...parts, isArmed }
}

describe('what disarms, and drops what waited for Enter', () => {
  it.each<[string, (parts: ReturnType<typeof armed>) => void]>([
    ['another customer', ({ session }) => chooseCustomer(session.workspace, code('C2007'))],
    ['another instrument', ({ session }) => chooseInstrument(session.workspace, '1', sym('SOLUSDC_PERP'))],
    [
      'a private stream down',
      ({ desk }) =>
        desk.delta('connection', {
          ...liveConnection,
          streams: [{ channel: 'orders', state: 'connecting', lastAt: null, message: null }],
        }),
    ],
    [
      'the token lost',
      ({ desk }) => desk.delta('session', { ...readySession, phase: 'signed-off-by-venue' }),
    ],
    ['the core lost', ({ desk }) => desk.link('down')],
    ['ten minutes without an order', ({ clock }) => clock.advance(605_000)],
  ])('%s', (_name, happen) => {
    const parts = armed()
    happen(parts)
    expect(parts.isArmed()).toBe(false)
    expect(parts.session.proposals.getState()['ladder:1']).toBeUndefined()
    expect(parts.session.workspace.getState().disarmedBecause).not.toBeNull()
  })

  it('the sentence states the past event and its time, and claims nothing of the present', () => {
    const parts = armed()
    const because = () => parts.session.workspace.getState().disarmedBecause
    parts.desk.delta('session', { ...readySession, phase: 'channels-down', message: 'It is down.' })
    const at = because()
    expect(at).toMatch(/^a private channel was down \(\d\d:\d\d:\d\d UTC\)$/)
    parts.desk.delta('session', readySession)
    parts.clock.advance(60_000)
    expect(because()).toBe(at)
    expect(parts.isArmed()).toBe(false)
  })

  it('a public stream that is down does not disarm', () => {
    const parts = armed()
    parts.desk.delta('connection', {
      ...liveConnection,
      streams: [{ channel: 'market-trades-stream:SOLUSDC_PERP', state: 'down', lastAt: null, message: null }],
    })
    expect(parts.isArmed()).toBe(true)
  })

  it('no ladder arms without a customer, and no customer is chosen automatically', () => {
    const { session } = open()
    expect(session.workspace.getState().customer).toBeNull()
    expect(arm(session, 'ladder:1')).toContain('F2')
  })
})

describe('F10', () => {
  it('arms neither on a book that may not be dealt on, nor on a hidden ladder', () => {
    const { session } = open()
    chooseCustomer(session.workspace, code('C1042'))
    const press = () => {
      toggleArmed(session, 'ladder:1')
      return session.notices.getState().log.at(-1)?.message
    }
    session.books.set('ladder:1', () => 'The book is in doubt, so nothing is sent until it is live again')
    expect(press()).toBe('Not armed. The book is in doubt, so nothing is sent until it is live again.')
    session.books.delete('ladder:1')
    expect(press()).toMatch(/^Ladder 1 is not on screen/)
    expect(session.workspace.getState().armed).toEqual({})
    session.books.set('ladder:1', () => null)
    press()
    expect(session.workspace.getState().armed['ladder:1']).toBeDefined()
    session.books.delete('ladder:1')
    press()
    expect(session.workspace.getState().armed).toEqual({})
  })
})

it('an instrument that the venue stops listing takes no F10 that was meant for it', () => {
  const { session, desk, clock } = open()
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  const [, ...others] = session.server.instruments.getState().value ?? []
  desk.delta('instruments', others)
  toggleArmed(session, 'ladder:1')
  expect(session.workspace.getState().armed).toEqual({})
  expect(session.notices.getState().log.at(-1)?.message).toMatch(
    /^Nothing was done: just before your press, the venue stopped listing BTCUSDC_PERP/,
  )
  clock.advance(UNASKED_CHANGE_MS)
  expect(arm(session, 'ladder:1')).toBeNull()
})

it.each([
  ['a sleep of hours during which the monotonic clock stood still', 3 * 3_600_000],
  ['a clock that is set forward by two minutes', 120_000],
])('%s disarms, although the core has said nothing', (_, ms) => {
  const { session, clock, isArmed } = armed()
  clock.setWall(ms)
  clock.advance(5_000)
  expect(isArmed()).toBe(false)
  expect(session.workspace.getState().disarmedBecause).toBe(
    'this machine slept, or its clock was set forward',
  )
  expect(session.proposals.getState()['ladder:1']).toBeUndefined()
})

it('a sleep during which both clocks went on disarms: the timer comes late', () => {
  const late = new (class extends FakeClock {
    private ahead = 0
    override now = () => super.now() + this.ahead
    override monotonic = () => super.monotonic() + this.ahead
    sleep = (ms: number) => void (this.ahead += ms)
  })()
  const { session } = openWindow(new ScriptedCore(), 'first', late)
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  late.sleep(3_600_000)
  late.advance(5_000)
  expect(session.workspace.getState().disarmedBecause).toMatch(/^this machine slept/)
  session.close()
})

it('a clock that is set back disarms, because the time without an order is measured by it', () => {
  const { session, clock } = open()
  chooseCustomer(session.workspace, code('C1042'))
  expect(arm(session, 'ladder:1')).toBeNull()
  clock.setWall(-3_600_000)
  clock.advance(5_000)
  expect(session.workspace.getState().disarmedBecause).toBe('the clock of this machine was set back')
})

describe('proposals', () => {
  it('are sent once, with one intent id, and refused without a link', async () => {
    const { session, desk, clock } = armed()
    const send = () => sendProposal(session, 'ladder:1', code('C1042'))
    expect(await send()).toBe(false)
    clock.advance(CONFIRM_AFTER_MS)
    await Promise.all([send(), send()])
    expect(desk.callsOf('order.submit')).toEqual([
      { intentId: expect.stringMatching(/^[a-zA-Z0-9_-]{8,40}$/) as string, draft, typed: null },
    ])
    expect(propose(session, 'command', { kind: 'order', draft })).toBeNull()
    desk.link('down')
    expect(await sendProposal(session, 'command', code('C1042'))).toBe(false)
    expect(desk.callsOf('order.submit')).toHaveLength(1)
  })

  it('an unknown outcome is reported as an error and nothing is sent again', async () => {
    const { session, desk, clock } = armed((scriptedCore) =>
      scriptedCore.answer('order.submit', () => ({
        ok: false,
        failure: failureOf('unknown-outcome', 'No answer came.'),
      })),
    )
    clock.advance(CONFIRM_AFTER_MS)
    expect(await sendProposal(session, 'ladder:1', code('C1042'))).toBe(false)
    expect(session.notices.getState().log).toMatchObject([{ level: 'error', message: 'No answer came.' }])
    expect(desk.callsOf('order.submit')).toHaveLength(1)
  })
})

describe('the wrong-customer lock', () => {
  it.each(['ladder:1', 'ladder:2', 'command', 'positions:1'] as const)(
    'a proposal at %s is dropped, not sent, when the place names another customer or none',
    async (place) => {
      for (const named of [code('C2007'), null]) {
        const { session, desk, clock } = armed()
        expect(propose(session, place, { kind: 'order', draft })).toBeNull()
        clock.advance(CONFIRM_AFTER_MS)
        expect(await sendProposal(session, place, named)).toBe(false)
        expect(session.proposals.getState()[place]).toBeUndefined()
        expect(session.notices.getState().log[0]?.message).toContain('This order was made for C1042')
        expect(desk.callsOf('order.submit')).toEqual([])
      }
    },
  )

  it('a change of customer drops every proposal, also that of the command line', () => {
    const { session } = armed()
    expect(propose(session, 'command', { kind: 'order', draft })).toBeNull()
    chooseCustomer(session.workspace, code('C2007'))
    expect(session.proposals.getState()).toEqual({})
  })

  it('a ticket that names another customer than the order that was drawn does not send it', async () => {
    const { session, desk } = open()
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field: 'customerCode', text: 'C2007' })
    await sendTicket(session, 'ticket:1', draft)
    expect(desk.callsOf('order.submit')).toEqual([])
    expect(session.notices.getState().log[0]?.message).toContain('the ticket names C2007 now')
  })

  it('a begun ticket keeps its customer when the window changes, until it is sent', async () => {
    const { session } = open()
    const form = () => session.tickets.of('ticket:1').getState().form
    chooseCustomer(session.workspace, code('C1042'))
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field: 'amount', text: '1' })
    chooseCustomer(session.workspace, code('C2007'))
    expect(form().customerCode).toBe('C1042')
    await sendTicket(session, 'ticket:1', draft)
    expect(form()).toMatchObject({ customerCode: 'C2007', amount: '' })
  })

  it('a ticket shows the new instrument of its link when the link moved while the core answered', async () => {
    const { session, desk } = open()
    const form = () => session.tickets.of('ticket:1').getState().form
    chooseCustomer(session.workspace, code('C1042'))
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field: 'amount', text: '1' })
    desk.answer('order.submit', async () => {
      chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))
      return ok({ outcome: 'taken', referenceId: null, findings: [] } as never)
    })
    await sendTicket(session, 'ticket:1', draft)
    expect(form()).toMatchObject({ symbol: 'ETHUSDC_PERP', amount: '' })
  })

  it('the next dealer who signs in starts without a customer or a pinned table, disarmed', () => {
    const venues = readySession.venues.map((venue) => ({ ...venue, credentials: 'stored' as const }))
    for (const next of [
      { ...readySession, phase: 'signed-out' as const },
      { ...readySession, venues, username: 'somebody-else' },
      { ...readySession, venueId: 'another' },
    ]) {
      const { session, desk, isArmed } = armed((scriptedCore) =>
        scriptedCore.startWith('session', { ...readySession, venues }),
      )
      openPanel(session.panels, 'orders', code('C1042'), 'C1042 ord-1')
      session.panels.setState({ selectedOrder: 'C1042 ord-1' })
      desk.delta('session', next)
      expect(session.workspace.getState().customer).toBeNull()
      // `sel` on the command line names the selected order: never one of the dealer before.
      expect(session.panels.getState()).toMatchObject({ customers: {}, selectedOrder: null, row: null })
      expect(isArmed()).toBe(false)
      expect(session.proposals.getState()).toEqual({})
    }
  })

  it('the built-in broker started anew keeps the customer, though its username is another one', () => {
    const { session, desk } = armed()
    openPanel(session.panels, 'orders', code('C1042'))
    desk.delta('session', { ...readySession, phase: 'channels-down', message: 'It is down.' })
    desk.delta('session', { ...readySession, phase: 'reconciling', username: 'dealer-2' })
    desk.delta('session', { ...readySession, username: 'dealer-2' })
    expect(session.workspace.getState().customer).toBe('C1042')
    expect(session.panels.getState().customers).toEqual({ 'orders:1': 'C1042' })
  })

  it('an order that the position sizes is dropped once the position changes, and never sent', async () => {
    const { session, desk, clock } = open((scriptedCore) =>
      scriptedCore.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '2', '62000')]),
    )
    chooseCustomer(session.workspace, code('C1042'))
    const reverse = { ...draft, side: 'sell', type: 'market', limitPrice: null, timeInForce: null } as const
    expect(
      propose(session, 'ladder:1', { kind: 'order', draft: reverse, sizedBy: decimalText.parse('2') }),
    ).toBeNull()
    clock.advance(CONFIRM_AFTER_MS)
    desk.delta('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '62000')])
    expect(session.proposals.getState()).toEqual({})
    expect(session.notices.getState().log.at(-1)?.message).toMatch(
      /The position that sizes this order has changed/,
    )
    expect(await sendProposal(session, 'ladder:1', code('C1042'))).toBe(false)
    expect(desk.callsOf('order.submit')).toEqual([])
  })

  it('a change of an order is dropped once the order stands elsewhere', () => {
    const own = orderOf({ referenceId: reference('v1-own'), limitPrice: decimalText.parse('62000') })
    const { session, desk } = open((scriptedCore) => {
      scriptedCore.startWith('orders', [own])
      scriptedCore.startWith('session', {
        ...readySession,
        venues: readySession.venues.map((venue) => ({ ...venue, amend: true })),
      })
    })
    chooseCustomer(session.workspace, code('C1042'))
    const changes = { ...NO_CHANGES, limitPrice: decimalText.parse('62000.5') }
    expect(propose(session, 'ladder:1', { kind: 'amend', order: own, changes })).toBeNull()
    desk.delta('orders', [{ ...own, limitPrice: decimalText.parse('61000') }])
    expect(session.proposals.getState()).toEqual({})
    expect(session.notices.getState().log.at(-1)?.message).toMatch(
      /The order that this change was made for has changed/,
    )
  })

  it('a waiting proposal is dropped with a sentence when trust is lost', () => {
    const { session, desk } = armed()
    const last = () => session.notices.getState().log.at(-1)
    expect(propose(session, 'command', { kind: 'order', draft })).toBeNull()
    desk.delta('session', { ...readySession, phase: 'channels-down', message: 'The channel is down.' })
    expect(session.proposals.getState()).toEqual({})
    expect(last()).toMatchObject({
      level: 'warning',
      message: 'What waited for Enter was dropped; nothing was sent. The channel is down.',
      detail: expect.stringContaining('C1042'),
    })
  })

  it('a repeated report of the same session keeps the customer', () => {
    const { session, desk } = armed()
    desk.delta('session', { ...readySession, phase: 'reconciling' })
    desk.delta('session', readySession)
    expect(session.workspace.getState().customer).toBe('C1042')
  })
})

describe('ticket', () => {
  it('keeps its intent id after an unknown outcome; a change or a refusal gives a new id', async () => {
    const { session, desk } = open()
    const ids = () => (desk.callsOf('order.submit') as { intentId: string }[]).map((call) => call.intentId)
    const fail = (kind: 'unknown-outcome' | 'refused') =>
      desk.answer('order.submit', () => ({ ok: false, failure: failureOf(kind, 'No.') }))
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field: 'customerCode', text: 'C1042' })
    fail('unknown-outcome')
    await sendTicket(session, 'ticket:1', draft)
    await sendTicket(session, 'ticket:1', draft)
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field: 'amount', text: '1' })
    fail('refused')
    await sendTicket(session, 'ticket:1', draft)
    await sendTicket(session, 'ticket:1', draft)
    const [first, second, third, fourth] = ids()
    expect(second).toBe(first)
    expect(new Set([first, third, fourth]).size).toBe(3)
    expect(session.tickets.of('ticket:1').getState().form.amount).toBe('1')
  })
})

describe('what is kept', () => {
  it('the workspace comes back after a reload, disarmed, without customer; saves once per burst', () => {
    const first = armed()
    chooseInstrument(first.session.workspace, '2', sym('SOLUSDC_PERP'))
    first.clock.advance(1_000)
    const saves = first.desk.callsOf('setting.save') as { name: string; value: string }[]
    expect(saves).toHaveLength(1)
    const [saved] = saves
    const second = open((desk) => desk.startWith('settings', { [saved?.name ?? '']: saved?.value ?? '' }))
    expect(second.session.workspace.getState()).toMatchObject({
      customer: null,
      instruments: { '1': 'BTCUSDC_PERP', '2': 'SOLUSDC_PERP' },
      armed: {},
    })
    expect(second.session.tickets.of('ticket:1').getState().form).toMatchObject({
      customerCode: '',
      symbol: 'BTCUSDC_PERP',
    })
    second.clock.advance(1_000)
    expect(second.desk.callsOf('setting.save')).toEqual([])
  })

  it('each window gets its own choices back, whatever another window saved since', () => {
    const saved: Record<string, string> = {}
    const choose = (windowName: string, instrument: string) => {
      const { session, desk, clock } = open(
        (scriptedCore) => scriptedCore.startWith('settings', { ...saved }),
        windowName,
      )
      chooseInstrument(session.workspace, '1', sym(instrument))
      clock.advance(1_000)
      for (const { name, value } of desk.callsOf('setting.save') as { name: string; value: string }[]) {
        delete saved[name]
        saved[name] = value
      }
    }
    choose('first', 'ETHUSDC_PERP')
    choose('second', 'SOLUSDC_PERP')
    const shown = (windowName: string) =>
      open((desk) => desk.startWith('settings', saved), windowName).session.workspace.getState().instruments[
        '1'
      ]
    expect(shown('first')).toBe('ETHUSDC_PERP')
    expect(shown('second')).toBe('SOLUSDC_PERP')
    // A window without a workspace of its own starts with a copy of the newest.
    expect(shown('third')).toBe('SOLUSDC_PERP')
  })

  it('a window starts with the settings that an earlier release saved for all windows', () => {
    const { session } = open((desk) =>
      desk.startWith('settings', {
        workspace: JSON.stringify({
          instruments: { '1': 'SOLUSDC_PERP', '2': 'BTCUSDC_PERP' },
          sizes: {},
          grouping: { '1': 1, '2': 1 },
          interval: '5m',
          onlyCustomer: false,
          layout: null,
        }),
      }),
    )
    expect(session.workspace.getState()).toMatchObject({
      instruments: { '1': 'SOLUSDC_PERP' },
      panels: { 'ladder:1': { grouping: 1 }, 'chart:1': { interval: '5m' } },
    })
  })

  it('an unreadable setting is ignored', () => {
    const { session } = open((desk) => desk.startWith('settings', { workspace: '{"interval":5}' }))
    expect(session.workspace.getState()).toMatchObject({
      customer: null,
      instruments: { '1': 'BTCUSDC_PERP' },
      restored: true,
    })
  })
})

describe('server-owned stores', () => {
  it('show orders as the core folded them, mark stale, and replace all on a new snapshot', () => {
    const { desk, session } = open()
    const order = orderOf({ referenceId: reference('v1-1') })
    desk.delta('orders', [{ ...order, pending: 'cancel' }])
    expect(session.server.orders.getState().rows.get('C1042 v1-1')?.pending).toBe('cancel')
    desk.delta('orders', [{ ...order, phase: 'closed', status: 'filled', filledAmount: '1' as never }])
    const table = session.server.orders.getState()
    expect(table.rows.get('C1042 v1-1')).toMatchObject({ phase: 'closed', filledAmount: '1' })
    expect([...table.openKeys]).toEqual([])
    desk.stale('orders')
    expect(session.server.orders.getState().stale).toBe(true)
    desk.openOf('orders')[0]?.listener.snapshot([])
    expect(session.server.orders.getState()).toMatchObject({ stale: false, keys: [] })
  })

  it('a notice of a snapshot goes to the log only; a new notice is shown for a time', () => {
    const notice = plainNotice({ id: 1, at: 0, level: 'info', message: 'Filled.' })
    const { desk, session, clock } = open((scriptedCore) => scriptedCore.startWith('notices', [notice]))
    expect(session.notices.getState().toasts).toEqual([])
    desk.delta('notices', [{ ...notice, id: 2 }])
    expect(session.notices.getState()).toMatchObject({ toasts: ['core 2'] })
    clock.advance(10_000)
    expect(session.notices.getState().toasts).toEqual([])
    expect(session.notices.getState().log).toHaveLength(2)
  })
})

describe('the sentence of a flatten', () => {
  const flatten = { kind: 'flatten', customerCode: code('C1042'), symbol: sym('BTCUSDC_PERP') } as const
  const said = (prepare?: (desk: ScriptedCore) => void) => sentenceOf(open(prepare).session, flatten)
  const position = (more: Partial<Position>) => (desk: ScriptedCore) =>
    desk.startWith('positions', [{ ...positionOf('C1042', 'BTCUSDC_PERP', '2', '61000'), ...more }])

  it.each([
    ['no trade made one', undefined],
    ['it was closed', position({ size: decimalText.parse('0') })],
  ])('says that the position is flat where %s', (_name, prepare) =>
    expect(said(prepare)).toBe('C1042 · FLATTEN BTCUSDC_PERP: the position is flat, nothing is to be closed'),
  )

  it('is offered nowhere while the flatten would send nothing, and gives the reason', () => {
    const { session, desk } = open()
    expect(propose(session, 'command', flatten)).toBe(
      'C1042 · FLATTEN BTCUSDC_PERP: the position is flat, nothing is to be closed',
    )
    expect(session.proposals.getState().command).toBeUndefined()
    desk.delta('orders', [orderOf({ referenceId: reference('r1') })])
    expect(propose(session, 'command', flatten)).toBeNull()
  })

  it('states the cancels of live orders at a flat position', () =>
    expect(said((desk) => desk.startWith('orders', [orderOf({ referenceId: reference('r1') })]))).toBe(
      'C1042 · FLATTEN BTCUSDC_PERP: cancel its order, then close only what it fills meanwhile; the position is flat now',
    ))

  it.each<[string, (desk: ScriptedCore) => void, RegExp]>([
    [
      'trades were lost',
      position({ complete: false, unsure: { since: NOW, why: 'one trade cannot be read' } }),
      /size is not known: not sure since 09:00:00 UTC: one trade cannot be read$/,
    ],
    ['trades are missing', position({ complete: false }), /size is not known: its trades are not all read$/],
    [
      'the trades were not read',
      (desk) => desk.startWith('reads', [{ name: 'trades', readAt: null, why: 'the venue answered 503.' }]),
      /size is not known: Not read: the venue answered 503/,
    ],
    [
      'the customer was not read back',
      (desk) => desk.startWith('reconciliation', [{ ...CLOSED, why: 'Trades of C1042 were lost.' }]),
      /size is not known: C1042 is not open for trading\. Trades of C1042 were lost\.$/,
    ],
  ])('says why the size is not known where %s', (_name, prepare, words) => {
    expect(said(prepare)).toMatch(words)
  })
})

it('a saved size of zero is not restored: the instrument has its usual sizes again', () => {
  const saved = {
    instruments: { '1': 'BTCUSDC_PERP', '2': null },
    sizes: {
      BTCUSDC_PERP: { sizes: ['1', '0'], index: 1 },
      ETHUSDC_PERP: { sizes: ['2', '5'], index: 0 },
    },
    grouping: { '1': 10, '2': 10 },
    interval: '1m',
    onlyCustomer: false,
    layout: null,
  }
  const { session } = open((desk) => desk.startWith('settings', { 'workspace.first': JSON.stringify(saved) }))
  const { sizes, instruments } = session.workspace.getState()
  expect(instruments['1']).toBe('BTCUSDC_PERP')
  expect(Object.keys(sizes)).toEqual(['ETHUSDC_PERP'])
})
