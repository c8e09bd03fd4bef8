/** The command line: what every word means, and one clear sentence for every wrong one. */

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { helpFor, parseOptions, readWords, type Machine } from '../../../electron/launch/options.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-options-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const machine = (more: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  environment: {},
  home: '/home/dealer',
  workingDirectory: folder,
  ...more,
})
const read = (...words: string[]) => parseOptions(words, machine())
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const profile = { name: 'Desk A', kind: 'live', restUrl: 'https://a.example', streamUrl: 'wss://a.example' }

describe('the command line', () => {
  it('without options starts the paper broker in any available window', async () => {
    expect(await read()).toEqual({
      ok: true,
      value: {
        help: false,
        browser: false,
        open: true,
        port: 0,
        dataDirectory: '/home/dealer/.config/openpit',
        venueFile: null,
        paper: { seed: 1, replay: null, speed: 1, faults: false },
        session: null,
        record: null,
        liveOverLoopback: false,
        updates: null,
      },
    })
  })

  it('reads every option; file paths start from the calling directory', async () => {
    file('venue.json', JSON.stringify(profile))
    file('market.jsonl.gz', 'x')
    const words =
      '--browser --no-open --port 8080 --data-dir data --venue venue.json --replay market.jsonl.gz --speed 2.5 --seed 42 --faults --record recordings --record-mb 5 --allow-live-trading --help'
    const parsed = await read(...words.split(' '))
    expect(parsed).toEqual({
      ok: true,
      value: {
        help: true,
        browser: true,
        open: false,
        port: 8080,
        dataDirectory: join(folder, 'data'),
        venueFile: join(folder, 'venue.json'),
        paper: { seed: 42, replay: join(folder, 'market.jsonl.gz'), speed: 2.5, faults: true },
        session: null,
        record: { folder: join(folder, 'recordings'), size: 5_000_000 },
        liveOverLoopback: true,
        updates: null,
      },
    })
  })

  it('uses the system’s data folder by default', async () => {
    const make = async (more: Partial<Machine>) => {
      const parsed = await parseOptions([], machine(more))
      return parsed.ok ? parsed.value.dataDirectory.replaceAll('\\', '/') : parsed.failure
    }
    expect(await make({ environment: { XDG_CONFIG_HOME: '/cfg' } })).toBe('/cfg/openpit')
    expect(await make({ platform: 'darwin' })).toBe('/home/dealer/Library/Application Support/openpit')
    expect(await make({ platform: 'win32', environment: { APPDATA: '/roaming' } })).toBe('/roaming/openpit')
    expect(await make({ platform: 'win32' })).toBe('/home/dealer/AppData/Roaming/openpit')
  })

  it.each<[string[], string]>([
    [['--colour'], '--colour'],
    [['paper'], 'paper'],
    [['--port'], '--port'],
    [['--port', '-1'], '--port'],
    [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
    [['--port', '80.5'], '--port'],
    [['--seed', 'abc'], '--seed must be a whole number'],
    [['--speed', '0'], '--speed must be a number above 0'],
    [['--speed', 'fast'], 'not "fast"'],
    [['--replay', 'nowhere.gz'], '--replay: there is no readable file'],
    [['--replay', '.'], 'is not a file'],
    [['--venue', 'nowhere.json'], '--venue: there is no readable file'],
    [['--data-dir', ''], '--data-dir needs the name of a folder.'],
    [['--record', ''], '--record needs the name of a folder.'],
    [['--record-mb', '0'], '--record-mb must be at least 1.'],
  ])('reports the fault of %j in one line', async (words, sentence) => {
    const parsed = await read(...words)
    expect(parsed.ok).toBe(false)
    if (parsed.ok) return
    expect(parsed.failure).toContain(sentence)
    expect(parsed.failure).not.toContain('\n')
  })

  it('names the wrong field of a venue file, and a data folder that is a file', async () => {
    const text = file('text.json', '{ "name": ')
    expect(await read('--venue', text)).toEqual({ ok: false, failure: `--venue: ${text} is not valid JSON.` })
    const wrong = file('wrong.json', JSON.stringify({ ...profile, restUrl: 'ftp://a' }))
    expect(await read('--venue', wrong)).toMatchObject({
      failure: expect.stringContaining('restUrl: ') as string,
    })
    const secret = file('secret.json', JSON.stringify({ ...profile, password: 'hunter2' }))
    const parsed = await read('--venue', secret)
    expect(!parsed.ok && parsed.failure).toContain('password')
    expect(!parsed.ok && parsed.failure).not.toContain('hunter2')
    expect(await read('--data-dir', text)).toEqual({
      ok: false,
      failure: `--data-dir: ${text} is a file and must be a folder. Move the file ${text} away, or choose another folder.`,
    })
    for (const [target, where] of [
      ['is-missing', 'nowhere'],
      ['itself', 'to itself'],
    ] as const) {
      const link = join(folder, target === 'itself' ? 'itself' : 'link')
      symlinkSync(target, link)
      expect(await read('--data-dir', link)).toEqual({
        ok: false,
        failure: `--data-dir: ${link} is a link that leads ${where}. Remove the link ${link}, or choose another folder.`,
      })
    }
  })

  it('of the installed program is an allow-list: options outside its help are refused', () => {
    const ofInstalled = (words: string[], platform = 'linux') =>
      readWords(words, machine({ platform }), 'openpit')
    const help = helpFor('openpit')
    expect(ofInstalled(['--data-dir', 'd', '--venue=v.json', '--faults'])).toMatchObject({
      ok: true,
      value: { dataDirectory: join(folder, 'd'), venueFile: join(folder, 'v.json') },
    })
    for (const word of ['--browser', '--no-open', '--port=1', '--allow-live-trading']) {
      expect(help).not.toContain(word.split('=')[0])
      expect(ofInstalled([word])).toMatchObject({ ok: false })
    }
    for (const words of [
      ['--no-sandbox'],
      ['-no-sandbox'],
      ['/no-sandbox'],
      ['--data-dir', '--no-sandbox'],
      ['--data-dir', '-no-sandbox'],
      ['--', '--no-sandbox'],
      ['file:///x'],
    ])
      expect({ words, ok: ofInstalled(words).ok }).toEqual({ words, ok: false })
    // Windows takes a slash for a dash.
    expect(ofInstalled(['--data-dir', '/no-sandbox'], 'win32')).toEqual({
      ok: false,
      failure: '"/no-sandbox" is not allowed: write a path with its drive. See --help.',
    })
  })

  it('explains every option in --help', async () => {
    const help = helpFor('npm start')
    for (const word of 'browser no-open port data-dir venue replay speed seed faults record record-mb allow-live-trading help'.split(
      ' ',
    ))
      expect(help).toContain(`--${word}`)
  })
})
