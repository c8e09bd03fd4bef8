/** Stores one minute after another until the process is killed, and prints the number of each that is committed. Ends when nobody reads it. */

import { writeSync } from 'node:fs'
import { CandleTable } from '../../../../electron/storage/history/candleTable.ts'
import { openDatabase } from '../../../../electron/storage/history/database.ts'
import { BTC, wholeMinutes } from './series.ts'

const table = new CandleTable(openDatabase(process.argv[2] ?? ''))
for (let n = 0; ; n += 3) {
  table.keep(BTC, wholeMinutes(n, n + 3))
  // Written at once: a test that is gone breaks the pipe, which ends this process.
  writeSync(1, `${n + 3}\n`)
}
