import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passesMute, TONES } from '../../../renderer/sound/soundMeaning.ts'
import { plainNotice } from '../../../shared/domain/notice.ts'
import {
  hear,
  ONE_SOUND,
  SILENCE,
  soundOf,
  spokenWords,
  type Sound,
} from '../../../shared/domain/noticeSound.ts'
import { code } from '../../fakes/window/scriptedCore.ts'

/** The sounds that are heard, of news at times in ms. */
function heard(news: readonly (readonly [at: number, sound: Sound])[]): string[] {
  let state = SILENCE
  return news.flatMap(([at, sound]) => {
    const next = hear(state, sound, false, at)
    ;({ state } = next)
    return next.isHeard ? [`${at} ${sound}`] : []
  })
}
const noticeOf = (more: Partial<Parameters<typeof plainNotice>[0]>) =>
  plainNotice({ id: 1, at: 0, level: 'info', message: 'Bought 2.5 of 2.5 at 62,150 on average.', ...more })

describe('sounds of notices', () => {
  it('join a burst of two hundred fills into one', () => {
    const burst = Array.from({ length: 200 }, (_, n) => [n * 10, 'bought'] as const)
    expect(heard(burst)).toEqual(['0 bought'])
    expect(heard([...burst, [1_990 + ONE_SOUND, 'bought']])).toEqual(['0 bought', '2490 bought'])
  })

  it('let a more urgent one through at once, and cover a less urgent one', () => {
    expect(
      heard([
        [0, 'bought'],
        [100, 'reject'],
        [200, 'sold'],
      ]),
    ).toEqual(['0 bought', '100 reject'])
  })

  it('never cover what must be acknowledged, in a stream of news and under a more urgent sound', () => {
    let state = SILENCE
    for (const at of [0, 300, 600]) ({ state } = hear(state, 'liquidation', false, at))
    const must = hear(state, 'margin', true, 700)
    expect(must.isHeard).toBe(true)
    expect(hear(must.state, 'liquidation', false, 800).isHeard).toBe(false)
    expect(hear(must.state, 'margin', true, 800).isHeard).toBe(false)
  })

  it('of any news: the first is heard, and no two of one meaning within half a second', () => {
    const sounds = fc.constantFrom(...(Object.keys(TONES) as Sound[]))
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 700 }), sounds), {
      minLength: 1,
      maxLength: 100,
    })
    fc.assert(
      fc.property(steps, (walk) => {
        let at = 0
        const news = walk.map(([step, sound]) => [(at += step), sound] as const)
        const given = heard(news)
        expect(given[0]).toBe(`${news[0]?.[0]} ${news[0]?.[1]}`)
        const last = new Map<string, number>()
        for (const one of given) {
          const [time = '', ...words] = one.split(' ')
          const meaning = words.join(' ')
          expect(Number(time) - (last.get(meaning) ?? -ONE_SOUND)).toBeGreaterThanOrEqual(ONE_SOUND)
          last.set(meaning, Number(time))
        }
      }),
    )
  })

  it('rise for a buy and fall for a sell, and no two are alike', () => {
    const [first = 0, second = 0] = TONES.bought.pitches
    expect(second).toBeGreaterThan(first)
    expect(TONES.sold.pitches).toEqual([second, first])
    const texts = Object.values(TONES).map((tones) => JSON.stringify(tones))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('have the meaning of the notice; information without one is silent', () => {
    expect(soundOf(noticeOf({ kind: 'fill', sound: 'sold' }))).toBe('sold')
    expect(soundOf(noticeOf({ kind: 'forced fill', level: 'error' }))).toBe('liquidation')
    expect(soundOf(noticeOf({ kind: 'reject', level: 'error' }))).toBe('reject')
    expect(soundOf(noticeOf({ kind: 'system', level: 'error' }))).toBe('alarm')
    expect(soundOf(noticeOf({ kind: 'cancel' }))).toBeNull()
    expect(passesMute({ level: 'error' })).toBe(true)
    expect(passesMute({ level: 'warning' })).toBe(false)
  })

  it('are spoken with customer and instrument, once', () => {
    const bought = noticeOf({ customerCode: code('C1042') })
    expect(spokenWords(bought, 'BTC')).toBe('C1042 BTC: Bought 2.5 of 2.5 at 62,150 on average.')
    const named = noticeOf({ customerCode: code('C1042'), message: 'C1042 bought 2.5 BTC at 62,150.' })
    expect(spokenWords(named, 'BTC')).toBe('C1042 bought 2.5 BTC at 62,150.')
  })
})
