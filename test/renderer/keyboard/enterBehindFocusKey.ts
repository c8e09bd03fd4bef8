/** A focus key and an Enter right behind it, as a quick hand types them: the Enter never reaches the place that was left. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { propose, sendIntent } from '../../../renderer/state/actions/dealing.ts'
import type { Intent } from '../../../renderer/state/stores/proposalStore.ts'
import { arm, chooseCustomer, chooseInstrument } from '../../../renderer/state/actions/workspaceActions.ts'
import { changeTicketForm } from '../../../renderer/state/ticket/ticketStore.ts'
import { ok } from '../../../shared/base/result.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { code, reference, sym } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

/** The protocol of the browser: its keys come without waiting for the page, as a hand's do. */
interface Protocol {
  send(method: string, params: object): Promise<unknown>
}
const protocol = () => cdp() as unknown as Protocol
const throttle = (rate: number) => protocol().send('Emulation.setCPUThrottlingRate', { rate })

const [CTRL, SHIFT] = [2, 8]
interface Key {
  readonly key: string
  readonly code: string
  readonly virtual: number
  readonly modifiers?: number
  readonly text?: string
}
const f = (n: number, modifiers = 0): Key => ({ key: `F${n}`, code: `F${n}`, virtual: 111 + n, modifiers })
const FOCUS_KEYS: Readonly<Record<string, Key>> = {
  F1: f(1),
  F2: f(2),
  F3: f(3),
  F4: f(4),
  F5: f(5),
  F6: f(6),
  F7: f(7),
  F8: f(8),
  F9: f(9),
  'Ctrl K': { key: 'k', code: 'KeyK', virtual: 75, modifiers: CTRL },
  'Ctrl P': { key: 'p', code: 'KeyP', virtual: 80, modifiers: CTRL },
  'Shift F12': f(12, SHIFT),
  'Ctrl Shift F12': f(12, CTRL | SHIFT),
}
const ENTER: Key = { key: 'Enter', code: 'Enter', virtual: 13, text: '\r' }

/** Resolves when the page has dealt with the key. */
async function press({ virtual, modifiers = 0, ...key }: Key): Promise<void> {
  const event = { ...key, modifiers, windowsVirtualKeyCode: virtual }
  await Promise.all([
    protocol().send('Input.dispatchKeyEvent', { type: key.text ? 'keyDown' : 'rawKeyDown', ...event }),
    protocol().send('Input.dispatchKeyEvent', { ...event, type: 'keyUp', text: undefined }),
  ])
}

const frames = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise((drawn) => requestAnimationFrame(drawn))
}

const text = (value: string) => decimalText.parse(value)
const order: Intent = {
  kind: 'order',
  draft: plainDraft({
    customerCode: code('C1042'),
    symbol: sym('BTCUSDC_PERP'),
    side: 'buy',
    type: 'limit',
    amount: text('1'),
    limitPrice: text('62000'),
    timeInForce: 'GTC',
  }),
}

type Stage = Awaited<ReturnType<typeof stage>>

/** Puts an order in a place so that one Enter sends it, and the focus where that Enter goes. */
const PLACES: Readonly<Record<string, (item: Stage) => Promise<HTMLElement | null>>> = {
  async 'the send button'({ session }) {
    for (const [field, value] of [
      ['amount', '1'],
      ['limitPrice', '62000'],
    ] as const)
      changeTicketForm(session.tickets.of('ticket:1'), { kind: 'typed', field, text: value })
    changeTicketForm(session.tickets.of('ticket:1'), { kind: 'side', side: 'buy' })
    await expect.poll(() => document.querySelector('.send.buy')).not.toBeNull()
    const button = document.querySelector<HTMLElement>('.send.buy')
    // Enter counts only where the focus came from a field of the ticket.
    button?.closest('form')?.querySelector<HTMLElement>('input:not([type=radio])')?.focus()
    return button
  },
  async 'an armed ladder with a proposal'({ session, screen }) {
    arm(session, 'ladder:2')
    propose(session, 'ladder:2', order)
    const grid = screen.getByRole('grid', { name: 'Ladder ETHUSDC_PERP' })
    await expect.element(grid).toMatchTextContent(/BUY 1/)
    return grid.element() as HTMLElement
  },
  async 'the command line with a read-back'({ clock, screen }) {
    const line = screen.getByRole('textbox', { name: 'Command line' })
    await line.fill('C1042 b 1 btc @62000')
    await press(ENTER)
    await expect.element(screen.getByText('Enter sends', { exact: true })).toBeVisible()
    clock.advance(200)
    return line.element() as HTMLElement
  },
  async 'the review sheet'({ session, screen }) {
    void sendIntent(session, `w${performance.now()}`, order)
    const field = screen.getByRole('dialog').getByRole('textbox')
    await field.fill('31')
    return field.element() as HTMLElement
  },
}

/** Ms between the focus key and the Enter: with it, within a frame, and one to some frames behind it. */
const DELAYS = [0, 8, 20, 40, 80]

/**
 * Defines the tests at one part in `rate` of the processor's speed. Each speed has a file of its own, so that two pages share the work:
 * together the tests take longer than every other file.
 */
export const testEnterBehindFocusKeys = (rate: number) =>
  describe(`with the processor at one part in ${rate} of its speed`, () => {
    beforeEach(() => page.viewport(1600, 900))
    afterEach(() => throttle(1))

    it.each(Object.entries(PLACES))(
      'from %s no Enter sends behind a focus key',
      { timeout: 120_000 },
      async (place, prepare) => {
        const staged = await stage((desk) =>
          desk.answer('order.submit', ({ typed }) =>
            place !== 'the review sheet' || typed === '31'
              ? ok({ outcome: 'taken', referenceId: reference('v1-test') })
              : ok({ outcome: 'warned', warnings: [], type: '31', means: 'notional', notional: null }),
          ),
        )
        const { desk, session } = staged
        const sent = () =>
          desk.calls.filter(
            ({ name, request }) =>
              name === 'order.submit' &&
              (place !== 'the review sheet' || (request as { typed: string | null }).typed !== null),
          ).length
        /** One Enter sends from here: what the dealer reads has stood for longer than the guard against a slip of the finger. */
        const ready = async () => {
          const at = await prepare(staged)
          at?.focus()
          expect(document.activeElement).toBe(at)
          await frames(1)
          staged.clock.advance(200)
        }
        const through: string[] = []
        for (const [name, key] of Object.entries(FOCUS_KEYS))
          for (const delay of DELAYS) {
            // F5 leads to the ladder that was used last: from that ladder it leads nowhere else.
            if (name === 'F5' && place === 'an armed ladder with a proposal') continue
            // An Enter in a picker chooses: each time begins with the same customer and instruments.
            chooseCustomer(session.workspace, code('C1042'))
            chooseInstrument(session.workspace, '1', sym('BTCUSDC_PERP'))
            chooseInstrument(session.workspace, '2', sym('ETHUSDC_PERP'))
            await ready()
            const before = sent()
            // Only between the keys: a slow page makes nothing of the preparation harder.
            await throttle(rate)
            const left = press(key)
            if (delay > 0) await new Promise((waited) => setTimeout(waited, delay))
            await Promise.all([left, press(ENTER)])
            await frames(2)
            await throttle(1)
            if (sent() !== before) through.push(`${name} ${delay} ms`)
            session.overlay.setState({ open: null })
            session.proposals.setState({}, true)
            await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
          }
        expect(through).toEqual([])
        // One Enter, and only that, does send.
        await ready()
        await press(ENTER)
        await expect.poll(sent).toBe(1)
      },
    )
  })
