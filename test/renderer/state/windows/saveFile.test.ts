/** Files of a window in the desktop program, where its pages may download nothing: sent in parts, with a notice of the outcome. */

import { expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import { commands, FILE_PART_LENGTH } from '../../../../shared/contract/commands.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import { createExportedFiles } from '../../../../electron/core/session/windows/joinPartsOfExportedFile.ts'
import { saveFile } from '../../../../renderer/state/windows/saveFile.ts'
import { createNoticeStore } from '../../../../renderer/state/stores/noticeStore.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

vi.mock('../../../../renderer/live/inShell.ts', () => ({ inShell: true }))

/** A window on the core's own part of the command; `keep` is the shell's dialog. */
function windowOn(keep: Parameters<typeof createExportedFiles>[0]) {
  const files = createExportedFiles(keep)
  const caller = { windowId: 'w1', allows: () => true }
  const client = {
    call: (_name: string, request: unknown) =>
      files.save(commands['file.save'].request.parse(request), caller),
  } as unknown as ContractClient
  const notices = createNoticeStore()
  const messages = () => notices.getState().log.map(({ level, message }) => `${level}: ${message}`)
  return { session: { client, clock: new FakeClock(), notices }, messages }
}

it('arrive whole at the dialog, under a name with subject and time', async () => {
  const kept: { name: string; kind: string; content: string }[] = []
  const { session, messages } = windowOn((file) => {
    kept.push(file)
    return Promise.resolve(ok('saved'))
  })
  const content = Array.from({ length: FILE_PART_LENGTH / 4 }, (_, n) => `row ${n}`).join('\n')
  expect(content.length).toBeGreaterThan(2 * FILE_PART_LENGTH)
  await saveFile(session, 'trades of today', 'csv', content)
  expect(kept).toMatchObject([{ kind: 'csv', content }])
  expect(kept[0]?.name).toMatch(/^trades-of-today-\d{4}-\d\d-\d\dT\d+Z\.csv$/)
  expect(messages()).toEqual([`info: ${kept[0]?.name} is saved.`])
})

it('give a notice when they could not be saved, and none when the dealer gave up', async () => {
  const failing = windowOn(() => Promise.resolve(fail('x.csv could not be saved.')))
  await saveFile(failing.session, 'x', 'csv', '')
  expect(failing.messages()).toEqual(['warning: x.csv could not be saved.'])
  const givenUp = windowOn(() => Promise.resolve(ok('given-up')))
  await saveFile(givenUp.session, 'x', 'csv', 'a')
  expect(givenUp.messages()).toEqual([])
})

it('stop at the first part that is refused', async () => {
  const { session, messages } = windowOn(() => Promise.resolve(ok('saved')))
  let calls = 0
  const client = {
    call: () => {
      calls++
      return Promise.resolve(fail(failureOf('not-connected', 'The core does not answer.')))
    },
  } as unknown as ContractClient
  await saveFile({ ...session, client }, 'x', 'csv', 'y'.repeat(2 * FILE_PART_LENGTH))
  expect({ calls, messages: messages() }).toEqual({
    calls: 1,
    messages: ['warning: The core does not answer.'],
  })
})
