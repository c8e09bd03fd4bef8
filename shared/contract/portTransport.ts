/** A transport over a message port of a page, Node or Electron. Knows the ports' shape and imports none of their modules. */

import { transportEnd, type Transport } from './transport.ts'

/** `MessagePort` of a page and of Node's worker_threads. */
export interface EventPort {
  postMessage(message: unknown): void
  start(): void
  close(): void
  addEventListener(type: 'message' | 'close' | 'messageerror', listener: (event: object) => void): void
}

/** Electron's `MessagePortMain`. */
export interface EmitterPort {
  postMessage(message: unknown): void
  start(): void
  close(): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
}

/**
 * Frames are cloned, never transferred: the core hands one book frame to every window that looks at it, and Electron's ports
 * transfer nothing but ports. A copy of the largest book frame (13 kB) costs about a microsecond.
 */
export function portTransport(port: EventPort | EmitterPort): Transport {
  const end = transportEnd({
    send: (frame) => port.postMessage(frame),
    close: () => port.close(),
  })
  const gone = () => end.gone('the port was closed at the other end')
  if ('addEventListener' in port) {
    port.addEventListener('message', (event) => end.deliver((event as { data: unknown }).data))
    port.addEventListener('messageerror', () => end.close('a message could not be read'))
    port.addEventListener('close', gone)
  } else {
    port.on('message', (event) => end.deliver(event.data))
    port.on('close', gone)
  }
  port.start()
  return end
}
