/** The totals of each group of customers below the rows, and of all. A sum that lacks a figure is marked and says so. */

import type { GroupTotal } from '../../../shared/domain/risk/groupTotals.ts'
import type { RiskSum } from '../../../shared/domain/risk/riskRows.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { SumNumber } from '../../format/figures/SumNumber.tsx'
import { distanceLevel, distanceText, shareText, usedLevel } from '../../format/figures/accountLevels.ts'
import { counted } from '../../format/numbers.ts'
import { CustomerCodeCell } from '../tables/cells.tsx'

type SumName = 'unrealised' | 'realisedToday' | 'equity' | 'free' | 'funding'

const SUMS: readonly (readonly [SumName, string, number, boolean])[] = [
  ['unrealised', 'Unrealised', 2, true],
  ['realisedToday', 'Real. today', 2, true],
  ['equity', 'Equity', 0, false],
  ['free', 'Free', 0, false],
  ['funding', 'Funding due', 2, true],
]

const nameOf = ({ group }: GroupTotal): string =>
  group === null ? 'All' : group === '' ? 'no group' : `@${group}`

/** `△ 3 ✕ 1 ? 2`: called, liquidated and not known; `holds` where none is. */
function verdictWords({ counts: { called, liquidated, unknown, unsure } }: GroupTotal): string {
  const parts = [
    called === 0 ? '' : `△ ${counted(called)} called`,
    liquidated === 0 ? '' : `✕ ${counted(liquidated)} liquidated`,
    unknown + unsure === 0 ? '' : `? ${counted(unknown + unsure)} not known`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'all hold' : parts.join(' ')
}

const Sum = ({ sum, places, isSigned }: { sum: RiskSum; places: number; isSigned: boolean }) => (
  <td>
    <SumNumber sum={sum} places={places} isSigned={isSigned} />
  </td>
)

interface GroupTotalsProps {
  readonly groups: readonly GroupTotal[]
  readonly all: GroupTotal
}

export function GroupTotals({ groups, all }: GroupTotalsProps) {
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
            <tr key={total.group ?? 'all of them'} className={total.group === null ? 'strong' : ''}>
              <th scope="row">{nameOf(total)}</th>
              <td className="number">{counted(total.customers)}</td>
              <td className="number">{counted(total.rows)}</td>
              {SUMS.map(([name, , places, isSigned]) => (
                <Sum key={name} sum={total[name]} places={places} isSigned={isSigned} />
              ))}
              <td>
                <FigureNumber figure={total.usedShare} write={shareText} level={usedLevel(total.usedShare)} />
              </td>
              <td>
                {total.nearest === null ? (
                  <span className="muted">none near</span>
                ) : (
                  <>
                    <CustomerCodeCell code={total.nearest.customerCode} look="muted" />{' '}
                    <FigureNumber
                      figure={total.nearest.distance}
                      write={distanceText}
                      level={distanceLevel(total.nearest.distance)}
                    />
                  </>
                )}
              </td>
              <td className="number">{counted(total.openOrders)}</td>
              <td className={total.agreeing === total.customers ? 'number muted' : 'number amber'}>
                {counted(total.agreeing)} of {counted(total.customers)}
              </td>
              <td className={verdictWords(total) === 'all hold' ? 'muted' : 'amber'}>
                {verdictWords(total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
