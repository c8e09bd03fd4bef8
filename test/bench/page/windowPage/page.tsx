/** The whole window with one scene of the bench, which the address names. */

const SCENES = {
  blotter: () => import('./blotter.tsx'),
  riskBoard: () => import('./riskBoard.tsx'),
} as const
type Scene = keyof typeof SCENES

const scene = new URLSearchParams(location.search).get('scene') as Scene
void SCENES[scene]()
