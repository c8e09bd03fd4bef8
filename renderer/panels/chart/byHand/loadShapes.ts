/** Loads the code that draws drawings, once for the page. */

type DrawnShapes = typeof import('../additions/drawnShapes.ts')

let loaded: DrawnShapes | null = null

export async function loadShapes(): Promise<DrawnShapes> {
  loaded ??= await import('../additions/drawnShapes.ts')
  return loaded
}

/** Null until the code is here. */
export const loadedShapes = (): DrawnShapes | null => loaded
