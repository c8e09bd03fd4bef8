/** Reads and writes fee profiles: reads before, sends both fees once, reads back after. Reports the fees that the venue shows, never those that were requested. */

import { compare, decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { changedSince, type FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { UnansweredRequest } from '../../../shared/domain/journalEntry.ts'
import { brokerForSending, notSignedIn, outcomeOf, type Access } from '../support/brokerAccess.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalAuditedRequests.ts'
import { readFailed, undone } from '../support/failureMessages.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Notices } from '../notices/notices.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Broker, Log } from '../ports.ts'
import type { Published } from '../support/publishTopic.ts'
import { createLastReadFees } from './readAndPublishFees.ts'

type Written = Result<Reply<'feeProfile.write'>, Failure>
type Fees = Pick<Request<'feeProfile.write'>, 'symbol' | 'makerFee' | 'takerFee'>

export interface FeeProfiles {
  readonly topic: Published<'fees'>
  read(customer: CustomerCode): Promise<Result<Reply<'feeProfile.read'>, Failure>>
  /** Refused where the venue's fees differ from those that were reviewed, and where the intent belongs to another write. */
  write(request: Request<'feeProfile.write'>): Promise<Written>
  /** Reads back the writes of earlier runs that the venue never answered, and reports the fees in force. */
  recoverUnanswered(): Promise<void>
  /** The desk holds another user's customers from now on. */
  forget(): void
}

const isSame = (shown: FeeProfileItem['makerFee'], requested: FeeProfileItem['makerFee']): boolean =>
  shown !== null && requested !== null && compare(decimal(shown), decimal(requested)) === 0

/** Whether the profile shows the requested fees, for the instrument or for every one. */
function showsFees(profile: readonly FeeProfileItem[], { symbol, makerFee, takerFee }: Fees): boolean {
  const meant = symbol === null ? profile : profile.filter((item) => item.symbol === symbol)
  return (
    meant.length > 0 &&
    meant.every((item) => isSame(item.makerFee, makerFee) && isSame(item.takerFee, takerFee))
  )
}

const feesInWords = ({ customerCode, symbol, makerFee, takerFee }: Request<'feeProfile.write'>): string =>
  `fees of ${customerCode} for ${symbol ?? 'every instrument'}: maker ${makerFee} bps, taker ${takerFee} bps`

export interface FeeProfilesOptions {
  readonly log: Log
  readonly access: Access
  readonly auditedRequests: AuditedRequests
  readonly notices: Notices
}

export function createFeeProfiles(options: FeeProfilesOptions): FeeProfiles {
  const { log, access, auditedRequests, notices } = options
  const once = createOnceEach<Reply<'feeProfile.write'>>()
  /** Customers whose fees are being written. */
  const underWay = new Set<CustomerCode>()
  const readings = createLastReadFees(access, (customer) => underWay.has(customer))

  const send = async (broker: Broker, request: Request<'feeProfile.write'>): Promise<Written> => {
    const { customerCode, symbol, makerFee, takerFee } = request
    const before = await readings.read(broker, customerCode, true)
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
    const audited: AuditedRequest = {
      asked: { deed: 'fees', symbol, makerFee, takerFee },
      intentId: request.intentId,
      customerCode,
      what: feesInWords(request),
    }
    readings.countWrite(customerCode)
    const outcome = await outcomeOf(log, () =>
      broker.writeFeeProfile(customerCode, symbol, makerFee, takerFee, auditedRequests.dispatchGate(audited)),
    )
    auditedRequests.answered(audited, outcome)
    log.info('fees answered', { customerCode, phase: outcome.kind, ...(symbol === null ? {} : { symbol }) })
    const after = await readings.read(broker, customerCode, true)
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
          ? `The venue accepted the fees of ${customerCode}, but shows others. Read them again in a moment.`
          : `The outcome of the fee change of ${customerCode} is unknown: the venue does not show the new fees. They may still arrive. Read the fees again before you write them again.`,
      ),
    )
  }

  const readBack = async (request: UnansweredRequest): Promise<void> => {
    const { asked, customerCode, what } = request
    const broker = access.broker()
    if (asked.deed !== 'fees' || customerCode === null || !broker) return
    const read = await broker.feeProfile(customerCode)
    if (access.broker() !== broker) return
    const sent = `The ${what} were sent in an earlier run and never answered.`
    if (!read.ok)
      return notices.say(
        'warning',
        `${sent} They could not be read back now. Look at the panel Fees before you write them again.`,
        null,
        { customerCode },
      )
    auditedRequests.settled(request, null)
    if (showsFees(read.value, asked))
      notices.say('info', `${sent} The venue shows them: they are in force.`, null, { customerCode })
    else
      notices.say(
        'warning',
        `${sent} The venue shows others now. Read them in the panel Fees and write them again if you still want them.`,
        null,
        { customerCode },
      )
  }

  const writeAlone = async (request: Request<'feeProfile.write'>): Promise<Written> => {
    const link = brokerForSending(access)
    if ('failure' in link) return fail(link.failure)
    const { customerCode } = request
    if (underWay.has(customerCode))
      return fail(failureOf('refused', `Fees of ${customerCode} are being written already. Wait for them.`))
    underWay.add(customerCode)
    return send(link.broker, request).finally(() => underWay.delete(customerCode))
  }

  return {
    topic: readings.topic,
    async read(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const read = await readings.read(broker, customer)
      return read.ok ? ok([...read.value]) : fail(readFailed(read.failure))
    },
    forget: () => readings.clear(),
    async recoverUnanswered() {
      for (const request of auditedRequests.open()) await readBack(request)
    },
    write: (request) =>
      once(request.intentId, () => writeAlone(request), `write of the ${feesInWords(request)}`),
  }
}
