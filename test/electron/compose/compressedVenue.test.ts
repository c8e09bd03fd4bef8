/** The whole desk at a venue whose streams are compressed or not given at all. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PLAIN_VARIANT } from '../../../electron/paper/apiVariants.ts'
import { findSession, sessionRecords } from '../../../electron/record/sessionFiles.ts'
import { bookState } from '../../../shared/domain/book/bookFrame.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { takenId } from '../../fakes/core/acceptedOrderId.ts'
import { BTC, draftOf, text } from '../core/deskHarness.ts'
import { composeTerminal, SOON, watchBook } from '../record/recordedSession.ts'
import { DeskWindow } from './deskWindow.ts'

/** Every record of the newest session in a folder; none while nothing can be read. */
function recordsOf(recording: string) {
  const found = findSession(recording)
  return found.ok ? [...sessionRecords(found.value.files, () => undefined)] : []
}

/** A desk signed in to a broker that insists, with a profile that says this of compression; it records. */
async function atVenue(compression: 'none' | 'permessage-deflate') {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-compressed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paper = await startLivePaper({
    variant: { stream: { ...PLAIN_VARIANT.stream, compression: 'required' } },
  })
  onTestFinished(() => paper.close())
  const { restUrl, streamUrl, username, password } = paper
  const venueFile = join(folder, 'venue.json')
  writeFileSync(
    venueFile,
    JSON.stringify({ name: 'Insists', kind: 'paper', restUrl, streamUrl, stream: { compression } }),
  )
  const recording = join(folder, 'recording')
  const desk = await composeTerminal({ venueFile, record: { folder: recording, size: 1 << 26 } })
  let closed: Promise<void> | null = null
  /** Ends the desk; the recordings are written to their ends behind it. */
  const closeAll = async (): Promise<void> => {
    await desk.close()
    await vi.waitFor(() => {
      const ended = recordsOf(recording).filter(({ kind }) => kind === 'end')
      expect(new Set(ended.map(({ stream }) => stream))).toEqual(new Set(['private', 'public']))
    }, SOON)
  }
  const close = () => (closed ??= closeAll())
  onTestFinished(close)
  const window = new DeskWindow(desk)
  const session = window.follow('session')
  const venueId = session.now().venues.find(({ name }) => name === 'Insists')?.id ?? 'none'
  const connection = window.follow('connection')
  const book = watchBook(desk, BTC)
  await window.call('session.signIn', { venueId, username, password, signingKey: null, keep: 'run' })
  return { desk, window, session, connection, book, recording, close, customer: paper.customers[0]! }
}

test('with a profile that asks for compression: books, orders and a recording work as usual', async () => {
  const { window, session, connection, book, recording, close, customer } =
    await atVenue('permessage-deflate')
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), SOON)
  await vi.waitFor(() => expect(book.frames.some((frame) => bookState(frame) === 'live')).toBe(true), SOON)
  const before = book.frames.length
  await vi.waitFor(() => expect(book.frames.length).toBeGreaterThan(before + 5), SOON)
  const reconciliations = window.follow('reconciliation')
  await vi.waitFor(
    () =>
      expect(
        reconciliations.now().find((reconciliation) => reconciliation.customerCode === customer)?.open,
      ).toBe(true),
    SOON,
  )
  const orders = window.follow('orders')
  const draft = draftOf({ customerCode: customer, amount: text('0.01'), limitPrice: text('100') })
  const submittedAt = Date.now()
  const id = takenId(await window.call('order.submit', { intentId: 'intent-1', draft, typed: null }))
  await vi.waitFor(
    () => expect(orders.now().find((order) => order.referenceId === id)).toMatchObject({ phase: 'working' }),
    SOON,
  )
  // The answer to the request may come first: the recording holds the order once the channel reported it.
  await vi.waitFor(() => {
    const channel = connection.now().streams.find((stream) => stream.channel === 'orders')
    expect(channel?.state).toBe('live')
    expect(channel?.lastAt).toBeGreaterThanOrEqual(submittedAt)
  }, SOON)

  await close()
  const read = (stream: string) =>
    recordsOf(recording)
      .filter((record) => record.stream === stream && record.kind === 'in')
      .map((record) => record.payload.toString('utf8'))
      .join('\n')
  expect(read('private')).toContain(id)
  expect(read('public')).toContain(`"orderbook-stream:${BTC}","type":"snapshot"`)
}, 60_000)

test('with a profile without compression: both streams report the answer and the setting', async () => {
  const { connection } = await atVenue('none')
  const sentence =
    'The venue refused the stream (400). If it takes compressed streams only: set stream.compression to permessage-deflate in the venue profile.'
  const said = new Set<string>()
  await vi.waitFor(() => {
    for (const { channel, message } of connection.now().streams) if (message === sentence) said.add(channel)
    expect([...said]).toEqual(expect.arrayContaining(['orders', `orderbook-stream:${BTC}`]))
  }, SOON)
}, 60_000)
