/** A transport over a WebSocket of a page or of `ws`. A frame whose body is an array of numbers is one binary message; every other frame is JSON text. */

import { transportEnd, type Transport } from './transport.ts'

/** The shape that sockets of pages and of `ws` share. The socket must be open. */
export interface SocketLike {
  binaryType: string
  send(data: string | ArrayBuffer): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  addEventListener(type: 'error', listener: (event: unknown) => void): void
}

/** Returned for an unreadable message. No frame schema accepts it, so the receiving end closes. */
const UNREADABLE = null
/** Bytes of the length of the header, a little-endian 32-bit integer. */
const PREFIX = 4
const ALIGNMENT = 8

/** `[u32 header length][header: the frame without its body, as JSON in ASCII, padded to 8 bytes][float64 …]` */
export function encodeFrame(frame: unknown): string | ArrayBuffer {
  const numbers = (frame as { body?: unknown } | null)?.body
  if (!(numbers instanceof Float64Array)) return JSON.stringify(frame)
  const json = JSON.stringify({ ...(frame as object), body: undefined })
  const start = Math.ceil((PREFIX + json.length) / ALIGNMENT) * ALIGNMENT
  const buffer = new ArrayBuffer(start + numbers.byteLength)
  new DataView(buffer).setUint32(0, start - PREFIX, true)
  const header = new Uint8Array(buffer, PREFIX, start - PREFIX).fill(32)
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code > 126) throw new Error('The header of a binary frame must be plain ASCII.')
    header[at] = code
  }
  new Float64Array(buffer, start).set(numbers)
  return buffer
}

/** The frame of one message, or null when it cannot be read. */
export function decodeFrame(data: unknown): unknown {
  try {
    if (typeof data === 'string') return JSON.parse(data)
    if (!(data instanceof ArrayBuffer) || data.byteLength < PREFIX) return UNREADABLE
    const length = new DataView(data).getUint32(0, true)
    const start = PREFIX + length
    if (start > data.byteLength || start % ALIGNMENT !== 0 || (data.byteLength - start) % ALIGNMENT !== 0)
      return UNREADABLE
    let json = ''
    for (const code of new Uint8Array(data, PREFIX, length)) json += String.fromCharCode(code)
    const header: unknown = JSON.parse(json)
    if (typeof header !== 'object' || header === null) return UNREADABLE
    return { ...header, body: new Float64Array(data, start) }
  } catch {
    return UNREADABLE
  }
}

export function socketTransport(socket: SocketLike): Transport {
  socket.binaryType = 'arraybuffer'
  const end = transportEnd({
    send: (frame) => socket.send(encodeFrame(frame)),
    // A close reason may be 123 bytes; ours are plain ASCII sentences.
    close: (reason) => socket.close(1000, reason.slice(0, 120)),
  })
  socket.addEventListener('message', (event) => end.deliver(decodeFrame(event.data)))
  socket.addEventListener('close', (event) =>
    end.gone(event.reason === '' ? `the socket was closed (${event.code})` : event.reason),
  )
  // A close event with the reason always follows an error.
  socket.addEventListener('error', () => {})
  return end
}
