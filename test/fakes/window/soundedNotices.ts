/** Notices that sound: a fill, and an alert that must be acknowledged. */

import { plainNotice, type Notice } from '../../../shared/domain/notice.ts'
import { code, NOW, sym } from './scriptedCore.ts'

export const FILL = plainNotice({
  id: 1,
  at: NOW,
  level: 'info',
  kind: 'fill',
  customerCode: code('C1042'),
  symbol: sym('BTCUSDC_PERP'),
  message: 'Bought 2.5 of 2.5 at 62,150 on average.',
  sound: 'bought',
})
export const ALARM: Notice = {
  ...FILL,
  id: 2,
  level: 'error',
  kind: 'alert',
  sound: 'margin',
  message: 'Low.',
}
