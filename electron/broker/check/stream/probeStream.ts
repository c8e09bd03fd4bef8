/** Opens a venue's stream, subscribes order books, and reads the form of the messages. Sends no proof and nothing else. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { parseExact } from '../../../../shared/base/json.ts'
import {
  bookChannel,
  parseStreamMessage,
  subscribeMessage,
} from '../../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import { symbol as symbolOf } from '../../../../shared/domain/scalars.ts'
import type { SocketMaker } from '../../../net/supervisedSocket.ts'
import { beyondReads, guess, misfit, open, profileWith, sure, withFirst, type Finding } from '../findings.ts'
import { streamForm, type StreamForm } from './streamForm.ts'

export interface StreamProbe {
  readonly profile: VenueProfile
  readonly symbols: readonly string[]
  readonly clock: Clock
  readonly WebSocket: SocketMaker
  readonly signal: AbortSignal
}

/** Ms to wait for messages of a book. */
const LISTEN_MS = 10_000
/** Books that are subscribed: one of them may rest. */
const MOST_BOOKS = 5
/** Bytes of a message, as the market's own streams take. A larger one ends the connection. */
const MOST_BYTES = 4 << 20
/** Messages after which a book without two kinds of messages has shown what it has. */
const ENOUGH = 60

interface Heard {
  readonly isOpen: boolean
  /** The HTTP status of a refused connection. */
  readonly status: number | null
  readonly texts: readonly string[]
  readonly form: { readonly channel: string; readonly form: StreamForm } | null
}

export async function probeStream(probe: StreamProbe): Promise<readonly Finding[]> {
  const channels = probe.symbols
    .map((name) => symbolOf.safeParse(name))
    .flatMap((read) => (read.success ? [bookChannel(read.data)] : []))
    .slice(0, MOST_BOOKS)
  if (channels.length === 0)
    return [open('stream', 'No instrument could be read, so no book was subscribed.')]
  let heard = await hear(probe, channels, false)
  const findings: Finding[] = []
  if (heard.isOpen)
    findings.push(sure('stream.compression', 'The stream opens without compression.', compressed('none')))
  else {
    const { status } = heard
    heard = await hear(probe, channels, true)
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
  const { form } = heard
  if (form === null)
    return [
      ...findings,
      open(
        'stream',
        `No message about ${channels.join(', ')} carried a book within 10 s. The instruments may rest.`,
      ),
    ]
  return [...findings, ...formFindings(probe.profile, form.form, form.channel, heard.texts)]
}

const compressed = (compression: VenueProfile['stream']['compression']) => ({ stream: { compression } })

function formFindings(
  profile: VenueProfile,
  form: StreamForm,
  channel: string,
  texts: readonly string[],
): readonly Finding[] {
  const { stream } = profile
  const change = {
    channel: withFirst(stream.channel, form.channel),
    type: withFirst(stream.type, form.type),
    data: withFirst(stream.data, form.data),
    snapshot: withFirst(stream.snapshot, form.snapshot),
    ...(form.update === null ? {} : { update: withFirst(stream.update, form.update) }),
  }
  const words = `channel “${form.channel}”, kind “${form.type}”, data “${form.data}”, snapshot “${form.snapshot}”, change “${form.update ?? '?'}”`
  const found = sure('stream', `Messages of a book have ${words}.`, { stream: change })
  const read = texts.map((text) => parseStreamMessage(text, profileWith(profile, [found]).stream))
  const books = read.filter((message) => 'channel' in message && message.channel === channel)
  const unread = books.filter(({ kind }) => kind !== 'snapshot' && kind !== 'update')
  const [why] = unread.flatMap((message) => ('sentence' in message ? [message.sentence] : []))
  const isConfirmed = read.some(({ kind }) => kind === 'ack')
  return [
    found,
    ...(form.update === null ? [open('stream.update', 'No change of a book came within 10 s.')] : []),
    ...(isConfirmed
      ? [
          sure('stream.confirmations', 'The venue confirms a subscription.', {
            stream: { confirmations: 'sent' },
          }),
        ]
      : [
          guess('stream.confirmations', 'The venue confirms no subscription.', {
            stream: { confirmations: 'none' },
          }),
        ]),
    why === undefined
      ? sure(
          'stream.messages',
          `With this profile Openpit reads all ${books.length} messages about ${channel}.`,
        )
      : misfit(
          'stream.messages',
          `Openpit cannot read ${unread.length} of ${books.length} messages: ${why}.`,
        ),
    beyondReads('stream.authenticate', 'Private channels are tried at the first sign-in, not by a check.'),
  ]
}

/** The first channel whose messages show both kinds; else the first with a snapshot. */
function formOf(texts: readonly string[], channels: readonly string[]): Heard['form'] {
  const messages = texts.map((text) => {
    const parsed = parseExact(text)
    return parsed.ok ? parsed.value : null
  })
  const forms = channels.flatMap((channel) => {
    const form = streamForm(messages, channel)
    return form ? [{ channel, form }] : []
  })
  return forms.find(({ form }) => form.update !== null) ?? forms[0] ?? null
}

function hear(
  { WebSocket, profile, clock, signal }: StreamProbe,
  channels: readonly string[],
  compression: boolean,
): Promise<Heard> {
  return new Promise((done) => {
    const texts: string[] = []
    let isOpen = false
    let status: number | null = null
    const socket = new WebSocket(profile.streamUrl, {
      perMessageDeflate: compression,
      maxPayload: MOST_BYTES,
      followRedirects: false,
    })
    const end = () => {
      stop()
      signal.removeEventListener('abort', end)
      socket.terminate()
      done({ isOpen, status, texts, form: formOf(texts, channels) })
    }
    const stop = clock.after(LISTEN_MS, end)
    signal.addEventListener('abort', end)
    socket.on('open', () => {
      isOpen = true
      socket.send(subscribeMessage(channels))
    })
    socket.on('message', (data) => {
      texts.push(Buffer.concat([data].flat() as Buffer[]).toString('utf8'))
      if (texts.length >= ENOUGH || (formOf(texts, channels)?.form.update ?? null) !== null) end()
    })
    socket.on('unexpected-response', (_request, answer) => {
      status = answer.statusCode ?? null
      end()
    })
    socket.on('error', () => end())
    socket.on('close', () => end())
  })
}
