/** Four eyes in a window: what waits for a second dealer, decisions with a passphrase, how requests ended, dealers and rules. Keeps no passphrase. */

import '../report.css'
import './approvals.css'
import { useRef, useState } from 'react'
import type { EndedApproval, WaitingApproval } from '../../../shared/domain/fourEyes/approval.ts'
import { rulesWords } from '../../../shared/domain/fourEyes/fourEyesWords.ts'
import type { Approvals as ApprovalsShown } from '../../../shared/domain/fourEyes/approval.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useNow } from '../../state/useNow.ts'
import { mayMoveFocus } from '../../ui/mayMoveFocus.ts'
import { CsvButton, ListGrid, PanelBar } from '../PanelControls.tsx'
import { ListTable } from '../tables/Table.tsx'
import { useFollowed } from '../../state/follow/useFollowed.ts'
import { DecideForm } from './DecideForm.tsx'
import { DealerForms } from './DealerForms.tsx'
import { endedColumns, endedCsv, waitingColumns } from './approvalColumns.tsx'
import { ProveForm } from './ProveForm.tsx'
import { RulesForm } from './RulesForm.tsx'
import { useSend } from './useSend.ts'

const idOf = ({ id }: WaitingApproval): string => String(id)
const endOf = ({ id, endedAt }: EndedApproval): string => `${id} ${endedAt}`

export function Approvals() {
  const shown = useFollowed('approvals')
  const root = useRef<HTMLDivElement>(null)
  const now = useNow(true)
  const [selected, setSelected] = useState<string | null>(null)
  const [opened, setOpened] = useState<WaitingApproval | null>(null)
  const [selectedEnd, setSelectedEnd] = useState<string | null>(null)
  const takeBack = useSend('approval.takeBack', 'Take a request back')
  const value = shown?.value ?? null
  const waiting = value?.waiting ?? []
  /** Where the dealer went on elsewhere while the answer was on its way, the focus stays there. */
  const toRows = () => {
    const mayMove = mayMoveFocus(root.current)
    setOpened(null)
    requestAnimationFrame(() => {
      if (mayMove && mayMoveFocus(root.current))
        root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
    })
  }
  return (
    <div ref={root} className="panel approvals">
      <PanelBar>
        <StateWords value={value} />
        <span className="spring" />
        <CsvButton panel="approvals" name="approvals" rows={endedCsv(value?.ended ?? [])} />
      </PanelBar>
      {(value?.problem ?? null) !== null && (
        <p role="alert" className="problem panel-line">
          {value?.problem}
        </p>
      )}
      <FailureLine failure={takeBack.failure} />
      {opened === null ? (
        <div className="panel-split">
          <div className="report-stack">
            <section aria-label="Waiting for a second dealer">
              <ListGrid<WaitingApproval>
                name="Waiting for a second dealer"
                columns={waitingColumns(now)}
                rows={waiting}
                keyOf={idOf}
                selectedKey={selected}
                onSelect={setSelected}
                onOpen={(key) => setOpened(waiting.find((request) => idOf(request) === key) ?? null)}
                onKey={(key, event) => {
                  if (event.key !== 'Delete') return false
                  void takeBack.send({ id: Number(key) })
                  return true
                }}
                stale={shown?.stale ?? false}
                unread={shown === null ? 'Waiting for the requests.' : null}
                empty="Nothing waits for a second dealer."
              />
            </section>
            <section aria-label="Decided and ended">
              <h3>Decided and ended</h3>
              <ListTable<EndedApproval>
                panel="approvals"
                name="Decided and ended"
                columns={endedColumns}
                list={value?.ended ?? []}
                keyOf={endOf}
                csvOf={(row) => endedCsv([row])}
                selectedKey={selectedEnd}
                onSelect={setSelectedEnd}
                stale={shown?.stale ?? false}
                unread={shown === null ? 'Waiting for the requests.' : null}
                empty="No request was decided, expired or taken back since Openpit started. Earlier ones are in the journal."
              />
            </section>
          </div>
          <div className="side">
            {value !== null && (
              <>
                <ProveForm value={value} onDone={toRows} />
                <RulesForm
                  inForce={{ rules: value.rules, version: value.rulesVersion }}
                  dealers={value.dealers}
                  onDone={toRows}
                />
                <DealerForms dealers={value.dealers} />
              </>
            )}
          </div>
        </div>
      ) : (
        <DecideForm
          key={opened.id}
          request={opened}
          isOver={waiting.every(({ id }) => id !== opened.id)}
          dealers={value?.dealers ?? []}
          now={now}
          onLeave={toRows}
        />
      )}
    </div>
  )
}

/** What needs a second dealer, and how many requests wait. */
function StateWords({ value }: { readonly value: ApprovalsShown | null }) {
  if (value === null || value.problem !== null) return <span className="muted">Four eyes</span>
  const words = rulesWords(value.rules)
  return words === null ? (
    <span className="muted">Four eyes is off: no act waits for a second dealer.</span>
  ) : (
    <span>
      A second dealer approves {words}. <b>{value.waiting.length}</b> waiting
      {value.waiting.length > 0 && '; Enter opens one'}.
    </span>
  )
}
