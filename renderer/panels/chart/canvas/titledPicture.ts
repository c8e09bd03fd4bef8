/** A picture of a chart with its title above, so that it says by itself what it shows. */

import type { Theme } from '../../../style/theme.ts'

/** CSS px. */
const HEAD = 26

/** `picture` in device px, `ratio` of them in a CSS px. `words`: the parts of the title, drawn narrower where they need more room than there is. */
export function titledPicture(
  picture: HTMLCanvasElement,
  words: readonly string[],
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
  context.fillText(words.join('  '), 8 * ratio, (HEAD / 2) * ratio, titled.width - 16 * ratio)
  context.drawImage(picture, 0, HEAD * ratio)
  return titled
}
