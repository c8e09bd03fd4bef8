/** Drops a proposal that waits for Enter as soon as it is refused or what it was made from has changed, and reports that in a notice. Sends nothing. */

import type { Stop } from '../../../shared/base/clock.ts'
import { refusalOf } from './dealing.ts'
import { whyOutdated } from './proposalBasis.ts'
import { tell } from '../stores/noticeStore.ts'
import { setProposal, type Place, type Proposal } from '../stores/proposalStore.ts'
import type { WindowSession } from '../windowSession.ts'

/** Enter must neither send a refused proposal nor send it later, when the reason is gone and the market has moved. */
export function dropRefusedProposals(session: WindowSession): Stop {
  const { server, proposals, notices, clock } = session
  const drop = (whyNot: (proposal: Proposal) => string | null): void => {
    for (const [place, proposal] of Object.entries(proposals.getState())) {
      if (!proposal) continue
      const refusal = whyNot(proposal)
      if (refusal === null) continue
      setProposal(proposals, place as Place, null)
      tell(
        notices,
        clock,
        'warning',
        `What waited for Enter was dropped; nothing was sent. ${refusal}`,
        proposal.sentence,
      )
    }
  }
  const dropRefused = () => drop(({ intent }) => refusalOf(session, intent))
  const dropOutdated = () => drop((proposal) => whyOutdated(session, proposal))
  const stops = [
    ...[server.halts, server.session, server.link, server.connection, server.reconciliation].map((store) =>
      store.subscribe(dropRefused),
    ),
    server.orders.subscribe(dropOutdated),
    server.positions.subscribe(dropOutdated),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
