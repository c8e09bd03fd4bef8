/** Four eyes in a window: what waits, the decision with a passphrase that stays nowhere, dealers, rules, and what is not known. */

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Approvals, EndedApproval } from '../../../../shared/domain/fourEyes/approval.ts'
import { NO_FOUR_EYES } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, code, customerOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const SMITH = { name: 'J. Smith', role: 'dealer' }
const OKAFOR = { name: 'A. Okafor', role: '' }
const NOTHING: Approvals = {
  rules: NO_FOUR_EYES,
  rulesVersion: 3,
  dealers: [],
  isProven: false,
  problem: null,
  waiting: [],
  ended: [],
}
const WAITS = {
  id: 7,
  kind: 'withdrawal',
  what: 'withdraw 500 USDC of C1042',
  maker: SMITH,
  at: NOW,
  expiresAt: NOW + 600_000,
  parts: [],
} satisfies Approvals['waiting'][number]
const ASKED: Approvals = {
  ...NOTHING,
  rules: { ...NO_FOUR_EYES, withdrawals: '0' as never },
  dealers: [SMITH, OKAFOR],
  isProven: true,
  waiting: [WAITS],
}

/** A block for customers K001 to K040. */
const BLOCK: Approvals['waiting'][number] = {
  ...WAITS,
  kind: 'block',
  what: 'block for 40 customers',
  parts: Array.from({ length: 40 }, (_, n) => ({
    customerCode: code(`K${String(n + 1).padStart(3, '0')}`),
    size: decimalText.parse(String(40 - n)),
    unit: 'contracts',
  })),
}

/** An import that changes two customers. */
const IMPORT: Approvals['waiting'][number] = {
  ...WAITS,
  kind: 'customers',
  what: 'import of customers: another ratio or group for 2',
  changes: [
    { customerCode: code('C1042'), words: 'ratio: 1 → 2.5' },
    { customerCode: code('C2007'), words: 'group: none → macro' },
  ],
}

test('shows what an import changes of each customer', async () => {
  const { screen, waiting } = await open({ ...ASKED, waiting: [IMPORT] })
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const rows = screen.getByRole('grid', { name: 'Customers of the import' })
  await expect.element(rows.getByRole('row', { name: /C1042/ })).toMatchTextContent(/ratio: 1 → 2\.5/)
  await expect.element(rows.getByRole('row', { name: /C2007/ })).toMatchTextContent(/group: none → macro/)
  expect(screen.getByRole('grid', { name: 'Customers of the block' }).elements()).toEqual([])
})

async function open(approvals: Approvals | null, size?: Parameters<typeof stage>[1]) {
  const staged = await stage((desk: ScriptedCore) => {
    desk.startWith('customers', [customerOf('C1042', 'Acme')])
    if (approvals !== null) desk.startWith('approvals', approvals)
  }, size)
  await userEvent.keyboard('{Control>}k{/Control}approvals{Enter}')
  const waiting = staged.screen.getByRole('grid', { name: 'Waiting for a second dealer' })
  await expect.element(waiting).toBeVisible()
  return { ...staged, waiting }
}

test('shows the whole act, and sends the decision of the second dealer by keyboard; the passphrase stays nowhere', async () => {
  const { desk, screen, waiting } = await open(ASKED)
  desk.answer('approval.decide', () =>
    fail(failureOf('refused', 'Name and passphrase do not belong together.')),
  )
  await expect.element(waiting).toMatchTextContent(/7.*J\. Smith.*withdraw 500 USDC of C1042/)
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const form = screen.getByRole('form', { name: 'Request 7' })
  const field = form.getByLabelText('Passphrase')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('type', 'password')
  await userEvent.keyboard('not the right words{Enter}')
  await expect.element(form.getByRole('alert')).toMatchTextContent(/do not belong together/)
  await expect.element(field).toHaveValue('')
  desk.answer('approval.decide', () => ok({}))
  await userEvent.keyboard('okafor looks twice{Enter}')
  await expect.element(form).not.toBeInTheDocument()
  expect(desk.callsOf('approval.decide').at(-1)).toEqual({
    id: 7,
    decision: 'approve',
    name: 'A. Okafor',
    passphrase: 'okafor looks twice',
    reason: '',
  })
  expect(document.body.innerHTML).not.toContain('okafor looks twice')
})

test('shows every customer of a block with its size, their count and the total, by keyboard', async () => {
  const { screen, waiting } = await open({ ...ASKED, waiting: [BLOCK] })
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const form = screen.getByRole('form', { name: 'Request 7' })
  await expect.element(form.getByLabelText('Passphrase')).toHaveFocus()
  await expect.element(form).toMatchTextContent(/40 customers, 820 contracts in all/)
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  const list = form.getByRole('grid', { name: 'Customers of the block' })
  await expect.element(list).toHaveFocus()
  await userEvent.keyboard('{End}')
  const last = form.getByRole('row', { name: /K040/ })
  await expect.element(last).toMatchTextContent(/1 contracts$/)
  const row = last.element().getBoundingClientRect()
  const frame = list.element().getBoundingClientRect()
  expect(row.top >= frame.top && row.bottom <= frame.bottom).toBe(true)
})

test('shows each order of a block whose amount changes before and after, and counts only those', async () => {
  const parts = BLOCK.parts.slice(0, 3).map((part, n) => ({
    ...part,
    size: decimalText.parse(`0.03${n + 1}`),
    before: decimalText.parse('0.02'),
  }))
  const { screen, waiting } = await open({ ...ASKED, waiting: [{ ...BLOCK, parts }] })
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const form = screen.getByRole('form', { name: 'Request 7' })
  await expect.element(form).toMatchTextContent(/3 orders change, 0\.096 contracts after/)
  await expect
    .element(form.getByRole('row', { name: /K002/ }))
    .toMatchTextContent(/0\.02 → 0\.032 contracts$/)
})

test('shows several customers of a block and the passphrase together, however low the panel is', async () => {
  const low = { width: 1366, height: 768 }
  await page.viewport(low.width, low.height)
  const { screen, waiting } = await open({ ...ASKED, waiting: [BLOCK] }, low)
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const form = screen.getByRole('form', { name: 'Request 7' })
  const field = form.getByLabelText('Passphrase')
  await expect.element(field).toHaveFocus()
  const list = form.getByRole('grid', { name: 'Customers of the block' })
  const bounds = (element: Element) => element.getBoundingClientRect()
  const [seen, frame] = [bounds(form.element()), bounds(list.element())]
  const isWithin = (inner: DOMRect, outer: DOMRect) => inner.top >= outer.top && inner.bottom <= outer.bottom
  expect(isWithin(frame, seen)).toBe(true)
  expect(isWithin(bounds(field.element()), seen)).toBe(true)
  const rows = list.getByRole('row', { name: /K0/ }).elements()
  expect(rows.filter((row) => isWithin(bounds(row), frame)).length).toBeGreaterThanOrEqual(3)
})

test('keeps the form of a request that ends while the passphrase is typed, so that the rest goes nowhere else', async () => {
  const { desk, screen, waiting } = await open(ASKED)
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const form = screen.getByRole('form', { name: 'Request 7' })
  await expect.element(form.getByLabelText('Passphrase')).toHaveFocus()
  await userEvent.keyboard('okafor looks')
  desk.delta('approvals', { ...ASKED, waiting: [] })
  await expect.element(form).toMatchTextContent(/This request is over\. Esc leaves\./)
  await userEvent.keyboard(' twice{Enter}')
  await expect.element(form.getByLabelText('Passphrase')).toHaveValue('okafor looks twice')
  expect(desk.callsOf('approval.decide')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})

/** Opens request 7 and approves it; the answer comes when the test says so. */
async function approving(asked: Approvals = ASKED) {
  const answered = Promise.withResolvers<Result<Reply<'approval.decide'>, Failure>>()
  const staged = await open(asked)
  staged.desk.answer('approval.decide', () => answered.promise)
  staged.waiting.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  const field = staged.screen.getByRole('form', { name: 'Request 7' }).getByLabelText('Passphrase')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('okafor looks twice{Enter}')
  await expect.poll(() => staged.desk.callsOf('approval.decide')).toHaveLength(1)
  return { ...staged, answer: answered.resolve }
}

test('the answer to a decision takes the focus from no other place', async () => {
  const { screen, answer } = await approving()
  await userEvent.keyboard('{Control>}{Shift>}{F12}{/Shift}{/Control}')
  const word = screen.getByRole('dialog', { name: 'Kill switch' }).getByRole('textbox')
  await expect.element(word).toHaveFocus()
  await userEvent.keyboard('KI')
  answer(ok({}))
  // The sheet hides the panel from a reader of the page.
  await expect.poll(() => document.querySelector('[aria-label="Waiting for a second dealer"]')).not.toBeNull()
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await userEvent.keyboard('LL')
  await expect.element(word).toHaveValue('KILL')
})

test('the answer to one decision leaves the form of the next request open', async () => {
  const { screen, waiting, answer } = await approving({ ...ASKED, waiting: [WAITS, { ...WAITS, id: 8 }] })
  await userEvent.keyboard('{Escape}')
  await expect.element(waiting).toBeInTheDocument()
  waiting.element().focus()
  await userEvent.keyboard('{End}{Enter}')
  const next = screen.getByRole('form', { name: 'Request 8' }).getByLabelText('Passphrase')
  await expect.element(next).toHaveFocus()
  await userEvent.keyboard('okafor')
  answer(ok({}))
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await userEvent.keyboard(' looks')
  await expect.element(next).toHaveValue('okafor looks')
})

test('a wrong passphrase is a notice where its form was left meanwhile', async () => {
  const { screen, waiting, answer } = await approving()
  await userEvent.keyboard('{Escape}')
  await expect.element(waiting).toBeInTheDocument()
  answer(fail(failureOf('refused', 'Name and passphrase do not belong together.')))
  await expect.element(screen.getByText('Name and passphrase do not belong together.').first()).toBeVisible()
})

test('takes a request back by Delete', async () => {
  const { desk, waiting } = await open(ASKED)
  desk.answer('approval.takeBack', () => ok({}))
  waiting.element().focus()
  await userEvent.keyboard('{Home}{Delete}')
  await expect.poll(() => desk.callsOf('approval.takeBack')).toEqual([{ id: 7 }])
})

test('says that four eyes is off, and does not call unread requests none', async () => {
  const { desk, screen } = await open(null)
  const region = screen.getByRole('region', { name: 'Waiting for a second dealer' })
  await expect.element(region).toMatchTextContent(/Waiting for the requests\./)
  desk.delta('approvals', NOTHING)
  await expect.element(screen.getByText('Four eyes is off: no act waits for a second dealer.')).toBeVisible()
  await expect.element(region).toMatchTextContent(/Nothing waits for a second dealer\./)
})

test('reads the amounts of the rules, and names the field of a wrong one', async () => {
  const { desk, screen } = await open({ ...ASKED, waiting: [] })
  desk.answer('fourEyes.save', () => ok({}))
  const form = screen.getByRole('form', { name: 'Four-eyes rules' })
  await form.getByLabelText('Orders from').fill('-5')
  await expect.element(form).toMatchTextContent(/Type USDC, such as 50000/)
  await expect.element(form.getByRole('button', { name: 'Save the rules' })).toBeDisabled()
  for (const doubtful of ['0,5', '50,5']) {
    await form.getByLabelText('Orders from').fill(doubtful)
    await expect.element(form.getByRole('button', { name: 'Save the rules' })).toBeDisabled()
  }
  await form.getByLabelText('Orders from').fill('50,000')
  await form.getByLabelText('Every fee change').click()
  await userEvent.keyboard('{Enter}')
  await form.getByRole('button', { name: 'Save the rules' }).click()
  await expect
    .poll(() => desk.callsOf('fourEyes.save').at(-1))
    .toEqual({
      baseVersion: 3,
      rules: { ...NO_FOUR_EYES, withdrawals: '0', orders: '50000', fees: true },
    })
})

test('keeps what was typed where other rules came into force, and saves it by a second step', async () => {
  const { desk, screen } = await open({ ...ASKED, waiting: [] })
  desk.answer('fourEyes.save', () =>
    fail(failureOf('refused', 'Nothing was changed: the rules were changed.')),
  )
  const form = screen.getByRole('form', { name: 'Four-eyes rules' })
  const save = form.getByRole('button', { name: 'Save the rules' })
  await form.getByLabelText('Orders from').fill('50000')
  await save.click()
  expect(desk.callsOf('fourEyes.save').at(-1)).toMatchObject({ baseVersion: 3 })
  await expect.element(form).toMatchTextContent(/Nothing was changed: the rules were changed\./)
  await expect.element(form.getByLabelText('Orders from')).toHaveValue('50000')
  const theirs = { ...ASKED.rules, fees: true }
  desk.delta('approvals', { ...ASKED, waiting: [], rules: theirs, rulesVersion: 4 })
  await expect
    .element(form)
    .toMatchTextContent(
      /changed while you typed\. In force now: a second dealer approves every withdrawal, every fee change\./,
    )
  await expect.element(form.getByLabelText('Orders from')).toHaveValue('50000')
  await expect.element(save).toBeDisabled()
  desk.answer('fourEyes.save', () => ok({}))
  await form.getByRole('button', { name: 'Change the new rules' }).click()
  await save.click()
  await expect
    .poll(() => desk.callsOf('fourEyes.save').at(-1))
    .toEqual({ baseVersion: 4, rules: { ...theirs, orders: '50000' } })
})

type Kind = Approvals['waiting'][number]['kind']
test.each<readonly [EndedApproval['outcome'], Kind, string | null, RegExp]>([
  ['done', 'rules', null, /^A\. Okafor approved request 9, and the act was done\.$/],
  [
    'done',
    'order',
    null,
    /^A\. Okafor approved request 9\. Orders shows what became of it\. A halt, a delay or the venue may have stopped it\.$/,
  ],
  [
    'refused',
    'rules',
    'Too early. Nothing was sent.',
    /^A\. Okafor refused request 9\. Too early\. Nothing was sent\.$/,
  ],
  [
    'unknown',
    'rules',
    null,
    /^A\. Okafor approved request 9, and its outcome is unknown\. Do not send it again\.$/,
  ],
  ['not-done', 'rules', 'A halt.', /^A\. Okafor approved request 9, but the act was not done\. A halt\.$/],
  ['expired', 'rules', 'Nothing was sent.', /^Request 9 expired\. Nothing was sent\.$/],
])(
  'the form of the maker says that its request is %s, of the kind %s',
  async (outcome, kind, detail, words) => {
    const { desk, screen } = await open({ ...ASKED, waiting: [] })
    const waits = 'Nothing was sent yet: request 9 waits 10 min for a second dealer.'
    desk.answer('fourEyes.save', () => fail({ ...failureOf('refused', waits), approval: { id: 9, at: NOW } }))
    const form = screen.getByRole('form', { name: 'Four-eyes rules' })
    await form.getByLabelText('Orders from').fill('50000')
    await form.getByRole('button', { name: 'Save the rules' }).click()
    await expect.element(form.getByRole('alert')).toMatchTextContent(/^Request 9 is no longer waiting/)
    const request = { ...WAITS, id: 9, kind }
    // A request of an earlier run had the same number.
    const earlier = { ...endOf(request, 'done', null), at: NOW - 1 }
    desk.delta('approvals', { ...ASKED, waiting: [request], ended: [earlier] })
    await expect.element(form.getByRole('alert')).toMatchTextContent(waits)
    desk.delta('approvals', { ...ASKED, waiting: [], ended: [endOf(request, outcome, detail), earlier] })
    const status = form.getByRole('status')
    await expect.element(status).toMatchTextContent(words)
    // Only what is known to be done is green.
    expect(status.element().classList.contains('ok')).toBe(outcome === 'done' && kind === 'rules')
    await expect.element(form).not.toMatchTextContent(/Nothing was sent yet/)
  },
)

const endOf = (
  { id, kind, what, maker, at, expiresAt }: Approvals['waiting'][number],
  outcome: EndedApproval['outcome'],
  detail: string | null,
): EndedApproval => ({
  id,
  kind,
  what,
  maker,
  at,
  expiresAt,
  outcome,
  by: outcome === 'expired' ? null : OKAFOR,
  detail,
  endedAt: NOW + 1_000,
})

test('follows the rules in force where nothing was typed, and once they are what was typed', async () => {
  const { desk, screen } = await open({ ...ASKED, waiting: [] })
  const form = screen.getByRole('form', { name: 'Four-eyes rules' })
  const fees = form.getByLabelText('Every fee change')
  desk.delta('approvals', { ...ASKED, rules: { ...ASKED.rules, fees: true }, rulesVersion: 4 })
  await expect.element(fees).toBeChecked()
  await form.getByLabelText('Every change of the limits').click()
  const approved = { ...ASKED.rules, fees: true, limits: true }
  desk.delta('approvals', { ...ASKED, rules: approved, rulesVersion: 5 })
  await expect.element(screen.getByText(/every fee change, every change of the limits\./)).toBeVisible()
  await expect.element(form).not.toMatchTextContent(/changed while you typed/)
  desk.delta('approvals', { ...ASKED, rules: NO_FOUR_EYES, rulesVersion: 6 })
  await expect.element(fees).not.toBeChecked()
})

test('keeps a passphrase of ten characters or more, typed twice alike', async () => {
  const { desk, screen } = await open(NOTHING)
  desk.answer('dealer.register', () => ok({}))
  const form = screen.getByRole('form', { name: 'A dealer’s passphrase' })
  const button = form.getByRole('button', { name: 'Keep the passphrase' })
  await form.getByLabelText('Name').fill('J. Smith')
  await form.getByLabelText('Passphrase').fill('short')
  await expect.element(form).toMatchTextContent(/needs 10 characters or more/)
  await form.getByLabelText('Passphrase').fill('smith deals alone')
  await form.getByLabelText('Once more').fill('smith deals along')
  await expect.element(form).toMatchTextContent(/The two passphrases differ/)
  await expect.element(button).toBeDisabled()
  await form.getByLabelText('Once more').fill('smith deals alone')
  await button.click()
  await expect.poll(() => desk.callsOf('dealer.register')).toHaveLength(1)
  await expect.element(form.getByLabelText('Passphrase')).toHaveValue('')
})
