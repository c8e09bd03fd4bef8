/** A database whose disk fails while the terminal deals: it goes on in memory, and one sentence says why and what to do. */

import { expect, it } from 'vitest'
import { openSteadyTable } from '../../../../electron/storage/history/steadyTable.ts'
import { NOTICES } from '../../../../electron/storage/history/schema.ts'

const failing = (message: string) => {
  const said: [why: string, fix: string][] = []
  let left = 1
  const table = openSteadyTable({
    directory: null,
    file: NOTICES,
    table: (database) => database,
    unopened: () => {},
    failed: (why, fix) => said.push([why, fix]),
  })
  const run = () =>
    table.run((database) => {
      if (left-- > 0) throw new Error(message)
      return Number(database.prepare('SELECT count(*) AS n FROM notice').get()?.['n'])
    })
  return { said, run, table }
}

// The messages of SQLite (sqlite.org/rescode.html): SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY.
it.each([
  ['database or disk is full', 'cannot grow: the disk is full', 'Free disk space'],
  ['disk I/O error', 'cannot be written: the disk failed or was removed', 'Check the disk'],
  [
    'attempt to write a readonly database',
    'cannot be written',
    'Give this account the right to read and write notices.sqlite',
  ],
])('%s: the table goes on in memory', (message, why, fix) => {
  const { said, run, table } = failing(message)
  expect(run()).toBe(0)
  expect(run()).toBe(0)
  expect(said).toEqual([[why, fix]])
  table.close()
})
