/** Writes HTTP requests byte by byte, so that a test can break any part of them. Sends nothing. */

import type { Random } from '../../shared/base/random.ts'
import { TEMPLATES, type Template } from './malformedParts.ts'

export interface Target {
  readonly host: string
  readonly token: string
}

/** `weight`: its share of all. `statuses`: the refusals that are right. */
export type Kind = readonly [kind: string, weight: number, statuses: readonly number[], make: () => Buffer]

export const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)] as T

export interface RequestWriter {
  readonly random: Random
  readonly token: string
  /** The bytes of a whole request. */
  readonly request: (
    method: string,
    path: string,
    body: string | Buffer | null,
    headers?: Readonly<Record<string, string>>,
  ) => Buffer
  /** The body of a template as JSON text, with one field written as `text`. */
  readonly withField: (template: Template, field: string, text: string) => string
  /** Makes a valid request with a body that `broken` writes. */
  readonly onTemplate: (broken: (template: Template) => string | Buffer) => () => Buffer
}

export function createRequestWriter(random: Random, { host, token }: Target): RequestWriter {
  const request: RequestWriter['request'] = (method, path, body, headers = {}) => {
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
  const withField: RequestWriter['withField'] = ({ body }, field, text) => {
    const entries = Object.entries({ ...body, [field]: null }).map(
      ([name, value]) => `${JSON.stringify(name)}:${name === field ? text : JSON.stringify(value)}`,
    )
    return `{${entries.join(',')}}`
  }
  return {
    random,
    token,
    request,
    withField,
    onTemplate: (broken) => () => {
      const template = pick(random, TEMPLATES)
      return request(template.method, template.path, broken(template))
    },
  }
}
