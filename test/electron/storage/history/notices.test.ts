import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHistory, type OpenedHistory } from '../../../../electron/storage/history/history.ts'
import { NOTICES } from '../../../../electron/storage/history/schema.ts'
import { plainNotice, type StoredNotice } from '../../../../shared/domain/notice.ts'

const workerUrl = new URL('../../../../electron/storage/history/worker.ts', import.meta.url)
let folder = ''
const opened: OpenedHistory[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notices-'))
})
afterEach(async () => {
  for (const history of opened.splice(0)) await history.close()
  rmSync(folder, { recursive: true })
})
const file = () => join(folder, NOTICES.name)

async function start(wasUsed = false) {
  const problems: string[] = []
  const onProblem = (text: string) => void problems.push(text)
  const history = openHistory({ workerUrl, directory: folder, wasUsed, onProblem })
  opened.push(history)
  return { history, problems, archive: await history.notices() }
}
const stored = (id: number, message = `notice ${id}`): StoredNotice => ({
  account: 'paper',
  key: `key ${id}`,
  notice: plainNotice({ id, at: id, level: 'error', message }),
})

describe('notices on disk', () => {
  it('are restored after a restart as they were saved, last changed at the end', async () => {
    const first = await start()
    expect(first.archive.stored).toEqual({ notices: [], lastId: 0, seenThrough: new Map() })
    first.archive.save({ put: [stored(1), stored(2), stored(3)], drop: [], seenThrough: [['paper', 5]] })
    first.archive.save({ put: [stored(1, 'again')], drop: [2], seenThrough: [['paper', 9]] })
    await first.history.close()
    const second = await start()
    expect(second.archive.stored).toEqual({
      notices: [stored(3), stored(1, 'again')],
      lastId: 3,
      seenThrough: new Map([['paper', 9]]),
    })
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  it('a file that is gone from a used folder is reported once, and not from a new folder', async () => {
    const first = await start()
    await first.history.close()
    rmSync(file())
    const second = await start(true)
    await second.history.close()
    const third = await start(true)
    expect(first.problems).toEqual([])
    expect(second.problems).toEqual([
      `The file of notices ${file()} is gone. Notices of earlier runs are not shown, also those that nobody acknowledged. What happened while Openpit was closed gets no notice: look through Orders, Trades and Ledger of each customer. Orders and money are not affected.`,
    ])
    expect(third.problems).toEqual([])
  })

  it('a damaged file is reported and left unchanged; candles are not affected', async () => {
    writeFileSync(file(), 'this is no database, whatever its name says')
    const { archive, problems } = await start()
    archive.save({ put: [stored(1)], drop: [], seenThrough: [] })
    await vi.waitFor(() => expect(problems).toHaveLength(1))
    expect(problems[0]).toMatch(/^Notices are stored for this run only.*notices\.sqlite is damaged/)
    expect(readFileSync(file(), 'utf8')).toContain('this is no database')
  })

  it.each<[string, (path: string) => void, string]>([
    ['a folder', (path) => mkdirSync(path), 'is a folder and must be a file'],
    ['a broken link', (path) => symlinkSync('is-missing', path), 'is a link that leads nowhere'],
  ])('%s in the place of the file is named with the fix, and left unchanged', async (_, put, what) => {
    put(file())
    const { problems } = await start()
    await vi.waitFor(() => expect(problems).toHaveLength(1))
    expect(problems[0]).toContain(`notices of earlier runs are not shown: ${file()} ${what}. `)
    expect(problems[0]).toContain('look through Orders, Trades and Ledger')
    expect(problems[0]).toMatch(
      /(?:Move the folder|Remove the link) \S+notices\.sqlite.*, then restart Openpit\.$/,
    )
  })

  it('a file that was cut to nothing in a used folder is reported as empty', async () => {
    const first = await start()
    first.archive.save({ put: [stored(1)], drop: [], seenThrough: [] })
    await first.history.close()
    writeFileSync(file(), '')
    const second = await start(true)
    expect(second.problems).toEqual([expect.stringMatching(/notices\.sqlite is empty\. Notices of earlier/)])
  })

  it.each<[string, string, RegExp]>([
    ['without one of its tables', 'DROP TABLE account', /no such table: account/],
    [
      'with a time that no clock has',
      `INSERT INTO account VALUES ('paper', 9223372036854775807)`,
      /too large/,
    ],
    ['with a count that no run reaches', 'UPDATE notice SET changed = 9223372036854775807', /too large/],
  ])('a file %s is refused and left unchanged; candles go on', async (_, edit, why) => {
    const first = await start()
    first.archive.save({ put: [stored(1)], drop: [], seenThrough: [] })
    await first.history.close()
    const database = new DatabaseSync(file())
    database.exec(edit)
    database.close()
    const before = readFileSync(file())
    const { archive, problems, history } = await start()
    expect(archive.stored.notices).toEqual([])
    archive.save({ put: [stored(1)], drop: [], seenThrough: [] })
    await history.close()
    expect(problems).toEqual([
      expect.stringMatching(
        /^Notices are stored for this run only, and notices of earlier runs are not shown: /,
      ),
    ])
    expect(problems[0]).toMatch(why)
    expect(problems[0]).toMatch(/Move \S+notices\.sqlite away, then restart Openpit\.$/)
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('a file of a newer version is refused and left unchanged', async () => {
    const newer = new DatabaseSync(file())
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    const { archive, problems } = await start()
    expect(archive.stored.notices).toEqual([])
    await vi.waitFor(() =>
      expect(problems.join()).toMatch(/is of version 99, and this terminal reads version 1/),
    )
  })

  it('a record that cannot be read is left out and counted', async () => {
    const first = await start()
    first.archive.save({ put: [stored(1), stored(2)], drop: [], seenThrough: [] })
    await first.history.close()
    const database = new DatabaseSync(file())
    database.exec(`UPDATE notice SET body = '{"half":' WHERE id = 1`)
    database.close()
    const second = await start()
    expect(second.archive.stored.notices).toEqual([stored(2)])
    expect(second.problems).toEqual([
      '1 stored notice of earlier runs could not be read and is not shown, also where nobody acknowledged it. Orders and money are not affected.',
    ])
  })

  it('a new notice takes the place of none that cannot be read, nor of one in the row of another', async () => {
    const first = await start()
    first.archive.save({ put: [stored(1), stored(7), stored(9)], drop: [], seenThrough: [] })
    await first.history.close()
    const database = new DatabaseSync(file())
    database.exec(`UPDATE notice SET body = '{"half":' WHERE id = 9`)
    database.exec(`UPDATE notice SET body = (SELECT body FROM notice WHERE id = 1) WHERE id = 7`)
    database.close()
    const { archive, problems } = await start()
    expect(archive.stored).toMatchObject({ notices: [stored(1)], lastId: 9 })
    expect(problems).toEqual([
      expect.stringMatching(/^2 stored notices .* also where nobody acknowledged them\./),
    ])
  })
})
