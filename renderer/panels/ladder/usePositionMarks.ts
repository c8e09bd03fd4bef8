/** The rows that a ladder marks for the position of its customer, with the fee that the break-even price needs. */

import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { decimal, roundToStep, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import type { LadderMark } from '../../paint/ladder/markedRows.ts'
import { figuresNow } from '../../state/accounts/useCustomerFigures.ts'
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

/** The liquidation price, rounded to a tick; null while unknown or perhaps wrong, and where no mark liquidates. */
export function useLiquidation(code: string | null, instrument: Instrument | undefined): DecimalText | null {
  const { clock, server } = useSession()
  const read = () => {
    const parsed = customerCode.safeParse(code)
    if (!parsed.success || !instrument) return null
    const figures = figuresNow(server, parsed.data, clock.now()).positions.get(instrument.symbol)
    const { value, why } = figures?.liquidation ?? { value: null, why: null }
    if (value === null || why !== null) return null
    return toText(
      instrument.tickSize === null ? value : roundToStep(value, decimal(instrument.tickSize), 'nearest'),
    )
  }
  // A mark grows old and a link is lost without a new ticker.
  const [, see] = useState(read)
  useEffect(() => clock.every(1_000, () => see(read())))
  return useStore(server.tickers, read)
}

/** The same list while nothing changes. */
export function usePositionMarks(
  customer: string | null,
  instrument: Instrument | undefined,
  position: Position | undefined,
): readonly LadderMark[] {
  const isHeld = position !== undefined && position.size !== '0'
  const takerFee = useTakerFee(customer, instrument?.symbol ?? null, isHeld)
  const liquidation = useLiquidation(customer, instrument)
  return useMemo(
    () =>
      instrument ? marksOfPosition({ position: position ?? null, instrument, takerFee, liquidation }) : [],
    [position, instrument, takerFee, liquidation],
  )
}
