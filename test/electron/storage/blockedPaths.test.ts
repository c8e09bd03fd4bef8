/** A data folder in which something stands in the way: a folder for a file, a file for a folder, a broken link, missing rights, a damaged lock. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { fileKeyStore, nodeDisk, openJournal } from '../../../electron/storage/journal/journal.ts'
import { fixOf, reasonOf } from '../../../electron/storage/diskReason.ts'
import { openDataFolder } from '../../../electron/storage/dataFolder.ts'
import { openNonceMarks } from '../../../electron/storage/nonceMarks.ts'
import type { CheckAccess } from '../../../electron/storage/pathFault.ts'

const processes = { own: '1 first', isRunning: () => false }

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'openpit-blocked-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function open(directory: string, checkAccess?: CheckAccess) {
  const opened = await openDataFolder(directory, processes, checkAccess)
  if (!opened.ok) throw new Error(opened.failure)
  onTestFinished(() => opened.value.release())
  return opened.value
}

it.each<[string, (directory: string) => void, string, string]>([
  [
    'the lock is a folder',
    (directory) => mkdirSync(join(directory, 'journal', 'lock'), { recursive: true }),
    'journal/lock is a folder and must be a file',
    'Move the folder DIR/journal/lock away',
  ],
  [
    'the lock is a link that leads nowhere',
    (directory) => {
      mkdirSync(join(directory, 'journal'))
      symlinkSync('is-missing', join(directory, 'journal', 'lock'))
    },
    'journal/lock is a link that leads nowhere',
    'Remove the link DIR/journal/lock',
  ],
  [
    'the journal is a file',
    (directory) => writeFileSync(join(directory, 'journal'), ''),
    'journal is a file and must be a folder',
    'Move the file DIR/journal away',
  ],
  [
    'the journal is a link that leads nowhere',
    (directory) => symlinkSync('is-missing', join(directory, 'journal')),
    'journal is a link that leads nowhere',
    'Remove the link DIR/journal',
  ],
  [
    'the journal is a link that leads to itself',
    (directory) => symlinkSync('journal', join(directory, 'journal')),
    'journal is a link that leads to itself',
    'Remove the link DIR/journal',
  ],
])('where %s, one sentence names the path, what still works, and the fix', async (_, block, what, fix) => {
  const directory = scratch()
  block(directory)
  const folder = await open(directory)
  expect(folder.problem).toBe(
    `${directory}/${what}. This terminal sends no new order, amend or transfer. Reading and canceling work. ${fix.replace('DIR', directory)}, then restart Openpit. Or start with another --data-dir.`,
  )
  expect(folder.directory).toBe(directory)
  // Without the lock nothing is written to the folder.
  expect(folder.whyRefused()).toBe(folder.problem)
})

it.each([
  ['read', 'no right to read', 4],
  ['written', 'no right to write', 2],
])('a journal that may not be %s by this account is named with the fix', async (verb, _, bit) => {
  const directory = scratch()
  mkdirSync(join(directory, 'journal'))
  const deny: CheckAccess = (path, mode) => {
    if (path.endsWith('journal') && (mode & bit) !== 0)
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  }
  const { problem } = await open(directory, deny)
  expect(problem).toContain(`${directory}/journal may not be ${verb} by this account. `)
  expect(problem).toContain(
    `Give this account the right to read and write ${directory}/journal, then restart Openpit.`,
  )
})

it.each(['hello', '', '\0\0\0', '-5 x'])(
  'a lock file with the text %j is taken over, and the notice names the file and no process',
  async (text) => {
    const directory = scratch()
    mkdirSync(join(directory, 'journal'))
    const lock = join(directory, 'journal', 'lock')
    writeFileSync(lock, text)
    const folder = await open(directory)
    expect(folder.problem).toBeNull()
    expect(folder.notices).toEqual([
      `The lock file ${lock} is damaged: it names no process. This terminal has taken over the data folder and reads all open orders back after sign-in. Close every other Openpit that uses this folder.`,
    ])
    expect(readFileSync(lock, 'utf8')).toBe('1 first\n')
    writeFileSync(lock, text)
    expect(folder.whyRefused()).toContain('its lock file was overwritten and names no process')
  },
)

it('a broken link in the folder is not said to be readable by other accounts', async () => {
  const directory = scratch()
  symlinkSync('is-missing', join(directory, 'paper'))
  symlinkSync('settings.json', join(directory, 'settings.json'))
  expect((await open(directory)).notices).toEqual([])
})

it.each(['journal/000001.journal', 'journal-key.pem', 'journal-head.json'])(
  'a folder in the place of %s is named with the fix as the reason why the journal cannot be opened',
  async (name) => {
    const directory = scratch()
    const path = join(directory, name)
    const openOnce = () => {
      const disk = nodeDisk(directory)
      const clock = new FakeClock()
      return openJournal({ disk, keyStore: fileKeyStore(disk), clock, processes, folder: directory })
    }
    await (await openOnce()).close()
    rmSync(path)
    mkdirSync(path)
    const { journal, close } = await openOnce()
    expect(journal.problem).toContain(
      `${path} is a folder and must be a file. This terminal sends no new order`,
    )
    expect(journal.problem).toContain(`Move the folder ${path} away, then restart Openpit.`)
    expect(journal.problem).toContain('may be missing here: check the open orders of each customer')
    await close()
  },
)

it('a folder in the place of the nonces is named where they are read and where they are written', () => {
  const directory = scratch()
  const path = join(directory, 'nonces.json')
  mkdirSync(path)
  const said: string[] = []
  const { marks, problem } = openNonceMarks(directory, { salt: 1, onProblem: (text) => said.push(text) })
  expect(problem).toContain(`The file of used nonces ${path} cannot be read`)
  marks.write('key', '1')
  marks.write('key', '2')
  expect(said).toEqual([expect.stringContaining(`Used nonces cannot be written to ${path}: `)])
})

it('a file that cannot be replaced is named by its own name, not by that of its replacement', () => {
  const refused = Object.assign(new Error('EPERM'), {
    code: 'EPERM',
    path: '/data/journal-head.json.new',
    dest: '/data/journal-head.json',
  })
  expect(reasonOf(refused)).toBe('this account has no right to read and write /data/journal-head.json')
  expect(fixOf(refused)).toBe('Give this account the right to read and write /data/journal-head.json')
})
