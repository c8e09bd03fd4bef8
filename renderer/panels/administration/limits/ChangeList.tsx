/** Changes of limits, one sentence each. A change that lets more orders through is marked, and so is one that cannot be read. */

import { changeSentence } from '../../../../shared/domain/limits/limitWords.ts'
import { scopeKey, type LimitChange, type UnreadChange } from '../../../../shared/domain/limits/limits.ts'

type Listed = LimitChange | UnreadChange

const keyOf = (change: Listed): string =>
  'unread' in change ? change.unread : `${scopeKey(change.scope)} ${change.limit} ${change.level}`

const isMarked = (change: Listed): boolean => 'unread' in change || change.loosens

const sentenceOf = (change: Listed): string =>
  'unread' in change ? `This change cannot be read: ${change.unread}` : changeSentence(change)

export const ChangeList = ({ changes }: { readonly changes: readonly Listed[] }) => (
  <ul>
    {changes.map((change) => (
      <li key={keyOf(change)} className={isMarked(change) ? 'amber' : ''}>
        {sentenceOf(change)}
      </li>
    ))}
  </ul>
)
