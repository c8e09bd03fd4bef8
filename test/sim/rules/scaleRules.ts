/**
 * Rules of scales: no order of one leaves before every order of it is on disk, each carries the act in its id, no order of it leaves twice, and together
 * they are never more than the dealer asked for.
 */

import { ZERO, add, compare, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'
import type { Intent } from '../plan/dealer.ts'

export interface ScaleRules {
  /** An entry of the journal is on disk for good. */
  onDurable(entry: JournalEntry): void
  /** The first byte of a request leaves. */
  onWire(request: HttpRequest): void
  /** Orders of scales that left. */
  readonly orders: number
}

interface Row {
  readonly act: string
  readonly count: number
  /** The planned scale, and this order's own name in it. */
  readonly scale: string
  readonly name: string
}

/** `planned`: the scales of the day by their id. */
export function openScaleRules(
  planned: ReadonlyMap<string, Intent>,
  report: (sentence: string) => void,
): ScaleRules {
  /** Rows on disk, by act. */
  const rows = new Map<string, Set<number>>()
  const byReference = new Map<string, Row>()
  /** What left of each planned scale: contracts, by the name of the order. */
  const left = new Map<string, Map<string, Decimal>>()
  let orders = 0

  const leaves = (id: string, { scale, name }: Row, amount: Decimal): void => {
    orders++
    const before = left.get(scale) ?? new Map<string, Decimal>()
    left.set(scale, before)
    if (before.has(name)) report(`${id} is the second order that leaves for ${name}`)
    before.set(name, add(before.get(name) ?? ZERO, amount))
    const sum = [...before.values()].reduce(add, ZERO)
    const asked = planned.get(scale)?.draft.amount
    if (asked === undefined || asked === null) return report(`${id} belongs to no scale of the dealer`)
    if (compare(sum, decimal(asked)) > 0)
      report(`${toText(sum)} contracts left for ${scale}, and the dealer asked for ${asked}`)
  }

  return {
    get orders() {
      return orders
    },
    onDurable({ body }) {
      if (body.type !== 'order' || body.event.kind !== 'intent' || !body.event.scale) return
      const { intentId, scale } = body.event
      const { act, row, count } = scale
      rows.set(act, (rows.get(act) ?? new Set()).add(row))
      byReference.set(body.referenceId, {
        act,
        count,
        scale: intentId.replace(/ row \d+$/, ''),
        name: intentId,
      })
      if (!body.referenceId.includes(`-${act}-`)) report(`${body.referenceId} does not carry its act ${act}`)
    },
    onWire({ method, path, body }) {
      if (method !== 'POST' || !path.endsWith('/orders') || body === null) return
      const sent = JSON.parse(body) as { readonly reference_id?: string; readonly amount?: string | number }
      const { reference_id: id = '', amount } = sent
      const row = byReference.get(id)
      if (row === undefined) return
      const onDisk = rows.get(row.act)?.size ?? 0
      if (onDisk < row.count)
        report(`${id} left with ${onDisk} of the ${row.count} orders of its scale on disk`)
      leaves(id, row, decimal(String(amount ?? '0')))
    },
  }
}
