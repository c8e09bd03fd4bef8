/** Sends malformed input to a paper broker of its own and reports how it took it. Judges nothing. */

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { startPaperBroker, type PaperBroker } from '../../electron/paper/paperBroker.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import { FakeExchange } from '../fakes/venue/fakeExchange.ts'
import { malformedFrames, type MalformedFrame } from './malformedFrames.ts'
import { malformedRequests, type MalformedRequest } from './malformedRequests.ts'

export interface MalformedReport {
  readonly requests: number
  readonly frames: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Inputs that were not refused with the right 4xx, with what came instead; at most ten of them. */
  readonly wrong: readonly string[]
  /** Frames that were answered with anything but one error. */
  readonly unansweredFrames: number
  readonly faults: readonly unknown[]
  /** Everything the broker keeps, read before and after. */
  readonly before: string
  readonly after: string
  /** Bytes of heap in use, after a collection: once warm, and at the end. */
  readonly heapWarm: number
  readonly heapEnd: number
}

const PIPELINED = 25

/** Every sixth input is a frame. The first tenth warms the broker up before the heap is measured. */
export async function sendMalformed(count: number, seed: number): Promise<MalformedReport> {
  const clock = new FakeClock()
  const faults: unknown[] = []
  const broker = await startPaperBroker({
    exchange: new FakeExchange(clock),
    clock,
    randomBytes,
    onFault: (error) => faults.push(error),
  })
  try {
    const token = await login(broker)
    const headers = { Authorization: `Bearer ${token}` }
    await fetch(`${broker.restUrl}/v1/customers/C1042/orders`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"reference_id":"resting","symbol":"BTCUSDC_PERP","side":"buy","type":"limit","amount":"0.1","limit_price":"59000"}',
    })
    const before = await readState(broker, headers)
    const { host } = new URL(broker.restUrl)
    const source = malformedRequests(seed, { host, token })
    const frames = malformedFrames(seed, token)
    const statuses: Record<string, number> = {}
    const wrong: string[] = []
    let unansweredFrames = 0
    const send = async (some: number) => {
      const framesOf = Math.floor(some / 6)
      await sendRequests(host, take(source, some - framesOf), (request, status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        if (!request.statuses.includes(status) && wrong.length < 10)
          wrong.push(`${status} for ${request.kind}: ${request.bytes.toString().slice(-300)}`)
      })
      unansweredFrames += await sendFrames(broker, take(frames, framesOf))
    }
    const warmUp = Math.ceil(count / 10)
    await send(warmUp)
    const heapWarm = heapInUse()
    await send(count - warmUp)
    const heapEnd = heapInUse()
    const after = await readState(broker, headers)
    const framesSent = Math.floor(warmUp / 6) + Math.floor((count - warmUp) / 6)
    return {
      requests: count - framesSent,
      frames: framesSent,
      statuses,
      wrong,
      unansweredFrames,
      faults,
      before,
      after,
      heapWarm,
      heapEnd,
    }
  } finally {
    await broker.close()
  }
}

function take<T>(source: Generator<T>, count: number): T[] {
  const taken: T[] = []
  while (taken.length < count) taken.push(source.next().value as T)
  return taken
}

let collect: (() => void) | null = null
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  collect ??= runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

async function login({ restUrl, username, password }: PaperBroker): Promise<string> {
  const answer = await fetch(`${restUrl}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function readState(
  { restUrl, customers }: PaperBroker,
  headers: Record<string, string>,
): Promise<string> {
  const paths = [
    '/v1/trades?limit=1000',
    '/v1/customers/transactions?limit=1000',
    '/v1/instruments',
    '/webhooks',
    ...customers.flatMap((code) =>
      ['orders', 'margin-profile', 'fee-profile'].map((resource) => `/v1/customers/${code}/${resource}`),
    ),
  ]
  const texts = await Promise.all(
    paths.map(async (path) => `${path} ${await (await fetch(`${restUrl}${path}`, { headers })).text()}`),
  )
  return texts.join('\n')
}

/** Two connections, requests in batches; each answer is handed to `heard` with its request. A connection that hangs up answers 0. */
async function sendRequests(
  host: string,
  requests: readonly MalformedRequest[],
  heard: (request: MalformedRequest, status: number) => void,
): Promise<void> {
  let next = 0
  const worker = async () => {
    let line: Line | null = null
    while (next < requests.length) {
      const batch = requests.slice(next, next + PIPELINED)
      // What ends the connection goes alone: answers to those before it would be lost with it.
      const last = batch.findIndex(({ endsConnection }) => endsConnection)
      if (last >= 0) batch.length = Math.max(1, last)
      next += batch.length
      line ??= openLine(host)
      line.socket.write(Buffer.concat(batch.map(({ bytes }) => bytes)))
      for (const request of batch) heard(request, await line.answer())
      if (line.isOver()) line = null
    }
    line?.socket.destroy()
  }
  await Promise.all([worker(), worker()])
}

interface Line {
  readonly socket: Socket
  /** Status of the next answer; 0 when the connection ended before it came. */
  answer(): Promise<number>
  isOver(): boolean
}

function openLine(host: string): Line {
  const { hostname, port } = new URL(`http://${host}`)
  const socket = connect(Number(port), hostname)
  let buffered = Buffer.alloc(0)
  const state = { over: false, closing: false }
  const statuses: number[] = []
  let wake: (() => void) | null = null
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n')
      if (end < 0) break
      const head = buffered.toString('latin1', 0, end)
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
      if (buffered.length < end + 4 + length) break
      buffered = buffered.subarray(end + 4 + length)
      statuses.push(Number(head.slice(9, 12)))
      state.closing ||= /^connection: close/im.test(head)
    }
    wake?.()
  })
  const end = () => {
    state.over = true
    wake?.()
  }
  socket.on('error', end)
  socket.on('close', end)
  return {
    socket,
    isOver: () => state.over || state.closing,
    async answer() {
      while (statuses.length === 0 && !state.over)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return statuses.shift() ?? 0
    },
  }
}

/** How many frames were not answered with an error. */
async function sendFrames(broker: PaperBroker, frames: readonly MalformedFrame[]): Promise<number> {
  const socket = new WebSocket(broker.streamUrl)
  let errors = 0
  let others = 0
  let wake = () => {}
  socket.on('message', (data) => {
    const { code } = JSON.parse((data as Buffer).toString()) as { code?: string }
    if (typeof code === 'string') errors++
    else others++
    wake()
  })
  socket.on('close', () => wake())
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  for (const { data } of frames) socket.send(data)
  while (errors + others < frames.length && socket.readyState === socket.OPEN)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  socket.terminate()
  return frames.length - errors
}
