import { describe, expect, it } from 'vitest'
import { panelOfInstance } from '../../../renderer/panels/panelRegistry.tsx'
import { contentOf } from '../../../renderer/state/stores/storedWorkspace.ts'
import type { InstanceId } from '../../../renderer/state/stores/panelInstances.ts'
import { createWorkspaceStore } from '../../../renderer/state/stores/workspaceStore.ts'
import { BUILT_IN } from '../../../renderer/workspace/builtIn/builtInWorkspaces.ts'
import { dockedIn, modelOf, statesOf, unknownKinds } from '../../../renderer/workspace/dockModel.ts'

const present = contentOf(createWorkspaceStore().getState())
const SCREENS = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
]

describe.each(SCREENS)('on $width × $height', (size) => {
  it.each(BUILT_IN)('$name opens every panel that it names, and no other', ({ content }) => {
    const made = content(size, present)
    expect(unknownKinds(made.panels)).toEqual([])
    const model = modelOf(made)
    const ids = Object.keys(statesOf(model, made.panels))
    expect(ids.toSorted()).toEqual([...dockedIn(model)].toSorted())
    expect(ids).toEqual(expect.arrayContaining(Object.keys(made.panels)))
    // Without a layout of its own it is the default one, which has more panels.
    const named = made.layout === null ? ids : Object.keys(made.panels)
    expect(ids.toSorted()).toEqual(named.toSorted())
  })

  it('a ladder, a chart and time and sales of the watch wall have a link, and no two ladders the same', () => {
    const { panels } = BUILT_IN[1]!.content(size, present)
    const linked = Object.entries(panels).filter(([id]) =>
      panelOfInstance(id as InstanceId)?.follows?.includes('instrument'),
    )
    expect(linked.filter(([, { instrumentLink }]) => instrumentLink === null)).toEqual([])
    const ladders = linked
      .filter(([, { kind }]) => kind === 'ladder')
      .map(([, panel]) => panel.instrumentLink)
    expect(new Set(ladders).size).toBe(ladders.length)
  })
})

it('the ladders of the watch wall are compact, those to deal on are not', () => {
  for (const { id, content } of BUILT_IN) {
    const ladders = Object.values(content(SCREENS[2]!, present).panels).filter(
      ({ kind }) => kind === 'ladder',
    )
    expect(ladders.every(({ ladder }) => (ladder?.isCompact ?? false) === (id === 'watchwall'))).toBe(true)
  }
})

it('a larger screen shows more markets', () => {
  const ladders = SCREENS.map(
    (size) =>
      Object.values(BUILT_IN[1]!.content(size, present).panels).filter(({ kind }) => kind === 'ladder')
        .length,
  )
  expect(ladders).toEqual([4, 6, 8])
})
