import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { superviseSocket } from '../../../electron/net/supervisedSocket.ts'
import { upgradeAnswer } from '../../fakes/venue/upgradeAnswer.ts'

test('a silent peer loses its connection at once, without a closing handshake', async () => {
  const peers: Socket[] = []
  const gone: Socket[] = []
  // Completes the handshake and never answers again: no pong, no close frame.
  const mute = createServer((peer) => {
    peers.push(peer)
    peer.on('error', () => {})
    peer.on('close', () => gone.push(peer))
    peer.once('data', (head) => {
      peer.write(upgradeAnswer(head))
      peer.resume()
    })
  })
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
  const socket = superviseSocket({
    url: `ws://127.0.0.1:${(mute.address() as AddressInfo).port}`,
    clock: clockOf(globalThis),
    random: seededRandom(1),
    WebSocket,
    compression: 'none',
    livenessMs: 200,
    onOpen: () => {},
    onMessage: () => {},
    onState: () => {},
  })
  try {
    // A closing handshake would wait half a minute for the peer that is not there.
    await vi.waitFor(() => expect(gone).toContain(peers[0]), 4_000)
  } finally {
    socket.close()
    for (const peer of peers) peer.destroy()
    mute.close()
  }
})
