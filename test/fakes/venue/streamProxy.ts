/** A proxy in front of a venue's stream address: passes every frame on, and holds private channels back on demand. Leaves public streams and REST alone. */

import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

export interface StreamProxy {
  readonly streamUrl: string
  /** Ends every private connection and refuses new ones, until `restore`. */
  losePrivate(): void
  restore(): void
  close(): Promise<void>
}

/** A connection is private from its first `authenticate` on: public ones never send any. */
const isPrivate = (frame: string): boolean => frame.includes('"authenticate"')

/** Opens a door to `streamUrl` on another port of this machine. */
export async function openStreamProxy(streamUrl: string): Promise<StreamProxy> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const privates = new Set<WebSocket>()
  let away = false
  server.on('connection', (near) => {
    const far = new WebSocket(streamUrl)
    const early: string[] = []
    const end = () => {
      privates.delete(near)
      near.terminate()
      far.terminate()
    }
    for (const side of [near, far]) side.on('close', end).on('error', end)
    near.on('message', (data: Buffer) => {
      const frame = data.toString()
      if (isPrivate(frame)) {
        if (away) return end()
        privates.add(near)
      }
      if (far.readyState === WebSocket.OPEN) far.send(frame)
      else early.push(frame)
    })
    far.on('open', () => {
      for (const frame of early.splice(0)) far.send(frame)
    })
    far.on('message', (data: Buffer) => near.send(data.toString()))
  })
  await new Promise<void>((listening) => void server.once('listening', () => listening()))
  return {
    streamUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(streamUrl).pathname}`,
    losePrivate() {
      away = true
      for (const socket of privates) socket.terminate()
    },
    restore() {
      away = false
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of server.clients) socket.terminate()
        server.close(() => closed())
      }),
  }
}
