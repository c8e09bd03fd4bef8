/** The versions of pieces within the settings and of exported files: each version that was ever in use has a fixture, and this release reads it. */

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_KINDS } from '../../../electron/dataFiles/fileKinds.ts'
import { readViews } from '../../../renderer/panels/tables/views/savedViews.ts'
import { savedChoice } from '../../../renderer/state/rebalance/rebalanceChoice.ts'
import { readWindow } from '../../../renderer/state/stores/storedWorkspace.ts'
import { readWorkspaceFile } from '../../../renderer/state/workspaces/workspaceFile.ts'
import { readNamed } from '../../../renderer/state/workspaces/namedWorkspaces.ts'
import { readStoredAlerts } from '../../../shared/domain/alerts/storedAlerts.ts'
import { readDealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'
import { fixtureNames } from './fixtures.ts'

const root = resolve(import.meta.dirname, '../../..')
const FIXTURES = join(root, 'test/fixtures/innerVersions')
const adr = readFileSync(join(root, 'docs/adr/0029-versions-of-files.md'), 'utf8')

/** A window as far as the saved targets of a group need one. */
const windowWith = (text: string) =>
  ({
    server: {
      session: { getState: () => ({ value: { venueId: 'paper' } }) },
      settings: { getState: () => ({ value: { 'rebalance.targets': text } }) },
    },
  }) as never

/** The source that writes each piece, and what its reader makes of a fixture. */
const PIECES: Readonly<Record<string, { source: string; read: (text: string, version: number) => unknown }>> =
  {
    workspace: {
      source: 'renderer/state/stores/storedWorkspace.ts',
      read: (text, version) =>
        expect(readWindow(text)).toMatchObject({
          leftOut: [],
          stored: {
            instruments: { '1': version === 1 ? 'SOLUSDC_PERP' : 'BTC-USDC-PERP' },
            panels: { 'ladder:1': { instrumentLink: '1', grouping: 5 } },
            onlyCustomer: true,
          },
        }),
    },
    namedWorkspace: {
      source: 'renderer/state/workspaces/namedWorkspaces.ts',
      read: (text) =>
        expect(readNamed('asia', text)).toMatchObject({ name: 'Asia', digit: 4, revision: 2, saved: 1 }),
    },
    workspaceFile: {
      source: 'renderer/state/workspaces/workspaceFile.ts',
      read: (text) =>
        expect(readWorkspaceFile(text)).toMatchObject({
          ok: true,
          value: { name: 'Asia', leftOut: [], content: { instruments: { '1': 'BTC-USDC-PERP' } } },
        }),
    },
    tableViews: {
      source: 'renderer/panels/tables/views/savedViews.ts',
      read: (text) =>
        expect(readViews(text)).toMatchObject({
          views: [{ name: 'Stops', filter: 'stop', choices: { sort: { column: 'time', descending: true } } }],
          trouble: null,
        }),
    },
    rebalance: {
      source: 'renderer/state/rebalance/rebalanceChoice.ts',
      read: (text) =>
        expect(savedChoice(windowWith(text), 'macro')).toEqual({
          ok: true,
          value: { tolerance: '0.5%', lines: [{ symbol: 'BTC-USDC-PERP', target: '12.5%' }] },
        }),
    },
    alerts: {
      source: 'shared/domain/alerts/storedAlerts.ts',
      read: (text, version) =>
        expect(readStoredAlerts(text)).toMatchObject({
          'paper/dealer': {
            unread: 0,
            rules: [
              { watch: { kind: 'price', level: '62000.5' } },
              ...(version === 1 ? [] : [{ watch: { kind: 'used', level: '80' } }]),
            ],
          },
        }),
    },
    dealer: {
      source: 'shared/domain/settings/dealerSettings.ts',
      read: (text) =>
        expect(readDealerSettings(text)).toMatchObject({
          values: { 'lock.restMinutes': 15 },
          keys: { pickCustomer: 'F8' },
          leftOut: [],
          refusal: null,
        }),
    },
  }

/** Other sources with the number of a version. `FILE_KINDS` holds the first group. */
const OTHERS: Readonly<Record<string, string>> = {
  'electron/dataFiles/moveMark.ts': 'a kind of file',
  'electron/dataFiles/writerOfFolder.ts': 'a kind of file',
  'electron/paper/store/schema.ts': 'a kind of file',
  'electron/record/fileHead.ts': 'a kind of file',
  'electron/storage/history/schema.ts': 'two kinds of file',
  'electron/storage/journal/proof/record.ts': 'a kind of file',
  'electron/storage/nonceMarks.ts': 'a kind of file',
  'electron/storage/settingsStore.ts': 'a kind of file',
  'shared/domain/health/minute.ts': 'a kind of file',
  'electron/dataFiles/backups.ts': 'the list within a backup, for a person: no release reads it back',
  'electron/dataFiles/databaseVersion.ts': 'the place of a version in the head of a database',
  'electron/core/accounts/customers/journalCustomerChanges.ts': 'is always 1: each entry stands alone',
  'electron/core/journal/journalCompleteSince.ts': 'counts changes',
  'electron/core/risk/halts/restoreHaltsOrHaltAll.ts': 'counts changes',
  'electron/core/risk/limits/restoreLimitsOrAskToConfirm.ts': 'counts changes',
  'renderer/state/keepWorkspace.ts': 'is no stored workspace and is dropped at once',
  'shared/contract/contract.ts': 'passes between core and window and is never stored',
  'shared/domain/book/bookFrame.ts': 'passes between core and window and is never stored',
}

const VERSION = /VERSION = (\d+)\b|\bversion: (?:z\.literal\()?(\d+)\b/g
/** The numbers of versions by the source that has them. */
const numbered = new Map(
  globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    const found = [...readFileSync(join(root, path), 'utf8').matchAll(VERSION)]
    const numbers = new Set(found.map(([, constant, field]) => Number(constant ?? field)))
    return numbers.size > 0 ? [[path.replaceAll('\\', '/'), [...numbers]] as const] : []
  }),
)
const fixtures = readdirSync(FIXTURES).toSorted()

describe('the version of a piece within the settings', () => {
  it('is in this list wherever a source has one', () => {
    const listed = [...Object.values(PIECES).map(({ source }) => source), ...Object.keys(OTHERS)]
    expect([...numbered.keys()].toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(PIECES))('%s has a fixture for each number up to its own', (name, { source }) => {
    const [version = 0, ...more] = numbered.get(source) ?? []
    expect(more, `${source} has two versions`).toEqual([])
    const wanted = Array.from({ length: version }, (_, n) => `${name}-${n + 1}.json`)
    expect(
      fixtures.filter((file) => file.startsWith(`${name}-`)),
      'write a small text with the code of this version into test/fixtures/innerVersions',
    ).toEqual(wanted)
  })

  it.each(fixtures)('%s is read with its contents, and has the number of its name', (file) => {
    const [, name = '', number] = /^(\w+)-(\d+)\.json$/.exec(file) ?? []
    const text = readFileSync(join(FIXTURES, file), 'utf8')
    // The first workspaces had no number.
    const { version = 1 } = JSON.parse(text) as { version?: number }
    expect(version).toBe(Number(number))
    expect(PIECES[name]).toBeDefined()
    PIECES[name]?.read(text, version)
  })
})

it('decision 29 states the numbers of kinds, pieces and fixtures', () => {
  expect(adr).toContain(
    `${fixtureNames.length} fixtures of ${FILE_KINDS.length} kinds of files, and ${fixtures.length} fixtures of ${Object.keys(PIECES).length} pieces`,
  )
})
