/** Asks the core what it would say to each row of a block, a few rows at a time, and again and again while the block is shown. Sends no order. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { Decimal, DecimalText } from '../../../shared/base/decimal.ts'
import { rowKey } from '../../../shared/domain/block/blockPreview.ts'
import type { RowCheck } from '../../../shared/domain/block/blockVerdict.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { useSession } from '../useSession.ts'

/** Rows that are asked about at once. */
const AT_ONCE = 20
/** Ms after which a row is asked about again that is refused, or that got no answer. */
const ASK_AGAIN = 2_000
/** Ms after which every other row is asked about again: a customer may have been closed, or a limit reached, since. */
const ASK_FINE_AGAIN = 5_000

export interface RowToCheck {
  readonly customerCode: CustomerCode
  readonly amount: Decimal
}

export type RowChecks = ReadonlyMap<string, RowCheck>

const NONE: Pick<KnownChecks, 'checks' | 'at'> = { checks: new Map(), at: new Map() }

export interface KnownChecks {
  readonly checks: RowChecks
  /** Wall clock ms of each answer. */
  readonly at: ReadonlyMap<string, number>
  readonly put: (answered: readonly (readonly [string, RowCheck])[]) => void
}

/** What the answers are about: the order without customer and amount, and what else they depend on. */
export const checksAbout = (draft: OrderDraft | null, basis: string): string =>
  draft === null ? '' : JSON.stringify([{ ...draft, customerCode: '', amount: '' }, basis])

/** The answers so far; other `about`, other answers. */
export function useKnownChecks(about: string): KnownChecks {
  const { clock } = useSession()
  const [answers, setAnswers] = useState({ about: '', ...NONE })
  const put = useCallback(
    (answered: readonly (readonly [string, RowCheck])[]) =>
      setAnswers((was) => {
        const before = was.about === about ? was : NONE
        const now = clock.now()
        return {
          about,
          checks: new Map([...before.checks, ...answered]),
          at: new Map([...before.at, ...answered.map(([key]) => [key, now] as const)]),
        }
      }),
    [about, clock],
  )
  const { checks, at } = answers.about === about ? answers : NONE
  return { checks, at, put }
}

const isRefused = (check: RowCheck | undefined): boolean =>
  check !== undefined && (check.kind === 'unanswered' || check.refusal !== null)

/** Asks about the rows without an answer, then again about those that are refused, then about the others. Returns how many have no answer. */
export function useAskChecks(
  about: string,
  rows: readonly RowToCheck[],
  { checks, at, put }: KnownChecks,
): number {
  const { client, clock } = useSession()
  const keys = rows.map(({ customerCode, amount }) => rowKey(customerCode, amount))
  const open = keys.filter((key) => !checks.has(key))
  const now = clock.now()
  const isOld = (key: string, ms: number) => now - (at.get(key) ?? now) >= ms
  const refused = keys.filter((key) => isRefused(checks.get(key)))
  const old = refused.filter((key) => isOld(key, ASK_AGAIN))
  const fine = keys.filter((key) => !refused.includes(key) && isOld(key, ASK_FINE_AGAIN))
  const asked = [...open, ...old, ...fine].slice(0, AT_ONCE).join('\n')
  // One batch at a time: a slow core is not asked faster than it answers.
  const [isUnderWay, setUnderWay] = useState(false)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    shown.current = about
    return () => {
      shown.current = null
    }
  }, [about])
  useEffect(() => {
    if (asked === '' || about === '' || isUnderWay) return
    const [base] = JSON.parse(about) as [OrderDraft]
    const answerTo = async (key: string): Promise<readonly [string, RowCheck]> => {
      const [customerCode, amount] = key.split(' ') as [CustomerCode, DecimalText]
      const reply = await client.call('order.check', { draft: { ...base, customerCode, amount } })
      return [
        key,
        reply.ok
          ? { kind: 'answered', ...reply.value }
          : { kind: 'unanswered', why: `the limits could not be asked: ${reply.failure.message}` },
      ]
    }
    const ask = async () => {
      setUnderWay(true)
      const answered = await Promise.all(asked.split('\n').map(answerTo))
      setUnderWay(false)
      if (shown.current === about) put(answered)
    }
    void ask()
  }, [client, about, asked, put, isUnderWay])
  return open.length
}
