/** Makes the sentences of refusals, failed reads and requests that were not sent. */

import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { ReadFailure, SendOutcome } from '../ports/brokerAnswers.ts'

/** Our sentence of the code, then the venue's own words where they add something. */
export const venueWords = (code: string, message: string): string =>
  message === '' || message === code || message === sentenceOfCode(code)
    ? sentenceOfCode(code)
    : `${sentenceOfCode(code)} The venue says: ${message}`

export const readFailed = ({ kind, code, message }: ReadFailure): Failure =>
  kind === 'refused'
    ? failureOf('rejected-by-venue', code === null ? message : venueWords(code, message), { code })
    : failureOf('not-connected', message, { code })

/** The failure of a request that certainly had no effect: the venue refused it, or it was never sent. */
export const undone = (outcome: Extract<SendOutcome<unknown>, { kind: 'refused' | 'not-sent' }>): Failure =>
  outcome.kind === 'refused'
    ? failureOf('rejected-by-venue', venueWords(outcome.code, outcome.message), { code: outcome.code })
    : failureOf('not-connected', outcome.message)
