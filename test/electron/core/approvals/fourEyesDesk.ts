/** A desk with two windows and two dealers, each with a passphrase, and four-eyes rules in force. */

import { createPassphrases } from '../../../../electron/storage/passphrases.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { CommandName, Reply, Request } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import { NO_FOUR_EYES, type FourEyesRules } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { BTC, Desk, draftOf, PAPER, reportOf, text } from '../deskHarness.ts'
import type { LimitRule } from '../../../../shared/domain/limits/limits.ts'

export const SMITH = { name: 'J. Smith', role: 'dealer' }
export const OKAFOR = { name: 'A. Okafor', role: 'senior dealer' }
export const SMITHS = 'passphrase of smith'
export const OKAFORS = 'passphrase of okafor'
/** A cost that a test can pay often. */
export const quickPassphrases = createPassphrases(1_024)

const AMENDING = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}

export type Call = <C extends CommandName>(
  name: C,
  request: Request<C>,
  windowId?: string,
) => Promise<Result<Reply<C>, Failure>>

export const callFrom =
  (desk: Desk): Call =>
  async (name, request, windowId = 'w1') => {
    const handler = desk.core.handlers[name] as (...given: unknown[]) => Promise<never>
    const reply = await handler(request, { windowId, allows: () => true })
    await desk.settle()
    return reply
  }

export const withdrawal = (intentId: string, amount = '500') =>
  ({
    intentId,
    transfer: { customerCode: 'C1042', kind: 'withdrawal', amount: text(amount), asset: 'USDC' },
  }) as Request<'transfer.submit'>

export const approve = (id: number, more: Partial<Request<'approval.decide'>> = {}) => ({
  id,
  decision: 'approve' as const,
  name: OKAFOR.name,
  passphrase: OKAFORS,
  reason: '',
  ...more,
})

export async function startDesk(
  rules: Partial<FourEyesRules>,
  given: {
    journal?: FakeJournal
    limits?: readonly LimitRule[]
    isProven?: boolean
    hasAmend?: boolean
    /** Fills the venue with records before the sign-in. */
    prepare?: Desk['prepare']
  } = {},
) {
  const desk = new Desk({
    limits: given.limits ?? NO_LIMITS,
    passphrases: quickPassphrases,
    ...(given.hasAmend ? { venues: [AMENDING] } : {}),
    ...(given.journal ? { journal: given.journal } : {}),
  })
  if (given.prepare) desk.prepare = given.prepare
  const call = callFrom(desk)
  const topic = desk.follow('approvals')
  await call('session.nameDealer', { dealer: SMITH })
  const broker = await desk.ready()
  await call('dealer.register', { dealer: SMITH, passphrase: SMITHS })
  await call('dealer.register', { dealer: OKAFOR, passphrase: OKAFORS })
  await call('fourEyes.save', {
    baseVersion: topic.now().rulesVersion,
    rules: { ...NO_FOUR_EYES, ...rules },
  })
  if (given.isProven !== false) await call('dealer.prove', { name: SMITH.name, passphrase: SMITHS })
  const stages = () =>
    desk.journal.entries.flatMap(({ body }) =>
      body.type === 'approval'
        ? [`${body.id} ${body.stage}${body.dealer ? ` ${body.dealer.name}` : ''}`]
        : [],
    )
  return { desk, call, broker, topic, stages }
}

/** A later run of the desk whose journal has four-eyes rules that nobody can read. */
export async function restartWithUnreadableRules(desk: Desk): Promise<Desk> {
  const entries = desk.journal.entries.map((entry) =>
    entry.body.type === 'rules' && entry.body.name === 'four-eyes'
      ? { ...entry, body: { ...entry.body, json: '{"rules":{"later":true}}' } }
      : entry,
  )
  const after = new Desk({ passphrases: quickPassphrases, journal: new FakeJournal(entries) })
  await after.ready()
  return after
}

/** An order of 1 BTC that rests at the venue. Returns its id. */
export async function restOrder({
  desk,
  call,
  broker,
}: Pick<Awaited<ReturnType<typeof startDesk>>, 'desk' | 'call' | 'broker'>) {
  await call('order.submit', {
    intentId: 'intent-0001',
    draft: draftOf({ amount: text('1') }),
    typed: null,
  })
  const [sent] = broker.sent
  if (!sent) throw new Error('not sent')
  sent.answer.resolve({
    kind: 'accepted',
    value: reportOf(sent.id, 'open', { amount: text('1'), limitPrice: sent.draft.limitPrice, symbol: BTC }),
  } as never)
  await desk.settle()
  return sent.id
}
