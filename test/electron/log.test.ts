import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '../../electron/log.ts'
import type { LogFields } from '../../electron/core/ports/log.ts'

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
})
