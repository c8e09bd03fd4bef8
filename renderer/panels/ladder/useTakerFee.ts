/** The taker's fee of a customer in an instrument, in bps; null while unknown. Asks the venue once where no window has read it. */

import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'

/** `isNeeded`: a position is held, so that its break-even price has a meaning. */
export function useTakerFee(
  code: string | null,
  symbol: string | null,
  isNeeded: boolean,
): DecimalText | null {
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
