import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CandleTable } from '../../../../electron/storage/history/candleTable.ts'
import { HISTORY_FILE, openDatabase } from '../../../../electron/storage/history/database.ts'
import { openHistory, type OpenedHistory } from '../../../../electron/storage/history/history.ts'
import { BTC, known, minuteAt, wholeMinutes } from './series.ts'

const workerUrl = new URL('../../../../electron/storage/history/worker.ts', import.meta.url)
const FAR = Number.MAX_SAFE_INTEGER
let folder = ''
const histories: OpenedHistory[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'))
})
afterEach(async () => {
  for (const history of histories.splice(0)) await history.close()
  rmSync(folder, { recursive: true })
})
function start(directory: string | null = folder) {
  const problems: string[] = []
  const history = openHistory({ workerUrl, directory, onProblem: (sentence) => problems.push(sentence) })
  histories.push(history)
  const minutes = async () =>
    (await history.read(BTC, { interval: '1m', before: FAR, after: null, count: 2_000 })).candles
  return { history, problems, minutes }
}
/** Runs the writer until it has reported so many commits, kills it, and answers the last reported minute. Rejects when the writer ends by itself. */
async function killedWriter(commits: number): Promise<number> {
  const writer = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(writer, 'close')
  onTestFinished(() => void writer.kill('SIGKILL'))
  const reported: string[] = []
  for await (const line of createInterface(writer.stdout)) {
    reported.push(line)
    if (reported.length === commits) writer.kill('SIGKILL')
  }
  expect(await closed).toEqual([null, 'SIGKILL'])
  return Number(reported.at(-1))
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => minuteAt(n))

describe('the history thread', () => {
  it('keeps everything handed in before the end over a restart', async () => {
    const first = start()
    first.history.keep(BTC, wholeMinutes(0, 30))
    await first.history.close()
    const second = start()
    expect(await second.minutes()).toEqual(upTo(30))
    expect(await second.history.newest(BTC)).toEqual({ minutes: upTo(30), known: [known(0, 30)] })
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  it('a damaged file gives one notice and stays unchanged; this run goes on in memory', async () => {
    writeFileSync(join(folder, HISTORY_FILE), 'this is no database, whatever its name says')
    const { history, problems, minutes } = start()
    history.keep(BTC, wholeMinutes(0, 5))
    expect(await minutes()).toEqual(upTo(5))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('history.sqlite is damaged. Orders are not affected')
    expect(readFileSync(join(folder, HISTORY_FILE), 'utf8')).toContain('this is no database')
  })

  it('pages that were overwritten are found at the start', async () => {
    const first = start()
    first.history.keep(BTC, wholeMinutes(0, 3_000))
    await first.history.close()
    const file = join(folder, HISTORY_FILE)
    const to = openSync(file, 'r+')
    for (let at = 8_192; at < statSync(file).size; at += 4_096)
      writeSync(to, Buffer.alloc(2_048, 0x5a), 0, 2_048, at)
    const second = start()
    expect(await second.minutes()).toEqual([])
    expect(second.problems).toHaveLength(1)
    expect(second.problems[0]).toContain('is damaged')
  })

  it('killed during a write, holds every reported minute and calls no other minute known', async () => {
    for (let round = 0; round < 3; round++) {
      const committed = await killedWriter(20 + 20 * round)
      const database = openDatabase(folder)
      const kept = new CandleTable(database).newest(BTC)
      database.close()
      const [range] = kept.known
      expect(kept.known).toHaveLength(1)
      const count = (range!.to - range!.from) / 60_000
      expect(count).toBeGreaterThanOrEqual(committed)
      expect(kept.minutes).toEqual(upTo(count).slice(-5_000))
    }
  })

  it('a full disk gives one notice, and candles go on in memory', async () => {
    // A process whose files may not grow beyond a few blocks stands for a full disk.
    const script = join(import.meta.dirname, 'fullDisk.ts')
    const limited = spawn('bash', [
      '-c',
      'ulimit -f 256; exec "$@"',
      'bash',
      process.execPath,
      script,
      folder,
    ])
    let out = ''
    let errors = ''
    limited.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    limited.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    await once(limited, 'close')
    expect(errors).toBe('')
    const said = JSON.parse(out) as { problems: string[]; volumes: string[] }
    expect(said.problems).toHaveLength(1)
    expect(said.problems[0]).toMatch(/^The history of candles .*stored in memory only/)
    expect(said.volumes).toEqual(
      upTo(6_000)
        .slice(-3)
        .map((candle) => candle.volume),
    )
  })
})
