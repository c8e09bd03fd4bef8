/** A statement as CSV text: the same bytes for the same records. Pure. */

import type { Statement } from '../../../shared/domain/statements/statement.ts'
import {
  EMPTY_LINE,
  faultWords,
  periodWords,
  plainLines,
  proofWords,
  sameRecordsWords,
  sumsOf,
  unsummedLines,
  type PlainLine,
} from '../../../shared/domain/statements/statementWords.ts'
import { csvOf } from '../../../shared/base/csv.ts'

const FIELDS = Object.keys(EMPTY_LINE) as (keyof PlainLine)[]

export function statementCsv(statement: Statement): string {
  const fact = (section: string, note: string, cash = ''): PlainLine => ({
    ...EMPTY_LINE,
    section,
    cash,
    note,
  })
  return csvOf(
    [
      fact('Statement', statement.number),
      fact('Other versions', sameRecordsWords(statement)),
      fact('Customer', statement.customerCode),
      fact('Period, UTC', `${periodWords(statement)}${statement.isInterim ? ', not over yet' : ''}`),
      fact('Proof', proofWords(statement)),
      ...statement.faults.map((fault) => fact('Not proven', faultWords(fault))),
      ...sumsOf(statement).map(([label, amount]) => fact(label, 'sum, USDC', amount)),
      ...plainLines(statement),
      ...unsummedLines(statement),
      fact('SHA-256 of the records', statement.digests.records),
      fact('SHA-256 of the proof', statement.digests.proof),
    ],
    FIELDS,
  )
}
