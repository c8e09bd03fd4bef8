/** The ladder's fonts in a worker, which sees none of the page's style sheets. The files are those of the page. */

import words from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import numbers from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'

/** A worker's `fonts`, which the page's library of types leaves out. */
interface FontHost {
  readonly fonts: { add(face: FontFace): unknown }
}

const FACES = [
  ['Inter Variable', words, '100 900'],
  ['JetBrains Mono Variable', numbers, '100 800'],
] as const

/** Done when both are there; a font that cannot be had rejects, and the system's own stands in for it. */
export function loadFonts(): Promise<unknown> {
  const { fonts } = globalThis as unknown as FontHost
  return Promise.all(
    FACES.map(([family, file, weight]) => {
      const face = new FontFace(family, `url(${JSON.stringify(new URL(file, import.meta.url).href)})`, {
        weight,
      })
      fonts.add(face)
      return face.load()
    }),
  )
}
