/** The menus that are open over a ladder. */

import type { RefObject } from 'react'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { LadderProps } from '../ladderProps.ts'
import { Fetched } from '../../../ui/Fetched.tsx'
import { loaded } from '../../../ui/late.tsx'
import type { MenuItem } from './rowMenu.ts'
import type { useRowMenu } from './useRowMenu.ts'

const code = loaded(async () => (await import('./RowMenu.tsx')).RowMenu)

interface Props {
  readonly props: LadderProps
  readonly menu: ReturnType<typeof useRowMenu>
  /** Acts on an item; undefined where it is gone. */
  readonly choose: (item: MenuItem | undefined) => void
  readonly write: (price: DecimalText) => string
  /** Takes the focus when a menu closes. */
  readonly home: RefObject<HTMLElement | null>
}

export function LadderMenus({ props, menu, choose, write, home }: Props) {
  const items = menu.items(props, write)
  if (menu.menu === null || items === null) return null
  const { price, customerCode, place } = menu.menu
  return (
    <Fetched
      code={code}
      props={{
        title: [
          `${shownCode(props.instrument.symbol)} at ${write(price)}`,
          customerCode && shownCode(customerCode),
        ]
          .filter(Boolean)
          .join(', '),
        items,
        at: place,
        home,
        enters: props.enters,
        onChoose: ({ id, label }) =>
          choose(menu.items(props, write)?.find((item) => item.id === id && item.label === label)),
        onClose: menu.close,
      }}
    />
  )
}
