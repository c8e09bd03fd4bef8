import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import { StartError } from '../../../electron/desk.ts'
import type { Desk, DeskOptions } from '../../../electron/desk.ts'
import { add, decimal, subtract, toText } from '../../../shared/base/decimal.ts'
import { BTC, C1, draftOf, text } from '../core/deskHarness.ts'
import { DeskWindow } from './deskWindow.ts'
import { takenId } from '../../fakes/takenId.ts'
import { passOver } from '../../tools/passOver.ts'

const electron = new URL('../../../electron/', import.meta.url)
let folder = ''
const open: Desk[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-compose-'))
})
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openDesk(more: Partial<DeskOptions> = {}): Promise<Desk> {
  const desk = await compose({
    dataDirectory: join(folder, 'data'),
    venueFile: null,
    paper: { seed: 3, replay: null, speed: 1, faults: false },
    session: null,
    record: null,
    liveOverLoopback: false,
    processRoot: electron,
    ...more,
  })
  open.push(desk)
  return desk
}

const soon = { timeout: 8_000, interval: 20 }
const paperVenue = {
  venueId: 'paper',
  username: null,
  password: null,
  signingKey: null,
  keep: 'run' as const,
}

async function signedIn(desk: Desk) {
  const window = new DeskWindow(desk)
  const session = window.follow('session')
  expect(await window.call('session.signIn', paperVenue)).toEqual({ ok: true, value: {} })
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), soon)
  // Each customer opens once its own records tie out, and without a price the limits let nothing out.
  const ties = () => window.follow('reconciliation').now()
  await vi.waitFor(() => expect(ties().map((tie) => tie.open)).not.toContain(false), soon)
  await vi.waitFor(() => expect(window.follow('tickers').now()).not.toEqual([]), soon)
  return { window, session }
}

/** Process ids of paper brokers that this process started. */
const paperChildren = (): number[] =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
    .filter((id) => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('paper/main'))
    .map(Number)

describe('the composed desk on its paper broker', () => {
  it('deals: deposit, market order, fill, position, balance, a resting order cancelled, flat again', async () => {
    const desk = await openDesk()
    expect(desk.allows('loopback', 'trade')).toBe(false)
    const { window, session } = await signedIn(desk)
    expect(session.now().mayTrade).toBe(true)
    const balances = window.follow('balances')
    const ledger = window.follow('ledger')
    const orders = window.follow('orders')
    const positions = window.follow('positions')
    const trades = window.follow('trades')
    const tickers = window.follow('tickers')
    const connection = window.follow('connection')
    const balance = () => balances.now().find((of) => of.customerCode === C1)
    await vi.waitFor(() => expect(balance()).toMatchObject({ source: 'ledger' }), soon)
    const before = decimal(balance()?.amount ?? '')

    const deposit = await window.call('transfer.submit', {
      intentId: 'deposit-1',
      transfer: { customerCode: C1, kind: 'deposit', amount: text('1234.5'), asset: 'USDC' },
    })
    expect(deposit.ok).toBe(true)
    const total = toText(add(before, decimal('1234.5')))
    await vi.waitFor(() => expect(balance()?.amount).toBe(total), soon)
    expect(ledger.now().filter((row) => deposit.ok && row.code === deposit.value.code)).toHaveLength(1)

    const market = { type: 'market' as const, limitPrice: null, amount: text('0.5'), leverage: 5 }
    const bought = await window.call('order.submit', {
      intentId: 'buy-0001',
      draft: draftOf(market),
      typed: null,
    })
    if (!bought.ok) throw new Error(bought.failure.message)
    const orderOf = (id: string) => orders.now().find((order) => order.referenceId === id)
    const id = takenId(bought)
    expect(orderOf(id)).toBeDefined()
    await vi.waitFor(() => expect(orderOf(id)).toMatchObject({ phase: 'closed', filledAmount: '0.5' }), soon)
    const position = () => positions.now().find((of) => of.customerCode === C1 && of.symbol === BTC)
    await vi.waitFor(() => expect(position()).toMatchObject({ size: '0.5', complete: true }), soon)
    const fills = trades.now().filter((trade) => trade.referenceId === id)
    let fees = decimal('0')
    for (const fill of fills) fees = add(fees, decimal(fill.fee ?? ''))
    const left = toText(subtract(decimal(total), fees))
    await vi.waitFor(() => expect(balance()).toMatchObject({ amount: left, source: 'event' }), soon)

    const rested = await window.call('order.submit', {
      intentId: 'rest-0001',
      typed: null,
      draft: draftOf({ amount: text('0.1'), limitPrice: text('30000') }),
    })
    if (!rested.ok) throw new Error(rested.failure.message)
    const resting = takenId(rested)
    await vi.waitFor(() => expect(orderOf(resting)?.phase).toBe('working'), soon)
    expect((await window.call('order.cancel', { customerCode: C1, referenceId: resting })).ok).toBe(true)
    await vi.waitFor(
      () => expect(orderOf(resting)).toMatchObject({ phase: 'closed', status: 'canceled', pending: null }),
      soon,
    )

    const flat = await window.call('position.flatten', {
      typed: null,
      intentId: 'flat-0001',
      customerCode: C1,
      symbol: BTC,
    })
    expect(flat.ok).toBe(true)
    await vi.waitFor(() => expect(position()).toMatchObject({ size: '0', averageEntry: null }), soon)

    await vi.waitFor(
      () =>
        expect(tickers.now().find((of) => of.symbol === BTC)).toMatchObject({
          bestBid: expect.any(String) as string,
        }),
      soon,
    )
    await vi.waitFor(() => {
      expect(connection.now().rest.state).toBe('live')
      for (const channel of ['orders', 'trades', 'balance-changes', `orderbook-stream:${BTC}`])
        expect(connection.now().streams.find((link) => link.channel === channel)?.state).toBe('live')
    }, soon)
    expect(await window.call('marginProfile.read', { customerCode: C1 })).toMatchObject({ ok: true })
    expect(await window.call('feeProfile.read', { customerCode: C1 })).toMatchObject({ ok: true })
  }, 30_000)

  it('finds everything as it was after a restart', async () => {
    const first = await openDesk()
    const { window } = await signedIn(first)
    const orders = window.follow('orders')
    const rested = await window.call('order.submit', {
      intentId: 'rest-0001',
      typed: null,
      draft: draftOf({ amount: text('0.1'), limitPrice: text('30000') }),
    })
    if (!rested.ok) throw new Error(rested.failure.message)
    await vi.waitFor(() => expect(orders.now()[0]?.phase).toBe('working'), soon)
    await window.call('setting.save', { name: 'workspace.layout', value: '{"x":1}' })
    await first.close()

    const again = await signedIn(await openDesk())
    const found = again.window.follow('orders').now()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ referenceId: takenId(rested), phase: 'working' })
    expect(again.window.follow('settings').now()).toEqual({ 'workspace.layout': '{"x":1}' })
  }, 30_000)

  it(
    'starts a paper broker that died again, signs in again, and leaves none running',
    {
      timeout: 30_000,
      ...passOver(process.platform !== 'linux', 'processes are looked up in /proc, on Linux only'),
    },
    async () => {
      const desk = await openDesk()
      const { window, session } = await signedIn(desk)
      const notices = window.follow('notices')
      const [child] = paperChildren()
      if (child === undefined) throw new Error('no paper broker runs')
      process.kill(child, 'SIGKILL')
      await vi.waitFor(
        () =>
          expect(
            notices
              .now()
              .map((notice) => notice.message)
              .join(),
          ).toContain('paper broker ended'),
        soon,
      )
      await vi.waitFor(() => {
        expect(paperChildren()).not.toContain(child)
        expect(paperChildren()).toHaveLength(1)
        expect(session.now().phase).toBe('ready')
      }, soon)
      await desk.close()
      expect(paperChildren()).toEqual([])
    },
  )
})

describe('a data folder that cannot be used', () => {
  it('costs what would be kept, is said once, and the desk deals on', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { window } = await signedIn(await openDesk({ dataDirectory: join(file, 'data') }))
    const messages = window
      .follow('notices')
      .now()
      .map((notice) => notice.message)
    expect(messages.filter((message) => message.includes('nothing is kept after this run'))).toHaveLength(1)
    expect((await window.call('setting.save', { name: 'layout', value: '1' })).ok).toBe(true)
  }, 30_000)
})

describe('a venue from a file', () => {
  /** A second paper broker that stands for somebody else's venue. */
  async function startVenue(password: string) {
    const child = spawn(
      process.execPath,
      [join(electron.pathname, 'paper/main.ts'), '--parent', '--username', 'ann', '--password', password],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: child.stdout }).once('line', resolve),
    )
    const { restUrl, streamUrl } = JSON.parse(line) as { restUrl: string; streamUrl: string }
    const venueFile = join(folder, 'venue.json')
    writeFileSync(venueFile, JSON.stringify({ name: 'Elsewhere', kind: 'live', restUrl, streamUrl }))
    return { venueFile, stop: () => child.stdin.end() }
  }

  it('signs in with a typed password that shows up nowhere, and lets a browser window look but not trade', async () => {
    const CANARY = 'canary-4c1d-password'
    const { venueFile, stop } = await startVenue(CANARY)
    try {
      const desk = await openDesk({ venueFile })
      const window = new DeskWindow(desk)
      const session = window.follow('session')
      for (const topic of ['notices', 'connection', 'customers', 'settings', 'ledger', 'orders'] as const)
        window.follow(topic)
      const venueId = session.now().venues.find((venue) => venue.name === 'Elsewhere')?.id ?? ''
      const typed = { venueId, username: 'ann', signingKey: null, keep: 'run' as const }
      const wrong = await window.call('session.signIn', { ...typed, password: `${CANARY}-wrong` })
      expect(wrong).toMatchObject({ ok: false, failure: { code: 'LOGIN_BAD_CREDENTIALS' } })
      expect((await window.call('session.signIn', { ...typed, password: CANARY })).ok).toBe(true)
      await vi.waitFor(() => expect(session.now().phase).toBe('ready'), soon)
      expect(session.now()).toMatchObject({ venueId, mayTrade: false })
      expect(desk.allows('loopback', 'trade')).toBe(false)
      expect(desk.allows('loopback', 'read')).toBe(true)
      expect(desk.allows('shell', 'trade')).toBe(true)
      await desk.close()

      const log = readFileSync(join(folder, 'data', 'openpit.log'), 'utf8')
      expect(log.split('\n').length).toBeGreaterThan(3)
      const kept = readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      expect(window.crossed.length).toBeGreaterThan(10)
      for (const place of [...kept, ...window.crossed]) {
        expect(place).not.toContain(CANARY)
        // Nor a token, which is as good as the password while it lasts.
        expect(place).not.toContain('eyJ')
      }
    } finally {
      stop()
    }
  }, 30_000)

  it('saved on screen is not believed when it calls itself paper: a browser window may look, not trade', async () => {
    const { venueFile, stop } = await startVenue('pw')
    try {
      const { restUrl, streamUrl } = JSON.parse(readFileSync(venueFile, 'utf8')) as Record<string, string>
      const desk = await openDesk()
      const window = new DeskWindow(desk)
      const session = window.follow('session')
      const profile = JSON.stringify({ name: 'Disguised', kind: 'paper', restUrl, streamUrl })
      const saved = await window.call('venue.save', { venueId: null, profile })
      const venueId = saved.ok ? saved.value.venueId : ''
      const typed = { venueId, username: 'ann', password: 'pw', signingKey: null, keep: 'run' as const }
      expect((await window.call('session.signIn', typed)).ok).toBe(true)
      await vi.waitFor(() => expect(session.now().phase).toBe('ready'), soon)
      expect(desk.allows('loopback', 'trade')).toBe(false)
      expect(desk.allows('loopback', 'read')).toBe(true)
      expect(desk.allows('shell', 'trade')).toBe(true)
      await desk.close()
    } finally {
      stop()
    }
  }, 30_000)

  it.each([
    ['{ not json', /is not valid JSON/],
    [
      '{"name":"X","kind":"live","restUrl":"ftp://x","streamUrl":"wss://x"}',
      /is not a venue profile: restUrl: must be a URL/,
    ],
  ])('that says %s ends the start with one sentence and code 2', async (content, sentence) => {
    const venueFile = join(folder, 'venue.json')
    writeFileSync(venueFile, content)
    const refused: unknown = await openDesk({ venueFile }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({ exitCode: 2, message: expect.stringMatching(sentence) as string })
  })

  it('and a recording that is not there end the start with one sentence, with nothing left running', async () => {
    const replay = join(folder, 'missing.jsonl')
    const refused: unknown = await openDesk({ paper: { seed: 1, replay, speed: 1, faults: false } }).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^The built-in paper broker did not start: ./) as string,
    })
  })
})
