import { describe, expect, it } from 'vitest'
import { NO_ROTATION, readRotation, withMove } from '../../../../shared/domain/block/rotation.ts'
import { customerCode } from '../../../../shared/domain/scalars.ts'

/** The rotation of the group `macro` in a stored setting. */
const stored = (text: string) => readRotation(text, 'macro')
const codes = (...words: readonly string[]) => words.map((word) => customerCode.parse(word))

describe('a stored rotation', () => {
  it('of a version that remembered no served customers goes on where it was', () => {
    expect(stored('{"macro":{"first":"C2007","extra":"C3311"}}')).toEqual({
      first: 'C2007',
      extra: 'C3311',
      served: [],
    })
  })

  it('keeps who was served, in order', () => {
    const text = '{"macro":{"first":null,"extra":null,"served":["C3311","C1042"]}}'
    expect(stored(text).served).toEqual(['C3311', 'C1042'])
  })

  it('goes on where it was, also where the rotation of another group cannot be read', () => {
    const text = '{"fund":{"first":7},"macro":{"first":"C2007","extra":null,"served":[]}}'
    expect(stored(text).first).toBe('C2007')
  })

  it('of a group with the name of a property of every object begins anew', () => {
    expect(readRotation('{}', 'constructor')).toEqual(NO_ROTATION)
  })

  it('that cannot be read begins anew', () => {
    for (const text of ['', '{', '{"macro":{"first":7}}', '{"other":{"first":null,"extra":null}}'])
      expect(stored(text)).toEqual(NO_ROTATION)
  })
})

describe('the move of a block', () => {
  const [first = null] = codes('C3311')

  it('puts who was served behind those whom blocks sent meanwhile served', () => {
    const text = '{"macro":{"first":"C2007","extra":"C2007","served":["C1042","C2007"]}}'
    const moved = withMove(text, 'macro', { first, extra: null, served: codes('C1042') })
    expect(stored(moved)).toEqual({ first: 'C3311', extra: 'C2007', served: ['C2007', 'C1042'] })
  })

  it('leaves the rotations of other groups as they are, also one that cannot be read', () => {
    const moved = withMove('{"fund":{"first":7}}', 'macro', { first, extra: null, served: [] })
    expect(JSON.parse(moved)).toEqual({
      fund: { first: 7 },
      macro: { first: 'C3311', extra: null, served: [] },
    })
  })
})
