/** The risk board, a second old at most: each tenth of a second a tenth of the customers is computed anew. */

import { useEffect, useMemo } from 'react'
import type { Shock } from '../../../shared/domain/risk/shock.ts'
import { useNow } from '../../state/useNow.ts'
import { useSession } from '../../state/useSession.ts'
import { createBoardReader, type Board } from './board.ts'

/** Ms between two parts of the customers, and parts of a round. */
const EVERY = 100
const SLICES = 10

export function useBoard(shock: Shock): Board {
  const { server, clock } = useSession()
  const reader = useMemo(() => createBoardReader(server), [server])
  useEffect(() => {
    let turn = 0
    return clock.every(EVERY, () => reader.refresh(turn++ % SLICES, SLICES, clock.now()))
  }, [clock, reader])
  const second = Math.floor(useNow(true) / 1_000)
  return useMemo(() => reader.board(shock, second * 1_000), [reader, shock, second])
}
