/** Writes a refusal as bytes, for sockets without a response object: invalid HTTP and refused upgrades. Pure. */

import type { Clock } from '../../../shared/base/clock.ts'
import { STATUS_OF, type Refusal } from '../refusal.ts'

// No import, for the reason given in `apiServer.ts`.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Server time, which clients use for their nonces (docs/api.md#5.nonce.6). */
export const dateText = (clock: Clock): string => new Date(clock.now()).toUTCString()

export function rawRefusal(refusal: Refusal, clock: Clock): string {
  const status = STATUS_OF[refusal.code]
  const body = JSON.stringify(refusal)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${dateText(clock)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
