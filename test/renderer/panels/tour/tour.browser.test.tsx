import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { TOUR_SETTING } from '../../../../renderer/panels/tour/tourProgress.ts'
import { TOUR_STEPS } from '../../../../renderer/panels/tour/tourSteps.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { reconciled } from '../../../fakes/window/accounts.ts'
import { code, readySession, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

const keys = (typed: string) => userEvent.keyboard(typed)

async function openTour(staged: Awaited<ReturnType<typeof stage>>) {
  await expect.element(staged.screen.getByRole('grid', { name: 'Watchlist' })).toBeVisible()
  await keys('{Control>}k{/Control}tour{Enter}')
  return staged.screen.getByRole('region', { name: 'Practice tour' })
}
const savesOf = (desk: ScriptedCore) =>
  (desk.callsOf('setting.save') as readonly { readonly name: string; readonly value: string }[]).filter(
    ({ name }) => name === TOUR_SETTING,
  )
const heading = (tour: Awaited<ReturnType<typeof openTour>>, name: string) =>
  tour.getByRole('heading', { name })

describe('the practice tour', () => {
  it('goes on by the state of the window and never by a key, and keeps how far it is', async () => {
    const staged = await stage((scriptedCore) =>
      scriptedCore.startWith('reconciliation', [reconciled('C1042')]),
    )
    const { desk, session } = staged
    const tour = await openTour(staged)
    await expect.element(heading(tour, 'Choose a customer')).toBeVisible()
    await expect.element(tour.getByText(/This window has no customer/)).toBeVisible()
    await keys('{Enter}{F10}')
    await expect.element(heading(tour, 'Choose a customer')).toBeVisible()
    session.workspace.setState({ customer: code('C1042') })
    await expect.element(heading(tour, 'Go to the ladder')).toBeVisible()
    const saved = savesOf(desk)
    expect(JSON.parse(saved.at(-1)?.value ?? '')).toMatchObject({ done: ['customer'], skipped: [] })
  })

  it('skips a step, begins again, and Esc leaves it', async () => {
    const staged = await stage()
    const tour = await openTour(staged)
    await tour.getByRole('button', { name: 'Skip this step' }).click()
    await expect.element(heading(tour, 'Go to the ladder')).toBeVisible()
    await expect.element(tour.getByText('skipped')).toBeVisible()
    await tour.getByRole('button', { name: 'Start again' }).click()
    await expect.element(heading(tour, 'Choose a customer')).toBeVisible()
    await keys('{Escape}')
    await expect.element(tour).not.toBeInTheDocument()
  })

  it('never calls a step done that only takes away what a skipped step would have done', async () => {
    const tour = await openTour(await stage())
    const undone = new Set(['unlock', 'lift', 'flat'])
    for (const { title } of TOUR_STEPS.filter(({ id }) => !undone.has(id))) {
      await expect.element(heading(tour, title)).toBeVisible()
      await tour.getByRole('button', { name: 'Skip this step' }).click()
    }
    await expect.element(tour.getByText(/^The tour is over; 11 steps were skipped/)).toBeVisible()
  })

  it('stands still and says so when the progress cannot be saved', async () => {
    const staged = await stage((scriptedCore) =>
      scriptedCore.answer('setting.save', ({ name }) =>
        name === TOUR_SETTING ? fail(failureOf('refused', 'The disk is full.')) : ok({}),
      ),
    )
    const tour = await openTour(staged)
    await expect.element(tour.getByText(/cannot be saved.*The disk is full\./)).toBeVisible()
    expect(savesOf(staged.desk)).toHaveLength(1)
  })

  it('goes on where an earlier window left it', async () => {
    const staged = await stage((scriptedCore) =>
      scriptedCore.startWith('settings', {
        [TOUR_SETTING]: JSON.stringify({ done: ['customer', 'ladder'], skipped: ['arm'], since: 0 }),
      }),
    )
    await expect.element(heading(await openTour(staged), 'Place a limit order that rests')).toBeVisible()
  })

  it('refuses a venue that is not the paper broker, with the reason and no step', async () => {
    const staged = await stage((scriptedCore) =>
      scriptedCore.startWith('session', {
        ...readySession,
        venues: [{ ...readySession.venues[0]!, name: 'Prime', kind: 'live', credentials: 'stored' }],
      }),
    )
    const tour = await openTour(staged)
    await expect.element(tour.getByRole('alert')).toBeVisible()
    await expect.element(tour.getByText(/on the built-in paper broker only.*Prime/)).toBeVisible()
    await expect.element(tour.getByRole('heading')).not.toBeInTheDocument()
    expect(savesOf(staged.desk)).toEqual([])
  })

  it('begins from the first screen, once the workspace is there', async () => {
    const signedOut = { ...readySession, phase: 'signed-out' as const, venueId: null }
    const { desk, screen } = await stage((scriptedCore) => scriptedCore.startWith('session', signedOut))
    await screen.getByRole('button', { name: 'Take the practice tour' }).click()
    expect(desk.callsOf('session.signIn')).toHaveLength(1)
    desk.delta('session', readySession)
    const tour = screen.getByRole('region', { name: 'Practice tour' })
    await expect.element(heading(tour, 'Choose a customer')).toBeVisible()
  })
})
