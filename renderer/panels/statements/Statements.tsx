/** The statement of one customer and period: read on request, shown with its proof, saved as a file. Sends nothing to the venue but reads. */

import { useMemo, useRef, useState } from 'react'
import {
  linesInTime,
  replacedWords,
  unsummedLines,
  type PlainLine,
} from '../../../shared/domain/statements/statementWords.ts'
import type { Statement } from '../../../shared/domain/statements/statement.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { counted } from '../../format/numbers.ts'
import { saveFile } from '../../state/windows/saveFile.ts'
import { useSession } from '../../state/useSession.ts'
import { chooseCustomerWords, CustomerSelect, usePanelCustomer } from '../PanelControls.tsx'
import { FilterChoice } from '../tables/FilterFields.tsx'
import { RangeFields } from '../tables/PagedTable.tsx'
import { ListTable } from '../tables/Table.tsx'
import { MOST_PAGES, readStatement, type Made, type Progress } from './readStatement.ts'
import { printStatement } from './printStatement.ts'
import { FIRST_CHOICE, PERIOD_CHOICES, readPeriod, TYPED, type ChosenPeriod } from './statementForm.ts'
import { statementColumns } from './statementColumns.tsx'
import { statementCsv } from './statementCsv.ts'
import { StatementSummary } from './StatementSummary.tsx'

const NO_LINES: readonly PlainLine[] = []
/** No customer has this code. */
const NOBODY = '' as CustomerCode
const keyOf = ({ type, code, status }: PlainLine): string => `${type} ${code} ${status}`

/** What was read for one choice of customer and period. */
interface Reading {
  readonly choice: string
  readonly made: Made | null
  /** Which statement it replaces; null: none that was made here. */
  readonly replaces: string | null
  readonly failure: Failure | null
}

const periodKey = ({ customerCode, from, to }: Statement): string => JSON.stringify([customerCode, from, to])

/** Reads the statement of the choice on request. What another choice read is neither shown nor waited for. */
function useStatement(choice: string) {
  const session = useSession()
  const [reading, setReading] = useState<Reading>({ choice, made: null, replaces: null, failure: null })
  const [progress, setProgress] = useState<(Progress & { readonly choice: string }) | null>(null)
  const asking = useRef<string | null>(null)
  const earlier = useRef(new Map<string, Statement>())
  const make = async (request: Parameters<typeof readStatement>[1]) => {
    if (asking.current === choice) return
    asking.current = choice
    setProgress({ choice, rows: 0, trades: 0 })
    const isOver = () => asking.current !== choice
    const read = await readStatement(session, request, isOver, (now) => {
      if (!isOver()) setProgress({ choice, ...now })
    })
    if (isOver()) return
    asking.current = null
    setProgress(null)
    if (!read.ok) {
      setReading({ choice, made: null, replaces: null, failure: read.failure })
      return
    }
    const { statement } = read.value
    const replaces = replacedWords(statement, earlier.current.get(periodKey(statement)))
    earlier.current.set(periodKey(statement), statement)
    setReading({ choice, made: read.value, replaces, failure: null })
  }
  const isMine = reading.choice === choice
  return {
    make,
    progress: progress?.choice === choice ? progress : null,
    made: isMine ? reading.made : null,
    replaces: isMine ? reading.replaces : null,
    failure: isMine ? reading.failure : null,
  }
}

export function Statements() {
  const session = useSession()
  const customerCode = usePanelCustomer('statements')
  const [chosen, setChosen] = useState<ChosenPeriod>(FIRST_CHOICE)
  const [isAsked, setAsked] = useState(false)
  const { make, progress, made, replaces, failure } = useStatement(JSON.stringify([customerCode, chosen]))
  const period = readPeriod(chosen, session.clock.now())
  const statement = made?.statement ?? null
  const lines = useMemo(
    () => (statement ? [...linesInTime(statement), ...unsummedLines(statement)] : NO_LINES),
    [statement],
  )
  const columns = useMemo(() => statementColumns(customerCode ?? NOBODY), [customerCode])
  const change = (changes: Partial<ChosenPeriod>) => {
    setAsked(false)
    setChosen({ ...chosen, ...changes })
  }
  return (
    <>
      <form
        className="panel-bar"
        aria-label="Statement"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          // The day may have changed since this was drawn.
          const now = readPeriod(chosen, session.clock.now())
          if (customerCode !== null && now.ok) void make({ customerCode, ...now.value })
        }}
      >
        <CustomerSelect panel="statements" />
        <FilterChoice
          label="Period, UTC"
          value={chosen.name}
          options={PERIOD_CHOICES.map((name) => [name, name] as const)}
          onChoose={(name) => change({ name: PERIOD_CHOICES.find((each) => each === name) ?? 'today' })}
        />
        {chosen.name === TYPED && <RangeFields typed={chosen} range={period} onType={change} />}
        <button
          type="submit"
          className="button small"
          aria-disabled={customerCode === null || progress !== null}
        >
          {progress ? 'Reading…' : 'Make the statement'}
        </button>
        {progress && (
          <span className="muted" role="status">
            {counted(progress.trades)} trades and {counted(progress.rows)} ledger rows read, at most{' '}
            {MOST_PAGES} pages of each
          </span>
        )}
        <span className="spring" />
        <button
          type="button"
          className="button small"
          disabled={statement === null}
          onClick={() => {
            if (statement) void saveFile(session, statement.number, 'csv', statementCsv(statement))
          }}
        >
          CSV
        </button>
        <PdfButton made={made} />
      </form>
      {!period.ok && isAsked && (
        <p role="alert" className="problem panel-line">
          {period.failure}
        </p>
      )}
      <FailureLine failure={failure} />
      <div className="panel-split">
        <ListTable<PlainLine>
          panel="statements"
          name="Movements of the statement"
          columns={columns}
          list={lines}
          keyOf={keyOf}
          unread={
            customerCode === null
              ? chooseCustomerWords()
              : statement === null
                ? 'No statement is made yet. Choose a period and make it.'
                : (made?.input.ledgerMissing ?? made?.input.tradesMissing ?? null)
          }
          empty="No movement in this period."
        />
        {/* The section may be longer than the panel. With the focus, keys scroll it. */}
        <section className="side" tabIndex={0} aria-label="Sums and proof">
          {statement ? (
            <StatementSummary statement={statement} replaces={replaces} />
          ) : (
            <p className="muted">
              A statement reads the whole ledger of the customer and the trades of the period from the venue,
              and proves that they agree.
            </p>
          )}
        </section>
      </div>
    </>
  )
}

/** Prints the statement, one at a time. */
function PdfButton({ made }: { readonly made: Made | null }) {
  const session = useSession()
  const [isPrinting, setPrinting] = useState(false)
  const print = async (statement: Made) => {
    setPrinting(true)
    await printStatement(session, statement)
    setPrinting(false)
  }
  return (
    <button
      type="button"
      className="button small"
      disabled={made === null || isPrinting}
      onClick={() => made && void print(made)}
    >
      {isPrinting ? 'Printing…' : 'PDF'}
    </button>
  )
}
