import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compose } from '../../../electron/compose.ts'
import { StartError } from '../../../electron/deskTypes.ts'
import type { Desk, DeskOptions } from '../../../electron/deskTypes.ts'
import { add, decimal, subtract, toText } from '../../../shared/base/decimal.ts'
import { BTC, C1, draftOf, text } from '../core/deskHarness.ts'
import { DeskWindow } from './deskWindow.ts'
import { takenId } from '../../fakes/core/acceptedOrderId.ts'
import { passOver } from '../../support/skipReason.ts'
import { until } from '../../support/until.ts'

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

async function composeTerminal(more: Partial<DeskOptions> = {}): Promise<Desk> {
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

const soon = { interval: 20 }
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
  // Each customer opens once its own records agree. Without a price the limits block every order.
  const reconciliations = () => window.follow('reconciliation').now()
  await vi.waitFor(
    () => expect(reconciliations().map((reconciliation) => reconciliation.open)).not.toContain(false),
    soon,
  )
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
  it('deals: deposit, market order, fill, position, balance, canceled resting order, flat again', async () => {
    const desk = await composeTerminal()
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
    const balance = () => balances.now().find((item) => item.customerCode === C1)
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
    const position = () => positions.now().find((item) => item.customerCode === C1 && item.symbol === BTC)
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
        expect(tickers.now().find((ticker) => ticker.symbol === BTC)).toMatchObject({
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

  it('restores everything after a restart', async () => {
    const first = await composeTerminal()
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

    const again = await signedIn(await composeTerminal())
    const found = again.window.follow('orders').now()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ referenceId: takenId(rested), phase: 'working' })
    expect(again.window.follow('settings').now()).toEqual({ 'workspace.layout': '{"x":1}' })
  }, 30_000)

  it(
    'restarts a paper broker that died, signs in again, and leaves no broker running',
    {
      timeout: 30_000,
      ...passOver(process.platform !== 'linux', 'processes are looked up in /proc, on Linux only'),
    },
    async () => {
      const desk = await composeTerminal()
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

/** Signs in to the venue of `startVenue`, as a window of the desktop program. */
async function signedInElsewhere(desk: Desk) {
  const window = new DeskWindow(desk, 'shell')
  const session = window.follow('session')
  const venueId = session.now().venues.find((venue) => venue.name === 'Elsewhere')?.id ?? ''
  const typed = { venueId, username: 'ann', password: 'pw', signingKey: null, keep: 'run' as const }
  expect(await window.call('session.signIn', typed)).toEqual({ ok: true, value: {} })
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), soon)
  return window
}
const messagesOf = (window: DeskWindow) =>
  window
    .follow('notices')
    .now()
    .map((notice) => notice.message)

describe('the built-in broker', () => {
  it.skipIf(process.platform !== 'linux')(
    'starts when its venue is chosen, not before',
    async () => {
      const desk = await composeTerminal()
      expect(paperChildren()).toEqual([])
      expect(new DeskWindow(desk).follow('session').now().venues).toMatchObject([
        { id: 'paper', restUrl: '', credentials: 'built-in' },
      ])
      const { session } = await signedIn(desk)
      expect(paperChildren()).toHaveLength(1)
      expect(session.now().venues[0]?.restUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+/)
    },
    30_000,
  )

  it.each([
    [
      'is damaged',
      (file: string) => writeFileSync(file, 'not a database at all '.repeat(500)),
      /paper\.sqlite is damaged\./,
    ],
  ])(
    'with a file that %s reports it when chosen, and stops no other venue',
    async (_, spoil, sentence) => {
      const file = join(folder, 'data', 'paper', 'paper.sqlite')
      mkdirSync(join(folder, 'data', 'paper'), { recursive: true })
      spoil(file)
      const before = readFileSync(file)
      const { venueFile, stop } = await startVenue('pw')
      try {
        const desk = await composeTerminal({ venueFile })
        const window = await signedInElsewhere(desk)
        const refused = await window.call('session.signIn', paperVenue)
        expect(refused).toMatchObject({
          ok: false,
          failure: { kind: 'not-connected', message: expect.stringMatching(sentence) as string },
        })
        expect(!refused.ok && refused.failure.message).toMatch(
          /^The built-in broker did not start: .* Nothing was changed. Restore the folder from a backup. To begin anew, move its files away; .* Other venues are not affected by this\.$/,
        )
        // The session with the other venue goes on.
        expect(window.follow('session').now()).toMatchObject({ phase: 'ready' })
        expect(window.follow('customers').now()).toBeDefined()
        expect(readFileSync(file).equals(before)).toBe(true)
      } finally {
        stop()
      }
    },
    30_000,
  )
})

it('whose built-in broker begins anew, because its file was emptied, says so in a notice', async () => {
  const file = join(folder, 'data', 'paper', 'paper.sqlite')
  mkdirSync(join(folder, 'data', 'paper'), { recursive: true })
  writeFileSync(file, '')
  const desk = await composeTerminal()
  const { window } = await signedIn(desk)
  const said = await until(
    'the notice',
    () => messagesOf(window).find((message) => message.startsWith(`${file} was empty`)) ?? null,
  )
  expect(said).toContain('restore the folder from a backup')
}, 30_000)

describe('a data folder', () => {
  it('that is not available: the terminal shows and cancels, sends nothing new, and reports it', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { venueFile, stop } = await startVenue('pw')
    try {
      const dataDirectory = join(file, 'data')
      const window = await signedInElsewhere(await composeTerminal({ dataDirectory, venueFile }))
      const sentence = `The data folder ${dataDirectory} cannot be written: its path is not a folder. This terminal sends no new order, amend or transfer. Reading and canceling work. Move the file away that stands in the place of a folder, then restart Openpit. Or start with another --data-dir. Orders, halts and limits of earlier runs may be missing here: check the open orders of each customer at the venue.`
      expect(messagesOf(window).filter((message) => message === sentence)).toHaveLength(1)
      const sent = await window.call('order.submit', {
        intentId: 'buy-0001',
        draft: draftOf({}),
        typed: null,
      })
      expect(sent.ok).toBe(false)
      expect(window.follow('orders').now()).toEqual([])
    } finally {
      stop()
    }
  }, 30_000)

  it('that is read-only: live orders of earlier runs are shown and canceled, nothing new is sent', async () => {
    const { venueFile, stop } = await startVenue('pw')
    try {
      const first = await composeTerminal({ venueFile })
      const before = await signedInElsewhere(first)
      const reconciliations = () => before.follow('reconciliation').now()
      await vi.waitFor(
        () => expect(reconciliations().map((reconciliation) => reconciliation.open)).not.toContain(false),
        soon,
      )
      await vi.waitFor(() => expect(before.follow('tickers').now()).not.toEqual([]), soon)
      const rested = await before.call('order.submit', {
        intentId: 'rest-0001',
        typed: null,
        draft: draftOf({ amount: text('0.1'), limitPrice: text('30000') }),
      })
      const referenceId = takenId(rested)
      const orders = before.follow('orders')
      await vi.waitFor(() => expect(orders.now()[0]?.phase).toBe('working'), soon)
      await first.close()

      // Fails for every account, root as well: where the lock is to be written stands a folder.
      mkdirSync(join(folder, 'data', 'journal', 'lock'))
      const window = await signedInElsewhere(await composeTerminal({ venueFile }))
      expect(messagesOf(window)).toContainEqual(
        expect.stringMatching(
          /journal\/lock is a folder and must be a file\. .* Reading and canceling work\./,
        ) as string,
      )
      const now = window.follow('orders')
      await vi.waitFor(() => expect(now.now()).toMatchObject([{ referenceId, phase: 'working' }]), soon)
      const again = { intentId: 'rest-0002', typed: null, draft: draftOf({ amount: text('0.1') }) }
      expect((await window.call('order.submit', again)).ok).toBe(false)
      expect(await window.call('order.cancel', { customerCode: C1, referenceId })).toMatchObject({ ok: true })
      await vi.waitFor(() => expect(now.now()).toMatchObject([{ phase: 'closed', status: 'canceled' }]), soon)
    } finally {
      stop()
    }
  }, 60_000)

  it('that another terminal uses ends the start, naming that terminal, before anything opens', async () => {
    await composeTerminal()
    const refused: unknown = await composeTerminal().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({
      message: `Another Openpit (process ${process.pid}) is using this data folder: close it, or start this one with another --data-dir.`,
    })
  })

  it('that lost journal, key and head together is reported, once a terminal had run there', async () => {
    const data = join(folder, 'data')
    const first = await composeTerminal()
    const gone = /^The order journal of earlier runs is gone from /
    expect(messagesOf(new DeskWindow(first)).filter((message) => gone.test(message))).toEqual([])
    await new DeskWindow(first).call('setting.save', { name: 'layout', value: '1' })
    await first.close()
    for (const name of readdirSync(data))
      if (name.startsWith('journal')) rmSync(join(data, name), { recursive: true })
    const noticesOf = (desk: Desk) =>
      new DeskWindow(desk)
        .follow('notices')
        .now()
        .filter(({ message }) => gone.test(message))
    const again = await composeTerminal()
    expect(noticesOf(again)).toHaveLength(1)
    const [notice] = noticesOf(again)
    await again.close()
    // Kept, and not said again.
    expect(noticesOf(await composeTerminal())).toEqual([notice])
  })

  it('that holds the key of its journal is reported', async () => {
    const window = new DeskWindow(await composeTerminal())
    expect(existsSync(join(folder, 'data', 'journal-key.pem'))).toBe(
      messagesOf(window).some((message) => message.startsWith('The key that signs the order journal is in')),
    )
  })

  it.skipIf(process.platform === 'win32')(
    'is closed to other accounts, with every file of a run, also after it was open to them',
    async () => {
      const data = join(folder, 'data')
      const everything = () => ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]
      /** What is not for the owner alone to read and write. */
      const loose = () =>
        everything().filter((name) => {
          const found = statSync(join(data, name))
          return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600)
        })
      const runOnce = async () => {
        const { window } = await signedIn(await composeTerminal())
        await window.call('setting.save', { name: 'layout', value: '1' })
        expect(loose()).toEqual([])
        await open.pop()?.close()
        expect(loose()).toEqual([])
      }
      const before = process.umask(0o022)
      try {
        await runOnce()
        for (const name of everything()) {
          const path = join(data, name)
          chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
        }
        await runOnce()
      } finally {
        process.umask(before)
      }
    },
    30_000,
  )

  it.skipIf(process.platform === 'win32')('that holds other things too keeps its own rights', async () => {
    const data = join(folder, 'home')
    mkdirSync(data)
    chmodSync(data, 0o755)
    writeFileSync(join(data, 'letter.txt'), '', { mode: 0o644 })
    await composeTerminal({ dataDirectory: data })
    expect(statSync(data).mode & 0o777).toBe(0o755)
    expect(statSync(join(data, 'letter.txt')).mode & 0o777).toBe(0o644)
    expect(statSync(join(data, 'journal')).mode & 0o077).toBe(0)
    expect(statSync(join(data, 'openpit.log')).mode & 0o077).toBe(0)
  })
})

describe('a venue from a file', () => {
  it('takes a typed password that shows up nowhere, and a browser window may look but not trade', async () => {
    const CANARY = 'canary-4c1d-password'
    const { venueFile, stop } = await startVenue(CANARY)
    try {
      const desk = await composeTerminal({ venueFile })
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

  it('saved on screen as paper is not trusted: a browser window may look, not trade', async () => {
    const { venueFile, stop } = await startVenue('pw')
    try {
      const { restUrl, streamUrl } = JSON.parse(readFileSync(venueFile, 'utf8')) as Record<string, string>
      const desk = await composeTerminal()
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
    const refused: unknown = await composeTerminal({ venueFile }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({ exitCode: 2, message: expect.stringMatching(sentence) as string })
  })

  it('works beside a missing recorded market, which is reported when its venue is chosen', async () => {
    const replay = join(folder, 'missing.jsonl')
    const desk = await composeTerminal({ paper: { seed: 1, replay, speed: 1, faults: false } })
    expect(await new DeskWindow(desk).call('session.signIn', paperVenue)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/^The built-in broker did not start: ./) as string },
    })
  })

  it('and a recorded session that cannot be played end the start with one sentence', async () => {
    const refused: unknown = await composeTerminal({
      session: { path: join(folder, 'missing'), speed: 1 },
    }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(refused).toMatchObject({
      message: expect.stringMatching(/^The replay did not start: ./) as string,
    })
  })
})
