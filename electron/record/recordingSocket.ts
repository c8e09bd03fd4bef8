/** Records the traffic of a WebSocket. Changes no frame. */

import type { RawData } from 'ws'
import type { SocketMaker, StreamSocket } from '../net/supervisedSocket.ts'
import type { Recorder } from './recorder.ts'
import type { SecretFilter } from './secrets.ts'

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data

/** Wraps the sockets that `Base` makes. A null `secrets` means that no secret passes here, and frames are recorded byte for byte. */
export function recordingSocket(
  Base: SocketMaker,
  recorder: Pick<Recorder, 'add'>,
  secrets: SecretFilter | null,
): SocketMaker {
  let connections = 0
  return class Recorded extends Base implements StreamSocket {
    private readonly connection: number

    constructor(...options: ConstructorParameters<SocketMaker>) {
      super(...options)
      connections = (connections + 1) & 0xffff
      const connection = connections
      this.connection = connection
      let isOpen = false
      this.on('open', () => {
        isOpen = true
        recorder.add('opened', connection, '')
      })
      this.on('message', (data) => {
        const bytes = bytesOf(data)
        if (!secrets) return recorder.add('in', connection, bytes)
        const text = Buffer.from(bytes).toString('utf8')
        if (!text.includes('authenticate')) recorder.add('in', connection, secrets.strip(text))
      })
      this.on('ping', () => recorder.add('heard', connection, ''))
      this.on('pong', () => recorder.add('heard', connection, ''))
      this.on('close', (code) => {
        if (isOpen) recorder.add('closed', connection, String(code))
      })
    }

    override send(text: string): void {
      if (!secrets?.learnFrame(text))
        recorder.add('out', this.connection, secrets ? secrets.strip(text) : text)
      super.send(text)
    }
  }
}
