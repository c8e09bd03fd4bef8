import { createHash, sign } from 'node:crypto'
import { fork, spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readCommandLine } from '../../../electron/paper/commandLine.ts'

const MAIN = resolve(import.meta.dirname, '../../../electron/paper/main.ts')

interface Ready {
  readonly restUrl: string
  readonly streamUrl: string
  readonly username: string
  readonly password: string
  readonly customers: readonly string[]
  readonly signing: { readonly publicKey: string; readonly privateKeyPem: string; readonly encoding: string }
}

interface Run {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly errors: string[]
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
}

const run = (args: readonly string[]): Run =>
  follow(spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] }))

function follow(child: ChildProcessWithoutNullStreams): Run {
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const errors: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  const ended = new Promise<number | string | null>((settle) =>
    child.once('close', (code, signal) => settle(code ?? signal)),
  )
  return { child, lines, errors, ended }
}

async function ready(item: Run): Promise<Ready> {
  await vi.waitFor(() => expect(item.lines).toHaveLength(1))
  return JSON.parse(item.lines[0] ?? '') as Ready
}

async function signIn({ restUrl, username, password }: Ready) {
  const answer = await fetch(`${restUrl}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' }
  // oxlint-disable-next-line typescript/no-explicit-any
  return async (path: string, body?: object): Promise<any> => {
    const response = await fetch(
      `${restUrl}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    return response.json()
  }
}

describe('the process', () => {
  test('prints its address in one line, serves any client a market of its own, ends on SIGTERM [gap.1]', async () => {
    const broker = run(['--port', '0', '--seed', '7', '--username', 'anna', '--password', 'word'])
    const started = await ready(broker)
    expect(started).toMatchObject({ username: 'anna', password: 'word', signing: { encoding: 'base64' } })
    expect(Buffer.from(started.signing.publicKey, 'base64')).toHaveLength(32)
    expect(started.signing.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    const call = await signIn(started)
    const symbols = (await call('/v1/instruments')).map((each: { symbol: string }) => each.symbol)
    expect(symbols.length).toBeGreaterThanOrEqual(6)
    expect(symbols).toContain('BTCUSDC_PERP')

    const socket = new WebSocket(started.streamUrl)
    onTestFinished(() => socket.terminate())
    const types: string[] = []
    socket.on('message', (data) => types.push(JSON.parse((data as Buffer).toString()).type))
    await new Promise((settle) => socket.once('open', settle))
    socket.send('{"op":"subscribe","args":["orderbook-stream:BTCUSDC_PERP"]}')
    await vi.waitFor(() => expect(types.filter((type) => type === 'update').length).toBeGreaterThan(3))
    expect(types[1]).toBe('snapshot')

    const order = await call('/v1/customers/C1042/orders', {
      reference_id: 'first',
      symbol: 'BTCUSDC_PERP',
      side: 'buy',
      type: 'market',
      cash_amount: 5000,
    })
    expect(order).toMatchObject({ status: 'filled', cash_amount: '5000' })
    expect(Number(order.filled_quote)).toBeLessThanOrEqual(5000)
    expect((await call('/v1/customers/C1042/trades')).items[0]).toMatchObject({
      reference_id: 'first',
      liquidity: 'taker',
    })
    broker.child.kill('SIGTERM')
    expect(await broker.ended).toBe(0)
    expect(broker.lines).toHaveLength(1)
    expect(broker.errors).toEqual([])
  })

  test('the printed key signs requests by the rules in --help alone [gap.6]', async () => {
    const started = await ready(run(['--auth', 'signed']))
    const { privateKeyPem, publicKey, encoding } = started.signing
    let serial = 0
    const ask = async (path: string, body: string | null) => {
      const method = body === null ? 'GET' : 'POST'
      serial += 1
      const nonce = `${Date.now()}00000${serial}`
      const hash = createHash('sha256')
        .update(body ?? '')
        .digest('hex')
      const text = [nonce, method, path, hash].join('\n')
      const response = await fetch(`${started.restUrl}${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          'X-Nonce': nonce,
          'X-Public-Key': publicKey,
          'X-Signature': sign(null, Buffer.from(text), privateKeyPem).toString(encoding as BufferEncoding),
        },
        body,
      })
      return response.status
    }
    expect(await ask('/v1/instruments?symbol=BTC*%7CETH*', null)).toBe(200)
    expect(await ask('/v1/customers/C1042/deposits', '{"amount":"5","asset":"USDC"}')).toBe(201)
    expect((await fetch(`${started.restUrl}/v1/instruments`)).status).toBe(401)
  })

  test('stores every answered request, even when it is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openpit-paper-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const first = run(['--data-dir', folder])
    const call = await signIn(await ready(first))
    const rest = { symbol: 'ETHUSDC_PERP', side: 'buy', type: 'limit', limit_price: '100', amount: '1' }
    await call('/v1/customers/C1042/orders', { reference_id: 'rests', ...rest, leverage: 4 })
    const market = { symbol: 'ETHUSDC_PERP', side: 'buy', type: 'market', amount: '1' }
    await call('/v1/customers/C1042/orders', { reference_id: 'filled', ...market })
    const orders = await call('/v1/customers/C1042/orders')
    const ledger = await call('/v1/customers/C1042/transactions')
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')

    const again = await signIn(await ready(run(['--data-dir', folder])))
    expect(orders).toMatchObject([{ reference_id: 'rests', status: 'open' }])
    expect(await again('/v1/customers/C1042/orders')).toEqual(orders)
    expect(await again('/v1/customers/C1042/transactions')).toEqual(ledger)
  })

  test.skipIf(process.platform === 'win32')(
    'ends with one sentence when a change cannot be stored that no request waits for',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'openpit-paper-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      // No file of the process may grow beyond so many blocks of 512 bytes, as on a full disk.
      const full = ['-c', 'ulimit -f 600; exec "$0" "$@"', process.execPath, MAIN]
      const item = follow(
        spawn('sh', [...full, '--data-dir', folder, '--parent'], { stdio: ['pipe', 'pipe', 'pipe'] }),
      )
      const ask = await signIn(await ready(item))
      const deposit = () => ask('/v1/customers/C1042/deposits', { amount: '1', asset: 'USDC' })
      // The deposits that were stored are completed later, by the clock alone.
      while ((await deposit()).code !== 'INTERNAL_ERROR');
      expect(await item.ended).toBe(1)
      expect(item.errors.findLast((line) => line.startsWith('paper: '))).toMatch(
        /^paper: A change of the paper accounts could not be stored, and nothing of it was: the disk (is full|failed)\. .*, then start the broker again\.$/,
      )
    },
    30_000,
  )

  test('ends with its parent', async () => {
    const broker = run(['--parent'])
    await ready(broker)
    broker.child.stdin?.end()
    expect(await broker.ended).toBe(0)
  })

  test('ends with a killed parent, and with a parent that it hears over IPC', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      const broker = spawn(process.execPath, [${JSON.stringify(MAIN)}, '--parent'], { stdio: ['pipe', 'pipe', 'inherit'] })
      broker.stdout.once('data', () => console.log(broker.pid))`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    const pid = Number(await new Promise((settle) => parent.stdout.once('data', settle)))
    expect(process.kill(pid, 0)).toBe(true)
    parent.kill('SIGKILL')
    // Ended at once; that its id is free again is for the system to see to, which may take seconds.
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))

    const forked = fork(MAIN, ['--parent'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    onTestFinished(() => void forked.kill('SIGKILL'))
    const ended = new Promise((settle) => forked.once('exit', settle))
    await new Promise((settle) => forked.stdout?.once('data', settle))
    forked.disconnect()
    expect(await ended).toBe(0)
  })

  test('goes on without stdin when it has no parent', async () => {
    const broker = run([])
    broker.child.stdin?.end()
    const call = await signIn(await ready(broker))
    expect(await call('/v1/tickers')).not.toEqual([])
  })

  test('a taken port, a missing file and an impossible folder give one line and exit code 2', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((settle) => other.once('listening', settle))
    const { port } = other.address() as AddressInfo
    for (const args of [
      ['--port', String(port)],
      ['--replay', '/nowhere/file.gz'],
      ['--data-dir', MAIN],
    ]) {
      const broker = run(args)
      expect([args, await broker.ended]).toEqual([args, 2])
      expect(broker.errors).toHaveLength(1)
      expect(broker.errors[0]).toContain(args[1])
      expect(broker.lines).toEqual([])
    }
  })
})

describe('the command line', () => {
  test('has defaults', () => {
    expect(readCommandLine([])).toEqual({
      ok: true,
      value: {
        help: false,
        port: 0,
        seed: 1,
        replay: null,
        speed: 1,
        dataDirectory: null,
        username: null,
        password: null,
        tokenMinutes: 60,
        settlementHours: 0,
        parent: false,
        auth: 'both',
        faults: false,
      },
    })
  })

  test.each([
    ['--port', '70000'],
    ['--port', 'x'],
    ['--seed', '-1'],
    ['--seed', '1.5'],
    ['--speed', '0'],
    ['--speed', '1e9'],
    ['--token-minutes', '0'],
    ['--settlement-hours', '169'],
    ['--data-dir', ''],
    ['extra', 'words'],
  ])('refuses %s %s by name', (name, value) => {
    const read = readCommandLine([name, value])
    expect(read).toMatchObject({ ok: false, failure: expect.stringContaining(name) })
  })

  test('--port=-1 and a missing value are refused too', () => {
    expect(readCommandLine(['--port=-1'])).toMatchObject({ ok: false })
    expect(readCommandLine(['--port'])).toMatchObject({
      ok: false,
      failure: expect.stringContaining('--port'),
    })
  })
})
