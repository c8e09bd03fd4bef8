/** How fairly the blocks of a group treated its customers, judged from the journal: sentences, customers and blocks. Sends nothing. */

import '../report.css'
import { useMemo, useState } from 'react'
import type {
  BlockFairness,
  CustomerFairness,
  FairnessReport,
} from '../../../shared/domain/fairness/fairnessReport.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { groupName, spanWords, standOutWords, verdictWords } from '../../format/block/fairnessWords.ts'
import { useSession } from '../../state/useSession.ts'
import { CsvButton, ListGrid, PanelBar, ReadAgain } from '../PanelControls.tsx'
import { FilterChoice } from '../tables/FilterFields.tsx'
import { ListTable } from '../tables/Table.tsx'
import { useRead } from '../useRead.ts'
import { BLOCK_COLUMNS, CUSTOMER_COLUMNS, customerCsv } from './fairnessColumns.tsx'

const NO_BLOCKS: readonly BlockFairness[] = []
const NO_CUSTOMERS: readonly CustomerFairness[] = []
const codeOf = ({ customerCode }: CustomerFairness): string => customerCode
const idOf = ({ blockId }: BlockFairness): string => blockId

/** The option of blocks without a group. No group is named by a space alone. */
const SINGLE = ' '
const optionOf = (group: string | null): string => group ?? SINGLE

/** The chosen group, else that with the most customers. */
function groupOf({ groups }: FairnessReport, chosen: string | null) {
  const found = groups.find(({ group }) => optionOf(group) === chosen)
  return found ?? groups.toSorted((a, b) => b.customers.length - a.customers.length)[0]
}

/** Why nobody knows whether there is a block; null: the whole journal was read. */
function unreadOf(report: FairnessReport | null, busy: boolean): string | null {
  if (report === null) return busy ? 'Reading the journal.' : 'The journal was not read. Press Read again.'
  return report.isProven ? null : 'The journal could not be verified whole, so blocks may be missing.'
}

export function Fairness() {
  const session = useSession()
  const read = useRead('block.fairness', {})
  const [chosen, setChosen] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const { value: report, failure, busy } = read
  const group = report === null ? undefined : groupOf(report, chosen)
  const blocks = useMemo(
    () => (group && report ? report.blocks.filter((block) => block.group === group.group) : NO_BLOCKS),
    [report, group],
  )
  const customers = group?.customers ?? NO_CUSTOMERS
  const unread = unreadOf(report, busy)
  return (
    <>
      <PanelBar>
        <FilterChoice
          label="Blocks of"
          value={group ? optionOf(group.group) : ''}
          options={(report?.groups ?? []).map(
            (each) => [optionOf(each.group), groupName(each.group)] as const,
          )}
          onChoose={setChosen}
        />
        <span className="spring" />
        <ReadAgain read={read} />
        <CsvButton panel="fairness" name="fairness" rows={customerCsv(group?.group ?? null, customers)} />
      </PanelBar>
      <FailureLine failure={failure} />
      {report && (
        <div className="report-words" role="status" aria-label="Fairness">
          <p className="muted">{spanWords(report).join(' ')}</p>
          {report.blocks.length > 0 && (
            <p>
              <b>{verdictWords(blocks)}</b> {standOutWords(group, blocks)}
            </p>
          )}
        </div>
      )}
      <div className="report-split">
        <ListTable<CustomerFairness>
          panel="fairness"
          name="Fairness by customer"
          columns={CUSTOMER_COLUMNS}
          list={customers}
          keyOf={codeOf}
          csvOf={(customer) => customerCsv(group?.group ?? null, [customer])}
          unread={unread}
          empty="No block that is over is in this journal."
        />
        <ListGrid<BlockFairness>
          name="Blocks judged"
          columns={BLOCK_COLUMNS}
          rows={blocks}
          keyOf={idOf}
          selectedKey={selected}
          onSelect={setSelected}
          onOpen={(blockId) => session.overlay.setState({ open: { kind: 'blockRows', blockId } })}
          unread={unread}
          empty="No block that is over is in this journal."
        />
      </div>
    </>
  )
}
