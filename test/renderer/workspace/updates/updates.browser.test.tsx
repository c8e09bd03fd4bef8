/** The sheet of updates by keys alone: release, channel, state, what to do, and an install that needs its word. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import type { UpdateStatus } from '../../../../shared/domain/updates/updateStatus.ts'
import { NOW } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

const IDLE: UpdateStatus = {
  version: '0.1.0',
  channel: 'stable',
  address: 'https://updates.broker.example',
  state: 'idle',
  why: null,
  offered: null,
  percent: null,
  checkedAt: null,
  verdict: null,
}
const OFFERED = { offered: { version: '0.2.0', isOlder: false }, checkedAt: NOW }
const LIVE = '2 orders stay live at the venue.'

async function open(more: Partial<UpdateStatus>) {
  const staged = await stage((desk) => {
    desk.startWith('updates', { ...IDLE, ...more })
    desk.answer('update.act', () => ok({}))
  })
  await keys('{Control>}p{/Control}updates')
  await expect.element(page.getByRole('option', { name: /^Updates/ })).toBeVisible()
  await keys('{Enter}')
  const sheet = page.getByRole('dialog', { name: 'Updates' })
  await expect.element(sheet.getByText('0.1.0', { exact: true })).toBeVisible()
  // The press that opened the sheet does not count in it.
  staged.clock.advance(200)
  return { ...staged, sheet, acts: () => staged.desk.callsOf('update.act') }
}

it('says the release, that updates are off and why, and offers nothing', async () => {
  const why = 'Updates are off, because no update address is configured.'
  const { sheet } = await open({ state: 'off', channel: null, address: null, why })
  await expect.element(sheet.getByText('none: updates are off')).toBeVisible()
  await expect.element(sheet.getByRole('status')).toMatchTextContent(why)
  expect(
    sheet
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['Esc closes'])
})

it('looks for releases, and downloads one, by key', async () => {
  const { sheet, acts } = await open({ state: 'available', ...OFFERED })
  await expect
    .element(sheet.getByRole('textbox', { name: 'Address' }))
    .toHaveValue('https://updates.broker.example')
  await expect.element(sheet.getByRole('status')).toMatchTextContent(/^Openpit 0\.2\.0 is available\./)
  await expect.element(sheet.getByRole('button', { name: 'Download 0.2.0' })).toHaveFocus()
  await keys('{Enter}')
  await keys('{Tab}{Enter}')
  await keys('{Tab}{Enter}')
  await expect.poll(acts).toEqual(['download', 'check', 'checkOlder'].map((act) => ({ act, typed: '' })))
})

it('keeps the focus on its button while the address is asked, and asks it once', async () => {
  const { desk, sheet, acts } = await open({})
  const button = sheet.getByRole('button', { name: 'Look for a newer release' })
  while (document.activeElement !== button.element()) await keys('{Tab}')
  await keys('{Enter}')
  await expect.poll(acts).toHaveLength(1)
  desk.delta('updates', { ...IDLE, state: 'checking' })
  await expect.element(sheet.getByRole('status')).toMatchTextContent(/is asking the address/)
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await keys('{Enter}')
  desk.delta('updates', { ...IDLE, ...OFFERED, state: 'available' })
  await expect.element(sheet.getByRole('button', { name: 'Download 0.2.0' })).toBeVisible()
  await expect.element(button).toHaveFocus()
  expect(acts()).toHaveLength(1)
})

it('a refusal lists its reasons, and there is no button to install', async () => {
  const why = ['1 order has an unknown status.', '1 block is being sent.']
  const { sheet, acts } = await open({ state: 'downloaded', ...OFFERED, verdict: { kind: 'refused', why } })
  const list = sheet.getByRole('list', { name: 'Why not now' })
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(why)
  expect(sheet.getByRole('button', { name: /install/ }).elements()).toEqual([])
  expect(sheet.getByRole('textbox', { name: /^Type INSTALL/ }).elements()).toEqual([])
  expect(acts()).toEqual([])
})

it('installs only after the word', async () => {
  const { sheet, acts } = await open({
    state: 'downloaded',
    ...OFFERED,
    verdict: { kind: 'asks', why: [LIVE] },
  })
  await expect.element(sheet.getByText(LIVE)).toBeVisible()
  await expect.element(sheet.getByRole('textbox', { name: 'Type INSTALL to agree' })).toHaveFocus()
  await keys('{Enter}')
  await keys('INSTAL{Enter}')
  await keys('{Tab}{Enter}')
  expect(acts()).toEqual([])
  await keys('{Shift>}{Tab}{/Shift}{End}L{Enter}')
  await expect.poll(acts).toEqual([{ act: 'install', typed: 'INSTALL' }])
})

it('a quiet desk installs by its button alone', async () => {
  const { sheet, acts } = await open({ state: 'downloaded', ...OFFERED, verdict: { kind: 'may', why: [] } })
  await sheet.getByRole('button', { name: 'Close Openpit and install 0.2.0' }).click()
  await expect.poll(acts).toEqual([{ act: 'install', typed: '' }])
})

it('a newer state is drawn at once, and a download shows its percent', async () => {
  const { desk, sheet } = await open({ state: 'available', ...OFFERED })
  desk.delta('updates', { ...IDLE, ...OFFERED, state: 'downloading', percent: 42 })
  await expect
    .element(sheet.getByRole('status'))
    .toMatchTextContent('Openpit 0.2.0 is being downloaded: 42 %. Dealing goes on.')
})
