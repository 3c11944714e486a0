/**
 * What nearly every screen behind the first one is made of. The shell fetches this module once the first screen stands
 * and the browser has time, so that further screens open at once.
 */
export { DetailScreen } from './detail-screen.tsx'
export { FormScreen } from './form-screen.tsx'
export { ListScreen } from './list-screen.tsx'
