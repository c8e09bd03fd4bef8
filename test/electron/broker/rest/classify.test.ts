/** What an answer to a mutation proves: the table of docs/order-lifecycle.md#what-an-answer-proves, every row of it. */

import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import { sendOutcome } from '../../../../electron/broker/rest/classify.ts'
import type { HttpAnswer, HttpOutcome } from '../../../../electron/broker/rest/http.ts'

const answered = (status: number, body: unknown): HttpAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  sentAt: 0,
  receivedAt: 1,
})

/** Confirms this very request by its reference id alone. */
const read = ({ body }: HttpAnswer) =>
  body.includes('"op-1"') ? ok('op-1') : fail('it is about something else')

const REFUSALS = ['VALIDATION_ERROR', 'ORDER_REJECTED', 'INSUFFICIENT_FUNDS', 'NOT_FOUND'] as const

/** No proof, whatever the body says: who answers them may stand before or behind the exchange. */
const PROVES_NOTHING = [401, 403, 407, 408, 409, 425, 429, 500, 501, 502, 503, 504, 507, 520, 522, 599]
const ELSEWHERE = [300, 301, 302, 303, 304, 307, 308]
const BODIES: readonly (readonly [string, unknown])[] = [
  ['nothing', ''],
  ['HTML', '<html>Bad gateway</html>'],
  ['JSON that breaks off', '{"code":"ORDER_REJ'],
  ['a code nobody knows', { code: 'MYSTERY', message: 'no' }],
  ['no code', { message: 'ORDER_REJECTED' }],
  ['a code that is no text', { code: 400 }],
  ['null', null],
  ['a list', [{ code: 'ORDER_REJECTED' }]],
]

const unknown: (readonly [string, HttpOutcome])[] = [
  ...[
    'the connection was reset',
    'the connection was closed',
    'no answer within 10 s',
    'the answer did not end within 10 s',
    'the session was closed',
  ].map((why) => [`lost: ${why}`, { kind: 'lost' as const, why }] as const),
  ...PROVES_NOTHING.flatMap((status) =>
    (['ORDER_REJECTED', 'NOT_FOUND'] as const).map(
      (code) => [`${status} with ${code}`, answered(status, { code, message: 'no' })] as const,
    ),
  ),
  ...ELSEWHERE.map((status) => [`${status}`, answered(status, { code: 'ORDER_REJECTED' })] as const),
  ...[400, 404, 405, 410, 418, 422].flatMap((status) =>
    BODIES.map(([what, body]) => [`${status} with ${what}`, answered(status, body)] as const),
  ),
  ...[200, 201, 202, 204].flatMap((status) =>
    BODIES.map(([what, body]) => [`${status} with ${what}`, answered(status, body)] as const),
  ),
  ['200 about another order', answered(200, { reference_id: 'op-2' })],
]

describe('an answer that proves nothing leaves the fate unknown', () => {
  test('there are at least sixty of them', () => {
    expect(unknown.length).toBeGreaterThanOrEqual(60)
  })

  test.each(unknown)('%s', (_name, outcome) => {
    expect(sendOutcome(outcome, read)).toEqual({ kind: 'unknown', message: expect.any(String) as string })
  })
})

describe('only a known code refuses', () => {
  test.each(REFUSALS.flatMap((code) => [400, 404, 422].map((status) => [status, code] as const)))(
    '%i %s',
    (status, code) => {
      expect(sendOutcome(answered(status, { code, message: 'because' }), read)).toEqual({
        kind: 'refused',
        code,
        message: 'because',
      })
    },
  )
})

test('"not sent" requires that no byte left, and "accepted" requires a confirmation', () => {
  expect(sendOutcome({ kind: 'not-sent', why: 'nothing listens at the address' }, read).kind).toBe('not-sent')
  expect(sendOutcome(answered(200, { reference_id: 'op-1' }), read)).toEqual({
    kind: 'accepted',
    value: 'op-1',
  })
})
