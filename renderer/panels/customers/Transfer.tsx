/** The sheet that deposits or withdraws for one customer. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { TransferKind } from '../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { customerName } from '../../state/actions/dealing.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { useSession } from '../../state/useSession.ts'
import { TransferForm } from './TransferForm.tsx'

interface TransferProps {
  readonly code: CustomerCode
  readonly transfer: TransferKind
  readonly onClose: () => void
}

export function Transfer({ code, transfer, onClose }: TransferProps) {
  const name = customerName(useSession(), code)
  return (
    <Sheet
      title={`${transfer === 'deposit' ? 'Deposit for' : 'Withdraw from'} ${shownCode(code)} ${name}`}
      onClose={onClose}
    >
      <TransferForm code={code} transfer={transfer} done="Done" onDone={onClose} />
    </Sheet>
  )
}
