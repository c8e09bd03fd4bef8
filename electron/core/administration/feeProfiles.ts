/** Reads and writes fee profiles: looks before, sends both fees once, reads back after, and tells every window. Says what the venue shows, never what was asked. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { changedSince, type CustomerFees, type FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { UnansweredRequest } from '../../../shared/domain/journalEntry.ts'
import { brokerForSending, notSignedIn, outcomeOf, type Access } from '../support/access.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/auditedRequests.ts'
import { readFailed, undone } from '../support/failureMessages.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Notices } from '../support/notices.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Broker, Log } from '../ports.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

type Written = Result<Reply<'feeProfile.write'>, Failure>
type Fees = Pick<Request<'feeProfile.write'>, 'symbol' | 'makerFee' | 'takerFee'>

export interface FeeProfiles {
  readonly topic: Published<'fees'>
  read(customer: CustomerCode): Promise<Result<Reply<'feeProfile.read'>, Failure>>
  /** Refused where the venue's fees are not those that the request says were reviewed, and where its intent belongs to another write. */
  write(request: Request<'feeProfile.write'>): Promise<Written>
  /** Reads back what earlier runs wrote and never heard of again, and says what stands. */
  takeUp(): Promise<void>
  /** Another user's customers. */
  forget(): void
}

const same = (shown: FeeProfileItem['makerFee'], asked: FeeProfileItem['makerFee']): boolean =>
  shown !== null && asked !== null && compare(decimal(shown), decimal(asked)) === 0

/** Whether the profile shows what was asked, for the instrument or for every one. */
export function showsFees(profile: readonly FeeProfileItem[], { symbol, makerFee, takerFee }: Fees): boolean {
  const meant = symbol === null ? profile : profile.filter((item) => item.symbol === symbol)
  return (
    meant.length > 0 && meant.every((item) => same(item.makerFee, makerFee) && same(item.takerFee, takerFee))
  )
}

const feesInWords = ({ customerCode, symbol, makerFee, takerFee }: Request<'feeProfile.write'>): string =>
  `fees of ${customerCode} for ${symbol ?? 'every instrument'}: maker ${makerFee} bps, taker ${takerFee} bps`

export function createFeeProfiles(parts: {
  readonly log: Log
  readonly access: Access
  readonly deeds: AuditedRequests
  readonly notices: Notices
}): FeeProfiles {
  const { log, access, deeds, notices } = parts
  const once = createOnceEach<Reply<'feeProfile.write'>>()
  const onTheWay = new Set<string>()
  const known = new Map<CustomerCode, CustomerFees>()
  const topic = publish<'fees'>(() => [...known.values()])
  /** Questions asked so far, and by customer the newest that was answered: an older answer says nothing of now. */
  let questions = 0
  const answered = new Map<CustomerCode, number>()

  const writesOf = (customer: CustomerCode): number => known.get(customer)?.writes ?? 0
  const put = (of: CustomerFees): void => {
    known.set(of.customerCode, of)
    topic.delta([of])
  }
  /** Reads, and tells what was read unless a write or a newer answer came in between. */
  const look = async (broker: Broker, customer: CustomerCode, writing = false) => {
    const question = ++questions
    const writes = writesOf(customer)
    const read = await broker.feeProfile(customer)
    const isNow = writesOf(customer) === writes && question > (answered.get(customer) ?? 0)
    if (!read.ok || !isNow || access.broker() !== broker || (onTheWay.has(customer) && !writing)) return read
    answered.set(customer, question)
    put({ customerCode: customer, items: [...read.value], writes })
    return read
  }

  const send = async (broker: Broker, request: Request<'feeProfile.write'>): Promise<Written> => {
    const { customerCode, symbol, makerFee, takerFee } = request
    const before = await look(broker, customerCode, true)
    if (!before.ok) {
      const { kind, message, code } = readFailed(before.failure)
      return fail(
        failureOf(kind, `The fees could not be read first, so nothing was sent. ${message}`, { code }),
      )
    }
    const changed = changedSince(request.before, before.value)
    if (changed)
      return fail(
        failureOf(
          'refused',
          `The fees of ${customerCode} for ${changed.symbol} changed after they were reviewed: the venue has maker ${changed.makerFee ?? 'unknown'}, taker ${changed.takerFee ?? 'unknown'} bps. Nothing was sent. Review the change again.`,
        ),
      )
    const deed: AuditedRequest = {
      asked: { deed: 'fees', symbol, makerFee, takerFee },
      intentId: request.intentId,
      customerCode,
      what: feesInWords(request),
    }
    put({ customerCode, items: null, writes: writesOf(customerCode) + 1 })
    const outcome = await outcomeOf(log, () =>
      broker.writeFeeProfile(customerCode, symbol, makerFee, takerFee, deeds.dispatchGate(deed)),
    )
    deeds.answered(deed, outcome)
    log.info('fees answered', { customerCode, phase: outcome.kind, ...(symbol === null ? {} : { symbol }) })
    const after = await look(broker, customerCode, true)
    if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
    if (!after.ok)
      return fail(
        failureOf(
          'unknown-outcome',
          `The fees of ${customerCode} were sent, but could not be read back. Read them again before you write them again.`,
        ),
      )
    if (showsFees(after.value, request)) return ok([...after.value])
    return fail(
      failureOf(
        'unknown-outcome',
        outcome.kind === 'accepted'
          ? `The venue took the fees of ${customerCode}, but shows others. Read them again in a moment.`
          : `No proof of what became of the fees of ${customerCode}: the venue does not show them. They may still arrive; read them again before you write them again.`,
      ),
    )
  }

  const takeUp = async (deed: UnansweredRequest): Promise<void> => {
    const { asked, customerCode, what } = deed
    const broker = access.broker()
    if (asked.deed !== 'fees' || customerCode === null || !broker) return
    const read = await broker.feeProfile(customerCode)
    if (access.broker() !== broker) return
    const sent = `The ${what} were sent in an earlier run and never answered.`
    if (!read.ok)
      return notices.say(
        'warning',
        `${sent} They could not be read back now: look at the panel Fees before you write them again.`,
        null,
        { customerCode },
      )
    deeds.settled(deed, null)
    if (showsFees(read.value, asked))
      notices.say('info', `${sent} The venue shows them: they stand.`, null, { customerCode })
    else
      notices.say(
        'warning',
        `${sent} The venue shows others now. Read them in the panel Fees and write them again if you still want them.`,
        null,
        { customerCode },
      )
  }

  return {
    topic,
    async read(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const read = await look(broker, customer)
      return read.ok ? ok([...read.value]) : fail(readFailed(read.failure))
    },
    forget() {
      known.clear()
      answered.clear()
      topic.replace()
    },
    async takeUp() {
      for (const deed of deeds.open()) await takeUp(deed)
    },
    write: (request) =>
      once(request.intentId, () => attempt(request), `write of the ${feesInWords(request)}`),
  }
  async function attempt(request: Request<'feeProfile.write'>): Promise<Written> {
    const link = brokerForSending(access)
    if ('failure' in link) return fail(link.failure)
    const { customerCode } = request
    if (onTheWay.has(customerCode))
      return fail(failureOf('refused', `Fees of ${customerCode} are being written already. Wait for them.`))
    onTheWay.add(customerCode)
    return send(link.broker, request).finally(() => onTheWay.delete(customerCode))
  }
}
