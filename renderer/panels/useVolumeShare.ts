/** Reads the market's printed volume of the seconds of an execution, once they are over. Sends nothing to the venue. */

import type { Decimal } from '../../shared/base/decimal.ts'
import type { Figure } from '../../shared/domain/accounts/customerFigures.ts'
import { secondsOf, volumeShare } from '../../shared/domain/execution/volumeShare.ts'
import type { ExecutionQuality } from '../../shared/domain/execution/executionQuality.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import { useRead } from './useRead.ts'

/** The fraction of the volume from the request to the newest fill. */
export function useVolumeShare(
  symbol: Symbol,
  filled: Decimal,
  { during, lastFill }: Pick<ExecutionQuality, 'during' | 'lastFill'>,
): Figure {
  const seconds = during === null ? null : secondsOf(during.from, during.to)
  const { value, busy, failure } = useRead(
    'candles.read',
    seconds === null
      ? null
      : { symbol, interval: '1s', before: seconds.to, after: null, count: seconds.count },
  )
  if (during === null) return { value: null, why: lastFill.why ?? 'the time of its request is not known' }
  if (seconds === null) return { value: null, why: 'it took too long to read every second of it' }
  if (value === null)
    return {
      value: null,
      why: busy || failure === null ? 'the market trades are being read' : failure.message,
    }
  return volumeShare(filled, seconds, value)
}
