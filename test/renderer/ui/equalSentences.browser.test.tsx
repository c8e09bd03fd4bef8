/** Two equal sentences of the core, the venue or a file in one sheet: both are shown, and React tells them apart. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Override } from '../../../renderer/dealing/Override.tsx'
import { ReviewActions, ReviewForm } from '../../../renderer/dealing/ReviewForm.tsx'
import { StatementSummary } from '../../../renderer/panels/statements/StatementSummary.tsx'
import { openSession } from '../../../renderer/session.ts'
import { SessionContext } from '../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { statementInput } from '../../../shared/domain/statements/statementRecords.ts'
import { statementOf } from '../../../shared/domain/statements/statement.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import type { UpdateStatus } from '../../../shared/domain/updates/updateStatus.ts'
import { stage } from '../workspace/stage.tsx'

const TWICE = ['Twice said.', 'Once said.', 'Twice said.']

let complaints: string[] = []
beforeEach(async () => {
  await page.viewport(1600, 900)
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words.join(' ')))
})
afterEach(() => vi.restoreAllMocks())
const sharedKeys = () => complaints.filter((words) => words.includes('same key'))

const openedSession = () =>
  openSession({
    client: new ScriptedCore(),
    clock: new FakeClock(),
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })

const shown = (name: string) => page.getByText(name, { exact: true }).elements().length

it('are both shown in the sheet of an overridden warning', async () => {
  await render(
    <SessionContext value={openedSession()}>
      <Override
        question={{
          sentence: 'C1042 BUY 1 BTCUSDC_PERP',
          warnings: TWICE,
          type: '31',
          means: 'customer',
          notional: null,
          before: null,
        }}
        answer={() => {}}
        onClose={() => {}}
      />
    </SessionContext>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(shown('Twice said.')).toBe(2)
  expect(sharedKeys()).toEqual([])
})

it('are both shown in a review', async () => {
  await render(
    <SessionContext value={openedSession()}>
      <ReviewForm
        form="deposit"
        name="Deposit"
        review={{
          sentence: 'C1042 · DEPOSIT 1 USDC',
          lines: TWICE,
          warnings: TWICE,
          word: null,
          payload: {},
        }}
        why=""
        verb="Send"
        send={() => Promise.resolve()}
      >
        <ReviewActions />
      </ReviewForm>
    </SessionContext>,
  )
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect.element(page.getByRole('group', { name: 'Review' })).toBeVisible()
  expect(shown('Twice said.')).toBe(4)
  expect(sharedKeys()).toEqual([])
})

it('are both shown among the faults of a statement', async () => {
  const statement = statementOf(
    statementInput.parse({
      customerCode: 'C1042',
      from: 0,
      to: 86_399_999,
      isInterim: false,
      rows: [],
      trades: [],
      ledgerMissing: null,
      tradesMissing: null,
      balance: { kind: 'reported', amount: '0' },
      comparison: { kind: 'compared', differences: [] },
    }),
    { records: 'ab'.repeat(32), proof: 'cd'.repeat(32) },
  )
  await render(
    <StatementSummary
      replaces={null}
      statement={{
        ...statement,
        faults: [...TWICE, 'Once said.'].map((why) => ({ kind: 'differs' as const, row: 'T1', why })),
      }}
    />,
  )
  await expect.element(page.getByRole('list', { name: 'Why it is not proven' })).toBeVisible()
  expect(shown('T1: Twice said..')).toBe(2)
  expect(sharedKeys()).toEqual([])
})

it('are both shown among the reasons why an update waits', async () => {
  const status: UpdateStatus = {
    version: '0.1.0',
    channel: 'stable',
    address: 'https://updates.broker.example',
    state: 'downloaded',
    why: null,
    offered: { version: '0.2.0', isOlder: false },
    percent: null,
    checkedAt: 0,
    verdict: { kind: 'asks', why: TWICE },
  }
  await stage((desk) => desk.startWith('updates', status))
  await userEvent.keyboard('{Control>}p{/Control}updates')
  await expect.element(page.getByRole('option', { name: /^Updates/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('list', { name: 'What stays' })).toBeVisible()
  expect(shown('Twice said.')).toBe(2)
  expect(sharedKeys()).toEqual([])
})
