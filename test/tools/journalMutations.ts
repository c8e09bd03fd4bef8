/**
 * Tampers with journals and says what the verifier found: `node test/tools/journalMutations.ts --count 100000 --seed 1`. Then how fast
 * it verifies, and what a write that is on disk costs here. Exits 1 when anything was missed.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clockOf } from '../../shared/base/clock.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
  verifyJournal,
} from '../../electron/storage/journal/journal.ts'
import { publicKeyIn } from '../../electron/storage/journal/proof/seal.ts'
import { alert, alerts } from '../electron/storage/journal/desk.ts'
import { runMutations } from '../electron/storage/journal/mutations.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    records: { type: 'string', default: '200000' },
    writes: { type: 'string', default: '500' },
  },
})
const [count, seed, records, writes] = [values.count, values.seed, values.records, values.writes].map(Number)
if (![count, seed, records, writes].every((value) => Number.isSafeInteger(value) && Number(value) >= 0)) {
  console.error('journalMutations: --count, --seed, --records and --writes must be whole numbers')
  process.exit(2)
}

const started = performance.now()
let missed = 0
let found = 0
for (const [kind, tally] of await runMutations(count ?? 0, seed ?? 0)) {
  console.log(`${kind.padEnd(50)} found ${tally.found}  missed ${tally.missed}  ${tally.firstMissed ?? ''}`)
  missed += tally.missed
  found += tally.found
}
console.log(`${'all'.padEnd(50)} found ${found}  missed ${missed}`)
console.log(`mutations: ${((performance.now() - started) / 1000).toFixed(1)} s`)

const folder = mkdtempSync(join(tmpdir(), 'openpit-journal-'))
try {
  const disk = nodeDisk(folder)
  const opened = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock: clockOf(globalThis),
    processes: realProcesses(process.pid),
    folder,
  })
  const times: number[] = []
  for (let n = 0; n < (writes ?? 0); n++) {
    const before = performance.now()
    await opened.journal.write([alert(`write ${n}`)])
    times.push(performance.now() - before)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
  console.log(`write and fdatasync: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${times.length}`)
  for (let n = 0; n < (records ?? 0); n += 10_000) await opened.journal.write(alerts(10_000))
  await opened.close()

  const pem = publicKeyIn(
    Buffer.from((await nodeDisk(folder).read('journal-public-key.pem')) ?? []).toString(),
  )
  const head = Buffer.from((await nodeDisk(folder).read('journal-head.json')) ?? []).toString()
  const begun = performance.now()
  const verdict = await verifyJournal({
    disk: nodeDisk(folder),
    folder: 'journal',
    only: null,
    publicKey: pem.ok ? pem.value : null,
    head,
  })
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `verified ${verdict.records} records of ${verdict.segments} segments, ${verdict.findings.length} findings: ${Math.round(verdict.records / seconds)} records/s`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (missed > 0) process.exit(1)
