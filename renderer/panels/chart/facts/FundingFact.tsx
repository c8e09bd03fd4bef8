/** The funding rate of an instrument and the time until its payment, for a chart's head. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { useOld } from '../../../state/useOld.ts'
import { useSession } from '../../../state/useSession.ts'
import { percent } from '../../../format/numbers.ts'
import { clockSpan } from '../../../format/times.ts'

export function FundingFact({ symbol }: { readonly symbol: Symbol }) {
  const session = useSession()
  const rate = useStore(session.server.tickers, (tickers) => tickers.value?.get(symbol)?.fundingRate ?? null)
  const nextAt = useStore(
    session.server.tickers,
    (tickers) => tickers.value?.get(symbol)?.nextFundingAt ?? null,
  )
  const old = useOld(useStore(session.server.tickers, (tickers) => tickers.value?.get(symbol)?.listedAt))
  const [now, setNow] = useState(() => session.clock.now())
  useEffect(() => session.clock.every(1_000, () => setNow(session.clock.now())), [session])
  if (rate === null) return null
  const look = old ? 'stale' : 'muted'
  return (
    <>
      <span className={look} title="Funding rate, paid by longs when positive">
        funding {percent(decimal(rate), 4)} %
      </span>
      {nextAt !== null && nextAt > now && (
        <span className={`countdown ${look}`}>&nbsp;· {clockSpan(nextAt - now)}</span>
      )}
    </>
  )
}
