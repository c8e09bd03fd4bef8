/** Tells the dealer what of a fill has no leg and why, and when that is over. One notice per bracket. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { uncovered, type Bracket } from '../../../../shared/domain/orders/bracket/bracket.ts'
import { bracketWords } from '../../../../shared/domain/orders/bracketPrices.ts'
import type { About, Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'

export interface BracketNotices {
  /** The fill has no leg yet; `why`: a sentence. */
  missing(subject: Bracket, why: string): void
  /** Every leg of the fill was sent after `missing`. */
  sent(subject: Bracket): void
  /** `lacking` contracts of the fill get no leg: the position no longer holds them. */
  released(subject: Bracket, lacking: Decimal): void
}

export function createBracketNotices(notices: Pick<Notices, 'say'>): BracketNotices {
  const about = (subject: Bracket): About => ({
    kind: 'reject',
    key: `bracket ${subject.customerCode} ${subject.entry}`,
    customerCode: subject.customerCode,
    symbol: subject.symbol,
    referenceId: subject.entry,
  })
  const lackWords = (subject: Bracket, amount: Decimal): string =>
    `No ${bracketWords(subject.prices)} is placed for ${toText(amount)} ${shownCode(subject.symbol)} that ${shownCode(subject.customerCode)} ${subject.side === 'buy' ? 'bought' : 'sold'} with order ${subject.entry}.`

  return {
    missing: (subject, why) =>
      notices.say(
        'error',
        lackWords(subject, uncovered(subject)),
        `${why} Openpit places it as soon as it may.`,
        {
          ...about(subject),
          action: 'Close the position if you do not want to wait.',
        },
      ),
    sent: (subject) =>
      notices.say(
        'info',
        `Openpit sent the ${bracketWords(subject.prices)} for the fill of order ${subject.entry} of ${shownCode(subject.customerCode)}.`,
        null,
        { ...about(subject), settles: true },
      ),
    released: (subject, lacking) =>
      notices.say(
        'warning',
        lackWords(subject, lacking),
        `Beside the legs that are live, the position of ${shownCode(subject.customerCode)} no longer holds them, so a leg would open a position.`,
        { ...about(subject), settles: true },
      ),
  }
}
