/** A customer's name in a narrow column. Where two names begin alike, their ends stay on screen: "Nord Capital" and "Nord Capital II". */

import { useStore } from 'zustand'
import { isNameAlike } from '../state/accounts/customerIndex.ts'
import { useSession } from '../state/useSession.ts'

/** A last word of at most this length is never cut; of a longer word the last four characters stay. */
const SHORT_WORD = 6

/** Where the end begins that stays on screen when the name is cut. */
function endOfName(name: string): number {
  const lastWord = name.length - name.lastIndexOf(' ') - 1
  return name.length - (lastWord <= SHORT_WORD ? lastWord : 4)
}

export function CustomerName({ name }: { readonly name: string }) {
  const { customers } = useSession().server
  const isAlike = useStore(customers, ({ value }) => isNameAlike(value, name))
  const end = isAlike ? endOfName(name) : name.length
  return (
    // The style sheet draws both parts; the text itself stays whole for screen readers and for copying.
    <span
      className="customer-name muted"
      title={name}
      data-start={name.slice(0, end)}
      data-end={name.slice(end)}
    >
      <span className="hidden-visually">{name}</span>
    </span>
  )
}
