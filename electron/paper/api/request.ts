/** The request that handlers receive, and the reply they return. Reads bodies; uses no socket. */

import { parseExact } from '../../../shared/base/json.ts'
import { ok } from '../../../shared/base/result.ts'
import { refuse, type Outcome } from '../refusal.ts'
import { repeatedKey, writtenKeys } from './jsonKeys.ts'

export interface ApiRequest {
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Lower case, without parameters; empty when the header is missing. */
  readonly contentType: string
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly body: unknown
}

export type Handler = (request: ApiRequest) => Outcome<Reply>

export const reply = (body: unknown, status = 200): Outcome<Reply> => ok({ status, body })

/** Fields of a JSON object. Numbers keep the text they were written with. */
export type JsonFields = ReadonlyMap<string, unknown>

/** Reads a JSON object with `allowed` fields only, each once. An ignored field could be one that the sender relies on. */
export function readJson(request: ApiRequest, allowed: readonly string[]): Outcome<JsonFields> {
  if (request.contentType !== 'application/json')
    return refuse('UNSUPPORTED_MEDIA_TYPE', 'send the body with Content-Type: application/json')
  const parsed = parseExact(request.body)
  if (!parsed.ok) return refuse('VALIDATION_ERROR', parsed.failure)
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return refuse('VALIDATION_ERROR', 'the body must be a JSON object')
  const names = writtenKeys(request.body)
  const repeated = repeatedKey(names)
  if (repeated !== null) return refuse('VALIDATION_ERROR', `${repeated.slice(0, 40)} appears twice`)
  for (const name of names)
    if (!allowed.includes(name))
      return refuse(
        'VALIDATION_ERROR',
        `${name.slice(0, 40)} is not a field here; the fields are ${allowed.join(', ')}`,
      )
  return ok(new Map(Object.entries(parsed.value)))
}

/** A field as text: null when missing, null or empty. Refuses values other than text and numbers. */
export function textField(fields: JsonFields, name: string): Outcome<string | null> {
  const value = fields.get(name)
  if (value === undefined || value === null || value === '') return ok(null)
  return typeof value === 'string'
    ? ok(value)
    : refuse('VALIDATION_ERROR', `${name} must be text or a number`)
}
