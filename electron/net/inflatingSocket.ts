/** A WebSocket that inflates compressed messages in the turn in which they arrive. The one place that reaches into `ws` (decision 12); otherwise as `ws` made it. */

// Names that begin so are what this file is for.
/* oxlint-disable no-underscore-dangle */

import type { ClientRequestArgs } from 'node:http'
import { WebSocket, type ClientOptions } from 'ws'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { keepInflater } from './keptInflater.ts'

/** What is used of the receiver of `ws` that its documentation does not name. */
interface Receiver {
  /** Called with each part of a compressed message; `done` takes an error, else is for `dataMessage`. */
  decompress(data: Buffer, done: (error: Error) => void): void
  /** Goes on behind a part: emits the message when it was the last. */
  dataMessage(done: (error: Error) => void): void
  /** Also ends the loop over what has arrived. */
  createError(
    kind: ErrorConstructor,
    message: string,
    prefix: boolean,
    closeCode: number,
    code: string,
  ): Error
  /** Whether this part is the last. */
  readonly _fin: boolean
  /** Bytes that a message may have; 0: any number. */
  readonly _maxPayload: number
  /** Of the message so far. */
  _fragments: Buffer[]
  _messageLength: number
}

const KINDS: Readonly<Record<keyof Receiver, string>> = {
  decompress: 'function',
  dataMessage: 'function',
  createError: 'function',
  _fin: 'boolean',
  _maxPayload: 'number',
  _fragments: 'object',
  _messageLength: 'number',
}

function receiverOf(socket: WebSocket): Result<Receiver, string> {
  const receiver = (socket as unknown as { readonly _receiver?: Receiver })._receiver
  const names = Object.keys(KINDS) as (keyof Receiver)[]
  const missing = names.find((name) => typeof receiver?.[name] !== KINDS[name])
  return receiver && !missing
    ? ok(receiver)
    : fail(`compressed messages cannot be read, because this version of ws has no ${missing}`)
}

export class InflatingSocket extends WebSocket {
  constructor(url: string, options: ClientOptions & ClientRequestArgs) {
    super(url, options)
    // Nothing is read before everybody has heard of `open`, and we are the first to.
    this.on('open', () => {
      if (this.extensions === '') return
      const inside = this.inflate()
      if (inside.ok) return
      this.emit('error', new Error(inside.failure))
      this.terminate()
    })
  }

  /** What we send is small and never compressed. */
  override send(text: string): void {
    super.send(text, { compress: false })
  }

  private inflate(): Result<null, string> {
    const found = receiverOf(this)
    if (!found.ok) return found
    const kept = keepInflater()
    if (!kept.ok) return kept
    const [receiver, inflater] = [found.value, kept.value]
    this.on('close', () => inflater.close())
    const take = (piece: Buffer) => {
      receiver._messageLength += piece.length
      receiver._fragments.push(piece)
    }
    // As its own does it, but without a second loop behind it: the one that called goes on.
    receiver.decompress = (data, done) => {
      const most = (receiver._maxPayload || Infinity) - receiver._messageLength
      const fault = inflater.inflate(data, receiver._fin, most, take)
      if (!fault) return receiver.dataMessage(done)
      const { code, message } = fault
      const name = code === 1009 ? 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' : 'Z_DATA_ERROR'
      done(receiver.createError(Error, message, false, code, name))
    }
    return ok(null)
  }
}
