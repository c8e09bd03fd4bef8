import { expect, it } from 'vitest'
import { inTheirPlaces } from '../../../../renderer/panels/tables/arrange/rowOrder.ts'

it('rows under the pointer keep their places: new ones come after them, a gone one leaves its place empty', () => {
  expect(inTheirPlaces(['a', 'b', 'c'], ['new', 'c', 'a'])).toEqual(['a', 'b', 'c', 'new'])
})

it('a gone row at the end leaves no empty place', () => {
  expect(inTheirPlaces(['a', 'b', 'c'], ['a'])).toEqual(['a'])
  expect(inTheirPlaces(['a'], [])).toEqual([])
})
