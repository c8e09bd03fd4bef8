/** Reads the leverage again after every order that carried one, and reports a change to the dealer. Sends nothing. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { Broker } from '../../ports/broker.ts'
import type { SendOutcome } from '../../ports/brokerAnswers.ts'
import type { MarginProfiles } from './readAndPublishMarginProfiles.ts'

/**
 * The service sets the leverage before it places the order (docs/api.md#4.rule.5): the leverage may have changed although the order
 * was refused or its outcome is unknown. `before`: the leverage when the order was sent.
 */
export type ReportLeverageChange = (
  broker: Broker,
  order: OrderDraft,
  outcome: SendOutcome<unknown>['kind'],
  before: string | null,
) => Promise<void>

const inWords = (leverage: string): string => (leverage === 'default' ? 'the default' : `${leverage}x`)

export const createReportLeverageChange =
  (
    margins: Pick<MarginProfiles, 'readAgain' | 'known'>,
    notices: Pick<Notices, 'say'>,
  ): ReportLeverageChange =>
  async (broker, { customerCode, symbol, leverage }, outcome, before) => {
    if (leverage === null || outcome === 'not-sent') return
    const answer = await margins.readAgain(broker, customerCode)
    if (answer === null) return
    const where = `The leverage of ${shownCode(customerCode)} in ${shownCode(symbol)}`
    if (!answer.ok) {
      notices.say(
        'warning',
        `${where} could not be read back after an order with ${leverage}x: it may have changed. Read the margin profile.`,
        answer.failure.message,
        { customerCode, symbol },
      )
      return
    }
    const after = margins.known(customerCode, symbol)
    if (after === null || after === before) return
    const was = before === null ? '' : `, it was ${inWords(before)}`
    if (outcome === 'accepted')
      notices.say('info', `${where} is ${inWords(after)} now${was}. It stays for later orders.`, null, {
        customerCode,
        symbol,
      })
    else if (before !== null || after === String(leverage))
      notices.say(
        'warning',
        `${where} is ${inWords(after)} now${was}, although the order was ${outcome === 'refused' ? 'refused' : 'not confirmed'}.`,
        null,
        { customerCode, symbol },
      )
  }
