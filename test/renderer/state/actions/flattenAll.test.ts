/** A flatten of all positions: which refusals it passes, where it stops, and which instruments it names as not flattened. */

import { afterEach, expect, it } from 'vitest'
import { sendIntent } from '../../../../renderer/state/actions/dealing.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { ScriptedCore, code, positionOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

const WORDS = ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'SOLUSDC_PERP']
const TAKEN: Reply<'position.flatten'> = { outcome: 'taken', referenceId: reference('v1-flat') }
const WARNED: Reply<'position.flatten'> = { outcome: 'warned', warnings: ['Old data.'], type: 'C1042' }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function flattenAll(answers: Record<string, Reply<'position.flatten'> | Failure>) {
  const desk = new ScriptedCore()
  desk.startWith(
    'positions',
    WORDS.map((word) => positionOf('C1042', word, '1', '100')),
  )
  const progress: string[] = []
  const { session } = openWindow(desk)
  closers.push(() => session.close())
  const messages = (level: string) =>
    session.notices
      .getState()
      .log.filter((notice) => notice.level === level)
      .map((notice) => notice.message)
  desk.answer('position.flatten', ({ symbol }) => {
    progress.push(...messages('info'))
    const answer = answers[symbol] ?? TAKEN
    return 'outcome' in answer ? ok(answer) : fail(answer)
  })
  const sent = sendIntent(session, 'w1', {
    kind: 'flattenAll',
    customerCode: code('C1042'),
    symbols: WORDS.map(sym),
  })
  const tried = () => desk.callsOf('position.flatten').map((call) => (call as { symbol: string }).symbol)
  return { session, sent, tried, messages, progress }
}

it('shows its progress in one notice, and names no failure where every order was accepted', async () => {
  const { sent, messages, progress } = flattenAll({})
  expect(await sent).toBeNull()
  expect(progress).toEqual([
    'Flattening C1042: 1 of 3.',
    'Flattening C1042: 2 of 3.',
    'Flattening C1042: 3 of 3.',
  ])
  expect(messages('info')).toEqual(['Flatten of C1042: Openpit accepted 3 of 3 market orders.'])
  expect(messages('error')).toEqual([])
})

it('goes on after refusals, and names every one of them in one notice', async () => {
  const { sent, tried, messages } = flattenAll({
    BTCUSDC_PERP: failureOf('refused', 'C1042 has no position in BTCUSDC_PERP. Nothing was sent.'),
    SOLUSDC_PERP: failureOf('refused', 'C1042 is already being flattened in SOLUSDC_PERP.'),
  })
  expect(await sent).not.toBeNull()
  expect(tried()).toEqual(WORDS)
  expect(messages('warning')).toEqual([])
  expect(messages('error')).toEqual([
    'Not flattened: BTCUSDC_PERP (C1042 has no position in BTCUSDC_PERP. Nothing was sent), SOLUSDC_PERP (C1042 is already being flattened in SOLUSDC_PERP).',
  ])
  expect(messages('info')).toEqual(['Flatten of C1042: Openpit accepted 1 of 3 market orders.'])
})

it.each([
  ['not-connected', 'Not flattened: ETHUSDC_PERP (No link), SOLUSDC_PERP (not tried).'],
  [
    'unknown-outcome',
    'Not flattened: SOLUSDC_PERP (not tried). Not known whether flattened: ETHUSDC_PERP (No link).',
  ],
] as const)('stops at a failure %s, and names the instruments not tried', async (kind, message) => {
  const { sent, tried, messages } = flattenAll({ ETHUSDC_PERP: failureOf(kind, 'No link.') })
  expect(await sent).toMatchObject({ kind })
  expect(tried()).toEqual(WORDS.slice(0, 2))
  expect(messages('error')).toEqual([message])
})

it('stops where the dealer drops the sheet, and says so', async () => {
  const { session, sent, tried, messages } = flattenAll({ ETHUSDC_PERP: WARNED })
  await expect.poll(() => session.overlay.getState().open?.kind).toBe('override')
  const { open } = session.overlay.getState()
  if (open?.kind === 'override') open.answer(null)
  expect(await sent).toMatchObject({ kind: 'refused' })
  expect(tried()).toEqual(WORDS.slice(0, 2))
  expect(messages('error')).toEqual([
    'Not flattened: ETHUSDC_PERP (dropped: no market order was sent), SOLUSDC_PERP (not tried).',
  ])
})
