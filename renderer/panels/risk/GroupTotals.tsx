/** The totals of each group of customers below the rows, and of all. A sum that lacks a figure, or may lack a row, is marked and says so. */

import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { GroupTotal } from '../../../shared/domain/risk/groupTotals.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { SumNumber } from '../../format/figures/SumNumber.tsx'
import { distanceLevel, distanceText, shareText, usedLevel } from '../../format/figures/accountLevels.ts'
import { counted } from '../../format/numbers.ts'
import { CustomerCodeCell } from '../tables/cells.tsx'
import { RowCount } from './RowCount.tsx'
import type { BoardUnread } from './boardUnread.ts'

type SumName = 'unrealised' | 'realisedToday' | 'equity' | 'free' | 'funding'

/** The last word: which unread rows the sum may lack, as in the totals above the rows. */
const SUMS: readonly (readonly [SumName, string, number, boolean, 'rows' | 'positions'])[] = [
  ['unrealised', 'Unrealised', 2, true, 'positions'],
  ['realisedToday', 'Real. today', 2, true, 'rows'],
  ['equity', 'Equity', 0, false, 'rows'],
  ['free', 'Free', 0, false, 'rows'],
  ['funding', 'Funding due', 2, true, 'positions'],
]

const nameOf = ({ group }: GroupTotal): string =>
  group === null ? 'All' : group === '' ? 'no group' : `@${group}`

/** `△ 3 called ✕ 1 liquidated ? 2 not known`; `all hold` where none is, and every row was read. */
function verdictWords(
  { counts: { called, liquidated, unknown, unsure } }: GroupTotal,
  unread: string | null,
): string {
  const atLeast = unread === null ? '' : 'at least '
  const parts = [
    called === 0 ? '' : `△ ${atLeast}${counted(called)} called`,
    liquidated === 0 ? '' : `✕ ${atLeast}${counted(liquidated)} liquidated`,
    unknown + unsure === 0 ? '' : `? ${counted(unknown + unsure)} not known`,
  ].filter((part) => part !== '')
  if (parts.length > 0) return parts.join(' ')
  return unread === null ? 'all hold' : '? not all read'
}

/** The figure, in doubt where rows may be missing. */
const doubted = (figure: Figure, unread: string | null): Figure =>
  unread === null || figure.value === null || figure.why !== null
    ? figure
    : { ...figure, why: reasonOf(unread) }

interface GroupTotalsProps {
  readonly groups: readonly GroupTotal[]
  readonly all: GroupTotal
  readonly unread: BoardUnread
}

export function GroupTotals({ groups, all, unread }: GroupTotalsProps) {
  // Without a named group the totals above the rows say the same.
  if (groups.every(({ group }) => group === '')) return null
  return (
    <section className="risk-groups" aria-label="Totals by group">
      <table>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Customers</th>
            <th scope="col">Rows</th>
            {SUMS.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Used</th>
            <th scope="col">Nearest</th>
            <th scope="col">Orders</th>
            <th scope="col">Records agree</th>
            <th scope="col">At the shock</th>
          </tr>
        </thead>
        <tbody>
          {[...groups, all].map((total) => (
            <GroupRow key={total.group ?? 'all of them'} {...{ total, unread }} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface GroupRowProps {
  readonly total: GroupTotal
  readonly unread: BoardUnread
}

function GroupRow({ total, unread }: GroupRowProps) {
  const verdict = verdictWords(total, unread.rows)
  const usedShare = doubted(total.usedShare, unread.rows)
  const isAgreed = unread.rows === null && total.agreeing === total.customers
  return (
    <tr className={total.group === null ? 'strong' : ''}>
      <th scope="row">{nameOf(total)}</th>
      <td>
        <RowCount count={total.customers} unread={unread} />
      </td>
      <td>
        <RowCount count={total.rows} unread={unread} />
      </td>
      {SUMS.map(([name, , places, isSigned, lacks]) => (
        <td key={name}>
          <SumNumber
            sum={total[name]}
            places={places}
            isSigned={isSigned}
            unread={unread[lacks]}
            isEmpty={unread.isEmpty}
          />
        </td>
      ))}
      <td>
        <FigureNumber figure={usedShare} write={shareText} level={usedLevel(usedShare)} />
      </td>
      <td>
        <Nearest nearest={total.nearest} unread={unread.positions} />
      </td>
      <td>
        <RowCount count={total.openOrders} unread={unread} />
      </td>
      <td className={isAgreed ? 'number muted' : 'number amber'}>
        {counted(total.agreeing)} of <RowCount count={total.customers} unread={unread} />
      </td>
      <td className={verdict === 'all hold' ? 'muted' : 'amber'} title={unread.rows ?? undefined}>
        {verdict}
      </td>
    </tr>
  )
}

function Nearest({ nearest, unread }: Pick<GroupTotal, 'nearest'> & { readonly unread: string | null }) {
  if (nearest === null)
    return unread === null ? (
      <span className="muted">none near</span>
    ) : (
      <FigureNumber figure={{ value: null, why: reasonOf(unread) }} write={distanceText} />
    )
  const distance = doubted(nearest.distance, unread)
  return (
    <>
      <CustomerCodeCell code={nearest.customerCode} look="muted" />{' '}
      <FigureNumber figure={distance} write={distanceText} level={distanceLevel(distance)} />
    </>
  )
}
