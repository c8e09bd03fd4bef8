/** The rows that a ladder marks for the position of its customer, with the fee that the break-even price needs. */

import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import type { LadderMark } from '../../paint/ladder/markedRows.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { marksOfPosition } from './positionMarks.ts'

/** The taker's fee, in bps; null while unknown. Asks the venue once where no window has read it. `isNeeded`: a position is held, so that its break-even price has a meaning. */
function useTakerFee(code: string | null, symbol: string | null, isNeeded: boolean): DecimalText | null {
  const { client, server } = useSession()
  const phase = useLoadable(server.session).value?.phase
  const items = useStore(server.fees, ({ value }) => value?.get(code ?? '')?.items)
  const isUnread = isNeeded && items === undefined && phase === 'ready'
  useEffect(() => {
    const parsed = customerCode.safeParse(code)
    // The core publishes what it reads; a refused read leaves the fee unknown.
    if (isUnread && parsed.success) void client.call('feeProfile.read', { customerCode: parsed.data })
  }, [client, code, isUnread])
  return items?.find((item) => item.symbol === symbol)?.takerFee ?? null
}

/** The same list while nothing changes. */
export function usePositionMarks(
  customer: string | null,
  instrument: Instrument | undefined,
  position: Position | undefined,
): readonly LadderMark[] {
  const isHeld = position !== undefined && position.size !== '0'
  const takerFee = useTakerFee(customer, instrument?.symbol ?? null, isHeld)
  return useMemo(
    () =>
      instrument
        ? marksOfPosition({ position: position ?? null, instrument, takerFee, liquidation: null })
        : [],
    [position, instrument, takerFee],
  )
}
