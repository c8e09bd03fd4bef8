/** Opens a venue's stream, subscribes one order book, and reads the form of its messages. Sends no proof and nothing else. */

import type { Clock } from '../../../shared/base/clock.ts'
import { bookChannel, subscribeMessage } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { symbol as symbolOf } from '../../../shared/domain/scalars.ts'
import type { SocketMaker } from '../../net/supervisedSocket.ts'
import { open, sure, withFirst, type Finding } from './findings.ts'
import { streamForm } from './streamForm.ts'

export interface StreamProbe {
  readonly profile: VenueProfile
  readonly symbol: string | null
  readonly clock: Clock
  readonly WebSocket: SocketMaker
}

/** Ms to wait for messages of a book. */
const LISTEN_MS = 10_000
/** Messages that show how a snapshot differs from a change. */
const ENOUGH = 12

interface Heard {
  readonly isOpen: boolean
  /** The HTTP status of a refused connection. */
  readonly status: number | null
  readonly messages: readonly unknown[]
}

export async function probeStream({
  profile,
  symbol,
  clock,
  WebSocket,
}: StreamProbe): Promise<readonly Finding[]> {
  const read = symbolOf.safeParse(symbol)
  if (!read.success) return [open('stream', 'No instrument could be read, so no book was subscribed.')]
  const channel = bookChannel(read.data)
  const listen = (compression: boolean) => hear(WebSocket, profile.streamUrl, clock, channel, compression)
  let heard = await listen(false)
  const findings: Finding[] = []
  if (heard.isOpen)
    findings.push(sure('stream.compression', 'The stream opens without compression.', compressed('none')))
  else {
    const status = heard.status
    heard = await listen(true)
    findings.push(
      heard.isOpen
        ? sure(
            'stream.compression',
            'The stream insists on compressed messages.',
            compressed('permessage-deflate'),
          )
        : open(
            'stream',
            `The stream does not open${status === null ? '' : ` (${status})`}. Check streamUrl.`,
          ),
    )
  }
  if (!heard.isOpen) return findings
  const form = streamForm(heard.messages, channel)
  if (form === null)
    return [
      ...findings,
      open('stream', `No message about ${channel} carried a book within 10 s. Its instrument may rest.`),
    ]
  const { stream } = profile
  const change = {
    channel: withFirst(stream.channel, form.channel),
    type: withFirst(stream.type, form.type),
    data: withFirst(stream.data, form.data),
    ...(form.snapshot === null ? {} : { snapshot: withFirst(stream.snapshot, form.snapshot) }),
    ...(form.update === null ? {} : { update: withFirst(stream.update, form.update) }),
  }
  const words = `channel “${form.channel}”, kind “${form.type}”, data “${form.data}”, snapshot “${form.snapshot ?? '?'}”, change “${form.update ?? '?'}”`
  return [
    ...findings,
    sure('stream', `Messages of a book have ${words}.`, { stream: change }),
    ...(form.update === null ? [open('stream.update', 'No change of the book came within 10 s.')] : []),
  ]
}

const compressed = (compression: VenueProfile['stream']['compression']) => ({ stream: { compression } })

function hear(
  WebSocket: SocketMaker,
  url: string,
  clock: Clock,
  channel: string,
  compression: boolean,
): Promise<Heard> {
  return new Promise((done) => {
    const messages: unknown[] = []
    let isOpen = false
    let status: number | null = null
    const socket = new WebSocket(url, { perMessageDeflate: compression, followRedirects: false })
    const stop = clock.after(LISTEN_MS, () => end())
    const end = () => {
      stop()
      socket.terminate()
      done({ isOpen, status, messages })
    }
    socket.on('open', () => {
      isOpen = true
      socket.send(subscribeMessage([channel]))
    })
    socket.on('message', (data) => {
      try {
        messages.push(JSON.parse(Buffer.concat([data].flat() as Buffer[]).toString('utf8')))
      } catch {
        messages.push(null)
      }
      if (messages.length >= ENOUGH) end()
    })
    socket.on('unexpected-response', (_request, answer) => {
      status = answer.statusCode ?? null
      end()
    })
    socket.on('error', () => end())
    socket.on('close', () => end())
  })
}
