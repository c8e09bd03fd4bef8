/** The rows of a table that are chosen together, and their copy to the clipboard. Sends nothing. */

import { useMemo, useState } from 'react'
import { counted } from '../../format/numbers.ts'
import { copyText } from '../../state/windows/saveFile.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import { useSession } from '../../state/useSession.ts'
import {
  NONE_CHOSEN,
  choose,
  stillThere,
  type ChosenRows,
  type RowChoice,
  type RowsInOrder,
} from '../../ui/grid/chosenRows.ts'
import type { TableColumn } from './arrange/tableColumn.ts'
import { tsvOf } from './tsv.ts'

interface ChoosingOptions<Row> {
  /** The rows in view order: another object whenever rows came or went. */
  readonly arranged: RowsInOrder
  readonly rowOf: (key: string) => Row | undefined
  readonly columns: readonly TableColumn<Row>[]
  /** The table hides rows. */
  readonly hides: boolean
  /** Why rows may be missing or old, in one sentence; null: all were read. */
  readonly missing: string | null
}

interface Choosing {
  readonly chosen: ChosenRows
  readonly choose: (change: RowChoice) => void
  /** The chosen rows in view order. */
  readonly ordered: () => readonly string[]
  /** Copies the chosen rows, else the selected one. */
  readonly copy: (selected: string | null) => void
}

export function useChosenRows<Row>(options: ChoosingOptions<Row>): Choosing {
  const { arranged, rowOf, columns, hides, missing } = options
  const session = useSession()
  const [kept, setKept] = useState(NONE_CHOSEN)
  const chosen = useMemo(() => stillThere(kept, arranged), [kept, arranged])
  // A row that left the table stays out of the choice, also when it comes back.
  if (chosen !== kept) setKept(chosen)
  return {
    chosen,
    ordered: () => inOrder(chosen, arranged),
    choose: (change) => setKept(choose(chosen, change, arranged)),
    copy: (selected) => {
      const keys = chosen.keys.size > 0 ? inOrder(chosen, arranged) : selected === null ? [] : [selected]
      const rows = keys.flatMap((key) => rowOf(key) ?? [])
      if (rows.length === 0)
        return tell(session.notices, session.clock, 'info', 'Nothing was copied: no row is selected.')
      const { text, unsure } = tsvOf(rows, columns, session)
      void copyText(session, text, copiedSentence(rows.length, unsure, { hides, missing }))
    },
  }
}

const inOrder = ({ keys }: ChosenRows, { count, keyAt }: RowsInOrder): readonly string[] =>
  Array.from({ length: count }, (_, index) => keyAt(index)).filter((key) => keys.has(key))

/** What the clipboard holds, and what not. */
const copiedSentence = (
  rows: number,
  unsure: number,
  { hides, missing }: Pick<ChoosingOptions<never>, 'hides' | 'missing'>,
): string =>
  [
    `${rows === 1 ? '1 row is' : `${counted(rows)} rows are`} on the clipboard, with titles and exact values.`,
    unsure > 0 &&
      `${unsure === 1 ? '1 value has' : `${counted(unsure)} values have`} a ~: incomplete or old.`,
    hides && 'Hidden rows are not in it.',
    missing,
  ]
    .filter((part) => part !== false && part !== null)
    .join(' ')
