/** The open menu of a ladder's columns; nothing while it is closed. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { RefObject } from 'react'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import type { LadderProps } from '../ladderProps.ts'
import { Fetched } from '../../../ui/Fetched.tsx'
import { loaded } from '../../../ui/late.tsx'
import { columnItems, switched } from './columnItems.ts'
import type { useColumnMenu } from './useColumnMenu.ts'

const code = loaded(async () => (await import('./ColumnMenu.tsx')).ColumnMenu)

interface Props {
  readonly props: LadderProps
  readonly menu: ReturnType<typeof useColumnMenu>
  readonly live: RefObject<PaintedLadder | null>
  /** Takes the focus when the menu closes. */
  readonly home: RefObject<HTMLElement | null>
}

export function LadderColumns({ props, menu, live, home }: Props) {
  const { instrument, shape } = props
  if (menu.place === null) return null
  return (
    <Fetched
      code={code}
      props={{
        title: `Columns of ladder ${shownCode(instrument.symbol)}`,
        items: columnItems(shape, live.current?.drawn?.columns ?? null),
        at: menu.place,
        home,
        onSwitch: (id) => props.onShape(switched(shape, id)),
        onClose: menu.close,
      }}
    />
  )
}
