/** Encodes records that are written together, with the checkpoints that fall due between them. Pure. */

import { CHECKPOINT_EVERY } from './proof/chainCheck.ts'
import { encodeRecord, type Checkpoint, type Item } from './proof/record.ts'
import type { Mark, Seal } from './proof/seal.ts'

/** The end of the chain, and the run of the next records. */
export interface ChainEnd {
  readonly mark: Mark
  readonly boot: number
  /** Records since the last checkpoint. */
  readonly unsigned: number
}

/** `closing`: the batch ends with a checkpoint of this kind. Null: only checkpoints that fall due are written. */
export function encodeBatch(
  from: ChainEnd,
  seal: Seal,
  items: readonly Item[],
  closing: Checkpoint['next'] | null,
): { bytes: Buffer; end: ChainEnd } {
  const { journal } = from.mark
  const first = from.mark.seq + 1
  const parts: Buffer[] = []
  let { mark, unsigned } = from
  const add = (item: Item) => {
    const { bytes, place } = encodeRecord(mark, from.boot, first, item)
    parts.push(bytes)
    mark = { journal, ...place, count: mark.count + 1 }
    unsigned = item.kind === 'checkpoint' ? 0 : unsigned + 1
  }
  const sign = (next: Checkpoint['next']) =>
    add({ kind: 'checkpoint', body: { count: mark.count, next, signature: seal.sign(next, mark) } })
  for (const item of items) {
    if (unsigned >= CHECKPOINT_EVERY) sign('more')
    add(item)
  }
  if (closing !== null) sign(closing)
  else if (unsigned >= CHECKPOINT_EVERY) sign('more')
  return { bytes: Buffer.concat(parts), end: { mark, boot: from.boot, unsigned } }
}
