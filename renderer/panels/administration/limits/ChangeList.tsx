/** Changes of limits, one sentence each. A change that lets more orders through is marked. */

import { changeSentence } from '../../../../shared/domain/limits/limitWords.ts'
import { scopeKey, type LimitChange } from '../../../../shared/domain/limits/limits.ts'

export const ChangeList = ({ changes }: { readonly changes: readonly LimitChange[] }) => (
  <ul>
    {changes.map((change) => (
      <li
        key={`${scopeKey(change.scope)} ${change.limit} ${change.level}`}
        className={change.loosens ? 'amber' : ''}
      >
        {changeSentence(change)}
      </li>
    ))}
  </ul>
)
