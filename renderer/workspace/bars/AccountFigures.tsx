/** The account figures of the window's customer in the top bar. On a narrow window the figures behind give way whole; no figure is ever cut. */

import { decimal, multiply, toDrawable, type Decimal } from '../../../shared/base/decimal.ts'
import type { CustomerFigures, Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { FigureNumber } from '../../format/FigureNumber.tsx'
import { grouped } from '../../format/numbers.ts'
import { useCustomerFigures } from '../../state/accounts/useCustomerFigures.ts'
import { useWorkspace } from '../../state/useSession.ts'

const money = (value: Decimal) => grouped(value, 0)
const percent = (fraction: Decimal) => `${grouped(multiply(fraction, decimal('100')), 1)} %`

/** Margin used, as a fraction of the equity, from which it is shown amber, then red. */
const AMBER = decimal('0.55')
const RED = decimal('0.8')
export const usedLevel = ({ value }: Figure): string =>
  value === null || value < AMBER ? '' : value < RED ? 'amber' : 'loss'

/** A bar that is full where all of the equity is used. */
export function UsedBar({ share }: { readonly share: Figure }) {
  const filled = share.value === null ? 0 : Math.max(0, Math.min(1, toDrawable(share.value)))
  return (
    <span className="used-bar" aria-hidden="true">
      <span className={usedLevel(share)} style={{ width: `${(filled * 100).toFixed(1)}%` }} />
    </span>
  )
}

export function AccountFigures() {
  const customer = useWorkspace((workspace) => workspace.customer)
  return customer === null ? null : <FiguresOf code={customer} />
}

function FiguresOf({ code }: { readonly code: CustomerCode }) {
  return <Drawn figures={useCustomerFigures(code)} />
}

function Drawn({ figures }: { readonly figures: CustomerFigures }) {
  const { equity, free, usedShare } = figures
  return (
    <dl className="account-figures" aria-label="Account figures in USDC">
      <div>
        <dt>Equity</dt>
        <dd>
          <FigureNumber figure={equity} write={money} />
        </dd>
      </div>
      <div>
        <dt>Margin used</dt>
        <dd>
          <UsedBar share={usedShare} />
          <FigureNumber figure={usedShare} write={percent} level={usedLevel(usedShare)} />
        </dd>
      </div>
      <div>
        <dt>Free margin</dt>
        <dd>
          <FigureNumber
            figure={free}
            write={money}
            level={free.value !== null && free.value < 0n ? 'loss' : ''}
          />
        </dd>
      </div>
    </dl>
  )
}
