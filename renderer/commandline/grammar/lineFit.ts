/** Refuses an order line that the instrument, its market or a limit on price does not take, with the value that fits. Pure. */

import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { OrderField } from '../../../shared/domain/orders/orderFieldRules.ts'
import { marketProblems } from '../../state/marketProblems.ts'
import type { Word } from './wordsOfLine.ts'
import { refuse, type LineContext } from './lineReading.ts'

/** `wordOf`: the word that a field of the draft was read from. */
export function refuseMisfit(
  draft: OrderDraft,
  instrument: Instrument,
  wordOf: (field: OrderField) => Word,
  context: LineContext,
): void {
  const [problem] = marketProblems(draft, {
    instrument,
    ...context.marketOf(instrument.symbol),
    position: context.positionOf(draft.customerCode, instrument.symbol),
    rules: context.rules,
  })
  if (!problem) return
  const word = wordOf(problem.field)
  refuse(word, problem.sentence, problem.offer && offerFor(word, problem.offer))
}

/** The offered value written as the word was: `@62000` for `@62000.05`, `$70` for `$10`; null where the word holds no single value. */
function offerFor(word: Word, offer: string): string | null {
  if (/\/|\.\./.test(word.text) || !/\d/.test(word.text)) return null
  const before = /^[@$]/.exec(word.text)?.[0] ?? ''
  return `${before}${offer}${before === '' && word.text.endsWith('$') ? '$' : ''}`
}
