/** The refusals of the API: status, code and a sentence (docs/api.md#part-7). Decides nothing itself. */

import { fail, type Result } from '../../shared/base/result.ts'

/** Codes of docs/api.md#part-7, and codes for HTTP failures that it does not list. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'ORDER_REJECTED'
  | 'INSUFFICIENT_FUNDS'
  | 'NOT_FOUND'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'

export const STATUS_OF: Readonly<Record<RefusalCode, number>> = {
  VALIDATION_ERROR: 400,
  ORDER_REJECTED: 400,
  INSUFFICIENT_FUNDS: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
}

export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
}

export type Outcome<T> = Result<T, Refusal>

export const refuse = (code: RefusalCode, message: string) => fail<Refusal>({ code, message })

export const unknownCustomer = (code: string) => refuse('NOT_FOUND', `customer ${code} is not known`)
