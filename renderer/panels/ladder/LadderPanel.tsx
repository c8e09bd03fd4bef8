/** Gives a ladder its customer, instrument, orders and proposal, and turns its requests into intents. Only cancels are sent without a confirmation. */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useClosed } from '../customers/NotOpen.tsx'
import { usePositionOf } from '../positions/usePositionOf.ts'
import { useLiveOrders } from '../useLiveOrders.ts'
import { customerName, dropProposal, sendProposal } from '../../state/actions/dealing.ts'
import { typeRefusal } from '../../state/ticket/ticketForm.ts'
import { toggleExpress } from '../../state/actions/express.ts'
import { changePanel, disarmUnasked, presetsOf, toggleArmed } from '../../state/actions/workspaceActions.ts'
import { PLAIN_LADDER } from '../../state/ladder/ladderChoices.ts'
import { useLinkedCustomer, usePanelId, usePanelState, usePanelSymbol } from '../../state/usePanel.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { closedSentence } from '../../format/closedSentence.ts'
import { OwnHeadMarks } from '../LinkMarks.tsx'
import { DayFigure } from './compact/DayFigure.tsx'
import { spotOf } from './notes/proposalSpot.ts'
import { ProvidedLadder } from './providedLadder.ts'
import { ghostOf } from './ladderIntent.ts'
import { answerRequest } from './requests/answerRequest.ts'
import { usePositionMarks } from './usePositionMarks.ts'
import type { LadderRequest } from './ladderProps.ts'
import { useWindowKeysInForce } from '../../keyboard/keysContext.ts'
import { movedKeys } from '../../keyboard/panelKeys.ts'
import { HaltedNote } from '../../halts/HaltedNote.tsx'
import { sizesText } from '../../state/stores/settingsStore.ts'
import { capOf } from '../../keys/caps.ts'

export function LadderPanel() {
  const session = useSession()
  const id = usePanelId('ladder')
  const symbol = usePanelSymbol(id)
  const customer = useLinkedCustomer(id)
  const armed = useWorkspace((workspace) => workspace.armed[id] !== undefined)
  const express = useWorkspace((workspace) => workspace.express[id] !== undefined)
  const { grouping, ladder: choices = PLAIN_LADDER } = usePanelState(id)
  const { value: instruments } = useLoadable(session.server.instruments)
  useLoadable(session.server.customers)
  const instrument = instruments?.find((listed) => listed.symbol === symbol)
  const closed = useClosed(customer)
  useWorkspace((workspace) => (instrument ? workspace.sizes[instrument.symbol] : undefined))
  const settings = useStore(session.settings)
  const orders = useLiveOrders(customer, symbol)
  const { position, unrealised } = usePositionOf(customer, symbol)
  const proposal = useStore(session.proposals, (proposals) => proposals[id])
  const recentres = useStore(session.panels, (panels) => panels.recentres)
  const { panels: panelKeys } = useWindowKeysInForce()
  const moved = useMemo(() => movedKeys(panelKeys, 'ladder'), [panelKeys])
  const marks = usePositionMarks(customer, instrument, position)
  const spot = useMemo(() => spotOf(proposal?.intent ?? null), [proposal])
  const ghost = useMemo(() => ghostOf(proposal?.intent ?? null), [proposal])
  if (!instrument)
    return (
      <div className="grid-empty">{`Pick an instrument: ${capOf('F3')}, or Enter in the watchlist.`}</div>
    )
  const statusNote = typeRefusal(instrument, 'market')
  const presets = presetsOf(session.workspace.getState(), settings, instrument)

  const onRequest = (request: LadderRequest) => answerRequest(session, id, { customer, instrument }, request)
  return (
    <div className="panel ladder-panel" data-armed={armed} data-express={express}>
      <OwnHeadMarks id={id} />
      <div className="fill">
        <ProvidedLadder
          clock={session.clock}
          enters={session.enters}
          instrument={instrument}
          customer={
            customer && {
              code: customer,
              name: customerName(session, customer),
              closed: closed && closedSentence(closed),
            }
          }
          armed={armed}
          express={express}
          orders={orders}
          position={position ?? null}
          unrealised={unrealised}
          sizes={presets.sizes}
          sizeIndex={presets.index}
          grouping={grouping}
          proposal={proposal?.sentence ?? null}
          spot={spot}
          ghost={ghost}
          marks={marks}
          shape={choices}
          onShape={(shape) =>
            changePanel(session.workspace, id, { ladder: { ...choices, ...shape, off: [...shape.off] } })
          }
          day={{
            change: <DayFigure column="change" name="Change of 24 hours" instrument={instrument} />,
            turnover: <DayFigure column="turnover" name="Turnover of 24 hours" instrument={instrument} />,
          }}
          movedKeys={moved}
          mouseProfile={settings.settings.values['ladder.mouse']}
          recentres={recentres}
          onRecentreAll={() => session.panels.setState((was) => ({ recentres: was.recentres + 1 }))}
          onSizes={(sizes, index) =>
            session.workspace.setState((was) => ({
              sizes: {
                ...was.sizes,
                [instrument.symbol]: {
                  sizes: [...sizes],
                  index,
                  over: sizesText(settings.settings, instrument.symbol),
                },
              },
            }))
          }
          onGrouping={(ticks) => changePanel(session.workspace, id, { grouping: ticks })}
          onRequest={onRequest}
          onSend={() => void sendProposal(session, id, customer)}
          onDrop={() => dropProposal(session, id)}
          onToggleExpress={() => toggleExpress(session, id)}
          onToggleArmed={() => toggleArmed(session, id)}
          onBook={(whyNot) => (whyNot === null ? session.books.delete(id) : session.books.set(id, whyNot))}
          onBookState={(state, stale) => {
            if (state === 'live' && !stale) return
            dropProposal(session, id)
            disarmUnasked(session, stale ? 'the book is old' : `the book is ${state}`, id)
          }}
        />
      </div>
      {statusNote !== null && <p className="halted-note">{statusNote}</p>}
      {customer !== null && <HaltedNote customerCode={customer} symbol={instrument.symbol} />}
    </div>
  )
}
