import { describe, expect, it } from 'vitest'
import { actOfKey, type NoticeKey } from '../../../../renderer/panels/notices/noticeKeys.ts'

const press = (key: string, more: Partial<NoticeKey> = {}): NoticeKey => ({
  key,
  own: key.length === 1 ? `Key${key.toUpperCase()}` : key,
  repeat: false,
  ...more,
})

describe('keys of the notices, the third of ten selected', () => {
  it.each([
    ['ArrowDown', { kind: 'select', index: 3 }],
    ['ArrowUp', { kind: 'select', index: 1 }],
    ['PageDown', { kind: 'select', index: 7 }],
    ['Home', { kind: 'select', index: 0 }],
    ['End', { kind: 'select', index: 10 }],
    ['ArrowRight', { kind: 'filter', by: 1 }],
    ['ArrowLeft', { kind: 'filter', by: -1 }],
    ['Enter', { kind: 'jump', index: 2 }],
    ['4', { kind: 'jump', index: 3 }],
    ['Escape', { kind: 'close' }],
    ['a', { kind: 'acknowledge', all: false }],
    ['x', null],
  ])('%s', (key, act) => expect(actOfKey(press(key), 2, 10)).toEqual(act))

  it.each(['Enter', 'a', '4', 'Escape'])('a held %s acts once', (key) =>
    expect(actOfKey(press(key, { repeat: true }), 2, 10)).toBeNull(),
  )

  it('Shift A acknowledges all shown, Ctrl F and Ctrl C act, and Ctrl A does nothing', () => {
    expect(actOfKey(press('A', { own: 'Shift+KeyA' }), 2, 10)).toEqual({ kind: 'acknowledge', all: true })
    expect(actOfKey(press('f', { own: 'Control+KeyF' }), 2, 10)).toEqual({ kind: 'toggleCustomer' })
    expect(actOfKey(press('c', { own: 'Control+KeyC' }), 2, 10)).toEqual({ kind: 'copy' })
    expect(actOfKey(press('a', { own: 'Control+KeyA' }), 2, 10)).toBeNull()
  })
})
