/** The backup before a file is brought forward: first, complete, bounded, and enough to go back. */

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { versionedFiles } from '../../../electron/dataFiles/fileKinds.ts'
import { prepareFolder } from '../../../electron/dataFiles/prepareFolder.ts'
import { noDataFolder } from '../../../electron/storage/dataFolder.ts'
import { openSettings } from '../../../electron/storage/settingsStore.ts'
import { openStore } from '../../../electron/paper/store/store.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { withStop } from './failingDisk.ts'
import { unpackFixture } from './fixtures.ts'
import { digestsOf } from './usedFolder.ts'

const NOW = Date.UTC(2026, 10, 25, 16)
const FILES = ['settings.json', 'paper/paper.sqlite'] as const
let folder = ''
const at = (...names: string[]) => join(folder, ...names)
const prepare = (now = NOW) => prepareFolder({ ...noDataFolder, directory: folder }, now)

/** The folder of an earlier release. */
const fill = () => {
  unpackFixture('settings-1', folder)
  unpackFixture('paper-3-without-webhooks', folder)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-backups-'))
  fill()
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const backups = () => (existsSync(at('backups')) ? readdirSync(at('backups')) : [])
const complete = () => backups().filter((name) => !name.endsWith('.unfinished'))
const versions = () =>
  versionedFiles(folder).flatMap(({ name, version }) => (name === 'written-by.json' ? [] : [[name, version]]))
const NEW = [
  ['settings.json', 2],
  ['paper/paper.sqlite', 4],
]

/** After a stop anywhere: each file is old or new and sound, and the old one is in a complete backup before the new one is there. */
function expectOldOrNew(originals: Readonly<Record<string, string>>, step: number): void {
  for (const name of FILES) {
    const [, version] = versions().find(([each]) => each === name) ?? []
    const isNew = version === NEW.find(([each]) => each === name)?.[1]
    const isOld =
      digestsOf(folder)[name] === originals[name] || version === (name === 'settings.json' ? 1 : 3)
    expect([step, name, isNew || isOld]).toEqual([step, name, true])
    if (!isNew) continue
    expect(complete()).toHaveLength(1)
    expect(digestsOf(at('backups', complete()[0] ?? ''))[name]).toBe(originals[name])
  }
}

describe('a start that ends in the middle', () => {
  it('leaves each file old or new, with its original, at every step; the next start finishes', () => {
    const originals = digestsOf(folder)
    const dead = () => {
      throw Object.assign(new Error('ended'), { code: 'EIO' })
    }
    for (let step = 1; ; step++) {
      rmSync(folder, { recursive: true })
      fill()
      const steps = withStop(step, dead, () => void prepare())
      expectOldOrNew(originals, step)
      prepare(NOW + 1_000)
      expect([step, versions()]).toEqual([step, NEW])
      expect(backups().filter((name) => name.endsWith('.unfinished'))).toEqual([])
      if (steps < step) break
    }
  })

  it('does so where the process is killed', () => {
    const originals = digestsOf(folder)
    const steps = withStop(
      Infinity,
      () => {},
      () => void prepare(),
    )
    for (let step = 2; step <= steps; step += 3) {
      rmSync(folder, { recursive: true })
      fill()
      const script = join(import.meta.dirname, 'killedStart.ts')
      const { status } = spawnSync(process.execPath, [script, folder, String(step)])
      expect([step, status]).not.toEqual([step, 0])
      expectOldOrNew(originals, step)
      prepare(NOW + 1_000)
      expect([step, versions()]).toEqual([step, NEW])
    }
  }, 60_000)
})

describe('a backup that cannot be made', () => {
  it.each([
    ['on a full disk', 'ENOSPC', /the disk is full.*Free disk space, then restart Openpit\.$/],
    [
      'on a read-only disk',
      'EROFS',
      /the folder is read-only.*Make the folder writable, then restart Openpit\.$/,
    ],
  ])('%s leaves every file as it was, and says so', (_, code, sentence) => {
    const originals = digestsOf(folder)
    const full = () => {
      throw Object.assign(new Error(code), { code })
    }
    const result: ReturnType<typeof prepare>[] = []
    withStop(2, full, () => void result.push(prepare()))
    const { notices, unchanged } = result[0] ?? noDataFolder
    expect(notices[0]).toMatch(sentence)
    expect(notices[0]).toContain(
      'none of them was changed: settings.json (version 1), paper/paper.sqlite (version 3).',
    )
    expect([...unchanged.keys()]).toEqual([...FILES])
    expect(digestsOf(folder)).toEqual(originals)
  })

  it('for want of room leaves no part of itself behind', () => {
    let steps = 0
    const fullOnce = () => {
      steps += 1
      if (steps === 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    withStop(5, fullOnce, () => void prepare())
    expect(backups()).toEqual([])
  })

  it('where a file stands in its place: settings are read and never written', async () => {
    writeFileSync(at('backups'), '')
    const originals = digestsOf(folder)
    const { unchanged } = prepare()
    const why = unchanged.get('settings.json') ?? ''
    const { settings } = await openSettings(folder, new FakeClock(), () => why)
    expect(settings.all()['workspace.w1']).toBe('{"customer":"C1042"}')
    expect(settings.save('a', '1')).toEqual({ ok: false, failure: why })
    expect(why).toContain('Settings are read, and changes of them hold for this run only.')
    expect(digestsOf(folder)).toMatchObject(originals)
    expect(() => openStore(at('paper'))).toThrow(
      /version 3; this one reads version 4, and a start of the terminal/,
    )
  })
})

it('a damaged file of an earlier version stays as it was; every other file is brought forward', () => {
  const damaged = readFileSync(at('paper/paper.sqlite')).subarray(0, 20_000)
  writeFileSync(at('paper/paper.sqlite'), damaged)
  const { notices, unchanged } = prepare()
  expect(notices[0]).toContain('forward: settings.json (from version 1 to 2).')
  expect(notices[1]).toMatch(
    /^paper\/paper\.sqlite of an earlier release \(version 3\) cannot be brought to version 4: .*malformed\. The file was not changed\. .*The built-in broker does not start with its accounts\. Other venues are not affected\. Restore the file from a copy or move it away, then restart Openpit\.$/,
  )
  expect(notices[1]).not.toContain('Settings')
  expect([...unchanged.keys()]).toEqual(['paper/paper.sqlite'])
  expect(readFileSync(at('paper/paper.sqlite')).equals(damaged)).toBe(true)
})

it('keeps the newest five backups', () => {
  for (let day = 1; day <= 7; day++) {
    unpackFixture('settings-1', folder)
    prepare(Date.UTC(2026, 10, day))
  }
  expect(backups().map((name) => name.slice(0, 10))).toEqual([3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`))
})

it('keeps the backup of this start where a clock that was ahead named five others', () => {
  for (let day = 1; day <= 5; day++) {
    unpackFixture('settings-1', folder)
    prepare(Date.UTC(2099, 0, day))
  }
  unpackFixture('settings-1', folder)
  const { notices } = prepare()
  const named = /The originals are in (.*)\. docs/.exec(notices[0] ?? '')?.[1] ?? ''
  expect(existsSync(join(named, 'settings.json'))).toBe(true)
  expect(backups().map((name) => name.slice(0, 10))).toEqual([
    '2026-11-25',
    ...[2, 3, 4, 5].map((day) => `2099-01-0${day}`),
  ])
})

it('keeps the backup of this start where the clock was put back by years', () => {
  for (let day = 1; day <= 6; day++) {
    unpackFixture('settings-1', folder)
    prepare(day === 6 ? 0 : Date.UTC(2026, 10, day))
  }
  expect(backups().map((name) => name.slice(0, 10))).toEqual([
    '1970-01-01',
    ...[2, 3, 4, 5].map((day) => `2026-11-0${day}`),
  ])
})

it('removes no file or folder that it did not make', () => {
  const own = [
    '000-before-the-upgrade',
    'trip.unfinished',
    'zz-1',
    '2026-11-24',
    '2026-11-24T16-00-00.000Z_settings-1 of Anna',
  ]
  for (const name of own) {
    mkdirSync(at('backups', name), { recursive: true })
    writeFileSync(at('backups', name, 'journal.tar'), name)
  }
  // The name of a backup, without the list of one.
  const bare = '2026-11-23T16-00-00.000Z_settings-1'
  mkdirSync(at('backups', bare))
  for (let day = 1; day <= 7; day++) {
    unpackFixture('settings-1', folder)
    prepare(Date.UTC(2026, 10, day))
  }
  expect(backups()).toEqual(expect.arrayContaining([...own, bare]))
  expect(backups()).toHaveLength(own.length + 1 + 5)
})

it('copies the log of a database whose last run was killed', () => {
  writeFileSync(at('paper/paper.sqlite-wal'), '')
  prepare()
  const names = Object.keys(digestsOf(at('backups', backups()[0] ?? '')))
  expect(names.toSorted()).toEqual(['backup.json', ...FILES, 'paper/paper.sqlite-wal'].toSorted())
})

it('is enough to go back: the files of the backup are those of the earlier release', () => {
  const originals = digestsOf(folder)
  prepare()
  const backup = at('backups', backups()[0] ?? '')
  const list = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { files: { name: string }[] }
  // As docs/operations.md says it: move the new files with their logs away, and copy the old ones back.
  for (const { name } of list.files) {
    for (const end of ['', '-wal', '-shm']) rmSync(at(name + end), { force: true })
    mkdirSync(dirname(at(name)), { recursive: true })
    copyFileSync(join(backup, name), at(name))
  }
  expect(digestsOf(folder)).toMatchObject(originals)
  expect(versions()).toEqual([
    ['settings.json', 1],
    ['paper/paper.sqlite', 3],
  ])
})

describe('the settings at the first start of another release', () => {
  const writtenBy = (release: string) =>
    writeFileSync(
      at('written-by.json'),
      JSON.stringify({ version: 1, release, files: { 'settings.json': 2 } }),
    )
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    unpackFixture('settings-2', folder)
  })

  it('are copied before the first save, although their own version did not change', () => {
    writtenBy('0.0.7')
    const original = readFileSync(at('settings.json'), 'utf8')
    const { notices } = prepare()
    expect(complete()).toEqual(['2026-11-25T16-00-00.000Z_settings-2'])
    expect(readFileSync(at('backups', complete()[0]!, 'settings.json'), 'utf8')).toBe(original)
    expect(notices).toEqual([
      expect.stringMatching(
        /runs on this folder for the first time, after 0\.0\.7\. It copied settings\.json to /,
      ),
    ])
    expect(prepare(NOW + 1_000).notices).toEqual([])
    expect(complete()).toHaveLength(1)
  })

  it('are not saved in this run where the copy fails, and the next start copies them', () => {
    writtenBy('0.0.7')
    writeFileSync(at('backups'), 'a file in the place of the folder')
    const { notices, unchanged } = prepare()
    expect(notices.join()).toContain('cannot be backed up')
    expect([...unchanged.keys()]).toEqual(['settings.json'])
    rmSync(at('backups'))
    expect(prepare().notices).toHaveLength(1)
    expect(complete()).toHaveLength(1)
  })

  it('are not copied where this release wrote them, or nobody knows who did', () => {
    expect(prepare().notices).toEqual([])
    expect(prepare().notices).toEqual([])
    expect(complete()).toEqual([])
  })
})
