/** Entry of the print thread: makes one statement from its records, draws it, and posts the PDF. Reads two fonts and no other file. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../../shared/base/result.ts'
import { statementOf } from '../../shared/domain/statements/statement.ts'
import { proofText } from '../../shared/domain/statements/statementProof.ts'
import { recordsText, statementInput } from '../../shared/domain/statements/statementRecords.ts'
import type { Printed, PrintOrder } from './protocol.ts'
import { statementPages } from './statementPages.ts'

/** Movements of one PDF. */
const MOST_MOVEMENTS = 5_000

const port = parentPort
invariant(port, 'a statement is printed in a worker thread')
const answer = (printed: Printed) => port.postMessage(printed)
const { records } = workerData as PrintOrder

const fontOf = (file: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`))

const read = statementInput.safeParse(JSON.parse(records))
if (read.success) {
  const input = read.data
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const digests = { records: digestOf(recordsText(input)), proof: digestOf(proofText(input)) }
  const statement = statementOf(input, digests)
  const movements = statement.sections.reduce((count, { lines }) => count + lines.length, 0)
  if (movements > MOST_MOVEMENTS)
    answer({
      kind: 'refused',
      why: `A PDF has at most ${MOST_MOVEMENTS} movements, and this statement has ${movements}. Choose a shorter period, or save the CSV.`,
    })
  else {
    const bytes = await statementPages(statement, {
      plain: fontOf('DejaVuSansCondensed'),
      bold: fontOf('DejaVuSansCondensed-Bold'),
    })
    answer({ kind: 'printed', pdf: Buffer.from(bytes).toString('base64') })
  }
} else answer({ kind: 'refused', why: 'The records of the statement could not be read. Make it again.' })
