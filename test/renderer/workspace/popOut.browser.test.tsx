/** The window of a popped-out panel draws the panel only while the record says so, whatever its home does meanwhile. */

import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failureOf } from '../../../shared/contract/failure.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { popOutSetting, type PopOut } from '../../../shared/domain/popOuts.ts'
import { workspaceSetting } from '../../../shared/domain/savedWorkspaces.ts'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { firstPanels, plainPanel } from '../../../renderer/state/stores/panelInstances.ts'
import { readStored, storedPart } from '../../../renderer/state/stores/storedWorkspace.ts'
import { createWorkspaceStore } from '../../../renderer/state/stores/workspaceStore.ts'
import { KINDS_AT_START } from '../../../renderer/workspace/dockModel.ts'
import { layoutOfOne } from '../../../renderer/workspace/defaultLayout.ts'
import { code } from '../../fakes/window/scriptedCore.ts'
import { stage } from './stage.tsx'

const NAME = 'popoutabc'
const record: PopOut = { home: 'main', panel: 'ladder:1', layout: {} }
const alone = JSON.stringify({
  ...storedPart(createWorkspaceStore().getState()),
  panels: { 'ladder:1': plainPanel('ladder', '1') },
  kindsSeen: KINDS_AT_START,
  layout: layoutOfOne('ladder:1'),
})
const away = { [popOutSetting(NAME)]: JSON.stringify(record), [workspaceSetting(NAME)]: alone }
const SIZE = { width: 1100, height: 800 }

it('drops and disarms the panel as soon as its home has it again', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const { desk, session } = await stage((core) => core.startWith('settings', away), SIZE, NAME)
  const ladder = page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
  await expect.element(ladder).toBeVisible()
  expect(document.querySelectorAll('[data-instance]')).toHaveLength(1)
  chooseCustomer(session.workspace, code('C1042'))
  ;(ladder.element() as HTMLElement).focus()
  await userEvent.keyboard('{F10}')
  await expect.element(page.getByText(/ARMED C1042/)).toBeVisible()
  desk.delta('settings', {})
  await expect.element(ladder).not.toBeInTheDocument()
  await expect.element(page.getByText(/is back in the window that it came from/)).toBeVisible()
  expect(session.workspace.getState().armed).toEqual({})
  expect(close).toHaveBeenCalled()
  close.mockRestore()
})

it('never starts with the panels of another window where its record is gone', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const other = JSON.stringify({ ...JSON.parse(alone), panels: firstPanels, layout: null })
  await stage((core) => core.startWith('settings', { [workspaceSetting('main')]: other }), SIZE, NAME)
  await expect.element(page.getByText(/Close this window/)).toBeVisible()
  expect(document.querySelectorAll('[data-instance]')).toHaveLength(0)
  close.mockRestore()
})

it('stores the last changes before its window closes by key, and stays open where they cannot be stored', async () => {
  const lock = Promise.withResolvers<void>()
  void navigator.locks.request('openpit.window.main', () => lock.promise)
  onTestFinished(() => lock.resolve())
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  onTestFinished(() => close.mockRestore())
  const { desk, session } = await stage((core) => core.startWith('settings', away), SIZE, NAME)
  const ladder = page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
  await expect.element(ladder).toBeVisible()
  ;(ladder.element() as HTMLElement).focus()
  let stored = true
  desk.answer('setting.save', () => (stored ? ok({}) : fail(failureOf('refused', 'The disk is full.'))))
  stored = false
  await userEvent.keyboard('{Control>}{Shift>}6{/Shift}{/Control}')
  await userEvent.keyboard('{Control>}{Shift>}{F8}{/Shift}{/Control}')
  await expect
    .element(page.getByText(/last changes could not be stored: The disk is full/).first())
    .toBeVisible()
  expect(close).not.toHaveBeenCalled()
  stored = true
  await userEvent.keyboard('{Control>}{Shift>}{F8}{/Shift}{/Control}')
  await expect.poll(() => close.mock.calls.length).toBe(1)
  const saves = desk.callsOf('setting.save') as readonly { readonly name: string; readonly value: string }[]
  const last = saves.findLast(({ name }) => name === workspaceSetting(NAME))
  expect(readStored(last?.value ?? '')?.panels['ladder:1']).toEqual(
    session.workspace.getState().panels['ladder:1'],
  )
  expect(session.workspace.getState().panels['ladder:1']).toMatchObject({ instrumentLink: '6' })
})
