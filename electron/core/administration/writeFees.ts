/** Writes the fees of a customer: reads before, journals and sends both fees once, reads back after. Replies with the fees that the venue shows, never those that were requested. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { changedSince, showsFees } from '../../../shared/domain/accounts/fees.ts'
import { brokerForAdministration, type Access } from '../support/brokerAccess.ts'
import { outcomeOf } from '../support/unknownOutcomeOfException.ts'
import type { AuditedRequest, AuditedRequests } from '../journal/journalRequestsOtherThanOrders.ts'
import { readFailed, undone } from '../support/failureMessages.ts'
import { createOnceEach } from '../support/idempotentIntents.ts'
import type { Broker } from '../ports/broker.ts'
import type { Log } from '../ports/log.ts'
import type { AuditedDispatchGate } from './journalAndTradeLockCheckBeforeSend.ts'
import type { LastReadFees } from './readAndPublishFees.ts'

type Written = Result<Reply<'feeProfile.write'>, Failure>

const feesInWords = ({ customerCode, symbol, makerFee, takerFee }: Request<'feeProfile.write'>): string =>
  `fees of ${shownCode(customerCode)} for ${symbol ?? 'every instrument'}: maker ${makerFee} bps, taker ${takerFee} bps`

export interface WriteFeesOptions {
  readonly log: Log
  readonly access: Access
  readonly auditedRequests: Pick<AuditedRequests, 'answered'>
  readonly dispatchGate: AuditedDispatchGate
  readonly fees: Pick<LastReadFees, 'read' | 'countWrite' | 'writing'>
}

/** Refused where the venue's fees differ from those that were reviewed, and where the intent belongs to another write. */
export type WriteFees = (request: Request<'feeProfile.write'>) => Promise<Written>

export function createWriteFees(options: WriteFeesOptions): WriteFees {
  const { log, access, auditedRequests, dispatchGate, fees } = options
  const once = createOnceEach<Reply<'feeProfile.write'>>()

  const send = async (broker: Broker, request: Request<'feeProfile.write'>): Promise<Written> => {
    const { customerCode, symbol, makerFee, takerFee } = request
    const before = await fees.read(broker, customerCode, true)
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
          `The fees of ${shownCode(customerCode)} for ${shownCode(changed.symbol)} changed after they were reviewed: the venue has maker ${changed.makerFee ?? 'unknown'}, taker ${changed.takerFee ?? 'unknown'} bps. Nothing was sent. Review the change again.`,
        ),
      )
    const audited: AuditedRequest = {
      asked: { deed: 'fees', symbol, makerFee, takerFee },
      intentId: request.intentId,
      customerCode,
      what: feesInWords(request),
    }
    fees.countWrite(customerCode)
    const outcome = await outcomeOf(log, () =>
      broker.writeFeeProfile(customerCode, symbol, makerFee, takerFee, dispatchGate(audited)),
    )
    auditedRequests.answered(audited, outcome)
    log.info('fees answered', { customerCode, phase: outcome.kind, ...(symbol === null ? {} : { symbol }) })
    const after = await fees.read(broker, customerCode, true)
    if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return fail(undone(outcome))
    if (!after.ok)
      return fail(
        failureOf(
          'unknown-outcome',
          `The fees of ${shownCode(customerCode)} were sent, but could not be read back. Read them again before you write them again.`,
        ),
      )
    if (showsFees(after.value, request)) return ok([...after.value])
    return fail(
      failureOf(
        'unknown-outcome',
        outcome.kind === 'accepted'
          ? `The venue accepted the fees of ${shownCode(customerCode)}, but shows others. Read them again in a moment.`
          : `The outcome of the fee change of ${shownCode(customerCode)} is unknown: the venue does not show the new fees. They may still arrive. Read the fees again before you write them again.`,
      ),
    )
  }

  const writeAlone = async (request: Request<'feeProfile.write'>): Promise<Written> => {
    const link = brokerForAdministration(access)
    if ('failure' in link) return fail(link.failure)
    const { customerCode } = request
    if (fees.writing.has(customerCode))
      return fail(
        failureOf('refused', `Fees of ${shownCode(customerCode)} are being written already. Wait for them.`),
      )
    fees.writing.add(customerCode)
    return send(link.broker, request).finally(() => fees.writing.delete(customerCode))
  }

  return (request) =>
    once(request.intentId, () => writeAlone(request), `write of the ${feesInWords(request)}`)
}
