import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { propose } from '../../../../renderer/state/actions/dealing.ts'
import { chooseLinkCustomer, joinEverywhere, joinLink } from '../../../../renderer/state/actions/joinLinks.ts'
import { foldLinks } from '../../../../renderer/state/actions/shareLinks.ts'
import {
  arm,
  chooseCustomer,
  chooseInstrument,
  toggleArmed,
} from '../../../../renderer/state/actions/workspaceActions.ts'
import {
  targetIn,
  type InstanceId,
  type PanelTarget,
} from '../../../../renderer/state/stores/panelInstances.ts'
import { changeTicketForm } from '../../../../renderer/state/ticket/ticketStore.ts'
import { UNASKED_CHANGE_MS } from '../../../../renderer/state/presses/unaskedChanges.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'
import { ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import {
  CUSTOMER_LINKS,
  INSTRUMENT_LINKS,
  withLink,
  type LinkValues,
} from '../../../../shared/domain/panelLinks.ts'
import { ScriptedCore, code, sym } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

const [BTC, ETH, SOL] = ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'SOLUSDC_PERP'].map(sym) as [never, never, never]
const draft = plainDraft({
  customerCode: code('C1042'),
  symbol: BTC,
  side: 'buy',
  type: 'limit',
  amount: '1' as never,
  limitPrice: '62000' as never,
  timeInForce: 'GTC',
})

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Windows on one core, which tells every window each change. */
function windows(count: number) {
  const desks = Array.from({ length: count }, () => new ScriptedCore())
  const publish = (values: LinkValues) => {
    for (const desk of desks) desk.setLinks(values)
  }
  for (const desk of desks)
    desk.answer('link.set', ({ change }) => {
      publish(withLink(desk.links, change))
      return ok({ revision: desk.links.revision })
    })
  const opened = desks.map((desk, n) => openWindow(desk, ['first', 'second'][n]))
  const sessions = opened.map(({ session }) => session)
  closers.push(...sessions.map((session) => () => session.close()))
  /** Time in which a dealer sees what changed. */
  const look = () => opened.forEach(({ clock }) => clock.advance(UNASKED_CHANGE_MS))
  return { desks, sessions: sessions as [WindowSession, ...WindowSession[]], publish, look }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))
const shown = ({ workspace }: WindowSession, id: InstanceId) => targetIn(workspace.getState(), id)
const log = ({ notices }: WindowSession) => notices.getState().log.map(({ message }) => message)

async function twoArmed() {
  const { desks, sessions, publish, look } = windows(2)
  await settle()
  look()
  const [here, there] = sessions as [WindowSession, WindowSession]
  for (const { workspace } of sessions) chooseCustomer(workspace, code('C1042'))
  for (const session of sessions)
    for (const id of ['ladder:1', 'ladder:2'] as const) expect(arm(session, id)).toBeNull()
  return { desks, here, there, publish, look }
}

it('every panel that can follow a customer joins a link at once; ladders disarm, other panels stay as they are', async () => {
  const { here, there } = await twoArmed()
  chooseLinkCustomer(here.workspace, 'B', code('C2007'))
  await settle()
  const before = here.workspace.getState().panels
  joinEverywhere(here, { axis: 'customer', link: 'B' })
  const { panels, armed } = here.workspace.getState()
  expect(armed).toEqual({})
  for (const id of Object.keys(panels) as InstanceId[]) {
    const follows = here.panels.getState().describe(id).follows.includes('customer')
    expect(panels[id]).toEqual(follows ? { ...before[id], customerLink: 'B' } : before[id])
  }
  expect(shown(here, 'ladder:2').customer).toBe('C2007')
  expect(Object.keys(there.workspace.getState().armed)).toEqual(['ladder:1', 'ladder:2'])
})

describe('a link that changes in one window', () => {
  it('changes, disarms and drops in the other window, which says so', async () => {
    const { here, there } = await twoArmed()
    expect(propose(there, 'ladder:1', { kind: 'order', draft })).toBeNull()
    chooseInstrument(here.workspace, '1', SOL)
    await settle()
    expect(shown(there, 'ladder:1').symbol).toBe(SOL)
    expect(Object.keys(there.workspace.getState().armed)).toEqual(['ladder:2'])
    expect(there.workspace.getState().disarmedBecause).toBe('the instrument of link 1 is SOLUSDC_PERP now')
    expect(there.proposals.getState()).toEqual({})
    expect(log(there)).toEqual([
      'Another window changed a link: link 1 is SOLUSDC_PERP. Disarmed here: ladder 1. What waited for Enter was dropped; nothing was sent. Look at the ladder, then arm it again (F10).',
    ])
    expect(log(here)).toEqual([])
  })

  it('of a customer disarms the ladders that joined it, and leaves the customer of each window', async () => {
    const { here, there, look } = await twoArmed()
    for (const { workspace } of [here, there])
      joinLink(workspace, 'ladder:2', { axis: 'customer', link: 'B' })
    chooseLinkCustomer(here.workspace, 'B', code('C2007'))
    await settle()
    expect(shown(there, 'ladder:2').customer).toBe('C2007')
    expect(there.workspace.getState().customer).toBe('C1042')
    look()
    expect(arm(there, 'ladder:2')).toBeNull()
    chooseLinkCustomer(here.workspace, 'B', code('C1042'))
    await settle()
    expect(Object.keys(there.workspace.getState().armed)).toEqual(['ladder:1'])
  })

  it('never arms a ladder by the F10 that was to disarm the ladder, and does so again after a look', async () => {
    const { here, there, look } = await twoArmed()
    chooseInstrument(here.workspace, '1', SOL)
    await settle()
    toggleArmed(there, 'ladder:1')
    expect(Object.keys(there.workspace.getState().armed)).toEqual(['ladder:2'])
    expect(log(there).at(-1)).toBe(
      'Nothing was done: just before your press, another window made SOLUSDC_PERP the instrument of ladder 1. Look at the panel, then press again.',
    )
    look()
    toggleArmed(there, 'ladder:1')
    expect(Object.keys(there.workspace.getState().armed).toSorted()).toEqual(['ladder:1', 'ladder:2'])
  })

  it('never changes the customer of a begun ticket', async () => {
    const { here, there } = await twoArmed()
    const form = () => there.tickets.of('ticket:1').getState().form
    joinLink(there.workspace, 'ticket:1', { axis: 'customer', link: 'C' })
    chooseLinkCustomer(here.workspace, 'C', code('C2007'))
    await settle()
    expect(form().customerCode).toBe('C2007')
    changeTicketForm(there.tickets.of('ticket:1'), { kind: 'typed', field: 'amount', text: '1' })
    chooseLinkCustomer(here.workspace, 'C', code('C1042'))
    await settle()
    expect(form()).toMatchObject({ customerCode: 'C2007', amount: '1' })
  })

  it('goes back, and says so, where the core refuses it', async () => {
    const { desks, here } = await twoArmed()
    desks[0]?.answer('link.set', () => ({ ok: false, failure: failureOf('refused', 'No such instrument.') }))
    chooseInstrument(here.workspace, '1', SOL)
    await settle()
    expect(shown(here, 'ladder:1').symbol).toBe(BTC)
    expect(log(here)).toContain(
      'Link 1 was not changed for all windows: No such instrument. No order was sent. Set it again.',
    )
  })

  it('is not undone by an older value that arrives before the core’s answer', async () => {
    const { desks, here } = await twoArmed()
    const [desk] = desks
    if (!desk) throw new Error('no desk')
    const before = desk.links
    const { promise, resolve } = Promise.withResolvers<void>()
    desk.answer('link.set', async () => {
      await promise
      return ok({ revision: before.revision + 1 })
    })
    chooseInstrument(here.workspace, '1', SOL)
    desk.setLinks({ ...before })
    expect(shown(here, 'ladder:1').symbol).toBe(SOL)
    resolve()
    await settle()
    expect(shown(here, 'ladder:1').symbol).toBe(SOL)
    desk.setLinks({
      ...before,
      revision: before.revision + 1,
      instruments: { ...before.instruments, '1': ETH },
    })
    expect(shown(here, 'ladder:1').symbol).toBe(ETH)
  })
})

it('a window takes the shared instruments before its own; the first window gives a link its instrument', async () => {
  const { desks, sessions } = windows(1)
  await settle()
  expect(desks[0]?.links.instruments).toEqual({ '1': BTC, '2': ETH })
  expect(shown(sessions[0], 'ladder:2').symbol).toBe(ETH)
  const desk = new ScriptedCore().startWith('links', {
    revision: 4,
    instruments: { '1': SOL },
    customers: {},
  })
  const { session } = openWindow(desk)
  closers.push(() => session.close())
  expect(shown(session, 'ladder:1').symbol).toBe(SOL)
})

describe('folding', () => {
  const anySymbol = fc.constantFrom<PanelTarget['symbol']>(BTC, ETH, null)
  const instruments = fc.record(Object.fromEntries(INSTRUMENT_LINKS.map((link) => [link, anySymbol])))
  const customers = fc.record(
    Object.fromEntries(CUSTOMER_LINKS.map((link) => [link, fc.constantFrom(code('C1042'), null)])),
  )
  it('twice is folding once, and a held link keeps its value', () => {
    fc.assert(
      fc.property(instruments, customers, instruments, customers, fc.boolean(), (a, b, c, d, holds) => {
        const own = { instruments: a, linkedCustomers: b } as Parameters<typeof foldLinks>[0]
        const shared = { revision: 1, instruments: c, customers: d }
        const isHeld = () => holds
        const once = foldLinks(own, shared, isHeld)
        expect(foldLinks(once, shared, isHeld)).toEqual(once)
        expect(holds ? once : own).toEqual(own)
      }),
    )
  })
})

it('whatever two windows do, no armed ladder has another target than it was armed on, and both agree in the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          at: fc.nat(1),
          link: fc.constantFrom('1' as const, '2' as const),
          symbol: fc.constantFrom(BTC, ETH, SOL),
          customer: fc.option(fc.constantFrom(code('C1042'), code('C2007'))),
          act: fc.constantFrom('instrument', 'customer', 'join', 'arm', 'wait'),
        }),
        { maxLength: 25 },
      ),
      async (acts) => {
        const { sessions, desks, look } = windows(2)
        const strays: string[] = []
        for (const session of sessions) {
          const armedOn = new Map<InstanceId, string>()
          session.workspace.subscribe((now) => {
            for (const id of ['ladder:1', 'ladder:2'] as const) {
              const target = JSON.stringify(targetIn(now, id))
              const before = armedOn.get(id) ?? target
              if (now.armed[id] === undefined) armedOn.delete(id)
              else armedOn.set(id, before)
              if (now.armed[id] !== undefined && before !== target) strays.push(id)
            }
          })
          chooseCustomer(session.workspace, code('C1042'))
        }
        for (const { at, link, symbol, customer, act } of acts) {
          const session = sessions[at] ?? sessions[0]
          if (act === 'instrument') chooseInstrument(session.workspace, link, symbol)
          if (act === 'customer') chooseLinkCustomer(session.workspace, 'A', customer)
          if (act === 'join')
            joinLink(session.workspace, `ladder:${Number(link)}`, { axis: 'customer', link: customer && 'A' })
          if (act === 'arm') arm(session, `ladder:${Number(link)}`)
          if (act === 'wait') {
            await settle()
            look()
          }
        }
        await settle()
        expect(strays).toEqual([])
        for (const { workspace } of sessions) {
          expect(workspace.getState().instruments).toMatchObject(desks[0]?.links.instruments ?? {})
          expect(workspace.getState().linkedCustomers).toMatchObject(desks[0]?.links.customers ?? {})
        }
        for (const session of sessions) session.close()
      },
    ),
    { numRuns: 40 },
  )
})
