/** The desktop door: which frame gets a port, and what becomes of it. */

import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPortGateway, PORT_CHANNELS } from '../../../electron/gateway/portGateway.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import { fakeCore, play } from '../../contract/fakeCore.ts'
import { clock, emitterOf, type EmitterPort } from '../../contract/transports.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

function setUp() {
  const fake = fakeCore()
  const ours = new Set([1, 2])
  const gateway = createPortGateway<EmitterPort>({
    desk: fake.desk,
    clock,
    origin: 'app://terminal',
    isOurs: (id) => ours.has(id),
    channel() {
      const { port1, port2 } = new MessageChannel()
      open.push(() => port1.close())
      return { port1: emitterOf(port1), port2: emitterOf(port2) }
    },
    report: fake.report,
  })
  const handed: EmitterPort[] = []
  const frame = {
    origin: 'app://terminal',
    parent: null as unknown,
    postMessage(channel: string, message: unknown, ports: EmitterPort[]) {
      expect(PORT_CHANNELS).toContain(channel)
      expect(message).toBeNull()
      handed.push(...ports)
    },
  }
  return { fake, gateway, frame, handed }
}

const join = (port: EmitterPort | undefined): ContractClient => {
  if (!port) throw new Error('no port was handed over')
  const client = connectContract({
    openTransport: () => Promise.resolve(portTransport(port)),
    clock,
  })
  open.push(() => client.close())
  return client
}

describe('a port', () => {
  it('goes to the main frame of our window on our origin, and works', async () => {
    const { fake, gateway, frame, handed } = setUp()
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    gateway.openPort('openpit.port', 1, frame)
    const snapshot = vi.fn()
    join(handed[0]).open('notices', null, { snapshot, delta() {} })
    await vi.waitFor(() => expect(snapshot).toHaveBeenCalledWith([]))
    expect(held[0]?.windowId).toBe('shell-1')
    expect(fake.asked).toEqual([{ door: 'shell', scope: 'read' }])
  })

  it.each([
    ['a frame that is gone', 1, () => null],
    ['a frame within a frame', 1, (frame: object) => ({ ...frame, parent: {} })],
    ['another origin', 1, (frame: object) => ({ ...frame, origin: 'https://evil.example' })],
    ['an origin that begins alike', 1, (frame: object) => ({ ...frame, origin: 'app://terminal.evil' })],
    ['a window that is not ours', 3, (frame: object) => frame],
  ])('does not go to %s', (_name, id, change) => {
    const { fake, gateway, frame, handed } = setUp()
    gateway.openPort('openpit.port', id, change(frame) as typeof frame | null)
    expect(handed).toEqual([])
    expect(fake.reported).toHaveLength(1)
  })

  it('of the paint worker is read-only, beside the port of the page', async () => {
    const { fake, gateway, frame, handed } = setUp()
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    gateway.openPort('openpit.port', 1, frame)
    gateway.openPort('openpit.paintPort', 1, frame)
    const [page, paint] = handed.map(join)
    for (const client of [page, paint]) client?.open('notices', null, { snapshot() {}, delta() {} })
    await vi.waitFor(() => expect(held).toHaveLength(2))
    const refused = await paint?.call('session.signOut', {})
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } })
    gateway.closePorts(1)
    expect(held.map((item) => item.closed)).toEqual([true, true])
  })

  it('replaces the last one when the page reloads, and ends with its window', async () => {
    const { fake, gateway, frame, handed } = setUp()
    const held = play(fake, 'notices', (sink) => sink.snapshot([]))
    gateway.openPort('openpit.port', 1, frame)
    join(handed[0]).open('notices', null, { snapshot() {}, delta() {} })
    await vi.waitFor(() => expect(held).toHaveLength(1))
    gateway.openPort('openpit.port', 1, frame)
    expect(held[0]?.closed).toBe(true)
    join(handed[1]).open('notices', null, { snapshot() {}, delta() {} })
    await vi.waitFor(() => expect(held).toHaveLength(2))
    gateway.closePorts(2)
    expect(held[1]?.closed).toBe(false)
    gateway.closePorts(1)
    expect(held[1]?.closed).toBe(true)
  })
})
