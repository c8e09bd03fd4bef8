/** The order that a key of a panel proposes: its whole sentence, and how it is sent or dropped. Sends nothing itself. */

import type { Proposal } from '../state/stores/proposalStore.ts'
import { BookAndPositionFacts } from './BookAndPositionFacts.tsx'

export const ProposalStrip = ({ proposal }: { readonly proposal: Proposal | undefined }) =>
  proposal === undefined ? null : (
    <div className="proposal" role="alert">
      <span className="sentence">
        {proposal.sentence}
        <BookAndPositionFacts intent={proposal.intent} />
      </span>
      <span className="key-cap">Enter sends</span>
      <span className="key-cap">Esc drops</span>
    </div>
  )
