/** The command against a registry on loopback that speaks npm's protocol for advisories: with a hole, without, and with no usable answer. */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import program from '../../../package.json' with { type: 'json' }
import { knownHoles } from './knownHoles.ts'

/** Versions in use by name, as npm posts them. */
type Asked = Readonly<Record<string, readonly string[]>>
type Advisories = Readonly<Record<string, readonly object[]>>

const advisoryOf = (id: number, title: string, severity: string, range: string) => ({
  id,
  url: `https://advisories.example/GHSA-${id}`,
  title,
  severity,
  vulnerable_versions: range,
  cwe: [],
  cvss: { score: 0, vectorString: null },
})
/** What every true source knows. */
const CONTROL: Advisories = { minimist: [advisoryOf(1, 'Prototype pollution', 'critical', '<1.2.6')] }
const HTML = '<!doctype html><title>Welcome</title>'

let server: Server
let cache = ''
/** What the registry was asked, oldest first. */
let asked: Asked[] = []
/** Text is sent as it is; null: the registry never answers. */
let answer: (names: Asked) => Advisories | string | null = () => ({})

beforeEach(async () => {
  cache = mkdtempSync(join(tmpdir(), 'openpit-deps-'))
  asked = []
  server = createServer((request, response) => {
    if (request.url !== '/-/npm/v1/security/advisories/bulk') {
      // The versions of a package, from which npm proposes a fix.
      const name = decodeURIComponent(request.url?.slice(1) ?? '')
      const versions = Object.fromEntries(['4.0.0', '4.0.1'].map((version) => [version, { name, version }]))
      response.end(JSON.stringify({ name, 'dist-tags': { latest: '4.0.1' }, versions }))
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const names = JSON.parse(
        (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8'),
      ) as Asked
      asked.push(names)
      const text = answer(names)
      if (text !== null) response.end(typeof text === 'string' ? text : JSON.stringify(text))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(cache, { recursive: true, force: true })
})

const audit = (more: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; out: string; error: string }>((done) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'depsAudit.ts')],
      {
        env: {
          ...process.env,
          npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
          npm_config_cache: cache,
          npm_config_fetch_retry_mintimeout: '1',
          ...more,
        },
      },
      (failed, stdout, stderr) => done({ code: failed?.code ?? 0, error: stderr, out: stdout }),
    )
  })

/** A source that knows the control and these holes. */
const knows =
  (holes: Advisories): typeof answer =>
  (names) =>
    'minimist' in names && Object.keys(names).length === 1 ? CONTROL : holes

describe('npm run deps:audit', () => {
  it('ends with 0 without a hole, and asks for every package: shipped, Electron, and those of the build', async () => {
    answer = knows({})
    expect(await audit()).toEqual({
      code: 0,
      error: '',
      out: '0 known holes at or above the level, 0 below it\n',
    })
    expect(asked.at(-1)).toMatchObject({
      undici: expect.arrayContaining([program.dependencies.undici]),
      react: [expect.any(String)],
      electron: [program.devDependencies.electron],
      '@napi-rs/keyring': [expect.any(String)],
      vitest: [expect.any(String)],
    })
  })

  it('ends with 1 for a hole of a shipped package, and names package, advisory and fix', async () => {
    answer = knows({ tinykeys: [advisoryOf(7, 'Keys are read twice', 'moderate', '<=4.0.0')] })
    const { code, out } = await audit()
    expect(code).toBe(1)
    expect(out).toBe(
      'HOLE: tinykeys <=4.0.0 (shipped, moderate): Keys are read twice. https://advisories.example/GHSA-7 Fix: tinykeys 4.0.1\n' +
        '1 known holes at or above the level, 0 below it\n',
    )
  })

  it('counts Electron as shipped, and lets a moderate hole of a test tool pass with its line', async () => {
    answer = knows({
      electron: [advisoryOf(8, 'Sandbox escape', 'moderate', '*')],
      vitest: [advisoryOf(9, 'Open file', 'moderate', '*')],
    })
    const { code, out } = await audit()
    expect(code).toBe(1)
    expect(out).toContain('HOLE: electron * (shipped, moderate)')
    expect(out).toContain('below the level: vitest * (development, moderate)')
    expect(out).toContain('1 known holes at or above the level, 1 below it')
  })

  it.each([
    ['a page instead of an answer', () => HTML, {}],
    ['an answer of another form', () => '{"error":"no advisories here"}', {}],
    ['no answer', () => null, { npm_config_fetch_timeout: '300' }],
    ['a source that knows of nothing', () => ({}), {}],
    ['a page behind the control', (names: Asked) => ('undici' in names ? HTML : CONTROL), {}],
    ['a registry that is not there', () => ({}), { npm_config_registry: 'http://127.0.0.1:9/' }],
    ['npm set to work offline', () => null, { npm_config_offline: 'true', npm_config_fetch_timeout: '300' }],
  ] as const)('ends with 2 and NOT CHECKED for %s', async (_, given, more) => {
    answer = given
    const { code, out, error } = await audit(more)
    expect([code, out]).toEqual([2, ''])
    expect(error).toMatch(/^deps:audit: NOT CHECKED\. The source of advisories gave no usable answer: /)
  })
})

describe('a report of npm', () => {
  const reportOf = (severity: string, total = 2) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: {
        a: {
          via: [{ title: 'T', url: 'https://a.example', severity, range: '<2.0.0' }],
          nodes: ['node_modules/b/node_modules/a'],
          fixAvailable: false,
        },
        b: { via: ['a'], nodes: ['node_modules/b'], fixAvailable: true },
      },
      metadata: { dependencies: { total } },
    })

  it.each([
    ['low', true, false],
    ['moderate', true, true],
    ['moderate', false, false],
    ['high', false, true],
    ['critical', false, true],
  ])('with a %s hole, shipped: %s, fails: %s', (severity, isShipped, isFault) => {
    expect(knownHoles(reportOf(severity), (path) => isShipped && path.endsWith('/a'))).toMatchObject([
      { name: 'a', fix: 'none is known', isFault },
    ])
  })

  it.each([
    ['nothing', '', 'npm printed no JSON: nothing'],
    ['a failure', '{"message":"405 Method Not Allowed","error":{}}', '405 Method Not Allowed'],
    ['a severity that nobody knows', reportOf('fatal'), 'the report of npm cannot be read'],
    ['no package', reportOf('low', 0), 'the report of npm cannot be read'],
    ['another version', '{"auditReportVersion":3,"vulnerabilities":{}}', 'the report of npm cannot be read'],
  ])('is refused where it holds %s', (_, printed, reason) => {
    expect(() => knownHoles(printed, () => true)).toThrow(reason)
  })
})
