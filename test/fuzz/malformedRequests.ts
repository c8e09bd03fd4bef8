/** Malformed requests from a seed: every one of them must be refused. Pure; knows the API's names, sends nothing. */

import { seededRandom, type Random } from '../../shared/base/random.ts'
import {
  CUSTOMER,
  ORDER,
  TEMPLATES,
  PATHS,
  NOT_DECIMAL,
  HUGE,
  WRONG,
  FOREIGN,
  CODES,
  QUERIES,
  GARBAGE,
  type Template,
} from './malformedParts.ts'

export interface MalformedRequest {
  readonly kind: string
  /** Each of these refuses it rightly. */
  readonly statuses: readonly number[]
  /** The bytes of the whole request. */
  readonly bytes: Buffer
  /** The server cannot know where the next request starts, so it must hang up. */
  readonly endsConnection: boolean
}

export interface Target {
  readonly host: string
  readonly token: string
}

/** `weight`: its share of all. `statuses`: the refusals that are right. */
type Kind = readonly [kind: string, weight: number, statuses: readonly number[], make: () => Buffer]

export const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)] as T

/** An endless run of requests; the same seed makes the same ones. */
export function* malformedRequests(seed: number, { host, token }: Target): Generator<MalformedRequest> {
  const random = seededRandom(seed)
  const request = (
    method: string,
    path: string,
    body: string | Buffer | null,
    headers: Readonly<Record<string, string>> = {},
  ): Buffer => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0))
    const all: Record<string, string> = {
      Host: host,
      Authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      'Content-Length': String(bytes.length),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), bytes])
  }
  /** The body of a template as JSON text, with one field written as `text`. */
  const withField = ({ body }: Template, field: string, text: string): string => {
    const entries = Object.entries({ ...body, [field]: null }).map(
      ([name, value]) => `${JSON.stringify(name)}:${name === field ? text : JSON.stringify(value)}`,
    )
    return `{${entries.join(',')}}`
  }
  const onTemplate = (broken: (template: Template) => string | Buffer) => (): Buffer => {
    const template = pick(random, TEMPLATES)
    return request(template.method, template.path, broken(template))
  }
  const kinds: readonly Kind[] = [
    [
      'truncated',
      12,
      [400],
      onTemplate(({ body }) => {
        const text = JSON.stringify(body)
        return text.slice(0, random.integer(text.length - 1))
      }),
    ],
    [
      'wrong type',
      14,
      [400],
      onTemplate((template) =>
        withField(template, pick(random, Object.keys(template.body)), pick(random, WRONG)),
      ),
    ],
    [
      'no decimal',
      10,
      [400],
      onTemplate((template) =>
        withField(template, pick(random, template.decimals), pick(random, NOT_DECIMAL)),
      ),
    ],
    [
      'huge number',
      10,
      [400],
      onTemplate((template) => withField(template, pick(random, template.decimals), pick(random, HUGE))),
    ],
    [
      'deep nesting',
      2,
      [400],
      onTemplate((template) => {
        const depth = 10 + random.integer(2000)
        const open = pick(random, ['[', '{"a":'])
        const close = open === '[' ? ']' : '}'
        return withField(
          template,
          pick(random, Object.keys(template.body)),
          `${open.repeat(depth)}1${random.next() < 0.5 ? close.repeat(depth) : ''}`,
        )
      }),
    ],
    [
      'foreign field',
      10,
      [400],
      onTemplate(
        ({ body }) =>
          `{${JSON.stringify(pick(random, FOREIGN))}:{"amount":"1"},${JSON.stringify(body).slice(1)}`,
      ),
    ],
    [
      'duplicate key',
      8,
      [400],
      onTemplate(({ body }) => {
        const field = pick(random, Object.keys(body))
        const written =
          random.next() < 0.5
            ? JSON.stringify(field)
            : `"\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}"`
        return `{${written}:${JSON.stringify(body[field])},${JSON.stringify(body).slice(1)}`
      }),
    ],
    [
      'no object',
      4,
      [400],
      onTemplate(() =>
        pick(random, ['', 'null', '[]', '5', '"{}"', '[{}]', 'undefined', '{a:1}', "{'a':1}", '\u0000']),
      ),
    ],
    [
      'no UTF-8',
      3,
      [400],
      onTemplate(({ body }) =>
        Buffer.concat([
          Buffer.from(JSON.stringify(body).slice(0, -2)),
          Buffer.from([0xff, 0xc0, 0x22, 0x7d]),
        ]),
      ),
    ],
    [
      'content type',
      6,
      [415],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const type = pick(random, [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonx',
          '',
          '*/*',
        ])
        return request(method, path, JSON.stringify(body), { 'Content-Type': type })
      },
    ],
    [
      'path trick',
      10,
      [404],
      () => {
        const code = pick(random, CODES)
        const rest = pick(random, [
          '/orders',
          '/orders/resting',
          '/deposits',
          '/fee-profile',
          '/trades',
          '/margin-profile',
        ])
        const path = Buffer.from(`/v1/customers/${code}${rest}`).toString('latin1')
        return random.next() < 0.3 && /orders$|deposits$/.test(rest)
          ? request('POST', path, JSON.stringify(rest === '/orders' ? ORDER : { amount: '5', asset: 'USDC' }))
          : request(
              rest === '/deposits' ? 'POST' : 'GET',
              path,
              rest === '/deposits' ? '{"amount":"5","asset":"USDC"}' : null,
            )
      },
    ],
    [
      'reference trick',
      4,
      [400, 404],
      () => {
        const reference = pick(random, [
          'a%20b',
          '%2e%2e',
          'x'.repeat(41),
          'a%00',
          '%E4',
          'none',
          '__proto__',
          '..',
          'resting%2f..%2fresting',
        ])
        return request(pick(random, ['GET', 'DELETE']), `${CUSTOMER}/orders/${reference}`, null)
      },
    ],
    ['query', 6, [400], () => request('GET', `${pick(random, PATHS)}?${pick(random, QUERIES)}`, null)],
    [
      'method',
      3,
      [405],
      () => request(pick(random, ['PUT', 'DELETE', 'PATCH', 'OPTIONS']), pick(random, PATHS), '{}'),
    ],
    [
      'token',
      5,
      [401],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const forged = `${token.slice(0, -3)}${pick(random, ['AAA', '', '...', 'é'])}`
        return request(method, path, JSON.stringify(body), {
          Authorization: pick(random, [
            '',
            'Bearer',
            'Bearer null',
            `Basic ${token}`,
            `Bearer ${forged}`,
            `Bearer ${token} ${token}`,
          ]),
        })
      },
    ],
    [
      'web page',
      2,
      [403],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const headers = pick(random, [
          { Origin: 'https://evil.example' },
          { Host: 'evil.example' },
          { Origin: 'null' },
        ])
        return request(method, path, JSON.stringify(body), headers)
      },
    ],
    [
      'login',
      3,
      [400, 422],
      () =>
        request(
          'POST',
          '/auth/jwt/login',
          pick(random, [
            '',
            'username=a',
            'password=b',
            'username=&password=',
            'username=a&password=b',
            '{"username":"a"}',
            '%',
            '&&&='.repeat(50),
          ]),
          {
            'Content-Type': pick(random, [
              'application/x-www-form-urlencoded',
              'application/json',
              'text/plain',
            ]),
          },
        ),
    ],
    [
      'too long',
      0.1,
      [413],
      onTemplate((template) =>
        withField(template, pick(random, Object.keys(template.body)), `"${'1'.repeat(70_000)}"`),
      ),
    ],
    ['no HTTP', 0.4, [400], () => Buffer.from(pick(random, GARBAGE), 'latin1')],
  ]
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0)
  for (;;) {
    let at = random.next() * total
    const found = kinds.find(([, weight]) => (at -= weight) < 0)
    if (!found) continue
    const [kind, , statuses, make] = found
    yield { kind, statuses, bytes: make(), endsConnection: kind === 'no HTTP' }
  }
}
