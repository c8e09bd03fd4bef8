import { expect, test } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { code, customerOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

/** C1042 with a Cyrillic Es. */
const TWIN = '\u04211042'
const SHOWN = '\\u{421}1042'

test('a look-alike of another code shows its odd characters, and is confirmed by typing them', async () => {
  const { screen, desk, session } = await stage((world) => {
    world.startWith('customers', [
      customerOf('C1042', 'Acme Pension'),
      { ...customerOf(TWIN, 'Nobody knows'), looksLike: code('C1042') },
    ])
    world.answer('customer.confirm', () => ok({}))
  })
  await expect.element(screen.getByText(SHOWN, { exact: true }).first()).toBeVisible()
  await expect.element(screen.getByTitle(/looks like C1042, which is another customer/)).toBeVisible()
  expect(document.body.textContent).not.toContain(TWIN)

  session.overlay.setState({ open: { kind: 'editCustomer', code: code(TWIN) } })
  const confirm = screen.getByRole('button', { name: `Confirm ${SHOWN}` })
  await expect.element(confirm).toBeDisabled()
  const field = screen.getByRole('region', { name: 'Confirm the code' }).getByRole('textbox')
  await field.fill('C1042')
  await expect.element(confirm).toBeDisabled()
  await field.fill(SHOWN)
  await confirm.click()
  await expect.element(screen.getByText(/is confirmed: orders can be sent/)).toBeVisible()
  expect(desk.callsOf('customer.confirm')).toEqual([{ customerCode: TWIN, typed: SHOWN }])
})
