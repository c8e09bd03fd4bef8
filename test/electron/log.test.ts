import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLog } from '../../electron/log.ts'
import type { LogFields } from '../../electron/core/ports/log.ts'
import { FakeClock } from '../fakes/fakeClock.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lines = () =>
  readFileSync(join(folder, 'openpit.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  it('has a line on disk when the call returns, readable by its owner only', () => {
    const opened = openLog(folder)
    const { log, problem } = opened
    expect(problem).toBeNull()
    log.info('order sent', { customerCode: 'C1042', count: 2 })
    expect(lines()).toMatchObject([{ msg: 'order sent', customerCode: 'C1042', count: 2 }])
    expect(statSync(join(folder, 'openpit.log')).mode & 0o077).toBe(0)
    opened.close()
  })

  it('begins a new file when one is full, and deletes the oldest', () => {
    const opened = openLog(folder, 300)
    for (let count = 0; count < 40; count += 1) opened.log.info('order sent', { count })
    opened.close()
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['openpit.1.log', 'openpit.2.log', 'openpit.3.log', 'openpit.4.log', 'openpit.log'])
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(300)
    const counts = [...names.slice(0, 4).toReversed(), 'openpit.log'].flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').match(/"count":\d+/g),
    )
    // The newest lines, in order and none missing.
    expect(counts).toEqual(counts.map((_, place) => `"count":${40 - counts.length + place}`))
  })

  it('goes on in the file of the run before', () => {
    for (const count of [1, 2]) {
      const opened = openLog(folder)
      opened.log.info('order sent', { count })
      opened.close()
    }
    expect(lines().map((line) => line['count'])).toEqual([1, 2])
  })

  it('drops every field that is not on the list, whatever a caller passes', () => {
    const opened = openLog(folder)
    const { log } = opened
    const stray = { password: 'canary', headers: { authorization: 'canary' }, sentence: 'fine' } as LogFields
    log.warn('odd', stray)
    opened.close()
    expect(lines()[0]).toMatchObject({ sentence: 'fine' })
    expect(JSON.stringify(lines())).not.toContain('canary')
  })

  it('removes tokens and keys from sentences', () => {
    const opened = openLog(folder)
    const { log } = opened
    log.error('e', { sentence: 'got eyJhbGciOi.eyJzdWIi.c2lnbg and Bearer abc.def then' })
    log.error('e', { sentence: 'x -----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY----- y' })
    opened.close()
    expect(lines().map((line) => line['sentence'])).toEqual([
      'got [removed] and [removed] then',
      'x [removed] y',
    ])
  })

  it('shows invisible and direction-changing characters by their numbers', () => {
    const opened = openLog(folder)
    opened.log.warn('e', {
      sentence: 'venue said \u202egnp.exe\u200b\u2066x\ufeff\nsecond',
      customerCode: 'C1042\u3164\u{e0101}',
    })
    opened.close()
    expect(lines()[0]).toMatchObject({
      sentence: 'venue said \\u{202e}gnp.exe\\u{200b}\\u{2066}x\\u{feff}\\u{a}second',
      customerCode: 'C1042\\u{3164}\\u{e0101}',
    })
    expect(readFileSync(join(folder, 'openpit.log'), 'utf8')).toMatch(/^[\x20-\x7e\n]*$/)
  })

  it('takes lines after closing without failing the caller', () => {
    const opened = openLog(folder)
    opened.log.info('first')
    opened.close()
    opened.log.info('late')
    opened.close()
    expect(lines()).toHaveLength(1)
  })

  it('goes to standard error with a sentence when the folder cannot be used', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(openLog(join(folder, 'file')).problem).toMatch(
      /file\/openpit\.log cannot be written: its path is not a folder\. Orders are not affected\./,
    )
    const log = join(folder, 'openpit.log')
    mkdirSync(log)
    expect(openLog(folder).problem).toBe(
      `The log ${log} cannot be written: ${log} is a folder and must be a file. Orders are not affected. Warnings go to standard error. Move the folder ${log} away, then restart Openpit.`,
    )
  })

  // A file that may not grow past 1 kB takes a part of a line, and then the disk refuses the rest.
  it.skipIf(process.platform === 'win32')(
    'takes back the part of a line that a full disk let through',
    () => {
      const program = `
        import { openLog } from ${JSON.stringify(new URL('../../electron/log.ts', import.meta.url).href)}
        const { log, close } = openLog(${JSON.stringify(folder)})
        for (let count = 1; count <= 6; count++) log.info('order sent', { count, sentence: 'x'.repeat(200) })
        close()`
      const ran = spawnSync(
        '/bin/bash',
        ['-c', 'ulimit -f 1 && exec "$0" --input-type=module -e "$1"', process.execPath, program],
        { encoding: 'utf8', timeout: 60_000 },
      )
      expect(ran.stderr).toContain('openpit.log can no longer be written')
      expect(ran.status).toBe(0)
      // Four lines would need more than 1,024 bytes: three are whole, and nothing of the fourth stays.
      expect(lines().map(({ count }) => count)).toEqual([1, 2, 3])
      const text = readFileSync(join(folder, 'openpit.log'), 'utf8')
      expect(text.endsWith('\n')).toBe(true)
      expect(1_024 - text.length).toBeGreaterThan(0)
    },
  )

  it('that fails in the run is one notice, is tried again each minute, and says what is missing', () => {
    const clock = new FakeClock()
    const said: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const opened = openLog(folder, 300, {
      clock,
      say: (level, sentence) => said.push(`${level}: ${sentence}`),
    })
    const write = (count: number) => opened.log.info('order sent', { count })
    write(1)
    rmSync(folder, { recursive: true })
    // The open file takes lines until it is full. Then the next file cannot be begun.
    for (let count = 2; count < 20; count += 1) write(count)
    const failed = expect.stringMatching(
      /^warning: The log .*openpit\.log can no longer be written: .*openpit\.log is gone\. Orders are not affected\. Lines of the log are lost .* every minute\. Restore .*openpit\.log\.$/,
    ) as string
    expect(said).toEqual([failed])
    expect(stderr).toHaveBeenCalledTimes(1)
    clock.advance(60_000)
    write(20)
    write(21)
    expect(said).toEqual([failed])

    mkdirSync(folder)
    clock.advance(59_999)
    write(22)
    expect(existsSync(join(folder, 'openpit.log'))).toBe(false)
    clock.advance(1)
    write(23)
    write(24)
    expect(lines().map((line) => line['count'])).toEqual([23, 24])
    const taken = Number(/ (\d+) lines are missing in it\.$/.exec(said[1] ?? '')?.[1])
    expect(said[1]).toMatch(/^info: The log .*openpit\.log is written again\. /)
    // The file that went with its folder took the first lines.
    expect(taken).toBeGreaterThan(15)
    expect(taken).toBeLessThan(22)
    opened.close()
    stderr.mockRestore()
  })

  it.skipIf(!existsSync('/dev/full'))('on a full disk says so, and goes on once there is room', () => {
    const clock = new FakeClock()
    const said: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    symlinkSync('/dev/full', join(folder, 'openpit.log'))
    const opened = openLog(folder, undefined, { clock, say: (_level, sentence) => said.push(sentence) })
    opened.log.info('order sent', { count: 1 })
    expect(said).toEqual([expect.stringMatching(/the disk is full\. Orders .* Free disk space\.$/) as string])
    clock.advance(60_000)
    opened.log.info('order sent', { count: 2 })
    expect(said).toHaveLength(1)
    // A try that fails costs no older file.
    expect(readdirSync(folder)).toEqual(['openpit.log'])
    rmSync(join(folder, 'openpit.log'))
    clock.advance(60_000)
    opened.log.info('order sent', { count: 3 })
    expect(lines().map((line) => line['count'])).toEqual([3])
    expect(said[1]).toMatch(/2 lines are missing in it\.$/)
    opened.close()
    stderr.mockRestore()
  })
})
