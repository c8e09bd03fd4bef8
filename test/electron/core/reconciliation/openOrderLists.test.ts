/** Lists of open orders that are paged, late, cut, missing or too large: nothing may say "none", "all" or "agrees" on less than the whole list. */

import { describe, expect, it, vi } from 'vitest'
import { progressWords } from '../../../../renderer/halts/haltWords.ts'
import { unseenIn, unseenWords } from '../../../../shared/domain/orders/openOrderReading.ts'
import { isLive } from '../../../../shared/domain/orders/order.ts'
import { answerJson, pagesOf, type AnswerList } from '../../../fakes/venue/listTransport.ts'
import { draftOf, text } from '../deskHarness.ts'
import { openScriptedLists } from './scriptedLists.ts'

type ScriptedLists = Awaited<ReturnType<typeof openScriptedLists>>

const DESK = { scope: { kind: 'desk' as const }, mode: 'halted' as const }

const cutInTheMiddle: AnswerList = ({ rows }, answer) => {
  const whole = `{"items":[${rows.join()}]}`
  answer.writeHead(200, { 'content-length': Buffer.byteLength(whole) })
  answer.write(whole.slice(0, whole.length >> 1), () => answer.destroy())
}
/** Ms that the client waits: long enough for every answer of a venue beside busy programs, short enough for a test. */
const IMPATIENT = { headersMs: 3_000 }
/** Never answers: the client gives up. */
const silent: AnswerList = () => undefined

const NOT_WHOLE: Readonly<Record<string, { readonly list: AnswerList; readonly says: RegExp }>> = {
  'paged by a cursor that leads nowhere': {
    list: pagesOf(7, 'a-parameter-nobody-knows'),
    says: /the list of C1042 is not complete \(\d+ orders shown\): its cursor leads/,
  },
  'answered too late': { list: silent, says: /the list of C1042 is not read: .*no answer within 3 s/ },
  'cut in the middle': { list: cutInTheMiddle, says: /the list of C1042 is not/ },
  'a 404': {
    list: (_asked, answer) => answerJson(answer, '{"detail":"Not Found"}', 404),
    says: /the venue shows no list of open orders of C1042/,
  },
  'refused with a code': {
    list: (_asked, answer) => answerJson(answer, '{"code":"NOT_FOUND","message":"no such customer"}', 404),
    says: /the list of C1042 is not read: /,
  },
  'under a name that nobody knows': {
    list: ({ rows }, answer) => answerJson(answer, `{"resting":[${rows.join()}]}`),
    says: /the list of C1042 is not read: .*holds no list/,
  },
  'counted longer than shown': {
    list: ({ rows }, answer) =>
      answerJson(answer, `{"items":[${rows.slice(0, 7).join()}],"total":${rows.length}}`),
    says: /not complete \(7 orders shown\): the venue counts 20 and showed 7/,
  },
  'with a row that cannot be read': {
    list: ({ rows }, answer) =>
      answerJson(answer, `[${rows.join().replace('"side":"buy"', '"side":"both"')}]`),
    says: /not complete \(19 orders shown\): 1 of its 20 rows cannot be read/,
  },
}

const haltOf = (desk: ScriptedLists) => {
  const [halt] = desk.now('halts')
  if (!halt) throw new Error('no halt is in force')
  return halt
}

describe.each(Object.entries(NOT_WHOLE))('a list %s', (_name, { list, says }) => {
  it('is not whole, and every claim says so with the reason', async () => {
    const desk = await openScriptedLists({ resting: 20, list, limits: IMPATIENT })
    await vi.waitFor(() => expect(desk.readingNow()?.reason).toBeTruthy())
    const reading = desk.readingNow()
    expect(reading?.state).not.toBe('whole')
    expect(unseenWords(unseenIn(reading ? [reading] : []))).toMatch(says)

    await desk.call['halt.start'](DESK, desk.caller)
    // The customers whose lists are whole are cleared; this one never is while orders of it are live at the venue.
    await vi.waitFor(() => {
      const { lists } = haltOf(desk)
      expect(lists.unseen.map(({ customerCode }) => customerCode)).toContain(desk.customer)
    })
    const { text: words, done } = progressWords(haltOf(desk))
    expect(done).toBe(false)
    expect(words).not.toContain('No order was live')
    expect(words).toMatch(says)
  })
})

describe('a customer whose list is not whole', () => {
  it('takes no new order, states how many orders are open at least, and opens with a whole list', async () => {
    const desk = await openScriptedLists({ resting: 20, list: pagesOf(7, 'nobody-knows') })
    await vi.waitFor(() =>
      expect(desk.reconciliationOf()?.why).toMatch(/^At least 7 orders of C1042 are open: the list/),
    )
    expect(desk.reconciliationOf()).toMatchObject({ state: 'reading', open: false })
    const submit = (intentId: string) =>
      desk.call['order.submit'](
        {
          intentId,
          draft: draftOf({ customerCode: desk.customer, amount: text('0.001'), limitPrice: text('100') }),
          typed: null,
        },
        desk.caller,
      )
    const refused = await submit('intent-1-0000')
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    expect(JSON.stringify(refused)).toMatch(/At least 7 orders of C1042 are open/)
    desk.answerLists(pagesOf(7))
    await vi.waitFor(
      () => expect(desk.reconciliationOf()).toMatchObject({ state: 'agrees', open: true }),
      10_000,
    )
    expect(desk.now('orders').filter(isLive)).toHaveLength(20)
    expect((await submit('intent-2-0000')).ok).toBe(true)
  })

  it('is closed when a later reading is not whole any more', async () => {
    const desk = await openScriptedLists({ resting: 3 })
    await vi.waitFor(() => expect(desk.reconciliationOf()).toMatchObject({ open: true }))
    desk.answerLists(pagesOf(2, 'nobody-knows'))
    await desk.call['reconciliation.readAgain']({ customerCode: desk.customer }, desk.caller)
    await vi.waitFor(() => expect(desk.reconciliationOf()).toMatchObject({ state: 'reading', open: false }))
  })
})

describe('a halt', () => {
  it.each(['before', 'cursor', 'after', 'next'])(
    'follows a cursor that is sent as %s, and cancels what every page shows',
    async (parameter) => {
      const desk = await openScriptedLists({ resting: 20, list: pagesOf(7, parameter) })
      await desk.call['halt.start'](DESK, desk.caller)
      await vi.waitFor(() => expect(progressWords(haltOf(desk)).done).toBe(true), 20_000)
      expect(progressWords(haltOf(desk)).text).toBe('20 of 20 orders confirmed done')
      expect(await desk.aliveAtVenue()).toEqual([])
    },
  )

  it('goes on reading and canceling while a list shows a part only, until it is whole and empty', async () => {
    // Seven rows at a time and no way on: what they hide shows up as they go.
    const first: AnswerList = ({ rows }, answer) =>
      answerJson(
        answer,
        `{"items":[${rows.slice(0, 7).join()}],"has_more":${rows.length > 7 ? 'true' : 'false'}}`,
      )
    const desk = await openScriptedLists({ resting: 20, list: first })
    await desk.call['halt.start'](DESK, desk.caller)
    await vi.waitFor(() => expect(progressWords(haltOf(desk)).done).toBe(true), 25_000)
    expect(await desk.aliveAtVenue()).toEqual([])
    expect(haltOf(desk)).toMatchObject({ orders: 20, verified: 20 })
  })

  it('names the unread list, and clears the sentence once the venue shows the list', async () => {
    const desk = await openScriptedLists({
      resting: 2,
      list: NOT_WHOLE['answered too late']?.list ?? null,
      limits: IMPATIENT,
    })
    await desk.call['halt.start'](DESK, desk.caller)
    await vi.waitFor(() =>
      expect(progressWords(haltOf(desk)).text).toMatch(/^No order seen so far · .*C1042 is not read/),
    )
    desk.answerLists(null)
    await vi.waitFor(() => expect(progressWords(haltOf(desk)).done).toBe(true), 20_000)
    expect(progressWords(haltOf(desk)).text).toBe('2 of 2 orders confirmed done')
    expect(await desk.aliveAtVenue()).toEqual([])
  })
})
