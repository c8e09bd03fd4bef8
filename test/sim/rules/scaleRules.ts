/** Rules of scales: no order of one leaves before every order of it is on disk, and each carries the act in its id. */

import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { HttpRequest } from '../../../electron/broker/rest/http.ts'

export interface ScaleRules {
  /** An entry of the journal is on disk for good. */
  onDurable(entry: JournalEntry): void
  /** The first byte of a request leaves. */
  onWire(request: HttpRequest): void
}

export function openScaleRules(report: (sentence: string) => void): ScaleRules {
  /** Rows on disk, by act. */
  const rows = new Map<string, Set<number>>()
  const scales = new Map<string, { readonly act: string; readonly count: number }>()
  return {
    onDurable({ body }) {
      if (body.type !== 'order' || body.event.kind !== 'intent' || !body.event.scale) return
      const { act, row, count } = body.event.scale
      rows.set(act, (rows.get(act) ?? new Set()).add(row))
      scales.set(body.referenceId, { act, count })
      if (!body.referenceId.includes(`-${act}-`)) report(`${body.referenceId} does not carry its act ${act}`)
    },
    onWire({ method, path, body }) {
      if (method !== 'POST' || !path.endsWith('/orders') || body === null) return
      const { reference_id: id } = JSON.parse(body) as { readonly reference_id?: string }
      const scale = scales.get(id ?? '')
      const onDisk = scale === undefined ? 0 : (rows.get(scale.act)?.size ?? 0)
      if (scale && onDisk < scale.count)
        report(`${id} left with ${onDisk} of the ${scale.count} orders of its scale on disk`)
    },
  }
}
