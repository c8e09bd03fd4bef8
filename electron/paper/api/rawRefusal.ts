/** A refusal as bytes, for sockets that have no response object: what is no HTTP, and upgrades that we do not take. Pure. */

import type { Clock } from '../../../shared/base/clock.ts'
import { STATUS_OF, type Refusal } from '../refusal.ts'

// Not imported, as in `apiServer.ts`.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Server time, as the nonce rules ask for it (docs/api.md#5.nonce.6). */
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
