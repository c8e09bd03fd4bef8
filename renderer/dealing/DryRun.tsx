/** What would become of an order that is only asked about: its sentence, the limits, the margin. Sends nothing. */

import { useEffect, useRef, useState } from 'react'
import { negate, type Decimal } from '../../shared/base/decimal.ts'
import type { Reply, Request } from '../../shared/contract/contract.ts'
import type { Figure } from '../../shared/domain/accounts/customerFigures.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import type { BracketPrices } from '../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { UNKNOWN, grouped, signed } from '../format/numbers.ts'
import { instrumentOf, refusalOf, sentenceOf } from '../state/actions/dealing.ts'
import { useOrderPreview } from '../state/accounts/useOrderPreview.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import { useSecondDealer } from './useSecondDealer.ts'
import { askInTurns } from '../state/askInTurns.ts'
import { useCustomerTerms } from '../state/useCustomerTerms.ts'
import { useSession } from '../state/useSession.ts'
import { BookAndPositionFacts } from './BookAndPositionFacts.tsx'

/** Ms from an answer of the core to the next question about the same order: prices and limits move on. */
const ASK_AGAIN = 1_000

type OrderIntent = Extract<Intent, { kind: 'order' }>

type Check = Reply<'order.check'> | { readonly failure: string }

/** The core's answer about an order; null before the first. */
function useCheck(draft: OrderDraft, bracket: BracketPrices | undefined): Check | null {
  const { client, clock } = useSession()
  const key = JSON.stringify(bracket === undefined ? { draft } : { draft, bracket })
  const [answer, setAnswer] = useState<{ readonly key: string; readonly check: Check } | null>(null)
  const underWay = useRef<Promise<unknown> | null>(null)
  useEffect(
    () =>
      askInTurns({
        clock,
        underWay,
        pause: ASK_AGAIN,
        ask: () => client.call('order.check', JSON.parse(key) as Request<'order.check'>),
        take: (reply) =>
          setAnswer({ key, check: reply.ok ? reply.value : { failure: reply.failure.message } }),
      }),
    [client, clock, key],
  )
  return answer?.key === key ? answer.check : null
}

/** `would be sent`, `would ask: …`, `would be refused: …`. */
function checkWords(check: Check | null): string {
  if (check === null) return 'asking the limits …'
  if ('failure' in check) return `the limits could not be asked: ${check.failure}`
  if (check.refusal !== null) return `would be refused: ${check.refusal}`
  const warnings = check.findings.map(({ sentence }) => sentence)
  return warnings.length === 0
    ? 'no limit was found that the order exceeds'
    : `would ask for a typed number: ${warnings.join(' ')}`
}

/** `margin used ~12,430 → ~24,860 USDC · fee ~-31.00 USDC`. */
function EffectWords({ draft, instrument }: { readonly draft: OrderDraft; readonly instrument: Instrument }) {
  const { fees } = useCustomerTerms(draft.customerCode, '')
  const { marginUsed, fee } = useOrderPreview({
    customerCode: draft.customerCode,
    instrument,
    draft,
    fees,
  })
  const words = (value: Decimal | null, write: (known: Decimal) => string) =>
    value === null ? UNKNOWN : `~${write(value)}`
  const money = (figure: Figure) => words(figure.value, (value) => grouped(value, 0))
  const feeWords = words(fee.value, (value) => signed(negate(value), 2))
  return `margin used ${money(marginUsed.before)} → ${money(marginUsed.after)} USDC · fee ${feeWords} USDC`
}

export function DryRun({ draft, bracket }: Pick<OrderIntent, 'draft' | 'bracket'>) {
  const session = useSession()
  const check = useCheck(draft, bracket)
  const instrument = instrumentOf(session, draft.symbol)
  const intent: OrderIntent = { kind: 'order', draft, ...(bracket === undefined ? {} : { bracket }) }
  const refusal = refusalOf(session, intent)
  const secondDealer = useSecondDealer({ kind: 'order', draft })
  return (
    <span className="sentence">
      <span className="amber">Not sent</span> · {sentenceOf(session, intent)}
      <BookAndPositionFacts intent={intent} />
      <span className="facts">
        {' '}
        · {instrument && <EffectWords draft={draft} instrument={instrument} />} ·{' '}
        {refusal === null ? checkWords(check) : `would be refused: ${refusal}`}
        {secondDealer !== null && ` · ${secondDealer}`}
      </span>
    </span>
  )
}
