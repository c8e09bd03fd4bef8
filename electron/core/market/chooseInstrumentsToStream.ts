/** Chooses the instruments whose books and trades are streamed although no window shows them. Pure. */

import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { FollowedInstruments } from '../ports/market.ts'

/** Listed instruments that are streamed although nothing needs them: a venue of this size is streamed whole. */
export const UNNEEDED_STREAMS = 40

/**
 * Every listed instrument with a live order or a position. As spare every listed instrument that an alert watches, and then the others in the order of the list
 * until `UNNEEDED_STREAMS` are chosen in all: where the venue refuses streams, an alert never takes the book of a position.
 * The rest costs nothing per message: the list of tickers, read once a second, gives their prices (docs/market-data.md#channels).
 */
export function chooseInstrumentsToStream(
  listed: readonly Symbol[],
  needed: ReadonlySet<Symbol>,
  watched: ReadonlySet<Symbol> = new Set(),
): FollowedInstruments {
  const first = listed.filter((symbol) => needed.has(symbol))
  const others = listed.filter((symbol) => !needed.has(symbol))
  const wanted = others.filter((symbol) => watched.has(symbol))
  const room = Math.max(0, UNNEEDED_STREAMS - first.length - wanted.length)
  return {
    needed: first,
    spare: [...wanted, ...others.filter((symbol) => !watched.has(symbol)).slice(0, room)],
  }
}
