/** A process that keeps more than its files may hold, and tells what became of it. */

import { openHistory } from '../../../../electron/storage/history/history.ts'
import { BTC, wholeMinutes } from './series.ts'

// The system's word for a file that grew too large, which would end the process.
process.on('SIGXFSZ', () => {})
const problems: string[] = []
const history = openHistory({
  workerUrl: new URL('../../../../electron/storage/history/worker.ts', import.meta.url),
  directory: process.argv[2] ?? '',
  onProblem: (sentence) => problems.push(sentence),
})
for (let n = 0; n < 6_000; n += 1_000) history.keep(BTC, wholeMinutes(n, n + 1_000))
const page = await history.read(BTC, {
  interval: '1m',
  before: Number.MAX_SAFE_INTEGER,
  after: null,
  count: 3,
})
await history.close()
console.log(JSON.stringify({ problems, volumes: page.candles.map(({ volume }) => volume) }))
