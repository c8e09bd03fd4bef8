/** Malformed stream frames from a seed: every one of them must be answered with one error. Pure; sends nothing. */

import { seededRandom } from '../../shared/base/random.ts'
import { pick } from './requestWriter.ts'

export interface MalformedFrame {
  readonly kind: string
  readonly data: string | Buffer
}

/** An endless run of stream frames, each of which is answered with one error. */
export function* malformedFrames(seed: number, token: string): Generator<MalformedFrame> {
  const random = seededRandom(seed)
  const good = [
    `{"op":"subscribe","args":["trades"]}`,
    `{"op":"unsubscribe","args":["trades"]}`,
    `{"op":"authenticate","token":"${token}"}`,
  ]
  const kinds: readonly (readonly [string, () => string | Buffer])[] = [
    [
      'truncated',
      () => {
        const text = pick(random, good)
        return text.slice(0, random.integer(text.length - 1))
      },
    ],
    [
      'wrong type',
      () =>
        `{"op":"subscribe","args":${pick(random, ['5', '{}', 'null', '"trades"', '[]', '[["trades"]]', '[null]', '[{}]', 'true'])}}`,
    ],
    [
      'unknown op',
      () =>
        `{"op":${pick(random, ['"steal"', '5', '{}', '[]', 'null', '"__proto__"', '"SUBSCRIBE"', '"toString"'])},"args":["trades"]}`,
    ],
    [
      'no object',
      () => pick(random, ['', '[]', 'null', '5', '"subscribe"', '[{"op":"subscribe"}]', 'subscribe']),
    ],
    ['duplicate key', () => `{"op":"subscribe","op":"unsubscribe","args":["trades"]}`],
    ['deep nesting', () => `{"op":"subscribe","args":${'['.repeat(10 + random.integer(2000))}`],
    [
      'huge list',
      () => JSON.stringify({ op: 'subscribe', args: Array.from({ length: 101 }, (_, n) => `c${n}`) }),
    ],
    ['long name', () => JSON.stringify({ op: 'subscribe', args: ['x'.repeat(101 + random.integer(5000))] })],
    [
      'unknown channel',
      () =>
        JSON.stringify({
          op: 'subscribe',
          args: [
            pick(random, [
              'nope',
              '__proto__',
              'orderbook-stream:',
              'orderbook-stream:BTCUSDC_PERP:x',
              'market-trades:%00',
              'orders:BTCUSDC_PERP',
              'constructor',
            ]),
          ],
        }),
    ],
    [
      'private unasked',
      () =>
        JSON.stringify({ op: 'subscribe', args: [pick(random, ['orders', 'trades', 'balance-changes'])] }),
    ],
    [
      'bad token',
      () =>
        JSON.stringify({ op: 'authenticate', token: pick(random, ['', 'a.b.c', `${token}x`, '..', 'é']) }),
    ],
    ['no token', () => JSON.stringify({ op: 'authenticate', token: pick(random, [5, [], {}, true]) })],
    ['binary', () => Buffer.from(pick(random, good))],
  ]
  for (;;) {
    const [kind, make] = pick(random, kinds)
    yield { kind, data: make() }
  }
}
