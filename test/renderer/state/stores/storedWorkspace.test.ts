import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CHART } from '../../../../renderer/state/stores/chartChoices.ts'
import { firstPanels } from '../../../../renderer/state/stores/panelInstances.ts'
import { readContent, readStored, storedPart } from '../../../../renderer/state/stores/storedWorkspace.ts'
import { KINDS_AT_START, dockedIn, modelOf, statesOf } from '../../../../renderer/workspace/dockModel.ts'

/** As a release with two fixed ladders saved it: the ledger in front, and the panel of fees opened. */
const twoLadders = readFileSync(
  new URL('../../../fixtures/innerVersions/workspace-1.json', import.meta.url),
  'utf8',
)

describe('the workspace of a release with two fixed ladders', () => {
  const stored = readStored(twoLadders)

  it('keeps instruments, sizes and the filter', () => {
    expect(stored).toMatchObject({
      version: 2,
      instruments: { '1': 'SOLUSDC_PERP', '2': 'ETHUSDC_PERP' },
      sizes: { SOLUSDC_PERP: { index: 2 } },
      onlyCustomer: true,
    })
  })

  it('becomes ladders, chart and ticket with the links, rows and interval that they had', () => {
    expect(stored?.panels).toMatchObject({
      'ladder:1': { instrumentLink: '1', grouping: 5 },
      'ladder:2': { instrumentLink: '2', grouping: 100 },
      'chart:1': { instrumentLink: '1', interval: '15m' },
      'ticket:1': { instrumentLink: '1' },
    })
  })

  it('keeps every panel of its layout in its place, and adds none that it knew', () => {
    expect(stored).not.toBeNull()
    if (!stored) return
    const model = modelOf(stored)
    const panels = Object.keys(statesOf(model, stored.panels))
    expect(panels.toSorted()).toEqual([...dockedIn(model)].toSorted())
    expect(panels).toContain('fees:1')
    expect(panels).toHaveLength(KINDS_AT_START.length + 2)
    expect(model.getNodeById('fees:1')?.getParent()).toBe(model.getNodeById('ledger:1')?.getParent())
    expect(JSON.stringify(model.toJson())).toContain('"weight":27.5')
  })
})

it('what is saved is read back as it was', () => {
  const workspace = {
    instruments: { '1': 'BTCUSDC_PERP', '7': null },
    sizes: {},
    panels: firstPanels,
    kindsSeen: ['ladder'],
    onlyCustomer: false,
    sales: { bound: 50, sizes: { BTCUSDC_PERP: { minimum: '0.5', big: null } } },
    layout: null,
  } as unknown as Parameters<typeof storedPart>[0]
  expect(readStored(JSON.stringify(storedPart(workspace)))).toEqual({
    version: 2,
    ...workspace,
    space: { id: 'dealing', saved: 0, base: '' },
  })
})

it('quote boards take the list that earlier releases kept for the whole window, unless they have their own', () => {
  const quotes = { kind: 'quoteBoard', instrumentLink: null, grouping: 10, interval: '1m' }
  const old = {
    version: 2,
    instruments: {},
    sizes: {},
    panels: {
      'quoteBoard:1': quotes,
      'quoteBoard:2': { ...quotes, quoteList: 'Alts', quoteTiles: true },
      'ladder:1': { ...quotes, kind: 'ladder' },
    },
    kindsSeen: [],
    onlyCustomer: false,
    quoteList: 'Majors',
    layout: null,
  }
  const read = readStored(JSON.stringify(old))
  expect(read?.panels['quoteBoard:1']).toMatchObject({ quoteList: 'Majors' })
  expect(read?.panels['quoteBoard:2']).toMatchObject({ quoteList: 'Alts', quoteTiles: true })
  expect(read?.panels['ladder:1']?.quoteList).toBeUndefined()
  expect(read).not.toHaveProperty('quoteList')
  expect(readContent({ ...old, sizes: 4 })?.content.panels['quoteBoard:1']).toMatchObject({
    quoteList: 'Majors',
  })
})

it('a panel with a value that cannot be read keeps the others', () => {
  const panels = {
    'ladder:1': { kind: 'ladder', instrumentLink: '12', symbol: 4, grouping: -1, interval: '9y', later: 1 },
    'quoteBoard:1': { kind: 'quoteBoard', instrumentLink: '8', quoteList: 4, quoteTiles: 'yes' },
  }
  const text = JSON.stringify({
    version: 2,
    instruments: {},
    sizes: {},
    panels,
    kindsSeen: [],
    onlyCustomer: false,
    layout: null,
  })
  expect(readStored(text)?.panels['quoteBoard:1']).toMatchObject({
    instrumentLink: '8',
    quoteList: undefined,
    quoteTiles: undefined,
  })
  expect(readStored(text)?.panels['ladder:1']).toEqual({
    kind: 'ladder',
    instrumentLink: null,
    customerLink: null,
    symbol: null,
    grouping: 10,
    interval: '1m',
    later: 1,
  })
})

it('a chart keeps its indicators, and one that cannot be read has none', () => {
  const stored = (indicators: unknown) =>
    readStored(
      JSON.stringify({
        version: 2,
        instruments: {},
        sizes: {},
        panels: { 'chart:1': { kind: 'chart', chart: { indicators } } },
        kindsSeen: [],
        onlyCustomer: false,
        layout: null,
      }),
    )?.panels['chart:1']?.chart
  const indicators = [{ kind: 'ema', numbers: [21] }]
  expect(stored(indicators)).toEqual({ ...DEFAULT_CHART, indicators })
  expect(stored([{ kind: 'ema', numbers: 'x' }])).toEqual(DEFAULT_CHART)
})
