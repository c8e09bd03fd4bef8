/** Compares typed passphrases with those of dealers, one at a time; wrong ones make the next wait. Decides nothing else. */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { RegisteredDealer } from '../../../shared/domain/fourEyes/fourEyesRecord.ts'
import type { Passphrases } from '../ports/credentials.ts'
import type { FourEyesRegister } from './fourEyesRegister.ts'

/** Ms to wait after the first wrong passphrase; each further one doubles the time. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

export type CheckPassphrase = (name: string, typed: string) => Promise<Result<RegisteredDealer, string>>

export function createPassphraseCheck(
  clock: Pick<Clock, 'monotonic'>,
  register: Pick<FourEyesRegister, 'find'>,
  passphrases: Passphrases | null,
): CheckPassphrase {
  let wrong = 0
  /** Monotonic ms before which nothing is compared. For every name: who tries one name tries another next. */
  let nextTryAt = 0
  let isChecking = false
  return async (name, typed) => {
    if (passphrases === null) return fail('This terminal keeps no passphrases, so nobody can approve.')
    if (isChecking) return fail('Another window is comparing a passphrase. Wait a moment, then try again.')
    const wait = nextTryAt - clock.monotonic()
    if (wait > 0)
      return fail(`Nothing was compared: wait ${Math.ceil(wait / 1000)} s after the last wrong try.`)
    const known = register.find(name)
    isChecking = true
    const isRight = await (
      known ? passphrases.matches(typed, known.verifier) : Promise.resolve(false)
    ).finally(() => {
      isChecking = false
    })
    if (known && isRight) {
      wrong = 0
      return ok(known)
    }
    nextTryAt = clock.monotonic() + Math.min(FIRST_WAIT * 2 ** wrong, LONGEST_WAIT)
    wrong++
    return fail('Name and passphrase do not belong together. Nothing was decided.')
  }
}
