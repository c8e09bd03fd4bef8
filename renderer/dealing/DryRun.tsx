/** What would become of an order that is only asked about: its sentence, the limits, the margin. Sends nothing. */

import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Decimal } from '../../shared/base/decimal.ts'
import { markOf } from '../../shared/domain/instrument.ts'
import type { Reply, Request } from '../../shared/contract/contract.ts'
import type { BracketPrices } from '../../shared/domain/orders/bracketPrices.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { UNKNOWN, grouped } from '../format/numbers.ts'
import { valueOf } from '../format/orderSentence.ts'
import { instrumentOf, refusalOf, sentenceOf } from '../state/actions/dealing.ts'
import { positionOf } from '../state/actions/intentSentence.ts'
import { marketOf } from '../state/marketOf.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import { effectsOf } from '../state/orderEffects.ts'
import { takesLiquidity } from '../state/ticket/ticketForm.ts'
import { useCustomerTerms } from '../state/useCustomerTerms.ts'
import { useSession } from '../state/useSession.ts'
import { BookAndPositionFacts } from './BookAndPositionFacts.tsx'

/** Ms between two questions to the core about the same order: prices and limits move on. */
const ASK_EVERY = 1_000

type OrderIntent = Extract<Intent, { kind: 'order' }>

type Check = Reply<'order.check'> | { readonly failure: string }

/** The core's answer about an order; null before the first. */
function useCheck(draft: OrderDraft, bracket: BracketPrices | undefined): Check | null {
  const { client, clock } = useSession()
  const key = JSON.stringify(bracket === undefined ? { draft } : { draft, bracket })
  const [answer, setAnswer] = useState<{ readonly key: string; readonly check: Check } | null>(null)
  const turns = useRef(0)
  useEffect(() => {
    let isOver = false
    let newest = 0
    const ask = async () => {
      const turn = ++turns.current
      const reply = await client.call('order.check', JSON.parse(key) as Request<'order.check'>)
      // Ignores an answer that came after a newer one.
      if (isOver || turn < newest) return
      newest = turn
      setAnswer({ key, check: reply.ok ? reply.value : { failure: reply.failure.message } })
    }
    void ask()
    const stop = clock.every(ASK_EVERY, () => void ask())
    return () => {
      isOver = true
      stop()
    }
  }, [client, clock, key])
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

/** `margin ~12,430 → ~24,860 USDC · fee ~31 USDC`. */
function useEffectWords(draft: OrderDraft): string {
  const session = useSession()
  useStore(session.server.tickers)
  const { margin, fees } = useCustomerTerms(draft.customerCode, '')
  const instrument = instrumentOf(session, draft.symbol)
  if (!instrument) return ''
  const market = marketOf(session, draft.symbol)
  const { amount, notional } = valueOf(draft, market)
  const effects = effectsOf({
    side: draft.side,
    amount,
    notional,
    takes: takesLiquidity(draft, market),
    position: positionOf(session, draft.customerCode, draft.symbol),
    mark: markOf(market.ticker),
    leverage: draft.leverage,
    instrument,
    margin,
    fees,
  })
  const money = (value: Decimal | null) => (value === null ? UNKNOWN : `~${grouped(value, 0)}`)
  return `margin ${money(effects.margin.before)} → ${money(effects.margin.after)} USDC · fee ${money(effects.fee)} USDC`
}

export function DryRun({ draft, bracket }: Pick<OrderIntent, 'draft' | 'bracket'>) {
  const session = useSession()
  const check = useCheck(draft, bracket)
  const intent: OrderIntent = { kind: 'order', draft, ...(bracket === undefined ? {} : { bracket }) }
  const refusal = refusalOf(session, intent)
  const effects = useEffectWords(draft)
  return (
    <span className="sentence">
      <span className="amber">Not sent</span> · {sentenceOf(session, intent)}
      <BookAndPositionFacts intent={intent} />
      <span className="facts">
        {' '}
        · {effects} · {refusal === null ? checkWords(check) : `would be refused: ${refusal}`}
      </span>
    </span>
  )
}
