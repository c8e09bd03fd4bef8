/** Holds the workflows to docs/dependencies.md and decision 32: nothing is packed before the packages are checked, and one job alone may sign. */

import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import program from '../../package.json' with { type: 'json' }

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly 'continue-on-error'?: unknown
}
interface Job {
  readonly needs?: string
  readonly if?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly 'continue-on-error'?: unknown
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const root = resolve(import.meta.dirname, '../..')
const { load } = createRequire(createRequire(import.meta.url).resolve('electron-updater'))('js-yaml') as {
  load: (text: string) => unknown
}
const workflows = Object.fromEntries(
  globSync('.github/workflows/*.yml', { cwd: root }).map((path) => [
    path.replace(/^.*[\\/]/, ''),
    load(readFileSync(join(root, path), 'utf8')) as Workflow,
  ]),
)
const { dependencies, installers, provenance } = workflows['desktop.yml']!.jobs
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)

it('known holes and ages are checked before anything is packed, and each week', () => {
  expect(installers?.needs).toBe('dependencies')
  expect(dependencies?.steps.map(({ run }) => run)).toEqual(
    expect.arrayContaining(['npm run deps:audit', 'npm run deps:check']),
  )
  expect(dependencies).not.toHaveProperty('if')
  expect(workflows['desktop.yml']!.on).toMatchObject({
    schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/) as string }],
  })
})

it('no step and no job goes on after a fault', () => {
  const parts = Object.values(workflows).flatMap((each) => [...Object.values(each.jobs), ...stepsOf(each)])
  expect(
    parts.filter((part) => 'continue-on-error' in part || ('run' in part && part.run?.includes('||'))),
  ).toEqual([])
})

it('one job alone may write, it is none of a pull request, and it runs no code of a package', () => {
  for (const [file, { permissions, jobs }] of Object.entries(workflows)) {
    expect([file, permissions]).toEqual([file, { contents: 'read' }])
    const writers = Object.keys(jobs).filter((name) => jobs[name]?.permissions !== undefined)
    expect([file, writers]).toEqual([file, file === 'desktop.yml' ? ['provenance'] : []])
  }
  expect(provenance).toMatchObject({
    needs: 'installers',
    if: "github.event_name != 'pull_request'",
    permissions: { contents: 'read', 'id-token': 'write', attestations: 'write' },
  })
  expect(provenance?.steps.flatMap(({ run }) => run ?? [])).toEqual([])
})

it('every installer that is uploaded gets a statement of its origin', () => {
  const upload = installers?.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
  const endings = String(upload?.with?.['path']).match(/(?<=\*)\.(?:AppImage|deb|exe|dmg|zip)$/gm)
  expect(endings).toEqual(['.AppImage', '.deb', '.exe', '.dmg', '.zip'])
  const attest = provenance?.steps.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
  const subjects = String(attest?.with?.['subject-path'])
  expect(subjects.trim().split('\n')).toEqual(endings?.map((ending) => `release/*${ending}`))
})

it('every action has a version, and every script that a step runs exists', () => {
  const steps = Object.values(workflows).flatMap(stepsOf)
  expect(
    steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/^actions\/[\w-]+@v\d+$/.test(uses)),
  ).toEqual([])
  const scripts = steps.flatMap(({ run }) =>
    [...(run ?? '').matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
  )
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((name) => !Object.keys(program.scripts).includes(name ?? ''))).toEqual([])
})
