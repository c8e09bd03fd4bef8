import { expect, it } from 'vitest'
import { readWorkspaceFile, workspaceFileText } from '../../../../renderer/state/workspaces/workspaceFile.ts'
import { contentOf } from '../../../../renderer/state/stores/storedWorkspace.ts'
import { createWorkspaceStore } from '../../../../renderer/state/stores/workspaceStore.ts'
import { openDesk } from './desk.ts'

const content = contentOf(createWorkspaceStore().getState())
const file = (more: object) =>
  JSON.stringify({ format: 'openpit-workspace', version: 1, name: 'Asia', content, ...more })

it('a file holds the whole content and no customer', () => {
  const text = workspaceFileText('Asia', contentOf(openDesk().open('first').workspace.getState()))
  expect(readWorkspaceFile(text)).toMatchObject({ ok: true, value: { name: 'Asia', leftOut: [] } })
  expect(text).not.toContain('C1042')
})

it.each([
  ['cut in the middle', file({}).slice(0, 300), /damaged/],
  ['of something else', '{"format":"openpit-settings","version":1}', /no panel in it can be read/],
  [
    'without a panel',
    file({ content: { ...content, panels: {}, layout: 3, version: 9 } }),
    /no panel in it can be read/,
  ],
  ['too long', ' '.repeat(300_000), /too long/],
])('a file %s adds nothing and says why', (_, text, why) => {
  const read = readWorkspaceFile(text)
  expect(read.ok).toBe(false)
  expect(!read.ok && read.failure).toMatch(why)
  expect(!read.ok && read.failure).toContain('Every workspace is as it was.')
})

it('a file of a newer release, with parts that cannot be read, gives the rest and names the parts', () => {
  const read = readWorkspaceFile(
    file({
      version: 4,
      content: {
        ...content,
        version: 5,
        instruments: { '1': 'BTCUSDC_PERP', '9': 'ETHUSDC_PERP' },
        sizes: { BTCUSDC_PERP: { sizes: ['1', '2'], index: 1 }, ETHUSDC_PERP: 'big' },
        panels: { ...content.panels, 'ladder:0': { kind: 'ladder' }, 'depth:1': { kind: 'depth', shade: 2 } },
        onlyCustomer: 'perhaps',
        layout: { type: 'mosaic' },
      },
    }),
  )
  expect(read.ok).toBe(true)
  if (!read.ok) return
  expect(read.value.leftOut).toEqual([
    'A newer Openpit wrote the file (version 4; this release reads up to 1). What this release does not know is left out.',
    'Left out: ladder:0 of panels.',
    'Left out: 9 of instruments.',
    'Left out: ETHUSDC_PERP of sizes.',
    'Left out: onlyCustomer.',
  ])
  expect(read.value.content).toMatchObject({
    version: 2,
    instruments: { '1': 'BTCUSDC_PERP' },
    sizes: { BTCUSDC_PERP: { index: 1 } },
    // Of a kind that a later release draws.
    panels: { 'depth:1': { kind: 'depth', shade: 2 }, 'ladder:1': { kind: 'ladder' } },
  })
})

it('a value that cannot be read has its usual value in its place, and is named', () => {
  const read = readWorkspaceFile(
    file({
      content: {
        ...content,
        sizes: { BTCUSDC_PERP: { sizes: ['0'], index: 0 } },
        panels: {
          ...content.panels,
          'ladder:1': { ...content.panels['ladder:1'], grouping: 0, instrumentLink: '12' },
          'chart:1': { ...content.panels['chart:1'], interval: '7m', later: true },
        },
      },
    }),
  )
  expect(read).toMatchObject({
    ok: true,
    value: {
      leftOut: [
        'Left out: BTCUSDC_PERP of sizes.',
        'Left out: instrumentLink of ladder:1.',
        'Left out: grouping of ladder:1.',
        'Left out: interval of chart:1.',
      ],
      content: { panels: { 'ladder:1': { grouping: 10, instrumentLink: null }, 'chart:1': { later: true } } },
    },
  })
})

it('the text of a window’s own setting can be imported too', () => {
  expect(readWorkspaceFile(JSON.stringify(content))).toMatchObject({ ok: true, value: { name: 'Imported' } })
})
