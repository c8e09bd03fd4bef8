/** The reads about one customer that a comparison needs; `readBack.ts` provides them. */

import type { Result } from '../../../../shared/base/result.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import type { ReadFailure } from '../../ports.ts'

export interface CustomerReads {
  /** Open orders, and every live order that the list does not show. */
  orders(customer: CustomerCode): Promise<Result<null, ReadFailure>>
  /** One order, as the venue shows it now. */
  order(customer: CustomerCode, id: ReferenceId): Promise<unknown>
  /** The newest trades and ledger rows of all customers. */
  books(): Promise<Result<null, ReadFailure>>
  /** Orders that ended here and that the last list showed as open. */
  stillListed(customer: CustomerCode): readonly OrderReport[]
}
