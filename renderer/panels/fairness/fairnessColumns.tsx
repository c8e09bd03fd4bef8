/** The columns of the fairness report: customers over many blocks, and the blocks themselves. */

import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { BlockFairness, CustomerFairness } from '../../../shared/domain/fairness/fairnessReport.ts'
import { VERDICT_WORDS, standsOutReason, verdictReason } from '../../format/block/fairnessWords.ts'
import { UNKNOWN, counted, grouped, signed } from '../../format/numbers.ts'
import { dayAndTime, zoneName } from '../../format/times.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { CUSTOMER_COLUMN } from '../tables/columns.tsx'

interface FigureColumn {
  readonly id: string
  readonly title: string
  readonly width: string
  readonly read: (customer: CustomerFairness) => DecimalText | null
  /** Blocks over which the figure is. */
  readonly over: (customer: CustomerFairness) => number
  readonly places: number
  readonly isSigned?: true
}

const valueOf = (text: DecimalText | null) => (text === null ? null : decimal(text))

const figureColumn = (column: FigureColumn): TableColumn<CustomerFairness> => {
  const { id, title, width, read, over, places, isSigned } = column
  const write = isSigned ? signed : grouped
  return {
    id,
    title,
    width,
    kind: 'decimal',
    align: 'right',
    value: (customer) => valueOf(read(customer)),
    cell: (customer) => {
      const value = valueOf(read(customer))
      const words =
        value === null
          ? 'not known for any of its blocks'
          : `over ${over(customer)} of its ${customer.blocks} blocks`
      return (
        <span className="number" title={words}>
          {value === null ? UNKNOWN : write(value, places)}
        </span>
      )
    },
  }
}

export const CUSTOMER_COLUMNS: readonly TableColumn<CustomerFairness>[] = [
  CUSTOMER_COLUMN,
  {
    id: 'blocks',
    title: 'Blocks',
    kind: 'count',
    align: 'right',
    value: ({ blocks }) => blocks,
    width: '60px',
    cell: ({ blocks }) => <span className="number">{counted(blocks)}</span>,
  },
  {
    id: 'first',
    title: 'First',
    kind: 'count',
    align: 'right',
    value: ({ first }) => first,
    width: '54px',
    cell: ({ first }) => <span className="number">{counted(first)}</span>,
  },
  figureColumn({
    id: 'expectedFirst',
    title: 'By turns',
    width: '70px',
    read: ({ expectedFirst }) => expectedFirst,
    over: ({ blocks }) => blocks,
    places: 1,
  }),
  figureColumn({
    id: 'place',
    title: 'Mean place',
    width: '84px',
    read: ({ place }) => place,
    over: ({ blocks }) => blocks,
    places: 1,
  }),
  figureColumn({
    id: 'expectedPlace',
    title: 'Middle',
    width: '64px',
    read: ({ expectedPlace }) => expectedPlace,
    over: ({ blocks }) => blocks,
    places: 1,
  }),
  figureColumn({
    id: 'lots',
    title: 'Lots off',
    width: '74px',
    read: ({ lots }) => lots,
    over: ({ lotsBlocks }) => lotsBlocks,
    places: 2,
    isSigned: true,
  }),
  figureColumn({
    id: 'ticks',
    title: 'Price, ticks',
    width: '90px',
    read: ({ ticks }) => ticks,
    over: ({ ticksBlocks }) => ticksBlocks,
    places: 2,
    isSigned: true,
  }),
  figureColumn({
    id: 'bps',
    title: 'Price, bps',
    width: '80px',
    read: ({ bps }) => bps,
    over: ({ bpsBlocks }) => bpsBlocks,
    places: 3,
    isSigned: true,
  }),
  {
    id: 'standsOut',
    title: 'Stands out',
    kind: 'text',
    value: standsOutReason,
    width: 'minmax(160px, 2fr)',
    cell: (customer) => {
      const words = standsOutReason(customer)
      return words === '' ? (
        ''
      ) : (
        <span className="amber" title={words}>
          △ {words}
        </span>
      )
    },
  },
]

const VERDICT_CLASS: Readonly<Record<BlockFairness['verdict'], string>> = {
  holds: 'ok',
  fails: 'loss strong',
  unknown: 'amber',
}

export const BLOCK_COLUMNS: readonly Column<BlockFairness>[] = [
  {
    id: 'block',
    title: 'Block',
    width: '84px',
    cell: ({ blockId }) => <span className="mono">{blockId}</span>,
  },
  {
    id: 'at',
    get title() {
      return `Sent, ${zoneName()}`
    },
    width: '116px',
    cell: ({ createdAt }) => <span className="number muted">{dayAndTime(createdAt)}</span>,
  },
  {
    id: 'verdict',
    title: 'One lot, one tick',
    width: 'minmax(150px, 1fr)',
    cell: (block) => {
      const why = verdictReason(block)
      return (
        <span className={VERDICT_CLASS[block.verdict]} title={why === '' ? undefined : why}>
          {VERDICT_WORDS[block.verdict]}
          {why !== '' && `: ${why}`}
        </span>
      )
    },
  },
]

/** Plain numbers, a line per customer. Above 0: a worse price, or more lots than the share. */
export const customerCsv = (group: string | null, customers: readonly CustomerFairness[]) =>
  customers.map(({ standsOut, ...figures }) => ({
    group: group ?? '',
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? ''])),
    standsOut: standsOut.join(' '),
  }))
