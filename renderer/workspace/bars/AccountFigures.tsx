/** The account figures of the window's customer in the top bar. On a narrow window the last figures give way whole: nearest liquidation first, then PnL of the day. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { ReactNode } from 'react'
import { decimal, type Decimal } from '../../../shared/base/decimal.ts'
import type { PositionFigures } from '../../../shared/domain/accounts/customerFigures.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FigureBar } from '../../format/figures/FigureBar.tsx'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { distanceLevel, distanceText, shareText, usedLevel } from '../../format/figures/accountLevels.ts'
import { grouped, signed } from '../../format/numbers.ts'
import { instrumentOf } from '../../state/actions/dealing.ts'
import { useCustomerFigures } from '../../state/accounts/useCustomerFigures.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'

const money = (value: Decimal) => grouped(value, 0)

export function AccountFigures() {
  const customer = useWorkspace((workspace) => workspace.customer)
  return customer === null ? null : <FiguresOf code={customer} />
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function FiguresOf({ code }: { readonly code: CustomerCode }) {
  const { equity, free, usedShare, today, nearest } = useCustomerFigures(code)
  const isShort = free.value !== null && free.value < 0n
  return (
    <dl className="account-figures" aria-label="Account figures in USDC">
      <Labelled label="Equity">
        <FigureNumber figure={equity} write={money} />
      </Labelled>
      <Labelled label="Margin used">
        <FigureBar figure={usedShare} full={decimal('1')} level={usedLevel(usedShare)} />
        <FigureNumber figure={usedShare} write={shareText} level={usedLevel(usedShare)} />
      </Labelled>
      <Labelled label="Free margin">
        <FigureNumber figure={free} write={money} level={isShort ? 'loss' : ''} />
      </Labelled>
      <Labelled label="PnL today">
        <FigureNumber figure={today} write={(value) => signed(value, 0)} signed />
      </Labelled>
      {nearest && <Nearest position={nearest} />}
    </dl>
  )
}

function Nearest({ position }: { readonly position: PositionFigures }) {
  const session = useSession()
  const name = shownCode(instrumentOf(session, position.symbol)?.underlying ?? position.symbol)
  return (
    <Labelled label="Nearest liq. ~">
      {name}{' '}
      <FigureNumber
        figure={position.distance}
        write={distanceText}
        none="none"
        level={distanceLevel(position.distance)}
      />
    </Labelled>
  )
}
