import { Actions, DockLocation } from 'flexlayout-react'
import { describe, expect, it } from 'vitest'
import { PANELS, panelTitle } from '../../../renderer/panels/panelRegistry.tsx'
import { firstPanels, plainPanel, type InstanceId } from '../../../renderer/state/stores/panelInstances.ts'
import { openDock } from '../../../renderer/workspace/dock.ts'
import {
  dockedIn,
  dockPanel,
  hiddenIn,
  KINDS_AT_START,
  modelOf,
  statesOf,
  unknownKinds,
} from '../../../renderer/workspace/dockModel.ts'
import { sharesOf } from '../../../renderer/workspace/panelSize.ts'
import { panelsAtStart } from '../../../renderer/workspace/defaultLayout.ts'
import { createWorkspaceStore } from '../../../renderer/state/stores/workspaceStore.ts'
import { createSettingsStore } from '../../../renderer/state/stores/settingsStore.ts'

const fresh = () => modelOf({ layout: null, panels: firstPanels, kindsSeen: [] })
const layoutOf = (model: ReturnType<typeof fresh>) => model.toJson() as never
const groupOf = (model: ReturnType<typeof fresh>, id: InstanceId) => model.getNodeById(id)?.getParent()
const tabsTogether = (model: ReturnType<typeof fresh>, id: InstanceId) =>
  groupOf(model, id)
    ?.getChildren()
    .map((tab) => tab.getId())

it('a new window holds each panel of the start once, and every other kind can be opened', () => {
  const model = fresh()
  expect([...dockedIn(model)].toSorted()).toEqual(PANELS.flatMap(panelsAtStart).toSorted())
  for (const { id } of PANELS) {
    dockPanel(model, `${id}:1`, null)
    expect(model.getNodeById(`${id}:1`)).toBeDefined()
  }
})

describe('a saved layout', () => {
  it('keeps its places and its closed panels, and gains the kinds that a later release added', () => {
    const model = fresh()
    model.doAction(Actions.deleteTab('chart:1'))
    model.doAction(Actions.deleteTab('trades:1'))
    const saved = JSON.stringify(model.toJson()).replace('"weight":18.6', '"weight":33')
    const kindsSeen = KINDS_AT_START.filter((kind) => kind !== 'trades')
    const { 'chart:1': _, ...panels } = firstPanels
    const read = modelOf({ layout: JSON.parse(saved), panels, kindsSeen })
    expect(read.getNodeById('chart:1')).toBeUndefined()
    expect(groupOf(read, 'trades:1')).toBe(groupOf(read, 'ledger:1'))
    expect(JSON.stringify(read.toJson())).toContain('"weight":33')
  })

  it('shows no panel of an unknown kind, names the kind, and keeps what the panel had', () => {
    const model = fresh()
    const saved = JSON.stringify(model.toJson()).replaceAll('trades:1', 'depthMap:1')
    const later = { ...plainPanel('depthMap', '3'), heat: 7 }
    const panels = { ...firstPanels, 'depthMap:1': later }
    const read = modelOf({ layout: JSON.parse(saved), panels, kindsSeen: KINDS_AT_START.slice() })
    expect(read.getNodeById('depthMap:1')).toBeUndefined()
    expect(unknownKinds(panels)).toEqual(['depthMap'])
    expect(statesOf(read, panels)['depthMap:1']).toEqual(later)
  })

  it('opens a panel that the workspace has and the layout lacks', () => {
    const panels = { ...firstPanels, 'chart:2': plainPanel('chart', '4') }
    const read = modelOf({ layout: layoutOf(fresh()), panels, kindsSeen: KINDS_AT_START.slice() })
    expect(dockedIn(read)).toContain('chart:2')
  })

  it.each([null, 'no layout', { layout: 7 }, {}])('is replaced where it is unreadable: %j', (layout) => {
    const read = modelOf({ layout, panels: firstPanels, kindsSeen: KINDS_AT_START.slice() })
    expect([...dockedIn(read)].toSorted()).toEqual(PANELS.flatMap(panelsAtStart).toSorted())
  })

  it.each([
    [null, false],
    ['no layout', true],
    [{ layout: 7 }, true],
    [layoutOf(fresh()), false],
  ])('counts as lost where one was saved and cannot be read (%#)', (layout, isLost) => {
    const workspace = createWorkspaceStore()
    workspace.setState({ layout })
    expect(openDock({ workspace, settings: createSettingsStore() }).isLayoutLost).toBe(isLost)
  })
})

describe('another panel', () => {
  const opened = (...ids: InstanceId[]) => {
    const workspace = createWorkspaceStore()
    const dock = openDock({ workspace, settings: createSettingsStore() })
    dock.changed()
    for (const id of ids) {
      dock.open(id)
      dock.changed()
    }
    return { workspace, dock, panels: () => workspace.getState().panels }
  }

  it('stands beside the ladder, chart or ticket in use, and as a tab among the tables', () => {
    const { dock } = opened('ladder:3', 'chart:2', 'ticket:2', 'orders:2')
    for (const id of ['ladder:3', 'chart:2', 'ticket:2'] as const)
      expect(tabsTogether(dock.shown.getState().model, id)).toEqual([id])
    expect(tabsTogether(dock.shown.getState().model, 'orders:2')).toContain('orders:1')
  })

  it('beside a ladder is as wide as that ladder, which the whole row gives', () => {
    const { dock } = opened('ladder:3')
    const width = (id: InstanceId) =>
      (groupOf(dock.shown.getState().model, id) as { getWeight?: () => number } | undefined)?.getWeight?.()
    expect(width('ladder:3')).toBe(width('ladder:1'))
    expect(width('ladder:3')).toBe(width('ladder:2'))
  })

  it('has a name of its own', () => {
    expect((['ladder:1', 'ladder:3', 'chart:1', 'chart:2', 'orders:2'] as const).map(panelTitle)).toEqual([
      'Ladder 1',
      'Ladder 3',
      'Chart',
      'Chart 2',
      'Orders 2',
    ])
  })

  it('of a ladder takes the next free link; of a chart it copies the chart in use', () => {
    const { panels, workspace, dock } = opened('ladder:3', 'ladder:4')
    expect(panels()['ladder:3']?.instrumentLink).toBe('3')
    expect(panels()['ladder:4']?.instrumentLink).toBe('4')
    workspace.setState({
      panels: { ...panels(), 'chart:1': { ...plainPanel('chart', '6'), interval: '5m' } },
    })
    dock.open('chart:2')
    expect(panels()['chart:2']).toMatchObject({ instrumentLink: '6', interval: '5m' })
  })

  it('leaves the workspace when it is closed', () => {
    const { panels, dock } = opened('ladder:3')
    dock.close('ladder:3')
    dock.changed()
    expect(panels()['ladder:3']).toBeUndefined()
  })
})

describe('tab strips', () => {
  const strip = (model: ReturnType<typeof fresh>, id: InstanceId) =>
    (groupOf(model, id) as { isEnableTabStrip?: () => boolean } | undefined)?.isEnableTabStrip?.()

  it('a ladder alone has none; two in one group have one; notices over a chart bring none', () => {
    const workspace = createWorkspaceStore()
    const dock = openDock({ workspace, settings: createSettingsStore() })
    dock.changed()
    expect(strip(dock.shown.getState().model, 'ladder:1')).toBe(false)
    dock.shown
      .getState()
      .model.doAction(
        Actions.moveNode(
          'ladder:2',
          groupOf(dock.shown.getState().model, 'ladder:1')?.getId() ?? '',
          DockLocation.CENTER,
          -1,
          true,
        ),
      )
    dock.changed()
    expect(strip(dock.shown.getState().model, 'ladder:1')).toBe(true)
    expect(workspace.getState().hidden.has('ladder:1')).toBe(true)
    dock.open('notices:1')
    dock.changed()
    expect(strip(dock.shown.getState().model, 'chart:1')).toBe(false)
  })

  it('everything beside a panel that fills the window is hidden', () => {
    const model = fresh()
    model.doAction(Actions.maximizeToggle(groupOf(model, 'ladder:1')?.getId() ?? ''))
    expect(hiddenIn(model).has('ladder:1')).toBe(false)
    expect(hiddenIn(model).has('ladder:2')).toBe(true)
  })
})

describe('changes of the layout by key', () => {
  const staged = () => {
    const workspace = createWorkspaceStore()
    const dock = openDock({ workspace, settings: createSettingsStore() })
    dock.changed()
    const model = () => dock.shown.getState().model
    const act = (change: () => unknown) => {
      change()
      dock.changed()
    }
    return { workspace, dock, model, act }
  }

  it('a table is split from its tabs and moved to the edge; undo takes back one after the other', () => {
    const { dock, model, act } = staged()
    const start = tabsTogether(model(), 'orders:1')
    act(() => expect(dock.split('orders:1', 'right')).toBe(true))
    expect(tabsTogether(model(), 'orders:1')).toEqual(['orders:1'])
    expect(dock.split('orders:1', 'right')).toBe(false)
    act(() => dock.move('ladder:2', 'left'))
    expect(dock.undo()).toBe(true)
    expect(dock.undo()).toBe(true)
    expect(tabsTogether(model(), 'orders:1')).toEqual(start)
    expect(dock.undo()).toBe(false)
  })

  it.each(['left', 'up', 'right', 'down'] as const)('a table is split to the side %s of its tabs', (side) => {
    const { dock, model, act } = staged()
    act(() => dock.split('orders:1', side))
    const row = groupOf(model(), 'orders:1')?.getParent()
    const groups = row?.getChildren().map((group) => group.getChildren().map((tab) => tab.getId()))
    const own = groups?.findIndex((tabs) => tabs.includes('orders:1')) ?? -1
    const others = groups?.findIndex((tabs) => tabs.includes('positions:1')) ?? -1
    expect(own < others).toBe(side === 'left' || side === 'up')
    expect(row?.getOrientation().getName()).toBe(side === 'left' || side === 'right' ? 'horz' : 'vert')
  })

  it('steps of size take from the panels beside it, and undo takes all steps back at once', () => {
    const { dock, model } = staged()
    const shares = () => sharesOf(model(), 'ladder:1')
    const start = shares()
    for (let step = 0; step < 3; step++) expect(dock.resize('ladder:1', 'right')).toBe(true)
    expect(shares().width).toBeCloseTo(start.width + 12, 5)
    expect(sharesOf(model(), 'ladder:2').width).toBeLessThan(20)
    expect(dock.resize('ladder:1', 'up')).toBe(true)
    expect(shares().height).toBeGreaterThan(start.height)
    expect(dock.undo()).toBe(true)
    expect(shares()).toEqual(start)
    expect(dock.undo()).toBe(false)
  })

  it('a panel is made narrower and lower, and never to nothing', () => {
    const { dock, model } = staged()
    const start = sharesOf(model(), 'orders:1')
    expect(dock.resize('orders:1', 'right')).toBe(false)
    expect(dock.resize('orders:1', 'down')).toBe(true)
    expect(sharesOf(model(), 'orders:1').height).toBeLessThan(start.height)
    let steps = 0
    while (dock.resize('ladder:1', 'left')) steps++
    expect(steps).toBeGreaterThan(2)
    expect(sharesOf(model(), 'ladder:1').width).toBeGreaterThanOrEqual(0)
  })

  it('a panel that left for a window of its own comes back to its place, and no undo brings it before', () => {
    const { dock, model, act } = staged()
    const start = JSON.stringify(tabsTogether(model(), 'orders:1'))
    const [width, height] = [sharesOf(model(), 'ladder:1').width, sharesOf(model(), 'ladder:1').height]
    act(() => dock.move('ladder:2', 'left'))
    dock.undo()
    const [before, from] = [sharesOf(model(), 'ladder:1'), dock.layout()]
    dock.takeOut('ladder:1')
    expect(dock.holds('ladder:1')).toBe(false)
    expect(dock.undo()).toBe(false)
    expect(dock.holds('ladder:1')).toBe(false)
    dock.putBack('ladder:1', from)
    expect(sharesOf(model(), 'ladder:1')).toEqual(before)
    expect(before).toEqual({ width, height })
    expect(dock.undo()).toBe(false)
    const tables = dock.layout()
    dock.takeOut('orders:1')
    dock.putBack('orders:1', tables)
    expect(JSON.stringify(tabsTogether(model(), 'orders:1'))).toBe(start)
  })

  it('a panel comes back among its old tabs where the layout has changed meanwhile', () => {
    const { dock, model, act } = staged()
    const from = dock.layout()
    dock.takeOut('orders:1')
    act(() => dock.split('ledger:1', 'right'))
    dock.putBack('orders:1', from)
    expect(tabsTogether(model(), 'orders:1')).toContain('positions:1')
    expect(tabsTogether(model(), 'ledger:1')).toEqual(['ledger:1'])
  })

  it('undo brings a closed panel back with its link, disarmed', () => {
    const { workspace, dock, model, act } = staged()
    workspace.setState(({ panels }) => ({
      panels: { ...panels, 'ladder:2': { ...plainPanel('ladder', '7'), grouping: 50 } },
      armed: { 'ladder:2': 1 },
    }))
    dock.changed()
    act(() => expect(dock.close('ladder:2')).not.toBeNull())
    expect(workspace.getState()).toMatchObject({ armed: {}, disarmedBecause: 'the ladder was closed' })
    dock.undo()
    expect(dockedIn(model())).toContain('ladder:2')
    expect(workspace.getState().panels['ladder:2']).toMatchObject({ instrumentLink: '7', grouping: 50 })
    expect(workspace.getState().armed).toEqual({})
  })

  it('undo reaches back twenty changes, and a tab brought to the front is none', () => {
    const { dock, act } = staged()
    for (let n = 2; n < 30; n++) act(() => dock.open(`orders:${n}`))
    act(() => dock.show('ledger:1'))
    let undone = 0
    while (dock.undo()) undone++
    expect(undone).toBe(20)
    expect(dock.holds('orders:9')).toBe(true)
    expect(dock.holds('orders:10')).toBe(false)
  })

  it('what fills the window hides and disarms the other ladders', () => {
    const { workspace, dock, act } = staged()
    workspace.setState({ armed: { 'ladder:1': 1, 'ladder:2': 1 } })
    act(() => dock.fill('ladder:1'))
    expect(Object.keys(workspace.getState().armed)).toEqual(['ladder:1'])
    act(() => dock.fill('ladder:1'))
    expect(workspace.getState().hidden.has('ladder:2')).toBe(false)
  })
})
