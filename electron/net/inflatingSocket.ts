/** A WebSocket that inflates compressed messages in the turn of their arrival. The only file that uses internals of `ws` (decision 12). */

// These names of `ws` begin with an underscore.
/* oxlint-disable no-underscore-dangle */

import type { ClientRequestArgs } from 'node:http'
import { WebSocket, type ClientOptions } from 'ws'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { openInflater } from './persistentInflater.ts'

/** The undocumented part of the receiver of `ws` that this file uses. */
interface Receiver {
  /** Called with each part of a compressed message. Pass `done` to `dataMessage`, or call it with an error. */
  decompress(data: Buffer, done: (error: Error) => void): void
  /** Continues after a part: emits the message when the part was the last. */
  dataMessage(done: (error: Error) => void): void
  /** Also ends the loop over the data that has arrived. */
  createError(
    kind: ErrorConstructor,
    message: string,
    prefix: boolean,
    closeCode: number,
    code: string,
  ): Error
  /** Whether this part is the last. */
  readonly _fin: boolean
  /** Maximum bytes of a message; 0: no limit. */
  readonly _maxPayload: number
  /** Parts of the current message. */
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
    // `ws` reads nothing before it has called every `open` listener, and this listener is the first.
    this.on('open', () => {
      if (this.extensions === '') return
      const inside = this.inflate()
      if (inside.ok) return
      this.emit('error', new Error(inside.failure))
      this.terminate()
    })
  }

  /** Openpit's messages are small and never compressed. */
  override send(text: string): void {
    super.send(text, { compress: false })
  }

  private inflate(): Result<null, string> {
    const found = receiverOf(this)
    if (!found.ok) return found
    const opened = openInflater()
    if (!opened.ok) return opened
    const [receiver, inflater] = [found.value, opened.value]
    this.on('close', () => inflater.close())
    const take = (piece: Buffer) => {
      receiver._messageLength += piece.length
      receiver._fragments.push(piece)
    }
    // Does the same as the receiver's own method, but starts no second loop: the calling loop continues.
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
