/** Turns an exception during a request into an outcome that is unknown, and logs it. */

import type { Log } from '../ports/log.ts'
import type { SendOutcome } from '../ports/brokerAnswers.ts'

/** The outcome of a request. An exception in Openpit proves nothing, because the request may have been sent before it. */
export async function outcomeOf<T>(
  log: Log,
  request: () => Promise<SendOutcome<T>>,
): Promise<SendOutcome<T>> {
  try {
    return await request()
  } catch {
    log.error('a request broke inside the broker adapter')
    return { kind: 'unknown', message: 'Openpit failed while it was sending the request.' }
  }
}
