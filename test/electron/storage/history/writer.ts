/** A process that keeps one minute after another until it is killed, telling each number that is committed. */

import { CandleTable } from '../../../../electron/storage/history/candleTable.ts'
import { openDatabase } from '../../../../electron/storage/history/database.ts'
import { BTC, wholeMinutes } from './series.ts'

const table = new CandleTable(openDatabase(process.argv[2] ?? ''))
for (let n = 0; ; n += 3) {
  table.keep(BTC, wholeMinutes(n, n + 3))
  process.stdout.write(`${n + 3}\n`)
}
