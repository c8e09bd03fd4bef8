/** Registers dealers and changes the four-eyes rules. While rules are in force each change is itself an act that a second dealer must approve. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Caller } from '../../../shared/contract/ports.ts'
import type { FourEyesRecord } from '../../../shared/domain/fourEyes/fourEyesRecord.ts'
import { isInForce } from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import { rulesWords } from '../../../shared/domain/fourEyes/fourEyesWords.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Passphrases } from '../ports/credentials.ts'
import { actKey } from './actKey.ts'
import type { Approvals } from './approvals.ts'
import type { FourEyesRegister } from './fourEyesRegister.ts'

export interface FourEyesChangesOptions {
  readonly approvals: Pick<Approvals, 'act' | 'hold' | 'changed'>
  readonly register: FourEyesRegister
  readonly passphrases: Passphrases | null
  readonly notices: Pick<Notices, 'say'>
}

type Done = Result<Record<string, never>, Failure>

export interface FourEyesChanges {
  register(request: Request<'dealer.register'>, caller: Caller): Promise<Done>
  unregister(request: Request<'dealer.unregister'>, caller: Caller): Promise<Done>
  saveRules(request: Request<'fourEyes.save'>, caller: Caller): Promise<Done>
}

const refused = (sentence: string): Done => fail(failureOf('refused', sentence))

export function createFourEyesChanges(options: FourEyesChangesOptions): FourEyesChanges {
  const { approvals, register, passphrases, notices } = options

  /** `next` is made when the change is done, from what is in force then. Text: why it must not be. */
  const change = (
    caller: Caller,
    what: string,
    next: (now: FourEyesRecord) => FourEyesRecord | string,
    unshown = '',
  ): Promise<Done> => {
    const key = actKey('rules', what)
    return approvals.act(key, caller, async (): Promise<Done> => {
      const made = next(register.now)
      if (typeof made === 'string') return refused(made)
      const held = approvals.hold(key, { kind: 'rules', value: null, setsLeverage: false, what, unshown })
      if (held !== null) return refused(held)
      const saved = await register.save(made)
      if (!saved.ok) return refused(saved.failure)
      approvals.changed()
      notices.say('info', `Four eyes: ${what}.`)
      return ok({})
    })
  }

  return {
    async register({ dealer, passphrase }, caller) {
      if (passphrases === null) return refused('This terminal keeps no passphrases.')
      // The request that waits holds the verifier, never the passphrase.
      const verifier = await passphrases.verifierOf(passphrase)
      const known = register.find(dealer.name)
      if (known && known.dealer.name !== dealer.name)
        return refused(
          `${dealer.name} looks like ${known.dealer.name}, who is registered. Nothing was changed: use another name.`,
        )
      return change(
        caller,
        `${dealerWords(dealer)} gets ${known ? 'another' : 'a'} passphrase`,
        (now) => ({
          ...now,
          dealers: [
            ...now.dealers.filter((each) => !isSameDealer(each.dealer, dealer)),
            { dealer, verifier },
          ],
        }),
        verifier,
      )
    },
    unregister: ({ name }, caller) =>
      change(caller, `${name} may approve no more`, (now) => {
        const dealers = now.dealers.filter(({ dealer }) => dealer.name !== name)
        if (dealers.length === now.dealers.length) return `Nothing was changed: ${name} is not registered.`
        if (isInForce(now.rules) && dealers.length < 2)
          return 'Nothing was changed: fewer than two dealers would be left, and nothing could be approved. Take the rules away first.'
        return { ...now, dealers }
      }),
    saveRules: ({ baseVersion, rules }, caller) =>
      change(caller, `from now on a second dealer approves ${rulesWords(rules) ?? 'nothing'}`, (now) => {
        if (baseVersion !== register.rulesVersion)
          return `Nothing was changed: the rules were changed meanwhile. In force now: a second dealer approves ${rulesWords(now.rules) ?? 'nothing'}. Compare both, then save again.`
        return isInForce(rules) && now.dealers.length < 2
          ? 'Nothing was changed: two dealers need a passphrase first, one who asks and one who approves.'
          : { ...now, rules }
      }),
  }
}
