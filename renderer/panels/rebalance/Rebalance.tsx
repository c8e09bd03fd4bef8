/** Targets of a group against what it holds, proposed as blocks. Enter fills in the sheet of a block or proposes the one order that is left; the panel itself sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import './rebalance.css'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type {
  Exposure,
  Rebalance as Proposal,
  RebalanceRow,
} from '../../../shared/domain/rebalance/rebalance.ts'
import { ProposalStrip } from '../../dealing/ProposalStrip.tsx'
import { SumNumber } from '../../format/figures/SumNumber.tsx'
import { counted } from '../../format/numbers.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { capOf } from '../../keys/caps.ts'
import { dropProposal, instrumentOf, sendProposal } from '../../state/actions/dealing.ts'
import { chooseGroup } from '../../state/stores/panelStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useLoadable, useSession, useUnread } from '../../state/useSession.ts'
import { ListGrid } from '../PanelControls.tsx'
import { ListTable } from '../tables/Table.tsx'
import { proposeBlock } from './proposeBlock.ts'
import { RebalanceBar } from './RebalanceBar.tsx'
import { blockColumns, rowColumns, rowKey, type TurnedBlock } from './rebalanceColumns.tsx'
import { LINE_EXAMPLES } from './targetLine.ts'
import { useRebalance, useTargets } from './useRebalance.ts'

const keyOf = ({ key }: TurnedBlock): string => key
const FIRST = ['held back', 'trade', 'nothing'] as const
const isModifier = (key: string): boolean => ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(key)

/** The groups of the customer directory, by name, with how many customers each has. */
function useGroups() {
  const { value } = useLoadable(useSession().server.customers)
  return useMemo(() => {
    const counts = new Map<string, number>()
    for (const { group } of value ?? []) if (group !== '') counts.set(group, (counts.get(group) ?? 0) + 1)
    return [...counts]
      .map(([name, count]) => ({ name, count }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }, [value])
}

export function Rebalance() {
  const session = useSession()
  const { server } = session
  const place = usePanelId('rebalance')
  const group = useStore(session.panels, ({ groups }) => groups[place]) ?? ''
  const groups = useGroups()
  const targets = useTargets(group)
  const { choice } = targets
  const proposed = useRebalance(group, choice)
  const proposal = useStore(session.proposals, (proposals) => proposals[place])
  const keyOfPress = usePanelKeys('rebalance')
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const unread = useUnread('instruments', 'customers')
  const unreadCustomers = useUnread('customers')
  const { value: instruments, stale } = useLoadable(server.instruments)
  const columns = useMemo(() => {
    const known = new Map((instruments ?? []).map((listed) => [listed.symbol as string, listed]))
    const named = (symbol: string) => known.get(symbol)
    return { blocks: blockColumns(named), rows: rowColumns(named) }
  }, [instruments])
  const blocks = proposed.blocks.map((block, at): TurnedBlock => ({ ...block, turn: at + 1 }))
  const rows = FIRST.flatMap((kind) => proposed.rows.filter((row) => row.kind === kind))
  const toField = (event: KeyboardEvent): boolean => {
    if (keyOfPress(event) !== 'KeyA') return false
    field.current?.focus()
    return true
  }
  return (
    <div ref={root} className="panel rebalance">
      <ProposalStrip proposal={proposal} />
      <RebalanceBar
        group={group}
        groups={groups}
        targets={targets}
        field={field}
        onGroup={(name) => chooseGroup(session.panels, place, name)}
        onLeave={() => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()}
      />
      {group === '' || choice.lines.length === 0 ? (
        <NoTargets group={group} hasGroups={groups.length > 0} unread={unreadCustomers} />
      ) : (
        <>
          <Summary
            proposed={proposed}
            nameOf={(symbol) => shownCode(instrumentOf(session, symbol)?.underlying ?? symbol)}
          />
          <div className="rebalance-body">
            <div className="fill">
              <ListGrid<TurnedBlock>
                name="Proposed blocks"
                columns={columns.blocks}
                rows={blocks}
                keyOf={keyOf}
                selectedKey={selected}
                onSelect={(key) => {
                  setSelected(key)
                  dropProposal(session, place)
                }}
                onOpen={(key) => {
                  const code = blocks.find((block) => block.key === key)?.rows[0]?.customerCode ?? null
                  if (proposal) void sendProposal(session, place, code)
                  else proposeBlock(session, place, { group, choice, key })
                }}
                onKey={(_key, event) => {
                  const isDropped = event.key === 'Escape' && proposal !== undefined
                  if (!isModifier(event.key)) dropProposal(session, place)
                  return isDropped
                }}
                onTableKey={toField}
                stale={stale}
                unread={unread}
                empty={<NothingProposed proposed={proposed} />}
              />
            </div>
            <div className="fill">
              <ListTable<RebalanceRow>
                panel="rebalance"
                name="Customers of the rebalance"
                columns={columns.rows}
                list={rows}
                keyOf={rowKey}
                onTableKey={toField}
                stale={stale}
                unread={unread}
                empty={`No customer is in @${group}.`}
              />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const countOf = ({ rows }: Proposal, kind: RebalanceRow['kind']): number =>
  rows.filter((row) => row.kind === kind).length

/** What is proposed, what is held back, exposure before and after, and where own customers could trade with each other. */
function Summary({
  proposed,
  nameOf,
}: {
  readonly proposed: Proposal
  readonly nameOf: (symbol: string) => string
}) {
  const [orders, heldBack, nothing] = [
    countOf(proposed, 'trade'),
    countOf(proposed, 'held back'),
    countOf(proposed, 'nothing'),
  ]
  const meeting = [...new Set(proposed.blocks.flatMap(({ meets, symbol }) => (meets ? [symbol] : [])))]
  const { before, after } = proposed
  return (
    <section className="rebalance-summary" aria-label="Summary">
      <span>
        <b className="number">{counted(orders)}</b> {orders === 1 ? 'order' : 'orders'} in{' '}
        <b className="number">{counted(proposed.blocks.length)}</b>{' '}
        {proposed.blocks.length === 1 ? 'block' : 'blocks'}
      </span>
      <span className={heldBack > 0 ? 'amber' : 'muted'}>
        {heldBack > 0 && '✕ '}
        {counted(heldBack)} held back
      </span>
      <span className="muted">{counted(nothing)} nothing to do</span>
      <Moved title="Gross" {...{ before, after }} name="gross" />
      <Moved title="Net" {...{ before, after }} name="net" />
      {meeting.length > 0 && (
        <span className="amber" role="status">
          △ {meeting.map(nameOf).join(', ')}: some customers buy and others sell. Their orders could trade
          with each other.
        </span>
      )}
    </section>
  )
}

interface MovedProps {
  readonly title: string
  readonly name: keyof Exposure
  readonly before: Exposure
  readonly after: Exposure
}

/** `Gross 120,000 → 80,000 USDC`. */
const Moved = ({ title, name, before, after }: MovedProps) => (
  <span>
    <span className="muted">{title}</span>{' '}
    <SumNumber sum={before[name]} places={0} isSigned={name === 'net'} /> →{' '}
    <SumNumber sum={after[name]} places={0} isSigned={name === 'net'} /> <span className="muted">USDC</span>
  </span>
)

function NothingProposed({ proposed }: { readonly proposed: Proposal }) {
  const heldBack = countOf(proposed, 'held back')
  return heldBack > 0
    ? `Nothing is proposed. ${counted(heldBack)} ${heldBack === 1 ? 'row is' : 'rows are'} held back: the reasons stand among the customers.`
    : 'Nothing to do: every customer holds its target, as near as lots and tolerance go.'
}

interface NoTargetsProps {
  readonly group: string
  readonly hasGroups: boolean
  readonly unread: string | null
}

function NoTargets({ group, hasGroups, unread }: NoTargetsProps) {
  if (unread !== null) return <p className="muted panel-line">{unread}</p>
  if (group === '')
    return (
      <p className="muted panel-line">
        {hasGroups
          ? 'Choose a group, or type rebalance @group in the command line.'
          : `No customer is in a group yet. Give customers a group in Customers (${capOf('F4')}).`}
      </p>
    )
  return (
    <div className="panel-line">
      <p>
        @{group} has no targets. Type one above and press Enter. Instruments without a target are left alone.
      </p>
      <dl className="rebalance-examples">
        {LINE_EXAMPLES.map(([line, does]) => (
          <div key={line}>
            <dt className="mono">{line}</dt>
            <dd className="muted">{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
