import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings } from '../../../electron/storage/settingsStore.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const clock = new FakeClock()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('settings', () => {
  it('are restored at the next start, under names with dots and with text that looks like code', async () => {
    const { settings, problem } = await openSettings(folder, clock)
    expect(problem).toBeNull()
    expect(settings.save('workspace.layout', '{"a":[1,2]}').ok).toBe(true)
    settings.save('__proto__', 'odd')
    const again = await openSettings(folder, clock)
    expect(again.settings.all()['workspace.layout']).toBe('{"a":[1,2]}')
  })

  it('import the store in plain Node without leaving the environment changed', async () => {
    await openSettings(folder, clock)
    expect(process.env['ELECTRON_OVERRIDE_DIST_PATH']).toBeUndefined()
    expect(process.versions['electron']).toBeUndefined()
  })

  it.each([
    ['text that is no JSON', '{ not json'],
    ['JSON of another shape', '{"values":{"a":{"b":1}}}'],
    ['a list in the place of the settings', '[]'],
    ['nothing in the place of the settings', 'null'],
    ['no values', '{"version":2}'],
    ['a list of values', '{"version":2,"values":["a"]}'],
  ])('of a file with %s are set aside, reported, and started afresh', async (_, content) => {
    const path = join(folder, 'settings.json')
    writeFileSync(path, content)
    const { settings, problem } = await openSettings(folder, clock)
    expect(settings.all()).toEqual({})
    const aside = readdirSync(folder).find((name) => name.startsWith('settings.broken-'))
    expect(problem).toContain(aside)
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(content)
    expect(settings.save('a', '1').ok).toBe(true)
    expect((await openSettings(folder, clock)).problem).toBeNull()
  })

  it('that cannot be written are kept for this run and reported in one sentence', async () => {
    const { settings } = await openSettings(folder, clock)
    expect(settings.save('a', '1').ok).toBe(true)
    // A folder in the file's place fails the write for every user, root as well.
    rmSync(join(folder, 'settings.json'))
    mkdirSync(join(folder, 'settings.json'))
    const sentence = /^Settings cannot be saved in .*stored for this run only\.$/
    expect(settings.save('a', '2')).toMatchObject({
      ok: false,
      failure: expect.stringMatching(sentence) as string,
    })
    expect(settings.all()['a']).toBe('2')
    expect(statSync(join(folder, 'settings.json')).isDirectory()).toBe(true)
  })

  it('are in a file with a version that only its owner can read', async () => {
    const { settings } = await openSettings(folder, clock)
    settings.save('a', '1')
    const path = join(folder, 'settings.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 2, values: { a: '1' } })
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it('of a newer Openpit stay unchanged, and a sentence says what to do', async () => {
    const path = join(folder, 'settings.json')
    const content = '{"version":3,"values":{"a":{"newer":true}}}'
    writeFileSync(path, content)
    const { settings, problem } = await openSettings(folder, clock)
    expect(problem).toBe(
      `${path} was written by a newer Openpit (version 3; this one reads up to 2). The file stays unchanged, and settings are stored for this run only. Start the newer Openpit, or choose another folder with --data-dir.`,
    )
    expect(settings.save('a', '1').ok).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  const asideIn = () => readdirSync(folder).filter((name) => name.startsWith('settings.replaced-'))

  it.each([
    ['another file with another setting', '{"version":2,"values":{"a":"theirs"}}'],
    ['a file that is no JSON', '{ not json'],
    ['an empty file', ''],
  ])('that %s replaces during the run are set aside and reported, and ours are saved', async (_, content) => {
    const path = join(folder, 'settings.json')
    const said: string[] = []
    const { settings } = await openSettings(folder, clock, undefined, (sentence) => said.push(sentence))
    settings.save('a', '1')
    writeFileSync(path, content)
    expect(settings.save('b', '2')).toEqual({ ok: true, value: null })
    const [aside = ''] = asideIn()
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(content)
    expect(said).toEqual([
      `Somebody changed ${path} while Openpit runs. Openpit does not use that file: it is now ${join(folder, aside)}, and the settings of this run are saved in its place. Orders are not affected. To use the changed file, close Openpit and give the file its name back.`,
    ])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 2, values: { a: '1', b: '2' } })
    settings.save('c', '3')
    expect([said.length, asideIn().length]).toEqual([1, 1])
  })

  it('that a newer Openpit replaces during the run stay unchanged, and every save says so', async () => {
    const path = join(folder, 'settings.json')
    const said: string[] = []
    const { settings } = await openSettings(folder, clock, undefined, (sentence) => said.push(sentence))
    settings.save('a', '1')
    const newer = '{"version":3,"values":{"a":"newer"}}'
    writeFileSync(path, newer)
    for (const value of ['2', '3'])
      expect(settings.save('a', value)).toEqual({
        ok: false,
        failure: `A newer Openpit wrote ${path} while this one runs (version 3; this one reads up to 2). The file stays unchanged, and settings are stored for this run only. Start the newer Openpit.`,
      })
    expect(settings.remove('a').ok).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe(newer)
    expect(readdirSync(folder)).toEqual(['settings.json'])
    expect(said).toEqual([])
  })

  it('that were only copied over themselves, or deleted, are saved without a word', async () => {
    const path = join(folder, 'settings.json')
    const said: string[] = []
    const { settings } = await openSettings(folder, clock, undefined, (sentence) => said.push(sentence))
    settings.save('a', '1')
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))
    expect(settings.save('a', '2').ok).toBe(true)
    rmSync(path)
    expect(settings.save('a', '3').ok).toBe(true)
    expect((await openSettings(folder, clock)).settings.all()).toEqual({ a: '3' })
    expect([said, asideIn()]).toEqual([[], []])
  })

  it('that were replaced before the first save of the run are set aside too', async () => {
    const path = join(folder, 'settings.json')
    writeFileSync(path, '{"version":2,"values":{"a":"1"}}')
    const { settings } = await openSettings(folder, clock)
    writeFileSync(path, '{"version":2,"values":{"a":"theirs"}}')
    expect(settings.save('b', '2').ok).toBe(true)
    expect(asideIn()).toHaveLength(1)
    expect((await openSettings(folder, clock)).settings.all()).toEqual({ a: '1', b: '2' })
  })

  it.each([
    ['the first version, without a version number', '{"values":{"a":"1"}}'],
    ['version 1', '{"version":1,"values":{"a":"1"}}'],
  ])('of %s are read', async (_, content) => {
    writeFileSync(join(folder, 'settings.json'), content)
    const { settings, problem } = await openSettings(folder, clock)
    expect({ all: settings.all(), problem }).toEqual({ all: { a: '1' }, problem: null })
  })

  it('of all windows have one bound; past the bound nothing is lost and the core can still save', async () => {
    const { settings } = await openSettings(folder, clock)
    const text = 'x'.repeat(262_144)
    const name = (number: number) => `layout.${'a'.repeat(number + 1)}`
    let kept = 0
    while (kept < 30 && settings.save(name(kept), text).ok) kept++
    expect(kept).toBe(15)
    expect(settings.save(name(kept), text)).toEqual({
      ok: false,
      failure:
        'The saved settings of all windows are full (4 MB), so this change is not saved. Delete a saved layout first.',
    })
    expect(settings.save(name(0), 'smaller').ok).toBe(true)
    expect(settings.save('core-venues', text).ok).toBe(true)
    const again = (await openSettings(folder, clock)).settings.all()
    expect(Object.keys(again)).toHaveLength(16)
    expect(again[name(0)]).toBe('smaller')
  })

  it('live in memory where the folder cannot be used', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, '')
    const { settings, problem } = await openSettings(join(path, 'inside'), clock)
    expect(problem).toMatch(
      /inside\/settings\.json cannot be used: its path is not a folder.*stored for this run only.*restart Openpit/,
    )
    expect(settings.save('a', '1').ok).toBe(true)
    expect(settings.all()).toEqual({ a: '1' })
  })
})
