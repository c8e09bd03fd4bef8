/** Gives a chart the instrument of its panel, the customer's live orders and the position. Turns its requests into proposals, which Enter sends. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { copyPicture, savePicture } from '../../state/windows/saveFile.ts'
import { DEFAULT_CHART } from '../../state/stores/chartChoices.ts'
import { dropProposal, sendProposal } from '../../state/actions/dealing.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import { changePanel } from '../../state/actions/workspaceActions.ts'
import { answerRequest } from '../ladder/requests/answerRequest.ts'
import { ghostOf } from '../ladder/ladderIntent.ts'
import { OwnHeadMarks } from '../LinkMarks.tsx'
import { useLiquidation } from '../ladder/usePositionMarks.ts'
import { ProvidedChart } from './providedChart.ts'
import { AccountFacts } from './facts/AccountFacts.tsx'
import { FundingFact } from './facts/FundingFact.tsx'
import { useLinkedCustomer, usePanelId, usePanelState, usePanelSymbol } from '../../state/usePanel.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { usePositionOf } from '../positions/usePositionOf.ts'
import { useLiveOrders } from '../useLiveOrders.ts'
import { NO_SAMPLES } from './indicators/sampled.ts'
import { proposeAlert } from '../../state/alerts/alertActions.ts'
import { useFills } from './useFills.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import { capOf } from '../../keys/caps.ts'

/** Whether the stream of an instrument's market trades is lost. A stream that is not followed is not lost. */
const useTradesLost = ({ server }: WindowSession, symbol: string | null): boolean =>
  useStore(server.connection, (connection) =>
    (connection.value?.streams ?? []).some(
      ({ channel, state }) => channel === `market-trades:${symbol}` && state !== 'live',
    ),
  )

export function ChartPanel() {
  const session = useSession()
  const id = usePanelId('chart')
  const symbol = usePanelSymbol(id)
  const customer = useLinkedCustomer(id)
  const { interval, chart = DEFAULT_CHART } = usePanelState(id)
  const { value: instruments } = useLoadable(session.server.instruments)
  const orders = useLiveOrders(customer, symbol)
  const { position, unrealised } = usePositionOf(customer, symbol)
  const { fills, fillsUnread } = useFills(customer, symbol, position)
  const proposal = useStore(session.proposals, (proposals) => proposals[id])
  const ghost = useMemo(() => ghostOf(proposal?.intent ?? null), [proposal])
  const tradesLost = useTradesLost(session, symbol)
  const comparedLost = useTradesLost(session, chart.compare)
  const samples = useMemo(
    () => (symbol === null ? NO_SAMPLES : session.tickerSamples.of(symbol)),
    [session, symbol],
  )
  const instrument = instruments?.find((listed) => listed.symbol === symbol)
  const liquidation = useLiquidation(customer, instrument)
  if (!instruments || !instrument)
    return (
      <div className="grid-empty">{`Pick an instrument: ${capOf('F3')}, or Enter in the watchlist.`}</div>
    )
  return (
    <div className="panel chart-panel">
      <OwnHeadMarks id={id} />
      <div className="fill">
        <ProvidedChart
          client={session.client}
          instrument={instrument}
          interval={interval}
          choices={chart}
          orders={orders}
          position={position && position.size !== '0' ? position : null}
          unrealised={unrealised}
          liquidation={liquidation}
          account={customer !== null && <AccountFacts customer={customer} instrument={instrument} />}
          tradesLost={tradesLost}
          comparable={{ instruments, isLost: comparedLost }}
          facts={<FundingFact symbol={instrument.symbol} />}
          dealing={{
            clock: session.clock,
            proposal: proposal?.sentence ?? null,
            ghost,
            onRequest: (request) => answerRequest(session, id, { customer, instrument }, request),
            onSend: () => void sendProposal(session, id, customer),
            onDrop: () => dropProposal(session, id),
            onRefused: (why) => tell(session.notices, session.clock, 'warning', why),
          }}
          onAlert={(price) => proposeAlert(session, `${instrument.symbol} ${price ?? ''}`)}
          fills={fills}
          samples={samples}
          fillsUnread={fillsUnread}
          onPicture={(picture, to) =>
            void (to === 'file'
              ? savePicture(session, `chart-${instrument.symbol}-${interval}`, picture)
              : copyPicture(session, picture))
          }
          onChoices={(change) => changePanel(session.workspace, id, { chart: { ...chart, ...change } })}
          onInterval={(chosen) => changePanel(session.workspace, id, { interval: chosen })}
        />
      </div>
    </div>
  )
}
