/** One intent, one outcome: the same id never sends twice. What provably never happened may be tried again under the same id. */

import type { Result } from '../../shared/base/result.ts'
import type { Failure } from '../../shared/contract/failure.ts'

export type OnceEach<T> = (
  intentId: string,
  run: () => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>

export function createOnceEach<T>(): OnceEach<T> {
  const intents = new Map<string, Promise<Result<T, Failure>>>()
  return (intentId, run) => {
    const earlier = intents.get(intentId)
    if (earlier) return earlier
    const attempt = async (): Promise<Result<T, Failure>> => {
      const result = await run()
      if (!result.ok && (result.failure.kind === 'refused' || result.failure.kind === 'not-connected'))
        intents.delete(intentId)
      return result
    }
    const outcome = attempt()
    intents.set(intentId, outcome)
    return outcome
  }
}
