/** Gives a ladder its customer, instrument, orders and proposal, and turns its requests into intents. Only cancels are sent without a confirmation. */

import { useStore } from 'zustand'
import { useClosed } from '../customers/NotOpen.tsx'
import { usePositionOf } from '../positions/usePositionOf.ts'
import { useLiveOrders } from '../useLiveOrders.ts'
import {
  customerName,
  dropProposal,
  propose,
  sendIntent,
  sendProposal,
  mintIntentId,
} from '../../state/actions/dealing.ts'
import { tell } from '../../state/stores/noticeStore.ts'
import type { Place } from '../../state/stores/proposalStore.ts'
import { disarm, presetsOf, toggleArmed } from '../../state/actions/workspaceActions.ts'
import type { LadderId } from '../../state/stores/workspaceStore.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { closedSentence } from '../../format/closedSentence.ts'
import { DrawnLadder } from './drawnLadder.ts'
import { intentOfRequest } from './ladderIntent.ts'
import type { LadderRequest } from './ladderProps.ts'
import { HaltedNote } from '../../halts/HaltedNote.tsx'

export function LadderPanel({ link }: { readonly link: LadderId }) {
  const session = useSession()
  const place: Place = `ladder ${link}`
  const symbol = useWorkspace((workspace) => workspace.instruments[link])
  const customer = useWorkspace((workspace) => workspace.customer)
  const armed = useWorkspace((workspace) => workspace.armed[link] !== undefined)
  const grouping = useWorkspace((workspace) => workspace.grouping[link])
  const { value: instruments } = useLoadable(session.server.instruments)
  useLoadable(session.server.customers)
  const instrument = instruments?.find((listed) => listed.symbol === symbol)
  const closed = useClosed(customer)
  useWorkspace((workspace) => (instrument ? workspace.sizes[instrument.symbol] : undefined))
  const orders = useLiveOrders(customer, symbol)
  const { position, unrealised } = usePositionOf(customer, symbol)
  const proposal = useStore(session.proposals, (proposals) => proposals[place])
  if (!instrument) return <div className="grid-empty">Pick an instrument: F3, or Enter in the watchlist.</div>
  const presets = presetsOf(session.workspace.getState(), instrument)

  const onRequest = (request: LadderRequest) => {
    if (customer === null)
      return tell(session.notices, session.clock, 'warning', 'Choose a customer first (F2).')
    const intent = intentOfRequest(request, customer, instrument.symbol)
    // Cancels reduce risk, so they need no confirmation (docs/keyboard.md#cancels).
    if (intent.kind === 'cancel' || intent.kind === 'cancelAll')
      return void sendIntent(session, mintIntentId(session.clock, session.random), intent)
    propose(session, place, intent)
  }
  return (
    <div
      className="panel ladder-panel"
      data-ladder={link}
      data-armed={armed}
      onFocus={() =>
        session.workspace.getState().activeLadder === link ||
        session.workspace.setState({ activeLadder: link })
      }
    >
      <span className={`link-digit ${link === '1' ? 'one' : 'two'}`} title={`Instrument link ${link}`}>
        {link}
      </span>
      <div className="fill">
        <DrawnLadder
          clock={session.clock}
          instrument={instrument}
          customer={
            customer === null
              ? null
              : {
                  code: customer,
                  name: customerName(session, customer),
                  closed: closed && closedSentence(closed),
                }
          }
          armed={armed}
          orders={orders}
          position={position ?? null}
          unrealised={unrealised}
          sizes={presets.sizes}
          sizeIndex={presets.index}
          grouping={grouping}
          proposal={proposal?.sentence ?? null}
          onSizes={(sizes, index) =>
            session.workspace.setState((was) => ({
              sizes: { ...was.sizes, [instrument.symbol]: { sizes: [...sizes], index } },
            }))
          }
          onGrouping={(ticks) =>
            session.workspace.setState((was) => ({ grouping: { ...was.grouping, [link]: ticks } }))
          }
          onRequest={onRequest}
          onSend={() => void sendProposal(session, place, customer)}
          onDrop={() => dropProposal(session, place)}
          onToggleArmed={() => toggleArmed(session, link)}
          onBook={(whyNot) =>
            whyNot === null ? session.books.delete(link) : session.books.set(link, whyNot)
          }
          onBookState={(state, stale) => {
            if (state === 'live' && !stale) return
            dropProposal(session, place)
            disarm(session.workspace, stale ? 'the book is old' : `the book is ${state}`, link)
          }}
        />
      </div>
      {customer !== null && <HaltedNote customerCode={customer} symbol={instrument.symbol} />}
    </div>
  )
}
