/** A picture of a chart with its title above, so that it says by itself what it shows. */

import type { Theme } from '../../../style/theme.ts'

/** CSS px. */
const HEAD = 26

/** `picture` in device px, `ratio` of them in a CSS px. */
export function titledPicture(
  picture: HTMLCanvasElement,
  title: string,
  theme: Theme,
  ratio: number,
): HTMLCanvasElement {
  const titled = document.createElement('canvas')
  titled.width = picture.width
  titled.height = picture.height + HEAD * ratio
  const context = titled.getContext('2d')
  if (!context) return picture
  context.fillStyle = theme.panel
  context.fillRect(0, 0, titled.width, titled.height)
  context.fillStyle = theme.text
  context.font = `${12 * ratio}px ${theme.fontNumbers}`
  context.textBaseline = 'middle'
  context.fillText(title, 8 * ratio, (HEAD / 2) * ratio)
  context.drawImage(picture, 0, HEAD * ratio)
  return titled
}
