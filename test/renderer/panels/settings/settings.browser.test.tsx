import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arm, chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { presetsOf } from '../../../../renderer/state/actions/workspaceActions.ts'
import { code, instrumentOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

const SIZE = { width: 1600, height: 900 }
beforeEach(() => page.viewport(SIZE.width, SIZE.height))

async function openSettings(prepare: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage(prepare, SIZE)
  await userEvent.keyboard('{Control>},{/Control}')
  const search = staged.screen.getByRole('searchbox', { name: 'Find a setting or a key' })
  await expect.element(search).toHaveFocus()
  const row = (name: string) => staged.screen.getByRole('listitem', { name, exact: true })
  const choose = (name: string, words: string) =>
    staged.screen.getByRole('combobox', { name, exact: true }).selectOptions(words)
  const clock = () => document.querySelector('.topbar time')?.textContent ?? ''
  return { ...staged, search, row, choose, clock }
}

describe('the list of settings', () => {
  it('is searched by typing, says what a setting does and its default, and leads to what is set elsewhere', async () => {
    const { screen, search, row } = await openSettings()
    await userEvent.keyboard('utc')
    await expect.element(row('Time zone')).toBeVisible()
    await expect.element(row('Time zone')).toMatchTextContent(/Default: UTC\./)
    expect(screen.getByRole('listitem', { name: 'Density' }).elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(search).toHaveValue('')
    await expect.element(row('Density')).toBeInTheDocument()
    await userEvent.keyboard('one-click')
    await expect.element(row('Confirmations and reviews')).toMatchTextContent(/cannot be switched off/)
    await search.fill('webhooks')
    await userEvent.click(screen.getByRole('button', { name: 'Open Webhooks' }))
    await expect.element(screen.getByRole('region', { name: 'Webhooks' })).toBeVisible()
  })

  it('changes and resets a setting in the core; the window follows', async () => {
    const { desk, screen, choose, clock } = await openSettings((core) =>
      core.startWith('instruments', [instrumentOf('BTC', '0.5', '0.001')]),
    )
    await expect.element(screen.getByText('62,149.5').first()).toBeInTheDocument()
    await choose('Number format', '62 150,5')
    await expect.element(screen.getByText('62\u00a0149,5').first()).toBeInTheDocument()
    expect(screen.getByText('62,149.5').elements()).toEqual([])
    expect(desk.callsOf('settings.change')).toEqual([
      { values: { 'number.marks': 'space-comma' }, keys: {}, typed: '' },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Reset Number format' }))
    await expect.element(screen.getByText('62,149.5').first()).toBeInTheDocument()
    expect(clock()).toMatch(/ UTC$/)
  })

  it('colors the sides and sets the height of rows on the whole page', async () => {
    const { choose } = await openSettings()
    const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name)
    const line = () =>
      document.querySelector<HTMLElement>('[data-panel=customers] .grid-row.line')!.offsetHeight
    const [bid, bad, height] = [token('--bid'), token('--bad'), line()]
    await choose('Colors of the sides', 'Green buys, red sells')
    await expect.poll(() => token('--bid')).not.toBe(bid)
    await choose('Colors of the sides', 'Blue buys, orange sells')
    expect(token('--bad')).toBe(bad)
    await choose('Density', 'Compact')
    await expect.poll(line).toBeLessThan(height)
  })

  it('says why the core refused, and shows the value in force', async () => {
    const { desk, screen, choose } = await openSettings()
    desk.answer('settings.change', () => ({
      ok: false,
      failure: {
        kind: 'refused',
        message: 'Settings cannot be saved: the disk is full.',
        code: null,
        field: null,
      },
    }))
    await choose('Density', 'Compact')
    await expect.element(screen.getByText(/the disk is full/)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Density' })).toHaveValue('normal')
  })

  it('asks for the word before a longer arming time, and disarms after the time that is set', async () => {
    const { desk, session, screen, choose } = await openSettings()
    await choose('Disarm after', '20 minutes')
    expect(desk.callsOf('settings.change')).toEqual([])
    await userEvent.click(screen.getByLabelText(/^A ladder then stays armed for 20 minutes/))
    await userEvent.keyboard('longer{Enter}')
    await expect.element(screen.getByText(/Nothing is changed: type LONGER/)).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}LONGER{Enter}')
    await expect.poll(() => session.settings.getState().settings.values['arming.idleMinutes']).toBe(20)
    await choose('Disarm after', '2 minutes')
    await expect.poll(() => session.settings.getState().settings.values['arming.idleMinutes']).toBe(2)
  })

  it('replaces the size presets of an instrument and disarms its ladder', async () => {
    const { session, screen } = await openSettings()
    chooseCustomer(session.workspace, code('C1042'))
    session.workspace.setState({ hidden: new Set() })
    expect(arm(session, 'ladder:1')).toBeNull()
    const presets = screen.getByRole('textbox', { name: 'Size presets' })
    await presets.fill('0 1')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(/^Write one to six sizes/)).toBeVisible()
    await presets.fill('0.5 2 1k')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => session.workspace.getState().disarmedBecause)
      .toMatch(/size presets of BTCUSDC_PERP/)
    const instrument = instrumentOf('BTC', '0.5', '0.001')
    expect(presetsOf(session.workspace.getState(), session.settings.getState(), instrument).sizes).toEqual([
      '0.5',
      '2',
      '1000',
    ])
  })
})

describe('keys', () => {
  it('are moved by pressing the new one: it works, the old one does not, and card and caps follow', async () => {
    const { screen, search } = await openSettings()
    await search.fill('pick the customer')
    await userEvent.click(
      screen.getByRole('button', { name: 'Change the key of pick the customer of this window' }),
    )
    await userEvent.keyboard('{Control>}g{/Control}')
    await expect
      .element(screen.getByRole('listitem', { name: 'pick the customer of this window' }))
      .toMatchTextContent(/Ctrl G was F2/)
    await expect.element(screen.getByRole('banner').getByText('Ctrl G')).toBeVisible()
    await userEvent.keyboard('{F2}')
    expect(screen.getByRole('dialog').elements()).toEqual([])
    await userEvent.keyboard('{Control>}g{/Control}')
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}{F1}')
    await expect
      .element(screen.getByRole('dialog', { name: 'Keys' }))
      .toMatchTextContent(/Ctrl G ?pick the customer/)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Reset all keys' }))
    await expect.element(screen.getByRole('banner').getByText('F2', { exact: true })).toBeVisible()
  })

  it('of the ladder take ⌘ as Ctrl', async () => {
    const { screen, search, session } = await openSettings()
    await search.fill('ladder')
    const change = (name: string) =>
      userEvent.click(screen.getByRole('button', { name: `Change the key of ladder: ${name}`, exact: true }))
    await change('flatten the position')
    await userEvent.keyboard('{Meta>}g{/Meta}')
    await expect
      .element(screen.getByRole('listitem', { name: 'ladder: flatten the position' }))
      .toMatchTextContent(/Ctrl G was F/)
    expect(session.settings.getState().settings.keys).toEqual({ 'ladder.flatten': 'Control+KeyG' })
    await change('reverse the position')
    await userEvent.keyboard('{Meta>}g{/Meta}')
    await expect.element(screen.getByText(/⌘ G is the key of “flatten the position”/)).toBeVisible()
    expect(session.settings.getState().settings.keys).toEqual({ 'ladder.flatten': 'Control+KeyG' })
  })

  it('of a table work from their new place alone, and its buttons show it', async () => {
    const { screen, search, session } = await openSettings()
    await search.fill('customers: deposit')
    const change = screen.getByRole('button', { name: 'Change the key of customers: deposit', exact: true })
    await userEvent.click(change)
    await userEvent.keyboard('w')
    await expect.element(screen.getByText(/W is the key of “withdraw”/)).toBeVisible()
    await userEvent.keyboard('e')
    await expect
      .element(screen.getByRole('listitem', { name: 'customers: deposit' }))
      .toMatchTextContent(/E was D/)
    expect(session.settings.getState().settings.keys).toEqual({ 'customers.deposit': 'KeyE' })
    await userEvent.keyboard('{F4}')
    await expect.element(screen.getByRole('grid', { name: 'Customers' })).toHaveFocus()
    await expect.element(screen.getByRole('button', { name: 'Deposit E' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}d')
    expect(screen.getByRole('dialog').elements()).toEqual([])
    await userEvent.keyboard('e')
    await expect.element(screen.getByRole('dialog')).toMatchTextContent(/Deposit/)
    await userEvent.keyboard('{Escape}{F1}')
    await expect
      .element(screen.getByRole('dialog', { name: 'Keys' }))
      .toMatchTextContent(/E ?deposit \(customers; your key, in the place of D\)/)
  })

  it('are refused with the reason: another binding, a panel, a reserved key', async () => {
    const { desk, screen, search } = await openSettings()
    await search.fill('pick the customer')
    await userEvent.click(
      screen.getByRole('button', { name: 'Change the key of pick the customer of this window' }),
    )
    for (const [press, why] of [
      ['{F7}', 'F7 is the key of “orders”'],
      ['{Control>}b{/Control}', 'Ctrl B is the key of “buy: take the offer”'],
      ['{Enter}', 'Enter is reserved'],
      ['b', 'Plain keys belong to the panels'],
      ['{Escape}', 'Nothing is changed.'],
    ] as const) {
      await userEvent.keyboard(press)
      await expect.element(screen.getByRole('alert').getByText(new RegExp(why))).toBeVisible()
    }
    await userEvent.keyboard('{F2}')
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(desk.callsOf('settings.change')).toEqual([])
  })

  it('that are stored but clash or are unknown are left out and said', async () => {
    const { screen } = await openSettings((desk) =>
      desk.startWith('settings', {
        dealer: JSON.stringify({
          version: 1,
          values: {},
          keys: { pickCustomer: 'F7', gone: 'Control+KeyG' },
        }),
      }),
    )
    await expect
      .element(screen.getByText(/“pick the customer of this window” is left out: F7/).first())
      .toBeVisible()
    await expect.element(screen.getByText(/“gone” is left out/).first()).toBeVisible()
    await userEvent.keyboard('{F2}')
    await expect.element(screen.getByRole('dialog')).toBeVisible()
  })
})

describe('a file of settings', () => {
  const fileOf = (text: string) => new File([text], 'settings.json', { type: 'application/json' })
  const take = async (text: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    const files = new DataTransfer()
    files.items.add(fileOf(text))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it.each([
    ['{', 'it is damaged'],
    ['{"format":"openpit-settings","version":2,"values":{},"keys":{}}', 'a newer Openpit wrote it'],
    ['{"name":"x"}', 'not a file of Openpit’s settings'],
  ])('%s changes nothing and says why', async (text, why) => {
    const { desk, screen } = await openSettings()
    await take(text)
    await expect.element(screen.getByText(new RegExp(why))).toBeVisible()
    expect(screen.getByRole('button', { name: 'Import', exact: true }).elements()).toEqual([])
    expect(desk.callsOf('settings.change')).toEqual([])
  })

  it('shows what it changes and what it leaves out, and imports it on a button', async () => {
    const { desk, screen, session } = await openSettings()
    await take(
      JSON.stringify({
        format: 'openpit-settings',
        version: 1,
        values: { 'look.density': 'compact', 'look.sides': 'pink', 'arming.idleMinutes': 30 },
        keys: {
          'ladder.buy': 'Meta+KeyU',
          pickCustomer: 'Control+KeyG',
          keyCard: 'F7',
          gone: 'Control+KeyJ',
        },
      }),
    )
    const review = screen.getByRole('group', { name: 'Import' })
    await expect.element(review).toMatchTextContent(/This file sets 1 setting and 2 keys/)
    for (const words of [
      'Density: Normal → Compact',
      'pick the customer of this window: F2 → Ctrl G',
      'Colors of the sides is left out',
      'LONGER',
      '“gone” is left out',
      'F7 is the key',
    ])
      await expect.element(review).toMatchTextContent(new RegExp(words))
    expect(desk.callsOf('settings.change')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Import', exact: true }))
    await expect.element(screen.getByText(/^Imported: 1 setting and 2 keys\. Left out:/)).toBeVisible()
    expect(session.settings.getState().settings.values['look.density']).toBe('compact')
    expect(session.settings.getState().settings.keys).toEqual({
      'ladder.buy': 'Control+KeyU',
      pickCustomer: 'Control+KeyG',
    })
  })

  it('shows the sizes of each instrument and each key before and after, and marks the keys that arm or name a customer', async () => {
    const before = { BTCUSDC_PERP: ['0.01'], ETHUSDC_PERP: ['0.1'] }
    const { screen, session } = await openSettings()
    await session.client.call('settings.change', { values: { 'ladder.sizes': before }, keys: {}, typed: '' })
    await take(
      JSON.stringify({
        format: 'openpit-settings',
        version: 1,
        values: { 'ladder.sizes': { BTCUSDC_PERP: ['0.02', '5'], SOLUSDC_PERP: ['3'] }, 'time.zone': 'utc' },
        keys: { armLadder: 'F2', pickCustomer: 'F10', 'panel.orders': 'F6', 'panel.positions': 'F7' },
      }),
    )
    const lines = screen.getByRole('group', { name: 'Import' }).getByRole('listitem')
    await expect
      .poll(() => lines.elements().map((line) => line.textContent))
      .toEqual([
        'Sizes of BTCUSDC_PERP: 0.01 → 0.02 5',
        'Sizes of SOLUSDC_PERP: 1, 5, 10, 25, 50 and 100 times a hundred lots → 3',
        'Time zone: UTC, as now',
        'Take care: arm or disarm the ladder: F10 → F2. Until now F2 is the key of “pick the customer of this window”.',
        'Take care: pick the customer of this window: F2 → F10. Until now F10 is the key of “arm or disarm the ladder”.',
        'orders: F7 → F6',
        'positions: F6 → F7',
      ])
    const weight = (place: number) => Number(getComputedStyle(lines.elements()[place]!).fontWeight)
    expect(weight(3)).toBeGreaterThan(weight(5))
    await userEvent.click(screen.getByRole('button', { name: 'Import', exact: true }))
    await expect
      .poll(() => session.settings.getState().settings.values['ladder.sizes'])
      .toEqual({ ...before, BTCUSDC_PERP: ['0.02', '5'], SOLUSDC_PERP: ['3'] })
  })
})
