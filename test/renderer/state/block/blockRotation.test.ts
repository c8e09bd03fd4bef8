import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ROTATION_SETTING, rotationOf } from '../../../../renderer/state/block/blockRotation.ts'
import type { WindowSession } from '../../../../renderer/state/windowSession.ts'
import { NO_ROTATION } from '../../../../shared/domain/block/allocate.ts'

/** The rotation of the group `macro` in a stored setting. */
function stored(text: string) {
  const settings = createStore(() => ({ value: { [ROTATION_SETTING]: text } }))
  return rotationOf({ server: { settings } } as unknown as WindowSession, 'macro')
}

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
    const settings = createStore(() => ({ value: { [ROTATION_SETTING]: '{}' } }))
    expect(rotationOf({ server: { settings } } as unknown as WindowSession, 'constructor')).toEqual(
      NO_ROTATION,
    )
  })

  it('that cannot be read begins anew', () => {
    for (const text of ['', '{', '{"macro":{"first":7}}', '{"other":{"first":null,"extra":null}}'])
      expect(stored(text)).toEqual(NO_ROTATION)
  })
})
