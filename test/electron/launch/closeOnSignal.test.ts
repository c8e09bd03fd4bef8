/** A signal of the system: what stays live at the venue is said before anything that takes time, and the program closes in order. */

import { afterEach, expect, it, vi } from 'vitest'
import { closeOnSignal } from '../../../electron/launch/closeOnSignal.ts'
import { serve } from '../../../electron/serve.ts'
import { flatPosition } from '../../../shared/domain/accounts/position.ts'
import { fakeCore, play } from '../../contract/fakeCore.ts'
import { pageFolder } from '../../contract/transports.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { code, orderOf, readySession, reference, sym } from '../../fakes/window/scriptedCore.ts'

afterEach(() => void vi.restoreAllMocks())

/** The handlers that the program gave the system, by signal. */
function signals() {
  const handlers = new Map<string, () => void>()
  vi.spyOn(process, 'on').mockImplementation((name, handler) => {
    handlers.set(String(name), handler as () => void)
    return process
  })
  const exits: unknown[] = []
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    exits.push(status)
    return undefined as never
  })
  return { send: (name: string) => handlers.get(name)?.(), exits }
}

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'])('%s says what stays, then closes once', async (signal) => {
  const { send, exits } = signals()
  const clock = new FakeClock()
  const steps: string[] = []
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const close = () => {
    steps.push('close')
    return closed
  }
  closeOnSignal(
    clock,
    () => void steps.push('announce'),
    close,
    () => void steps.push('failed'),
  )
  send(signal)
  send(signal)
  expect(steps).toEqual(['announce', 'close'])
  resolve()
  await vi.waitFor(() => expect(exits).toEqual([0]))
})

it('the served terminal names orders and positions that stay, and no customer while it is locked', async () => {
  const fake = fakeCore()
  const page = pageFolder()
  const session = play(fake, 'session', (sink) => sink.snapshot(readySession))
  const orders = play(fake, 'orders', (sink) =>
    sink.snapshot([orderOf({ referenceId: reference('a') }), orderOf({ referenceId: reference('b') })]),
  )
  play(fake, 'positions', (sink) =>
    sink.snapshot([{ ...flatPosition(code('C1042'), sym('BTCUSDC_PERP')), size: '2.5' as never }]),
  )
  const served = await serve(
    {
      port: 0,
      dataDirectory: null,
      venueFile: null,
      paper: { seed: 3, replay: null, speed: 1, faults: false },
      session: null,
      record: null,
      liveOverLoopback: true,
    },
    { compose: () => Promise.resolve(fake.desk), page: page.url },
  )
  expect(served.staysLive()).toEqual([])
  await served.startDesk()
  expect(served.staysLive()).toEqual([
    '2 orders stay live at the venue. Nothing at the venue ends them while this terminal is away.',
    'C1042 BTCUSDC_PERP: 2',
    'Positions stay open at the venue:',
    'C1042: BTCUSDC_PERP long 2.5',
  ])
  const locked = { since: 1, by: 'ann', asks: 'password', cause: 'rest', wrong: 0 } as const
  session[0]?.sink.delta({ ...readySession, locked })
  expect(served.staysLive().join()).toMatch(/may stay live at the venue/)
  expect(served.staysLive().join()).not.toContain('C1042')
  expect(orders).toHaveLength(1)
  await served.close()
  page.remove()
})
