/** Imports customers from a CSV file: shows each change and each row that is left out, and changes nothing before the review. The last import can be taken back. */

import { useMemo, useRef, useState } from 'react'
import { MOST_IMPORTED } from '../../../../shared/contract/commands/customerCommands.ts'
import type { CustomerChange } from '../../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { CustomerCodeCell } from '../../tables/cells.tsx'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { useFailure } from '../../../dealing/useFailure.ts'
import { useSecondDealer } from '../../../dealing/useSecondDealer.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { counted } from '../../../format/numbers.ts'
import { readPicked } from '../../../state/windows/readPicked.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
import type { Column } from '../../../ui/DataGrid.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { ListGrid } from '../../PanelControls.tsx'
import { SecondPressButton } from '../../SecondPressButton.tsx'
import { MOST_FILE_LENGTH, readCustomersCsv, type CustomersFile, type RowProblem } from './customersCsv.ts'
import { importPreview, type ImportPreview, type PreviewRow } from './importPreview.ts'
import { sendImport } from './sendImport.ts'
import './importCustomers.css'
import { keyedSentences } from '../../../ui/distinctKeys.ts'

const some = (count: number, one: string, many: string): string =>
  `${counted(count)} ${count === 1 ? one : many}`

const CHANGE_COLUMNS: readonly Column<PreviewRow>[] = [
  {
    id: 'row',
    title: 'Row',
    width: '52px',
    align: 'right',
    cell: ({ row }) => <span className="number">{row}</span>,
  },
  {
    id: 'code',
    title: 'Customer',
    width: 'minmax(90px, 0.6fr)',
    cell: ({ code }) => <CustomerCodeCell code={code} look="strong mono" />,
  },
  { id: 'kind', title: 'Becomes', width: '70px', cell: ({ kind }) => kind },
  {
    id: 'words',
    title: 'What changes',
    width: 'minmax(200px, 3fr)',
    cell: ({ words, leavesHalt, looksLike }) => {
      const text = looksLike === null ? words : `≈ looks like ${shownCode(looksLike)} · ${words}`
      return (
        <span className={leavesHalt || looksLike !== null ? 'amber' : ''} title={text}>
          {text}
        </span>
      )
    },
  },
]

const PROBLEM_COLUMNS: readonly Column<RowProblem>[] = [
  {
    id: 'row',
    title: 'Row',
    width: '52px',
    align: 'right',
    cell: ({ row }) => <span className="number">{row}</span>,
  },
  {
    id: 'sentence',
    title: 'Why the row is left out',
    width: '1fr',
    cell: ({ sentence }) => <span title={sentence}>{sentence}</span>,
  },
]

const countWords = ({ added, changed, unchanged, problems }: ImportPreview): string =>
  `${some(added, 'new customer', 'new customers')}, ${some(changed, 'changed', 'changed')}, ${some(unchanged, 'as now', 'as now')}, ${some(problems.length, 'row left out', 'rows left out')}`

const reviewOf = (
  name: string,
  preview: ImportPreview,
  secondDealer: string | null,
): Review<readonly CustomerChange[]> | null =>
  preview.changes.length === 0 || preview.changes.length > MOST_IMPORTED
    ? null
    : {
        sentence: `Every customer · IMPORT ${name} into the customers of this desk: ${countWords(preview)}`,
        lines: ['Customers that the file does not name stay as they are.'],
        warnings: [...(secondDealer === null ? [] : [secondDealer]), ...preview.warnings],
        word: preview.leaving > 0 ? String(preview.leaving) : null,
        payload: preview.changes,
      }

export function ImportCustomers({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const { value: customers } = useLoadable(session.server.customers)
  const { value: halts } = useLoadable(session.server.halts)
  const [chosen, setChosen] = useState<{ readonly name: string; readonly file: CustomersFile } | null>(null)
  const [reading, setReading] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const { failure, show } = useFailure('IMPORT customers')
  const preview = useMemo(
    () => (chosen && customers && halts ? importPreview(chosen.file, customers, halts) : null),
    [chosen, customers, halts],
  )
  const isHeld = preview !== null && preview.otherPart > 0 && preview.changes.length <= MOST_IMPORTED
  const secondDealer = useSecondDealer(isHeld ? { kind: 'import', customers: preview.changes.length } : null)
  const take = async (picked: File | undefined) => {
    if (!picked) return
    show(null)
    setChosen(null)
    setSaid(null)
    setReading(picked.name)
    const read = await readPicked(picked, MOST_FILE_LENGTH, readCustomersCsv)
    setReading(null)
    setChosen(read.ok ? { name: picked.name, file: read.value } : null)
    setSaid(read.ok ? null : `${read.failure} Nothing was changed.`)
  }
  const send = async (changes: readonly CustomerChange[]) => {
    setSaid(null)
    const sent = await sendImport(session, changes)
    show(sent.ok ? null : sent.failure)
    if (!sent.ok) return
    setChosen(null)
    setSaid(
      `Imported: ${some(changes.length, 'customer', 'customers')}. “Undo the last import” takes it back.`,
    )
  }
  const undo = async () => {
    setSaid(null)
    const reply = await session.client.call('customer.undoImport', {})
    show(reply.ok ? null : reply.failure)
    if (!reply.ok) return
    const { restored, kept } = reply.value
    const left =
      kept.length === 0
        ? ''
        : ` ${some(kept.length, 'customer was changed after the import and stays', 'customers were changed after the import and stay')} as now: ${kept.slice(0, 5).map(shownCode).join(', ')}.`
    setSaid(`Taken back: ${some(restored, 'customer is', 'customers are')} as before the import.${left}`)
  }
  return (
    <Sheet title="Import customers from CSV" wide onClose={onClose}>
      <ReviewForm
        form="importCustomers"
        name="Import customers from CSV"
        review={preview && chosen ? reviewOf(chosen.name, preview, secondDealer) : null}
        why={reading === null ? whyNothing(chosen !== null, preview) : `Reading ${reading}`}
        verb="Import"
        send={send}
      >
        <p className="muted">
          Columns: customer_code, name, group, tags, ratio, note, separated by a comma, a semicolon or a tab.
          A column that is missing leaves its field as it is. The columns names and own_limits of an export
          are not imported.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          aria-label="CSV file of customers"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <p role="status">{said}</p>
        {preview && chosen && (
          <Preview
            name={chosen.name}
            preview={preview}
            notImported={chosen.file.notImported}
            secondDealer={secondDealer}
          />
        )}
        <FailureLine failure={failure} />
        <ReviewActions>
          <SecondPressButton
            isBusy={false}
            label="Undo the last import"
            question="Press again to take back the last import since the start. Entries changed after it stay as they are."
            onConfirm={() => void undo()}
          />
        </ReviewActions>
      </ReviewForm>
    </Sheet>
  )
}

function whyNothing(isChosen: boolean, preview: ImportPreview | null): string {
  if (!isChosen) return 'Choose a file'
  if (preview === null) return 'Waiting for the customers'
  return preview.changes.length > MOST_IMPORTED
    ? `At most ${counted(MOST_IMPORTED)} customers in one import`
    : 'The file changes nothing'
}

interface PreviewProps {
  readonly name: string
  readonly preview: ImportPreview
  readonly notImported: CustomersFile['notImported']
  /** What the four-eyes rules would say to the import; null: nothing. */
  readonly secondDealer: string | null
}

function Preview({ name, preview, notImported, secondDealer }: PreviewProps) {
  const { rows, problems } = preview
  const warnings = [...(secondDealer === null ? [] : [secondDealer]), ...preview.warnings]
  return (
    <>
      <p className="strong">
        {name}: {countWords(preview)}. Nothing is changed yet.
      </p>
      {notImported.length > 0 && (
        <p className="warning-box" role="note">
          Not imported: {notImported.join(', ')}. Own names are changed in Settings, limits in Limits.
        </p>
      )}
      {keyedSentences(warnings).map(({ sentence: line, key }) => (
        <p key={key} className="warning-box" role="note">
          {line}
        </p>
      ))}
      {rows.length > 0 && (
        <div className="import-rows">
          <ListGrid<PreviewRow>
            name="Changes of the import"
            columns={CHANGE_COLUMNS}
            rows={rows}
            keyOf={({ row }) => String(row)}
            unread={null}
            empty=""
            stale={false}
          />
        </div>
      )}
      {problems.length > 0 && (
        <div className="import-rows short">
          <ListGrid<RowProblem>
            name="Rows left out"
            columns={PROBLEM_COLUMNS}
            rows={problems}
            keyOf={({ row }) => String(row)}
            unread={null}
            empty=""
            stale={false}
          />
        </div>
      )}
    </>
  )
}
