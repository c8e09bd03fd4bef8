/** Idempotency by intent id: one id never sends twice, and never answers for another request. A request that certainly had no effect may be repeated under the same id. */

import { fail, type Result } from '../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'

/** `asked`: what the intent does, in words. The same id with other words is refused. */
export type OnceEach<T> = (
  intentId: string,
  run: () => Promise<Result<T, Failure>>,
  asked?: string,
) => Promise<Result<T, Failure>>

interface Intent<T> {
  readonly asked: string
  readonly outcome: Promise<Result<T, Failure>>
}

export function createOnceEach<T>(): OnceEach<T> {
  const intents = new Map<string, Intent<T>>()
  return (intentId, run, asked = '') => {
    const earlier = intents.get(intentId)
    if (earlier?.asked === asked) return earlier.outcome
    if (earlier)
      return Promise.resolve(
        fail(
          failureOf(
            'refused',
            `The ${asked} was not sent: its intent belongs to the ${earlier.asked}. Review it again.`,
          ),
        ),
      )
    const attempt = async (): Promise<Result<T, Failure>> => {
      const result = await run()
      if (!result.ok && (result.failure.kind === 'refused' || result.failure.kind === 'not-connected'))
        intents.delete(intentId)
      return result
    }
    const outcome = attempt()
    intents.set(intentId, { asked, outcome })
    return outcome
  }
}
