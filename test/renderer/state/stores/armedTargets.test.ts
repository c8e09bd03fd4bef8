import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseCustomer,
  chooseInstrument,
  chooseInstrumentOf,
  changePanel,
} from '../../../../renderer/state/actions/workspaceActions.ts'
import {
  CUSTOMER_LINKS,
  INSTRUMENT_LINKS,
  plainPanel,
  targetIn,
  type InstanceId,
  type PanelTarget,
} from '../../../../renderer/state/stores/panelInstances.ts'
import {
  createWorkspaceStore,
  type WorkspaceStore,
} from '../../../../renderer/state/stores/workspaceStore.ts'
import { code, sym } from '../../../fakes/window/scriptedCore.ts'

const LADDERS: readonly InstanceId[] = ['ladder:1', 'ladder:2', 'ladder:3']
const SYMBOLS = ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'SOLUSDC_PERP'].map(sym)
const CUSTOMERS = ['C1042', 'C2007'].map(code)

function window(): WorkspaceStore {
  const workspace = createWorkspaceStore()
  workspace.setState(({ panels }) => ({ panels: { ...panels, 'ladder:3': plainPanel('ladder') } }))
  chooseInstrument(workspace, '1', SYMBOLS[0] as never)
  chooseInstrument(workspace, '2', SYMBOLS[0] as never)
  chooseInstrumentOf(workspace, 'ladder:3', SYMBOLS[0] as never)
  chooseCustomer(workspace, CUSTOMERS[0] ?? null)
  return workspace
}
const armAll = (workspace: WorkspaceStore) =>
  workspace.setState({ armed: Object.fromEntries(LADDERS.map((id) => [id, 1])) })
const armed = (workspace: WorkspaceStore) => Object.keys(workspace.getState().armed)
const because = (workspace: WorkspaceStore) => workspace.getState().disarmedBecause

type Act = (workspace: WorkspaceStore) => void
const ladder = fc.constantFrom(...LADDERS)
const anySymbol = fc.constantFrom(...SYMBOLS)
const anyCustomer = fc.constantFrom(...CUSTOMERS, null)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.constantFrom(...INSTRUMENT_LINKS), anySymbol).map<Act>(
    ([link, symbol]) =>
      (workspace) =>
        chooseInstrument(workspace, link, symbol),
  ),
  fc.tuple(ladder, anySymbol).map<Act>(
    ([id, symbol]) =>
      (workspace) =>
        chooseInstrumentOf(workspace, id, symbol),
  ),
  anyCustomer.map<Act>((customer) => (workspace) => chooseCustomer(workspace, customer)),
  fc.tuple(fc.constantFrom(...CUSTOMER_LINKS.slice(0, 2)), anyCustomer).map<Act>(
    ([link, customer]) =>
      (workspace) =>
        workspace.setState(({ linkedCustomers }) => ({
          linkedCustomers: { ...linkedCustomers, [link]: customer },
        })),
  ),
  fc.tuple(ladder, fc.constantFrom(...INSTRUMENT_LINKS, null)).map<Act>(
    ([id, instrumentLink]) =>
      (workspace) =>
        changePanel(workspace, id, { instrumentLink }),
  ),
  fc.tuple(ladder, fc.constantFrom('A' as const, 'B' as const, null)).map<Act>(
    ([id, customerLink]) =>
      (workspace) =>
        changePanel(workspace, id, { customerLink }),
  ),
  ladder.map<Act>((id) => (workspace) => {
    const { [id]: _, ...panels } = workspace.getState().panels
    workspace.setState({ panels })
  }),
  ladder.map<Act>((id) => (workspace) => workspace.setState((was) => ({ armed: { ...was.armed, [id]: 1 } }))),
)

it('no sequence of changes leaves a ladder armed on another instrument or customer than it was armed on', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const workspace = window()
      const armedOn = new Map<InstanceId, PanelTarget>()
      const strays: InstanceId[] = []
      const stop = workspace.subscribe((now) => {
        for (const id of LADDERS) {
          const before = armedOn.get(id) ?? targetIn(now, id)
          const after = targetIn(now, id)
          if (now.armed[id] === undefined) armedOn.delete(id)
          else armedOn.set(id, before)
          const isAtHome =
            now.panels[id] && before.customer === after.customer && before.symbol === after.symbol
          if (now.armed[id] !== undefined && !isAtHome) strays.push(id)
        }
      })
      armAll(workspace)
      for (const change of acts) change(workspace)
      stop()
      expect(strays).toEqual([])
    }),
    { numRuns: 300 },
  )
})

describe('what disarms which ladder, and the reason on screen', () => {
  const join = (id: InstanceId, link: '1' | null) => (workspace: WorkspaceStore) =>
    changePanel(workspace, id, { instrumentLink: link })
  it.each<[string, Act, readonly string[], string | null]>([
    [
      'the instrument of its link',
      (workspace) => chooseInstrument(workspace, '1', SYMBOLS[1] as never),
      ['ladder:2', 'ladder:3'],
      'the instrument of link 1 is ETHUSDC_PERP now',
    ],
    [
      'its own instrument, where it joined no link',
      (workspace) => chooseInstrumentOf(workspace, 'ladder:3', SYMBOLS[1] as never),
      ['ladder:1', 'ladder:2'],
      'the instrument changed',
    ],
    [
      'the customer of the window',
      (workspace) => chooseCustomer(workspace, CUSTOMERS[1] ?? null),
      [],
      'the customer changed',
    ],
    [
      'a customer link that has another customer',
      (workspace) => changePanel(workspace, 'ladder:2', { customerLink: 'A' }),
      ['ladder:1', 'ladder:3'],
      'the customer of link A is none now',
    ],
    ['a link with the same instrument: nothing', join('ladder:3', '1'), [...LADDERS], null],
    [
      'a place behind another tab',
      (workspace) => workspace.setState({ hidden: new Set(['ladder:1'] as const) }),
      ['ladder:2', 'ladder:3'],
      'the ladder is behind another panel',
    ],
  ])('%s', (_name, change, left, why) => {
    const workspace = window()
    armAll(workspace)
    change(workspace)
    expect(armed(workspace)).toEqual(left)
    expect(because(workspace)).toBe(why)
  })
})
