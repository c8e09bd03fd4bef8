import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { compose } from '../../../electron/compose.ts'
import { openMarket } from '../../../electron/market/market.ts'
import {
  blockBytes,
  headBytes,
  RECORD_BYTES,
  writeRecord,
  type RecordItem,
  type RecordKind,
  type RecordingHead,
} from '../../../electron/record/format.ts'
import { recordingName } from '../../../electron/record/recordingFolder.ts'
import { openReplay } from '../../../electron/replay/replayServer.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { bookState, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { DeskWindow } from '../compose/deskWindow.ts'
import { frameText } from './plainBook.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const CHANNEL = `orderbook-stream:${BTC}`
const SOON = { interval: 10 }
const profile = venueProfile.parse({
  name: 'V',
  kind: 'paper',
  restUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1/s',
})
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

type Frame = readonly [ms: number, kind: RecordKind, payload: string]

/** A recording file of one stream, in which `keep` may leave records out as if they had been cut away. */
function file(
  stream: RecordingHead['stream'],
  frames: readonly Frame[],
  keep: (item: RecordItem) => boolean,
): Buffer {
  const startedAt = Date.UTC(2026, 0, 5, 9)
  const items = frames.map(([ms, kind, text], number): RecordItem => ({
    number,
    at: startedAt + ms,
    offsetNs: ms * 1e6,
    connection: 1,
    kind,
    payload: Buffer.from(text),
  }))
  const blocks = items.filter(keep).map((item) => {
    const raw = Buffer.alloc(RECORD_BYTES + item.payload.length)
    writeRecord(raw, 0, item)
    return blockBytes(deflateRawSync(raw), raw.length)
  })
  const head = { session: 's', stream, writer: stream, part: 1, startedAt, profile }
  return Buffer.concat([headBytes(head), ...blocks])
}

const level = (price: number, amount: string, type: 'bid' | 'ask', action = 'change') => ({
  action,
  type,
  price: String(price),
  amount,
})
const frame = (type: string, changes: readonly object[]) =>
  JSON.stringify({ channel: CHANNEL, type, changes })

/** Ten updates a second for four seconds; update n sets the best bid's amount to n + 1. */
const UPDATES = Array.from({ length: 40 }, (_, n): Frame => [
  1_000 + n * 100,
  'in',
  frame('update', [level(100, String(n + 1), 'bid')]),
])
const PUBLIC: readonly Frame[] = [
  [10, 'opened', ''],
  [20, 'out', JSON.stringify({ op: 'subscribe', args: [CHANNEL] })],
  [30, 'in', JSON.stringify({ op: 'subscribe', args: [CHANNEL] })],
  [900, 'in', frame('snapshot', [level(100, '0.5', 'bid', 'new'), level(101, '7', 'ask', 'new')])],
  ...UPDATES,
  [5_500, 'heard', ''],
]
const PRIVATE: readonly Frame[] = [
  [
    5,
    'answer',
    `${JSON.stringify({ method: 'GET', path: '/v1/instruments', status: 200, date: null, tookMs: 1 })}\n[]`,
  ],
]

/** A folder with the recording. */
function recording(keep: (item: RecordItem) => boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-gap-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, recordingName('s', 'public', 1)), file('public', PUBLIC, keep))
  writeFileSync(
    join(folder, recordingName('s', 'private', 1)),
    file('private', PRIVATE, () => true),
  )
  return folder
}

async function watch(keep: (item: RecordItem) => boolean, speed = 1) {
  const folder = recording(keep)
  const clock = clockOf(globalThis)
  const problems: string[] = []
  const token = randomBytes(9).toString('hex')
  const states: string[] = []
  const opened = await openReplay({
    path: folder,
    speed,
    clock,
    token,
    onNews: ({ state }) => states.push(state),
    onProblem: (sentence) => problems.push(sentence),
  })
  if (!opened.ok) throw new Error(opened.failure)
  const { restUrl, streamUrl, close } = opened.value
  closers.push(close)
  const market = openMarket({
    workerUrl: new URL('../../../electron/market/worker.ts', import.meta.url),
    clock,
    random: seededRandom(1),
  })({ ...profile, restUrl, streamUrl }, 'test')
  closers.push(() => market.close())
  const links: string[] = []
  market.listen({
    tops: () => undefined,
    links: (all) => links.push(...all.filter((link) => link.channel === CHANNEL).map((link) => link.state)),
    steps: () => undefined,
    unreadable: () => undefined,
  })
  const frames: BookFrame[] = []
  const feed = market.book({ symbol: BTC, grouping: 1, rows: 5 }, (got) => {
    frames.push(got)
    feed.ready()
  })
  // The recording plays from the sign-in on, with or without a watcher, so the watcher connects first.
  await vi.waitFor(() => expect(links).toContain('connecting'), SOON)
  await fetch(`${restUrl}/auth/jwt/login`, { method: 'POST', body: 'username=a&password=b' })
  return { frames, links, problems, states, restUrl, streamUrl, token }
}

const live = (frames: readonly BookFrame[]) =>
  frames.filter((bookFrame) => bookState(bookFrame) === 'live').map(frameText)
const book = (bid: string) => JSON.stringify([[['100', bid]], [['101', '7']]])

it('a whole recording is played with every update in order', async () => {
  const { frames, problems, states } = await watch(() => true)
  await vi.waitFor(() => expect(live(frames)).toContain(book('40')), SOON)
  const allowed = ['0.5', ...UPDATES.map((_, n) => String(n + 1))].map(book)
  expect(live(frames).filter((text) => !allowed.includes(text))).toEqual([])
  await vi.waitFor(() => expect(states.at(-1)).toBe('over'), SOON)
  await vi.waitFor(() => expect(bookState(frames.at(-1)!)).not.toBe('live'), SOON)
  expect(problems).toEqual([])
}, 30_000)

it('a cut-out second makes the book suspect and subscribes again; no book misses the second', async () => {
  const cutFrom = 4 + 10
  const { frames, links, problems } = await watch(({ number }) => number < cutFrom || number >= cutFrom + 10)
  await vi.waitFor(
    () =>
      expect(problems).toEqual([
        'The recording at 2026-01-05 09:00:03 UTC: frames of the public stream are missing.',
      ]),
    SOON,
  )
  await vi.waitFor(() => expect(bookState(frames.at(-1)!)).not.toBe('live'), SOON)
  const before = ['0.5', ...UPDATES.slice(0, 10).map((_, n) => String(n + 1))].map(book)
  await vi.waitFor(() => expect(links.lastIndexOf('connecting')).toBeGreaterThan(links.indexOf('live')), SOON)
  expect(live(frames).filter((text) => !before.includes(text))).toEqual([])
  expect(live(frames)).toContain(book('10'))
  expect(bookState(frames.at(-1)!)).not.toBe('live')
}, 30_000)

it('a hole and a damaged part are reported on screen, with the recorded time', async () => {
  const folder = recording(({ number }) => number !== 20)
  const path = join(folder, recordingName('s', 'public', 1))
  const bytes = readFileSync(path)
  // A byte of the last block, which lies at the end of the recorded time.
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 0xff, bytes.length - 1)
  writeFileSync(path, bytes)
  const desk = await compose({
    dataDirectory: null,
    venueFile: null,
    paper: { seed: 1, replay: null, speed: 1, faults: false },
    session: { path: folder, speed: 10 },
    record: null,
    liveOverLoopback: false,
    processRoot: new URL('../../../electron/', import.meta.url),
  })
  closers.push(() => desk.close())
  const window = new DeskWindow(desk)
  const notices = window.follow('notices')
  const signIn = { venueId: 'replay', username: null, password: null, signingKey: null, keep: 'run' } as const
  expect(await window.call('session.signIn', signIn)).toEqual({ ok: true, value: {} })
  await vi.waitFor(() => {
    const messages = notices.now().map((notice) => `${notice.level}: ${notice.message}`)
    expect(messages).toContain(
      'warning: The recording at 2026-01-05 09:00:02 UTC: frames of the public stream are missing.',
    )
    expect(messages).toContainEqual(
      expect.stringMatching(
        /^warning: The recording at 2026-01-05 09:00:04 UTC: \S+: the block at byte \d+ is damaged and left out\.$/,
      ),
    )
  }, SOON)
}, 30_000)

it('the replay is read-only and closed: no mutation, no read without the token, no web page', async () => {
  const { restUrl, streamUrl, token } = await watch(() => true)
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${restUrl}${path}`, init)
    return { status: answer.status, text: await answer.text() }
  }
  const headers = { authorization: `Bearer ${token}` }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await ask('/v1/customers/C1/orders', { method, headers })).toEqual({
      status: 400,
      text: JSON.stringify({
        code: 'VALIDATION_ERROR',
        message: 'This is a replay of a recording: nothing can be sent.',
      }),
    })
  expect((await ask('/v1/instruments')).status).toBe(401)
  expect(await ask('/v1/instruments', { headers })).toEqual({ status: 200, text: '[]' })
  expect(
    (await ask('/v1/instruments', { headers: { ...headers, origin: 'https://evil.example' } })).status,
  ).toBe(403)
  expect((await ask('/v1/customers/C1/margin-profile', { headers })).text).toContain(
    'has no answer to this request',
  )
  const page = new WebSocket(streamUrl, { origin: 'https://evil.example' })
  expect(await new Promise((resolve) => page.on('error', (error) => resolve(error.message)))).toContain('503')
}, 30_000)
