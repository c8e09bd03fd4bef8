/** The floor of key to wire: an order's two records appended and synced at once, then an order's bytes on a socket that is open. No desk at all. */

import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { scratchFolder } from '../../support/runTerminal.ts'

/** Bytes that an order adds to the journal before it leaves: its intent and its sending. */
const RECORDS = Buffer.alloc(1_400, 'r')

export interface WireFloor {
  /** Answers when it began, ns of `process.hrtime`; the venue stamps the arrival under this name. */
  send(referenceId: string): Promise<bigint>
  close(): Promise<void>
}

export async function openWireFloor(restUrl: string): Promise<WireFloor> {
  const { port } = new URL(restUrl)
  const folder = scratchFolder()
  const file = await open(join(folder.path, 'floor'), 'a')
  const socket = connect(Number(port), '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  return {
    async send(referenceId) {
      const body = JSON.stringify({ reference_id: referenceId })
      const began = process.hrtime.bigint()
      await file.write(RECORDS)
      await file.datasync()
      const answered = once(socket, 'data')
      socket.write(
        `POST /floor/orders HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      await answered
      return began
    },
    async close() {
      socket.destroy()
      await file.close()
      folder.remove()
    },
  }
}
