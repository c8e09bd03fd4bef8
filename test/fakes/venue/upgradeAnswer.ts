/** The bytes by which a raw TCP peer takes an upgrade to WebSocket in (RFC 6455, 4.2.2), for peers that then behave as no server of `ws` would. */

import { createHash } from 'node:crypto'

const ACCEPTS = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** `head`: the request as it came. `more`: further header lines, such as `Sec-WebSocket-Extensions: permessage-deflate`. */
export function upgradeAnswer(head: Buffer, ...more: readonly string[]): string {
  const key = /sec-websocket-key: (.*)\r/i.exec(head.toString())?.[1] ?? ''
  const accept = createHash('sha1')
    .update(key + ACCEPTS)
    .digest('base64')
  const lines = [
    'HTTP/1.1 101 x',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
