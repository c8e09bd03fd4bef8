/** The columns of Customers that account figures fill. The same rule as in the top bar: `~` or — with the reason where an input is unknown or old. */

import type { Decimal } from '../../../shared/base/decimal.ts'
import type { CustomerFigures, Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { shareText, usedLevel, type Level } from '../../format/figures/accountLevels.ts'
import { grouped, signed } from '../../format/numbers.ts'
import { figuresNow, useCustomerFigures } from '../../state/accounts/useCustomerFigures.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

interface OfCustomer {
  readonly customer: { readonly code: CustomerCode }
}

type Name = 'equity' | 'usedShare' | 'free' | 'unrealised' | 'realisedToday' | 'leverage'

interface AccountColumn {
  readonly name: Name
  readonly title: string
  readonly width: string
  readonly write: (value: Decimal) => string
  readonly isSigned?: boolean
  readonly level?: (figure: Figure) => Level
}

const money = (value: Decimal) => grouped(value, 0)
const gain = (value: Decimal) => signed(value, 0)
const belowZero = ({ value }: Figure): Level => (value !== null && value < 0n ? 'loss' : '')

/** The most needed first: a narrow panel shows the first ones only. */
const COLUMNS: readonly AccountColumn[] = [
  { name: 'equity', title: 'Equity', width: 'minmax(77px, 1fr)', write: money, level: belowZero },
  { name: 'unrealised', title: 'Unreal.', width: 'minmax(54px, 1fr)', write: gain, isSigned: true },
  { name: 'free', title: 'Free', width: 'minmax(77px, 1fr)', write: money, level: belowZero },
  { name: 'usedShare', title: 'Used', width: 'minmax(56px, 0.7fr)', write: shareText, level: usedLevel },
  {
    name: 'realisedToday',
    title: 'Real. today',
    width: 'minmax(76px, 1fr)',
    write: gain,
    isSigned: true,
  },
  {
    name: 'leverage',
    title: 'Lev.',
    width: 'minmax(48px, 0.6fr)',
    write: (value) => `${grouped(value, 1)}×`,
  },
]

function AccountCell({ code, column }: { readonly code: CustomerCode; readonly column: AccountColumn }) {
  const figure = useCustomerFigures(code)[column.name]
  return (
    <FigureNumber
      figure={figure}
      write={column.write}
      signed={column.isSigned ?? false}
      level={column.level?.(figure) ?? ''}
    />
  )
}

const valueOf = (figures: CustomerFigures, { name }: AccountColumn): Decimal | null => figures[name].value

export const ACCOUNT_COLUMNS: readonly TableColumn<OfCustomer>[] = COLUMNS.map((column) => ({
  id: column.name,
  title: column.title,
  kind: 'decimal' as const,
  value: ({ customer }, { server, clock }) => valueOf(figuresNow(server, customer.code, clock.now()), column),
  width: column.width,
  align: 'right' as const,
  cell: ({ customer }) => <AccountCell code={customer.code} column={column} />,
}))
