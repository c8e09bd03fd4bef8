/** The notice centre by keys alone, and the lane of toasts, in the whole window. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filterPanel } from '../../../../renderer/state/stores/panelStore.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { ok } from '../../../../shared/base/result.ts'
import { plainNotice, type Notice } from '../../../../shared/domain/notice.ts'
import { NOW, code, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'
import type { ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const noticeOf = (id: number, message: string, more: Partial<Notice> = {}): Notice =>
  plainNotice({ id, at: NOW + id, level: 'info', message, ...more })

const REJECT = noticeOf(3, 'BUY 5 at market was refused: INSUFFICIENT_FUNDS.', {
  level: 'error',
  kind: 'reject',
  customerCode: code('C7719'),
  symbol: sym('BTCUSDC_PERP'),
  referenceId: reference('ref-rejected'),
  detail: 'Nothing was bought.',
})
const FILL = noticeOf(4, 'Bought 2.5 of 2.5 at 62,149.8 on average.', {
  kind: 'fill',
  firstAt: NOW + 4 - 1_400,
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  referenceId: reference('ref-filled'),
  count: 9,
})
const LIMIT = noticeOf(5, 'SELL 1 at market was blocked by a limit. Nothing was sent.', {
  level: 'warning',
  kind: 'limit',
  customerCode: code('C2007'),
})
const ALL = [REJECT, FILL, LIMIT]

const orders = [
  { ...orderOf({ referenceId: reference('ref-filled') }), customerCode: code('C1042') },
  {
    ...orderOf({ referenceId: reference('ref-rejected') }),
    customerCode: code('C7719'),
    phase: 'rejected' as const,
  },
]

async function open(prepare: (desk: ScriptedCore) => void = () => undefined) {
  const staged = await stage((desk) => {
    desk.startWith('notices', [...ALL])
    desk.startWith('orders', orders)
    desk.answer('notice.acknowledge', () => ok({}))
    prepare(desk)
  })
  await keys('{Shift>}{F1}{/Shift}')
  const grid = page.getByRole('grid', { name: 'Notices' })
  await expect.element(grid).toHaveFocus()
  return { ...staged, grid }
}
const rows = () =>
  page
    .getByRole('grid', { name: 'Notices' })
    .getByRole('row')
    .elements()
    .map((element) => element.querySelector('.notice-what')?.textContent)

describe('the notice centre', () => {
  it('shows notices to acknowledge on top, then the newest first, with counts', async () => {
    const { screen } = await open()
    expect(rows()).toEqual([REJECT.message, LIMIT.message, FILL.message])
    await expect.element(screen.getByText('9 fills in 1.4 s.')).toBeVisible()
    const chips = screen.getByRole('group', { name: 'Which notices' })
    await expect
      .element(chips)
      .toMatchTextContent(/All 3.*Must acknowledge 1.*Warnings 1.*Fills 1.*Rejects 1/)
    expect(chips.getByRole('button', { name: /Transfers/ }).elements()).toEqual([])
  })

  it('A acknowledges the selected notice as it was seen; Shift A acknowledges all shown', async () => {
    const { desk } = await open()
    await keys('a')
    expect(desk.callsOf('notice.acknowledge')).toEqual([{ notices: [{ id: 3, count: 1 }] }])
    desk.delta('notices', [{ ...REJECT, acknowledged: true }])
    await expect.poll(rows).toEqual([LIMIT.message, FILL.message, REJECT.message])
    await keys('{Shift>}a{/Shift}')
    expect(desk.callsOf('notice.acknowledge').at(-1)).toEqual({
      notices: [
        { id: 5, count: 1 },
        { id: 4, count: 9 },
      ],
    })
  })

  it('marks the customer of the window', async () => {
    const { session, grid } = await open()
    chooseCustomer(session.workspace, code('C2007'))
    await expect
      .poll(() =>
        grid
          .getByTitle('customer of this window')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['C2007'])
  })

  it('the arrow keys walk rows and filters; Ctrl F shows one customer', async () => {
    const { session, grid } = await open()
    await keys('{ArrowDown}{ArrowDown}')
    await expect.element(grid.getByRole('row', { selected: true })).toMatchTextContent(/Bought 2\.5 of 2\.5/)
    await keys('{ArrowRight}{ArrowRight}')
    expect(rows()).toEqual([LIMIT.message])
    await keys('{ArrowLeft}{ArrowLeft}')
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{Control>}f{/Control}')
    await expect.poll(rows).toEqual([FILL.message])
  })

  it('Enter and the digits go to the row of the order', async () => {
    const { screen, session } = await open()
    // A typed filter would hide the row.
    filterPanel(session.panels, 'orders:1', 'nobody')
    await keys('3')
    const table = screen.getByRole('grid', { name: 'Orders' })
    await expect.element(table).toHaveFocus()
    await expect.element(table.getByRole('row', { selected: true })).toMatchTextContent(/C1042.*ref-filled/)
    await keys('{Shift>}{F1}{/Shift}')
    await expect.element(screen.getByRole('grid', { name: 'Notices' })).toHaveFocus()
    await keys('{Home}{Enter}')
    await expect.element(table).toHaveFocus()
    await expect.element(table.getByRole('row', { selected: true })).toMatchTextContent(/C7719.*ref-rejected/)
  })

  it('replaces the chart only; Esc brings chart and focus back', async () => {
    const { screen } = await stage((desk) => desk.startWith('notices', [...ALL]))
    await keys('{F6}')
    const positions = screen.getByRole('grid', { name: 'Positions' })
    await expect.element(positions).toHaveFocus()
    const ladder = screen.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
    const before = ladder.element().getBoundingClientRect().toJSON() as unknown
    await keys('{Shift>}{F1}{/Shift}')
    await expect.element(screen.getByRole('grid', { name: 'Notices' })).toHaveFocus()
    await expect.element(screen.getByText('chart', { exact: true })).not.toBeVisible()
    expect(ladder.element().getBoundingClientRect().toJSON()).toEqual(before)
    await keys('{Escape}')
    await expect.element(screen.getByText('chart', { exact: true })).toBeVisible()
    await expect.element(positions).toHaveFocus()
  })

  it('an empty list says what it covers and since when', async () => {
    await open((desk) => desk.startWith('notices', []))
    await expect
      .element(page.getByRole('grid', { name: 'Notices' }))
      .toMatchTextContent(/No notices\. Fills, refusals, cancels.*from the first sign-in to this account on/)
  })

  it('shows text of the venue as plain text', async () => {
    const { grid } = await open((desk) =>
      desk.startWith('notices', [noticeOf(1, '<img src=x onerror=alert(1)>', { detail: '<b>bold</b>' })]),
    )
    await expect.element(grid).toMatchTextContent(/<img src=x onerror=alert\(1\)>.*<b>bold<\/b>/)
    expect(grid.element().querySelector('img, b')).toBe(null)
  })

  it('the status bar counts unacknowledged notices, and opens the notice centre', async () => {
    const { screen } = await stage((desk) => desk.startWith('notices', [...ALL]))
    const button = screen.getByRole('button', { name: /^Notices ! 1 2 unread/ })
    await button.click()
    await expect.element(screen.getByRole('grid', { name: 'Notices' })).toHaveFocus()
  })
})

describe('toasts', () => {
  const toasts = () => [...document.querySelectorAll('.toast')].map((element) => element.textContent)

  it('stand side by side in a lane of their own, at most three, newest left, repeats counted', async () => {
    const { desk, clock } = await stage()
    for (const [id, customer] of ['C1042', 'C2007', 'C3311', 'C3312'].entries())
      desk.delta('notices', [
        noticeOf(id + 1, 'Deposit is complete.', { kind: 'transfer', customerCode: code(customer) }),
      ])
    await expect.poll(() => toasts().map((toast) => toast?.slice(0, 5))).toEqual(['C3312', 'C3311', 'C2007'])
    desk.delta('notices', [
      noticeOf(4, 'Deposit is complete.', {
        kind: 'transfer',
        customerCode: code('C3312'),
        count: 12,
        at: NOW + 99,
      }),
    ])
    await expect.poll(() => toasts()[0]).toContain('12×')
    clock.advance(7_000)
    await expect.poll(toasts).toEqual([])
  })

  it('different fills of one customer are different toasts, and those without room are counted', async () => {
    const { desk } = await stage()
    const fills = ['Bought 0.02.', 'Sold 0.03.', 'Bought 0.04.', 'Sold 0.05.', 'Bought 0.06.']
    desk.delta(
      'notices',
      fills.map((message, n) => noticeOf(n + 1, message, { kind: 'fill', customerCode: code('C1042') })),
    )
    await expect.poll(() => toasts().length).toBe(3)
    const shown = toasts().join(' ')
    for (const message of fills.slice(2)) expect(shown).toContain(message)
    expect(shown).not.toContain('more like it')
    expect(shown).not.toMatch(/\d×/)
    await expect.element(page.getByRole('button', { name: '+2 more' })).toBeVisible()
    await page.getByRole('button', { name: '+2 more' }).click()
    await expect.element(page.getByRole('grid', { name: 'Notices' })).toBeVisible()
  })

  it('only the same fact is counted as a repeat', async () => {
    const { desk } = await stage()
    const same = (id: number) =>
      noticeOf(id, 'Nothing was sent: the book is stale.', { customerCode: code('C1042') })
    desk.delta('notices', [same(1), same(2), same(3), noticeOf(4, 'Sold 0.03.', { kind: 'fill' })])
    await expect.poll(() => toasts().length).toBe(2)
    expect(toasts()[0]).not.toMatch(/\d×/)
    expect(toasts()[1]).toMatch(/the book is stale\..*3×/)
    expect(page.getByText(/^\+\d+ more$/).elements()).toEqual([])
  })

  it.each([
    [1366, 768],
    [1920, 1080],
  ])('at %i × %i they cover nothing of the desk', async (width, height) => {
    await page.viewport(width, height)
    const { desk } = await stage()
    desk.delta('notices', [REJECT, FILL, LIMIT])
    await expect.poll(() => toasts().length).toBe(3)
    const lane = document.querySelector('.toasts')?.getBoundingClientRect()
    const desks = document.querySelector('.dock')?.getBoundingClientRect()
    const bar = document.querySelector('.statusbar')?.getBoundingClientRect()
    expect(desks?.bottom).toBeLessThanOrEqual(lane?.top ?? 0)
    expect(bar?.top).toBeGreaterThanOrEqual(lane?.bottom ?? 0)
    for (const toast of document.querySelectorAll('.toast')) {
      const box = toast.getBoundingClientRect()
      expect(box.top).toBeGreaterThanOrEqual(lane?.top ?? 0)
      expect(box.bottom).toBeLessThanOrEqual(lane?.bottom ?? 0)
      expect(box.right).toBeLessThanOrEqual(width)
    }
  })

  it('a notice that another window acknowledged leaves this window too', async () => {
    const { desk } = await stage()
    desk.delta('notices', [REJECT])
    await expect.poll(() => toasts().length).toBe(1)
    desk.delta('notices', [{ ...REJECT, acknowledged: true }])
    await expect.poll(toasts).toEqual([])
  })
})

it('a list in a customer link shows that customer alone, and Ctrl F without a customer says what to press', async () => {
  const { session } = await open()
  const grid = page.getByRole('grid', { name: 'Notices' })
  await keys('{Control>}f{/Control}')
  await expect
    .element(page.getByText(/^There is no customer to show alone\. Choose one \(F2\)/).first())
    .toBeVisible()
  await keys('{Control>}{Shift>}9{/Shift}{/Control}b{Enter}')
  session.workspace.setState({ linkedCustomers: { B: code('C1042') } })
  await expect.element(grid).toMatchTextContent('Bought 2.5')
  await expect.element(grid).not.toMatchTextContent('INSUFFICIENT_FUNDS')
  await expect.element(page.getByRole('button', { name: /^Only C1042/ })).toBeDisabled()
})
