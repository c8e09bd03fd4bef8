/** Express: what leaves without Enter, what never does, and every way in which express ends. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  arm,
  chooseCustomer,
  chooseInstrument,
  disarm,
} from '../../../../renderer/state/actions/workspaceActions.ts'
import { EXPRESS_REST_MS } from '../../../../renderer/state/actions/express.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { readDealerSettings } from '../../../../shared/domain/settings/dealerSettings.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { code, liveConnection, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'
import { TRADE_LOCK } from '../../../fixtures/tradeLock.ts'
import { ladder, stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const limited = (limits: object) =>
  readDealerSettings(JSON.stringify({ version: 1, values: { 'express.limits': limits }, keys: {} }))
const LIMITS = { BTCUSDC_PERP: ['2', '130000'] }
const text = (value: string) => decimalText.parse(value)
const buy = (amount: string, kind: 'limit' | 'take' = 'limit') =>
  ladder.props?.onRequest({ kind, side: 'buy', price: text('62000'), amount: text(amount) })

async function armed(limits: object = LIMITS) {
  const staged = await stage()
  const { session, desk } = staged
  desk.answer('order.submit', () => ok({ outcome: 'taken', referenceId: reference('v1-x') }))
  session.settings.setState((was) => ({ ...was, settings: limited(limits) }))
  chooseCustomer(session.workspace, code('C1042'))
  await expect.poll(() => ladder.props?.customer?.code).toBe('C1042')
  expect(arm(session, 'ladder:1')).toBeNull()
  await expect.poll(() => ladder.props?.armed).toBe(true)
  return staged
}

async function express() {
  const staged = await armed()
  ladder.props?.onToggleExpress()
  await expect.poll(() => ladder.props?.express).toBe(true)
  const sent = () => staged.desk.callsOf('order.submit') as readonly { draft: { amount: string } }[]
  return { ...staged, sent }
}

describe('express', () => {
  it('is off until it is switched on: an armed ladder waits for Enter', async () => {
    const { desk } = await armed()
    buy('1')
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 1 BTCUSDC_PERP/)
    expect(desk.callsOf('order.submit')).toEqual([])
  })

  it.each([
    ['without limits', {}],
    ['with limits of another instrument', { ETHUSDC_PERP: ['2', '130000'] }],
  ])('cannot begin %s', async (_, limits) => {
    const { screen } = await armed(limits)
    ladder.props?.onToggleExpress()
    await expect.element(screen.getByText(/^Express has no limits for BTCUSDC_PERP/)).toBeVisible()
    expect(ladder.props?.express).toBe(false)
  })

  it('cannot begin on a ladder that is not armed', async () => {
    const { session, screen } = await armed()
    disarm(session.workspace, null)
    await expect.poll(() => ladder.props?.armed).toBe(false)
    ladder.props?.onToggleExpress()
    await expect.element(screen.getByText(/^Arm the ladder first \(F10\)/)).toBeVisible()
    expect(session.workspace.getState().express).toEqual({})
  })

  it('sends a limit order at once, is named in frame and top bar, and leaves nothing for Enter', async () => {
    const { sent, screen } = await express()
    expect(document.querySelector('.ladder-panel[data-express=true]')).not.toBeNull()
    await expect.element(screen.getByText(/^ARMED C1042 .*EXPRESS/)).toBeVisible()
    buy('1')
    buy('2', 'take')
    await expect.poll(() => sent().map(({ draft }) => draft.amount)).toEqual(['1', '2'])
    expect(ladder.props?.proposal).toBeNull()
    ladder.props?.onSend()
    expect(sent()).toHaveLength(2)
  })

  it('a sentence that waited before is dropped, so that no Enter sends a second order', async () => {
    const { session, desk } = await armed()
    buy('1')
    await expect.poll(() => ladder.props?.proposal).not.toBeNull()
    ladder.props?.onToggleExpress()
    await expect.poll(() => ladder.props?.proposal).toBeNull()
    expect(session.proposals.getState()['ladder:1']).toBeUndefined()
    expect(desk.callsOf('order.submit')).toEqual([])
  })

  it.each(['2.001', '2'])('%s contracts above a limit wait for Enter', async (amount) => {
    const { session, sent } = await express()
    if (amount === '2')
      session.settings.setState((was) => ({ ...was, settings: limited({ BTCUSDC_PERP: ['2', '123999'] }) }))
    buy(amount)
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 2/)
    expect(sent()).toEqual([])
  })

  it('sends nothing but limit orders without Enter', async () => {
    const { sent } = await express()
    ladder.props?.onRequest({
      kind: 'trigger',
      type: 'stop_loss',
      side: 'sell',
      price: text('60000'),
      limitPrice: null,
      amount: text('1'),
    })
    await expect.poll(() => ladder.props?.proposal).toMatch(/SELL 1/)
    expect(sent()).toEqual([])
  })
})

type Staged = Awaited<ReturnType<typeof express>>
const ENDS: readonly (readonly [string, (staged: Staged) => void])[] = [
  ['the customer changes', ({ session }) => chooseCustomer(session.workspace, code('C2007'))],
  ['no customer is left', ({ session }) => chooseCustomer(session.workspace, null)],
  ['the instrument changes', ({ session }) => chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))],
  ['the window loses the focus', () => void window.dispatchEvent(new Event('blur'))],
  [
    'another workspace closes the ladder',
    ({ session }) =>
      session.workspace.setState(({ panels }) => {
        const { 'ladder:1': _, ...others } = panels
        return { panels: others }
      }),
  ],
  [
    'the ladder goes behind another panel',
    ({ session }) => session.workspace.setState({ hidden: new Set(['ladder:1']) }),
  ],
  ['a halt comes', ({ desk }) => desk.delta('halts', [{ ...TRADE_LOCK, mode: 'halted' }])],
  [
    'a private channel is lost',
    ({ desk }) =>
      desk.delta('connection', {
        ...liveConnection,
        streams: liveConnection.streams.map((link) =>
          link.channel.includes(':') ? link : { ...link, state: 'down' },
        ),
      }),
  ],
  ['the book grows old', () => ladder.props?.onBookState('live', true)],
  ['five minutes pass', ({ clock }) => clock.advance(EXPRESS_REST_MS)],
  [
    'the limits are taken away',
    ({ session }) => session.settings.setState((was) => ({ ...was, settings: limited({}) })),
  ],
  ['the dealer ends it', () => ladder.props?.onToggleExpress()],
]

describe('express ends when', () => {
  it.each(ENDS)('%s', async (_, end) => {
    const staged = await express()
    end(staged)
    expect(staged.session.workspace.getState().express).toEqual({})
    expect(staged.sent()).toEqual([])
  })

  it('the rest counts at the press, also where no timer ran', async () => {
    const { session, clock, sent } = await express()
    session.workspace.setState({ express: { 'ladder:1': clock.now() - EXPRESS_REST_MS } })
    buy('1')
    expect(session.workspace.getState().express).toEqual({})
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 1/)
    expect(sent()).toEqual([])
  })

  it('nobody knows what became of an order', async () => {
    const { desk, session, sent } = await express()
    desk.answer('order.submit', () => fail(failureOf('unknown-outcome', 'No answer.')))
    buy('1')
    await expect.poll(() => session.workspace.getState().express).toEqual({})
    buy('1')
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 1/)
    expect(sent()).toHaveLength(1)
  })

  it('an order of the customer in the instrument is unresolved; express cannot begin beside one', async () => {
    const { desk, session, screen } = await express()
    const lost = orderOf({ referenceId: reference('v1-lost'), phase: 'unknown' })
    desk.delta('orders', [lost])
    expect(session.workspace.getState().express).toEqual({})
    await expect.poll(() => ladder.props?.express).toBe(false)
    ladder.props?.onToggleExpress()
    await expect.element(screen.getByText(/^Express cannot begin: it is not known what became/)).toBeVisible()
    expect(session.workspace.getState().express).toEqual({})
  })

  it('its limits were raised in the settings', async () => {
    const { session, sent } = await express()
    session.settings.setState((was) => ({ ...was, settings: limited({ BTCUSDC_PERP: ['200', '99000000'] }) }))
    expect(session.workspace.getState().express).toEqual({})
    buy('150')
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 150/)
    expect(sent()).toEqual([])
  })

  it('the ladder was disarmed and armed anew', async () => {
    const { session, sent } = await express()
    disarm(session.workspace, null)
    expect(arm(session, 'ladder:1')).toBeNull()
    expect(session.workspace.getState().express).toEqual({})
    buy('1')
    await expect.poll(() => ladder.props?.proposal).toMatch(/BUY 1/)
    expect(sent()).toEqual([])
  })
})
