/** The age of dependencies against the policy of docs/dependencies.md, and the command without a registry. */

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import program from '../../../package.json' with { type: 'json' }
import { dependenciesOf, HELD, verdictOn, type Dependency } from './dependencyPolicy.ts'

const NOW = Date.UTC(2026, 10, 25)
const daysAgo = (days: number): string => new Date(NOW - days * 24 * 3_600_000).toISOString()
const dependencyOf = (version: string, use: Dependency['use'] = 'shipped'): Dependency => ({
  name: 'one',
  version,
  use,
})
const faultsOf = (dependency: Dependency, ages: Readonly<Record<string, number>>): readonly string[] =>
  verdictOn(
    dependency,
    Object.fromEntries(Object.entries(ages).map(([version, days]) => [version, daysAgo(days)])),
    NOW,
  ).faults

describe('a dependency', () => {
  it.each([
    [
      'is in order when it is the newest and a week old',
      dependencyOf('1.2.0'),
      { '1.2.0': 7, '1.1.9': 90 },
      [],
    ],
    [
      'is too young',
      dependencyOf('1.2.0'),
      { '1.2.0': 6 },
      ['version 1.2.0 has been public for 6 days, and must be for 7'],
    ],
    [
      'is behind a newer version, by number and not by text',
      dependencyOf('1.9.0'),
      { '1.9.0': 300, '1.10.0': 91, '1.10.1': 3 },
      ['a newer version has been public for 91 days, and must be in use after 90 (newest: 1.10.1)'],
    ],
    ['may be behind for a while', dependencyOf('1.9.0'), { '1.9.0': 300, '2.0.0': 90 }, []],
    [
      'is behind sooner where it is Electron',
      dependencyOf('45.0.0', 'electron'),
      { '45.0.0': 80, '45.1.0': 31 },
      ['a newer version has been public for 31 days, and must be in use after 30 (newest: 45.1.0)'],
    ],
    [
      'may wait longer in development',
      dependencyOf('1.0.0', 'development'),
      { '1.0.0': 400, '1.1.0': 180 },
      [],
    ],
    [
      'is not behind a trial version',
      dependencyOf('1.0.0'),
      { '1.0.0': 200, '2.0.0-beta.1': 190, '1.1.0-next': 150 },
      [],
    ],
    ['is left alone', dependencyOf('1.0.0'), { '1.0.0': 731 }, ['its last release was 731 days ago']],
    ['is not known', dependencyOf('1.0.0'), { '0.9.0': 20 }, ['the registry does not know version 1.0.0']],
    ['has no exact version', dependencyOf('^1.0.0'), { '1.0.0': 20 }, ['its version ^1.0.0 is not exact']],
  ] as const)('%s', (_, dependency, ages, faults) => {
    expect(faultsOf(dependency, ages)).toEqual(faults)
  })
})

describe('a dependency that is held to a line', () => {
  const held = (version: string): Dependency => ({ name: 'undici', version, use: 'shipped' })

  it.each([
    ['is compared with the line alone', held('7.2.0'), { '7.2.0': 20, '8.0.0': 239 }, []],
    [
      'is behind a newer version of the line',
      held('7.2.0'),
      { '7.2.0': 120, '7.3.0': 91, '8.0.0': 239 },
      ['a newer version has been public for 91 days, and must be in use after 90 (newest: 7.3.0)'],
    ],
    [
      'may not stay on a line that has ended',
      held('7.2.0'),
      { '7.2.0': 181, '8.0.0': 20 },
      ['the versions 7, to which it is held, had their last release 181 days ago'],
    ],
    [
      'is named when it leaves its line',
      held('8.0.0'),
      { '7.2.0': 20, '8.0.0': 20 },
      ['it is held to the versions 7, and is 8.0.0'],
    ],
  ] as const)('%s', (_, dependency, ages, faults) => {
    expect(faultsOf(dependency, ages)).toEqual(faults)
  })

  it('has its reason in docs/dependencies.md, and is in use', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/dependencies.md'), 'utf8')
    const rows = [...page.matchAll(/^\| (`.+`), versions (\d+) \|/gm)].flatMap(([, names = '', line]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, Number(line)]),
    )
    expect(Object.fromEntries(rows)).toEqual(HELD)
    const inUse = dependenciesOf(program).map(({ name }) => name)
    expect(Object.keys(HELD).filter((name) => !inUse.includes(name))).toEqual([])
  })
})

it('every dependency of the program is listed with an exact version, an alias under its own name', () => {
  const listed = dependenciesOf(program)
  expect(listed.filter(({ version }) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(listed).toContainEqual({ name: '@napi-rs/keyring', version: '2.1.2', use: 'shipped' })
  expect(listed.find(({ name }) => name === 'electron')?.use).toBe('electron')
})

it('a registry that cannot be reached is never taken for a good answer', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'openpit-deps-'))
  const { code, error, out } = await new Promise<{ code: unknown; error: string; out: string }>((done) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'depsCheck.ts'), '--only', 'zod'],
      // Nothing listens on this port of the machine itself, so no other machine is asked.
      {
        env: {
          ...process.env,
          npm_config_registry: 'http://127.0.0.1:9/',
          npm_config_cache: cache,
          npm_config_fetch_retry_mintimeout: '1',
        },
      },
      (failed, stdout, stderr) => done({ code: failed?.code, error: stderr, out: stdout }),
    )
  })
  rmSync(cache, { recursive: true, force: true })
  expect([code, out]).toEqual([2, ''])
  expect(error).toMatch(/^deps:check: NOT CHECKED\. The package registry gave no usable answer: /)
})
