/** The funding rate of an instrument and how long until it is paid, for a chart's head. Counts down by itself. */

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../shared/base/decimal.ts'
import type { Symbol } from '../../shared/domain/text.ts'
import { useOld } from '../useOld.ts'
import { useSession } from '../useSession.ts'
import { percent } from '../words/numbers.ts'
import { clockSpan } from '../words/times.ts'

export function FundingFact({ symbol }: { readonly symbol: Symbol }) {
  const session = useSession()
  const rate = useStore(session.server.tickers, (of) => of.value?.get(symbol)?.fundingRate ?? null)
  const nextAt = useStore(session.server.tickers, (of) => of.value?.get(symbol)?.nextFundingAt ?? null)
  const old = useOld(useStore(session.server.tickers, (of) => of.value?.get(symbol)?.listedAt))
  const [now, setNow] = useState(() => session.clock.now())
  useEffect(() => session.clock.every(1_000, () => setNow(session.clock.now())), [session])
  if (rate === null) return null
  return (
    <span className={old ? 'stale' : 'muted'} title="Funding rate, paid by longs when positive">
      funding {percent(decimal(rate), 4)} %
      {nextAt !== null && nextAt > now && <span className="countdown"> · {clockSpan(nextAt - now)}</span>}
    </span>
  )
}
