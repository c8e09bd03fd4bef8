/** Marks an instrument with a symbol that looks like another symbol. Draws nothing for other instruments. */

import type { Instrument } from '../../shared/domain/instrument.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { lookAlikes } from '../../shared/domain/accounts/lookAlike.ts'
import { useSession } from '../state/useSession.ts'

const twins = new WeakMap<readonly Instrument[], ReadonlyMap<string, string>>()

/** The look-alike of each symbol, computed once per list. */
export function symbolTwins(instruments: readonly Instrument[]): ReadonlyMap<string, string> {
  const known = twins.get(instruments)
  if (known) return known
  const found = lookAlikes<string>(instruments.map((instrument) => instrument.symbol))
  twins.set(instruments, found)
  return found
}

export function SymbolMark({ symbol }: { readonly symbol: string }) {
  const instruments = useSession().server.instruments.getState().value ?? []
  const other = symbolTwins(instruments).get(symbol)
  if (other === undefined) return null
  return (
    <span
      className="trouble"
      title={`${shownCode(symbol)} looks like ${shownCode(other)}, which is another instrument.`}
    >
      {' '}
      ≈ {shownCode(other)}
    </span>
  )
}
