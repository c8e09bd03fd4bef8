/** Every command and topic of the contract against the attacks that it can meet, at both doors of the terminal. No attack may reach a handler or a source. */

import { readFileSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { CONTRACT_PATH, openLoopbackGateway } from '../../electron/gateway/browserGateway.ts'
import { createPortGateway, type AskingFrame } from '../../electron/gateway/portGateway.ts'
import { refuseWhileLocked, SESSION_LOCKED } from '../../electron/core/session/lock/refuseWhileLocked.ts'
import { ok } from '../../shared/base/result.ts'
import { commands, CONTRACT_VERSION, topics } from '../../shared/contract/contract.ts'
import type { Command } from '../../shared/contract/define.ts'
import type { ServerFrame } from '../../shared/contract/frames.ts'
import { portTransport } from '../../shared/contract/portTransport.ts'
import type { Transport } from '../../shared/contract/transport.ts'
import { fakeCore, type FakeCore } from './fakeCore.ts'
import { clock, dial, emitterOf, pageFolder, proofOf, type EmitterPort } from './transports.ts'

const COMMANDS = Object.entries(commands as Readonly<Record<string, Command>>)
const TOPICS = Object.entries(topics)
const MIB = 1 << 20
/** Pairs of a command or topic and an attack that a test of this file tried with the right outcome. */
let cells = 0
/** Calls that one window may have under way, and its subscriptions. */
const MOST = 512
/** Hundreds of windows are waited for one by one. */
const OFTEN = { interval: 1 }

/** A window that follows no rule: it sends any frame. */
interface Window {
  send(frame: unknown): void
  /** What came back, oldest first. */
  readonly heard: readonly ServerFrame[]
  /** Why the terminal closed the window; null while it is open. */
  closed(): string | null
}

interface Gate {
  /** A window that has not greeted yet. */
  open(): Promise<Window>
  readonly hello: object
}

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

function windowOn(transport: Transport): Window {
  const heard: ServerFrame[] = []
  let why: string | null = null
  transport.onFrame((frame) => heard.push(frame as ServerFrame))
  transport.onClose((reason) => {
    why ??= reason
  })
  stops.push(() => transport.close('the test is over'))
  return { send: (frame) => transport.send(frame), heard, closed: () => why }
}

function desktop(fake: FakeCore) {
  const gateway = createPortGateway<EmitterPort>({
    desk: fake.desk,
    clock,
    origin: 'app://terminal',
    isOurs: (id) => id < 1_000,
    channel() {
      const { port1, port2 } = new MessageChannel()
      stops.push(() => port1.close())
      return { port1: emitterOf(port1), port2: emitterOf(port2) }
    },
    report: fake.report,
  })
  let windows = 0
  /** The port that a frame gets; undefined: none. */
  const ask = (id: number, frame: Partial<AskingFrame<EmitterPort>> = {}): EmitterPort | undefined => {
    const handed: EmitterPort[] = []
    gateway.openPort('openpit.port', id, {
      origin: 'app://terminal',
      parent: null,
      postMessage: (_channel, _message, ports) => handed.push(...ports),
      ...frame,
    })
    return handed[0]
  }
  const open = () => {
    const port = ask(++windows)
    if (!port) throw new Error('no port was handed over')
    return Promise.resolve(windowOn(portTransport(port)))
  }
  return { open, ask, hello: {} }
}

async function browser(fake: FakeCore) {
  const page = pageFolder()
  const gateway = await openLoopbackGateway({
    desk: Promise.resolve(fake.desk),
    clock,
    page: page.url,
    port: 0,
    report: fake.report,
  })
  stops.push(() => page.remove())
  stops.push(() => gateway.close())
  return {
    open: async () => windowOn(await dial(gateway.port)),
    hello: proofOf(gateway.token),
    port: gateway.port,
  }
}

const DOORS: readonly (readonly [string, (fake: FakeCore) => Promise<Gate>])[] = [
  ['a desktop window', (fake) => Promise.resolve(desktop(fake))],
  ['a browser window', browser],
]

/** A core that counts what reaches it. */
function countingCore() {
  const fake = fakeCore()
  const reached: string[] = []
  for (const [name] of COMMANDS)
    (fake.handlers as Record<string, unknown>)[name] = () => {
      reached.push(name)
      return Promise.resolve(ok(null))
    }
  for (const [name] of TOPICS)
    (fake.sources as Record<string, unknown>)[name] = () => {
      reached.push(name)
      return { close() {} }
    }
  return { fake, reached }
}

async function greeted(gate: Gate): Promise<Window> {
  const window = await gate.open()
  window.send({ kind: 'hello', id: 0, version: CONTRACT_VERSION, ...gate.hello })
  await vi.waitFor(() => expect(window.heard.map(({ kind }) => kind)).toContain('welcome'), OFTEN)
  return window
}

/** Bodies that no command and no topic of more than `null` takes. */
const STRANGE: readonly unknown[] = [
  [],
  'text',
  7,
  true,
  { extra: 1 },
  JSON.parse('{"__proto__": {"customerCode": "C1042"}}'),
  JSON.parse('{"constructor": {"prototype": {"allowed": true}}}'),
  { toString: 'x', valueOf: 'x', hasOwnProperty: 'x' },
]

describe.each(DOORS)('%s', (_, openDoor) => {
  it('reaches no command and no topic with a body that does not fit', async () => {
    const { fake, reached } = countingCore()
    const window = await greeted(await openDoor(fake))
    let id = 0
    const wrong: number[] = []
    for (const body of STRANGE) {
      for (const [name, { request }] of COMMANDS)
        if (!request.safeParse(body).success) {
          window.send({ kind: 'call', id: ++id, name, at: clock.now(), body })
          wrong.push(id)
        }
      for (const [topic, { key }] of TOPICS)
        if (!key.safeParse(body).success) {
          window.send({ kind: 'open', id: ++id, topic, key: body })
          wrong.push(id)
        }
    }
    await vi.waitFor(() =>
      expect(window.heard.filter(({ kind }) => kind === 'refusal')).toHaveLength(wrong.length),
    )
    expect(wrong.length).toBeGreaterThan((COMMANDS.length + TOPICS.length) * 5)
    expect(reached).toEqual([])
    expect(fake.reported).toEqual([])
    cells += wrong.length
    expect(({} as Record<string, unknown>)['allowed']).toBeUndefined()
  })

  it('reaches nothing by a name that every object has', async () => {
    const { fake, reached } = countingCore()
    const window = await greeted(await openDoor(fake))
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '',
      'order.submit ',
      'ORDER.SUBMIT',
    ]
    for (const [n, name] of names.entries()) {
      window.send({ kind: 'call', id: 2 * n + 1, name, at: clock.now(), body: null })
      window.send({ kind: 'open', id: 2 * n + 2, topic: name, key: null })
    }
    await vi.waitFor(() =>
      expect(window.heard.filter(({ kind }) => kind === 'refusal')).toHaveLength(2 * names.length),
    )
    expect(reached).toEqual([])
    cells += 2 * names.length
  })

  it.each(['read', 'trade', 'desktop'] as const)(
    'reaches nothing that asks for the scope %s, where it lacks that alone',
    async (lacked) => {
      const { fake, reached } = countingCore()
      const window = await greeted(await openDoor(fake))
      fake.scopes.delete(lacked)
      for (const [n, [name]] of COMMANDS.entries())
        window.send({ kind: 'call', id: n + 1, name, at: clock.now(), body: null })
      const asked = lacked === 'read' ? TOPICS : []
      for (const [n, [topic]] of asked.entries())
        window.send({ kind: 'open', id: COMMANDS.length + n + 1, topic, key: null })
      await vi.waitFor(() => expect(window.heard).toHaveLength(1 + COMMANDS.length + asked.length))
      const lacking = COMMANDS.flatMap(([, { scope }], n) => (scope === lacked ? [n + 1] : []))
      const notPermitted = window.heard.flatMap((frame) =>
        frame.kind === 'refusal' && frame.failure.kind === 'not-permitted' ? [frame.id] : [],
      )
      expect(notPermitted.filter((id) => id <= COMMANDS.length)).toEqual(lacking)
      expect(reached.filter((name) => topics[name as keyof typeof topics] !== undefined)).toEqual([])
      expect(reached.filter((name) => commands[name as keyof typeof commands]?.scope === lacked)).toEqual([])
      cells += lacking.length + asked.length
    },
  )

  it.each(['a frame before the greeting', 'an id twice', 'a frame of more than 1 MiB', 'a second greeting'])(
    'is closed for %s, with every command',
    async (attack) => {
      const { fake, reached } = countingCore()
      const gate = await openDoor(fake)
      for (const [name] of COMMANDS) {
        const window = attack === 'a frame before the greeting' ? await gate.open() : await greeted(gate)
        const body = attack === 'a frame of more than 1 MiB' ? { text: 'x'.repeat(MIB) } : { extra: 1 }
        const call = { kind: 'call', id: 1, name, at: clock.now(), body }
        window.send(call)
        if (attack === 'an id twice') window.send(call)
        if (attack === 'a second greeting')
          window.send({ kind: 'hello', id: 0, version: CONTRACT_VERSION, ...gate.hello })
        await vi.waitFor(() => expect(window.closed()).not.toBeNull(), OFTEN)
      }
      expect(reached).toEqual([])
      cells += COMMANDS.length
    },
  )

  it('has one call more than a window may have refused, until another was answered', async () => {
    const { fake } = countingCore()
    const answers: (() => void)[] = []
    fake.handlers['order.cancelAll'] = () =>
      new Promise((resolve) => answers.push(() => resolve(ok({ count: 1 }))))
    const window = await greeted(await openDoor(fake))
    const body = { customerCode: 'C1042', symbol: null, side: null }
    const call = (id: number) =>
      window.send({ kind: 'call', id, name: 'order.cancelAll', at: clock.now(), body })
    for (let id = 1; id <= MOST + 1; id += 1) call(id)
    await vi.waitFor(() => expect(window.heard).toHaveLength(2), OFTEN)
    expect(window.heard[1]).toMatchObject({
      kind: 'refusal',
      id: MOST + 1,
      failure: { kind: 'overflow', message: expect.stringContaining('was not sent') as string },
    })
    expect(answers).toHaveLength(MOST)
    answers[0]?.()
    await vi.waitFor(() => expect(window.heard[2]).toMatchObject({ kind: 'reply', id: 1 }), OFTEN)
    call(MOST + 2)
    await vi.waitFor(() => expect(answers).toHaveLength(MOST + 1), OFTEN)
    expect(window.closed()).toBeNull()
  })

  it('has one subscription more than a window may have refused, until another was closed', async () => {
    const { fake, reached } = countingCore()
    const window = await greeted(await openDoor(fake))
    const open = (id: number) => window.send({ kind: 'open', id, topic: 'orders', key: null })
    for (let id = 1; id <= MOST + 1; id += 1) open(id)
    await vi.waitFor(() => expect(window.heard).toHaveLength(2), OFTEN)
    expect(window.heard[1]).toMatchObject({
      kind: 'refusal',
      id: MOST + 1,
      failure: { kind: 'overflow', message: expect.stringContaining('too many subscriptions') as string },
    })
    expect(reached).toHaveLength(MOST)
    window.send({ kind: 'close', id: 1 })
    open(MOST + 2)
    await vi.waitFor(() => expect(reached).toHaveLength(MOST + 1), OFTEN)
    expect(window.closed()).toBeNull()
  })

  it('reaches no command of a locked session but those that the contract lets through', async () => {
    const { fake, reached } = countingCore()
    const handlers = refuseWhileLocked(fake.handlers, () => true)
    const window = await greeted(await openDoor({ ...fake, desk: { ...fake.desk, handlers } }))
    for (const [n, [name, { request }]] of COMMANDS.entries()) {
      // The form of a body is read before the lock. Here each body has it, so that the lock alone refuses.
      const fits = vi.spyOn(request, 'safeParse').mockReturnValue({ success: true, data: null })
      stops.push(() => fits.mockRestore())
      window.send({ kind: 'call', id: n + 1, name, at: clock.now(), body: null })
    }
    await vi.waitFor(() => expect(window.heard).toHaveLength(1 + COMMANDS.length), OFTEN)
    const passing = COMMANDS.filter(([, { scope, whileLocked }]) => scope === 'read' || whileLocked === true)
    expect(reached.toSorted()).toEqual(passing.map(([name]) => name).toSorted())
    const refused = window.heard.flatMap((frame) =>
      frame.kind === 'refusal' && frame.failure.message === SESSION_LOCKED
        ? [COMMANDS[frame.id - 1]?.[0] ?? '']
        : [],
    )
    expect([...refused, ...reached].toSorted()).toEqual(COMMANDS.map(([name]) => name).toSorted())
    cells += COMMANDS.length
  })
})

describe('the doors themselves', () => {
  it('give no port to another origin, a frame in the page, or a window of somebody else', () => {
    const { fake } = countingCore()
    const { ask } = desktop(fake)
    expect(ask(1, { origin: 'https://evil.example' })).toBeUndefined()
    expect(ask(1, { origin: 'app://terminal.evil.example' })).toBeUndefined()
    expect(ask(1, { origin: 'null' })).toBeUndefined()
    expect(ask(1, { parent: {} })).toBeUndefined()
    expect(ask(1_000)).toBeUndefined()
    expect(ask(1)).toBeDefined()
  })

  it.each(['https://evil.example', 'http://localhost', 'null', undefined])(
    'open no socket for the origin %s',
    async (origin) => {
      const { fake } = countingCore()
      const { port } = await browser(fake)
      const status = await new Promise((answered) => {
        const socket = new WebSocket(
          `ws://127.0.0.1:${port}${CONTRACT_PATH}`,
          origin === undefined ? {} : { origin },
        )
        stops.push(() => socket.terminate())
        socket.once('open', () => answered('open'))
        socket.once('error', () => {})
        socket.once('unexpected-response', (_request, response) => answered(response.statusCode))
      })
      expect(status).toBe(403)
    },
  )
})

describe('a locked session', () => {
  it.each(COMMANDS)('answers %s only where the contract says so', async (name, { scope, whileLocked }) => {
    const { fake, reached } = countingCore()
    const handlers = refuseWhileLocked(fake.handlers, () => true)
    const answer = await (
      handlers as unknown as Record<string, (...given: unknown[]) => Promise<{ ok: boolean }>>
    )[name]!(null, {})
    const passes = scope === 'read' || whileLocked === true
    expect(answer.ok).toBe(passes)
    expect(reached).toEqual(passes ? [name] : [])
    cells += 1
  })
})

/** What a window without --allow-live-trading, and a locked desk, may ask for. None of these changes an order, money, a limit or a customer. */
const ONLY_READ = [
  'session.active',
  'order.check',
  'order.auditTrail',
  'order.conflicts',
  'reconciliation.readAgain',
  'order.lookUp',
  'block.fairness',
  'order.checkBlock',
  'block.splitAnew',
  'block.checkAmend',
  'approval.foretell',
  'marginProfile.read',
  'feeProfile.read',
  'webhook.list',
  'webhook.verify',
  'ledger.read',
  'trades.read',
  'trade.read',
  'candles.read',
  'book.walk',
  'instruments.read',
  'venue.read',
  'health.addDrawn',
  'health.week',
  'statement.print',
]

it('asks for no more than the scope read only where a command changes nothing', () => {
  const named = COMMANDS.flatMap(([name, { scope }]) => (scope === 'read' ? [name] : []))
  expect(named.toSorted()).toEqual(ONLY_READ.toSorted())
  const open = COMMANDS.flatMap(([name, { whileLocked }]) => (whileLocked === true ? [name] : []))
  expect(open.toSorted()).toEqual(['session.lock', 'session.unlock', 'setting.save'])
})

it('docs/security.md states the numbers of commands, topics and cells as counted here', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  expect(page).toContain(
    `With ${COMMANDS.length} commands and ${TOPICS.length} topics ${cells.toLocaleString('en-US')} cells:`,
  )
})

/** The objects within a schema that take keys they do not name. A record names no key and is none of these. */
function looseObjects(schema: z.ZodType): readonly string[] {
  const found: string[] = []
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties, additionalProperties } = node as {
      properties?: object
      additionalProperties?: unknown
    }
    if (properties && additionalProperties !== false) found.push(path === '' ? 'the whole' : path)
    for (const [key, inner] of Object.entries(node)) walk(inner, `${path}/${key}`)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')
  return found
}

it.each([
  ...COMMANDS.map(([name, { request }]) => [name, request] as const),
  ...TOPICS.map(([name, { key }]) => [name, key] as const),
])('%s refuses every key that it does not name, at every depth', (_, schema) => {
  expect(looseObjects(schema)).toEqual([])
})
