import { deflateRawSync, deflateSync, gzipSync, brotliCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { clockOf } from '../../../../shared/base/clock.ts'
import { openHttp, HTTP_LIMITS, type HttpLimits } from '../../../../electron/broker/rest/http.ts'
import { startRawVenue, type Delivery } from '../rawVenue.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** One GET of a body that a server compressed unasked. */
async function read(coding: string, packed: Buffer, limits: Partial<HttpLimits> = {}) {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  venue.answer = ({ socket }: Delivery) => {
    socket.write(
      ['HTTP/1.1 200 x', `content-encoding: ${coding}`, `content-length: ${packed.length}`, '', ''].join(
        '\r\n',
      ),
    )
    socket.write(packed)
  }
  const http = openHttp(venue.profile.restUrl, clockOf(globalThis), { ...HTTP_LIMITS, ...limits })
  ends.push(() => http.close())
  const outcome = await http.send({ method: 'GET', path: '/v1/instruments', headers: {}, body: null })
  return { outcome, asked: venue.deliveries[0]?.headers['accept-encoding'] }
}

const TEXT = '[{"symbol":"ÉUSDC_PERP"}]'

describe('an answer that was packed although nobody asked for it', () => {
  test.each([
    ['gzip', gzipSync(TEXT)],
    ['GZIP', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
    ['gzip, identity', gzipSync(TEXT)],
    ['deflate, gzip', gzipSync(deflateSync(TEXT))],
    ['gzip', Buffer.concat([gzipSync(TEXT.slice(0, 9)), gzipSync(TEXT.slice(9))])],
  ])('as %s is read', async (coding, packed) => {
    const { outcome, asked } = await read(coding, packed)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: TEXT })
    expect(asked).toBe('identity')
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(200_000)), /more than 100000 bytes/],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(3_000_000))), /more than 100000 bytes/],
    ['deflate', deflateSync(Buffer.alloc(200_000)), /more than 100000 bytes/],
    ['gzip', gzipSync(TEXT).subarray(0, 20), /cannot be unpacked/],
    ['gzip', Buffer.from(TEXT), /cannot be unpacked/],
    ['br', brotliCompressSync(TEXT), /packed as "br"/],
    ['gzip, gzip, gzip, gzip', gzipSync(TEXT), /too many times/],
  ])(
    'as %s beyond its bound or in a form that cannot be read proves nothing',
    async (coding, packed, why) => {
      const { outcome } = await read(coding, packed, { bodyBytes: 100_000 })
      expect(outcome).toEqual({ kind: 'lost', why: expect.stringMatching(why) as string })
    },
  )
})
