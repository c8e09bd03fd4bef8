/** Asks the core what it would say to each row of a block, a few rows at a time. Sends no order. */

import { useCallback, useEffect, useState } from 'react'
import type { Decimal, DecimalText } from '../../../shared/base/decimal.ts'
import { rowKey, type RowCheck } from '../../../shared/domain/block/blockPreview.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { useSession } from '../useSession.ts'

/** Rows that are asked about at once. */
const AT_ONCE = 20

export interface RowToCheck {
  readonly customerCode: CustomerCode
  readonly amount: Decimal
}

export type RowChecks = ReadonlyMap<string, RowCheck>

const NONE: RowChecks = new Map()

export interface KnownChecks {
  readonly checks: RowChecks
  readonly put: (answered: readonly (readonly [string, RowCheck])[]) => void
}

/** What the answers are about: the order without customer and amount, and what else they depend on. */
export const checksAbout = (draft: OrderDraft | null, basis: string): string =>
  draft === null ? '' : JSON.stringify([{ ...draft, customerCode: '', amount: '' }, basis])

/** The answers so far; other `about`, other answers. */
export function useKnownChecks(about: string): KnownChecks {
  const [answers, setAnswers] = useState({ about: '', checks: NONE })
  const put = useCallback(
    (answered: readonly (readonly [string, RowCheck])[]) =>
      setAnswers((was) => ({
        about,
        checks: new Map([...(was.about === about ? was.checks : NONE), ...answered]),
      })),
    [about],
  )
  return { checks: answers.about === about ? answers.checks : NONE, put }
}

/** Asks about the rows without an answer. Returns how many there are. */
export function useAskChecks(
  about: string,
  rows: readonly RowToCheck[],
  { checks, put }: KnownChecks,
): number {
  const { client } = useSession()
  const open = rows
    .map(({ customerCode, amount }) => rowKey(customerCode, amount))
    .filter((key) => !checks.has(key))
  const asked = open.slice(0, AT_ONCE).join('\n')
  useEffect(() => {
    if (asked === '' || about === '') return
    const [base] = JSON.parse(about) as [OrderDraft]
    let isOver = false
    const answerTo = async (key: string): Promise<readonly [string, RowCheck]> => {
      const [customerCode, amount] = key.split(' ') as [CustomerCode, DecimalText]
      const reply = await client.call('order.check', { draft: { ...base, customerCode, amount } })
      return [
        key,
        reply.ok
          ? { kind: 'answered', refusal: reply.value.refusal, findings: reply.value.findings }
          : { kind: 'unanswered', why: `the limits could not be asked: ${reply.failure.message}` },
      ]
    }
    const ask = async () => {
      const answered = await Promise.all(asked.split('\n').map(answerTo))
      if (!isOver) put(answered)
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [client, about, asked, put])
  return open.length
}
