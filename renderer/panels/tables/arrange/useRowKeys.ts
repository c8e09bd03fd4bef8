/** The keys of a row, on one row or on all that are chosen together. Says when a key acted on one of several. */

import { useEffect, type KeyboardEvent } from 'react'
import { counted } from '../../../format/numbers.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import { useSession } from '../../../state/useSession.ts'
import type { ChosenRows } from '../../../ui/grid/chosenRows.ts'

/** What a panel does with the rows that are chosen together. */
export interface ChosenActs {
  /** A key while several rows are chosen, in view order; true when it acted on all of them. */
  readonly onChosenKey?: (keys: readonly string[], event: KeyboardEvent) => boolean
  /** Other rows are chosen together; none: fewer than two are. */
  readonly onChosen?: (keys: readonly string[]) => void
}

interface RowKeysOptions {
  readonly acts: ChosenActs | undefined
  readonly chosen: ChosenRows
  /** The chosen rows in view order. */
  readonly ordered: () => readonly string[]
  readonly onRowKey: ((key: string, event: KeyboardEvent) => boolean) | undefined
  readonly isGroup: (key: string) => boolean
}

export function useRowKeys({ acts, chosen, ordered, onRowKey, isGroup }: RowKeysOptions) {
  const session = useSession()
  const { keys } = chosen
  useEffect(() => {
    acts?.onChosen?.(keys.size > 1 ? [...keys] : [])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Reported when the choice changes, not when the panel draws.
  }, [keys])
  return (key: string, event: KeyboardEvent): boolean => {
    if (isGroup(key)) return false
    if (keys.size > 1 && acts?.onChosenKey?.(ordered(), event)) return true
    const isUsed = onRowKey?.(key, event) ?? false
    if (isUsed && keys.size > 1 && event.key !== 'Escape')
      tell(session.notices, session.clock, 'warning', actedOnOne(keys.size))
    return isUsed
  }
}

const actedOnOne = (chosen: number): string =>
  `${counted(chosen)} rows are chosen. The key acted on one row only: the one that has the focus.`
